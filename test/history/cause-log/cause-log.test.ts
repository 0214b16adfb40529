import { copyFileSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Cause } from '../../../src/core/cause-notes.ts';
import { ulid } from '../../../src/core/context.ts';
import { CauseLog } from '../../../src/history/cause-log/cause-log.ts';
import { contextIdOf, contextKey } from '../../../src/history/cause-log/context-key.ts';
import { recordedChange } from '../../../src/history/cause-log/recorded-change.ts';
import type { Sample } from '../../../src/history/samples/sample.ts';
import { SqliteSampleStore } from '../../../src/history/samples/sqlite-sample-store.ts';
import { historyMigrations } from '../../../src/storage/migrations/history.ts';
import { openConnection } from '../../../src/storage/open-connection.ts';
import { tempFolder } from '../../support/temp-folder.ts';

const NOON = 1_800_000_000_000;
const pause = async (): Promise<void> => {};

function opened(file = join(tempFolder(), 'history.db'), migrations = historyMigrations) {
  const backup = { folder: tempFolder(), stamp: 'test' };
  const { connection } = openConnection({ file, migrations, backup, lockWait: 0 });
  return { file, connection };
}

function newLog() {
  const { connection, file } = opened();
  return { log: new CauseLog(connection, pause), connection, file };
}

function cause(at: number, more: Partial<Cause> = {}): Cause {
  const run = { context: ulid(at), parent: null, kind: 'automation', subject: 'automation.hall' } as const;
  return { ...run, at, detail: { name: 'Hall', run_id: ulid(at) }, ...more };
}

test('IDs of contexts are stored in 16 bytes and read back exactly', () => {
  expect(contextKey('01K9ZZZZZZZZZZZZZZZZZZZZZZ')).toHaveLength(16);
  const letters = [...'0123456789ABCDEFGHJKMNPQRSTVWXYZ'];
  const id = fc
    .tuple(
      fc.constantFrom(...letters.slice(0, 8)),
      fc.array(fc.constantFrom(...letters), { minLength: 25, maxLength: 25 }),
    )
    .map(([first, rest]) => first + rest.join(''));
  fc.assert(
    fc.property(fc.oneof(id, fc.string()), (one) => {
      expect(contextIdOf(contextKey(one))).toBe(one.replaceAll('\0', ' '));
    }),
  );
});

test('causes come back as they were added, by context, by time and by entity', () => {
  const { log } = newLog();
  const context = ulid(NOON);
  const run = cause(NOON + 0.25, {
    ...{ context, parent: ulid(NOON - 1) },
    detail: {
      ...{ name: 'Hall', run_id: ulid(NOON), caller: { run_id: 'x', path: 'sequence/0' } },
      change: { state: 'on', at: NOON - 1 },
    },
  });
  const step = cause(NOON + 0.5, {
    context,
    kind: 'step',
    subject: 'light.turn_on',
    detail: { path: 'action/0' },
  });
  const other = cause(NOON + 3, { context: 'no ulid', detail: { run_id: 'no ulid' } });
  log.add([run, step]);
  log.add([other]);
  expect(log.ofContext(context)).toEqual([run, step]);
  expect(log.ofContext('no ulid')).toEqual([other]);
  expect(log.ofContext('')).toEqual([]);
  expect([...log.between(NOON, NOON + 3)]).toEqual([run, step]);
  expect([...log.between(NOON + 1, NOON + 4)]).toEqual([other]);
  expect(log.ofSubject('automation.hall', NOON, NOON + 9)).toEqual([run, other]);
  expect(log.ofSubject('light.turn_on', NOON, NOON + 9)).toEqual([]);
  expect(log.ofSubject('automation.other', NOON, NOON + 9)).toEqual([]);
});

test('causes of one moment, also after the clock was set back, keep their order', () => {
  const { log } = newLog();
  const names = (from: number) => [...log.between(from, from + 1)].map(({ detail }) => detail.name);
  const at = (time: number, name: string) => cause(time, { detail: { name } });
  log.add([at(NOON, 'a'), at(NOON, 'b')]);
  log.add([at(NOON - 1000, 'c'), at(NOON, 'd'), at(NOON - 1000, 'e')]);
  expect(names(NOON)).toEqual(['a', 'b', 'd']);
  expect(names(NOON - 1000)).toEqual(['c', 'e']);
});

test('many causes, several of them in one moment, come back as they were added', () => {
  const { log } = newLog();
  const causes = Array.from({ length: 2345 }, (_, n) => {
    const at = NOON + Math.floor(n / 2) + (n % 2) / 1000;
    if (n % 3 === 0) return cause(at);
    if (n % 3 === 1)
      return cause(at, { context: `'=${n}\n"`, detail: { run_id: 'none', change: { state: '"' } } });
    return cause(at, { parent: ulid(at), kind: 'call', detail: { data: { text: `${n % 7}\u2028"` } } });
  });
  log.add(causes.slice(0, 24));
  log.add(causes.slice(24, 49));
  log.add(causes.slice(49));
  expect([...log.between(NOON, NOON + 2345)]).toEqual(causes);
  for (const one of causes.slice(1000, 1010)) expect(log.ofContext(one.context)).toEqual([one]);
  const later = cause(NOON + 5000);
  log.add([later]);
  // The clock was set back: what is there already keeps its place.
  log.add(causes.slice(0, 60).map((one) => ({ ...one, subject: 'automation.again' })));
  const again = [...log.between(NOON, NOON + 2345)];
  expect(again).toHaveLength(2405);
  expect(again.filter(({ subject }) => subject === 'automation.again')).toHaveLength(60);
});

test('a reopened log continues', () => {
  const { log, connection, file } = newLog();
  log.add([cause(NOON, { context: 'a' })]);
  connection.close();
  const copy = `${file}.copy`;
  for (const suffix of ['', '-wal'])
    if (existsSync(file + suffix)) copyFileSync(file + suffix, copy + suffix);
  const again = new CauseLog(opened(copy).connection, pause);
  again.add([cause(NOON, { context: 'b' })]);
  expect([...again.between(NOON, NOON + 1)].map(({ context }) => context)).toEqual(['a', 'b']);
});

test('the source of an entity is that at the time, and stays when older causes are dropped', async () => {
  const { log } = newLog();
  const source = (at: number, topic: string | null): Cause => ({
    ...{ context: '', parent: null, kind: 'source', subject: 'light.hall', at, detail: { source: topic } },
  });
  log.add([source(NOON, 'a'), source(NOON + 10, 'b'), source(NOON + 20, null), source(NOON + 30, 'c')]);
  const at = (time: number) => log.sourceAt('light.hall', NOON + time);
  expect([at(-1), at(0), at(9), at(10), at(20), at(99)]).toEqual([undefined, 'a', 'a', 'b', undefined, 'c']);
  expect(await log.dropBefore(NOON + 15)).toBe(1);
  expect([at(5), at(15), at(99)]).toEqual([undefined, 'b', 'c']);
  expect(log.sourceAt('light.attic', NOON)).toBeUndefined();
});

test('dropping causes also drops the texts that no cause uses any more', async () => {
  const { log, connection } = newLog();
  const texts = () =>
    [...connection.rows('SELECT text FROM cause_texts ORDER BY id')].map(({ text }) => text);
  log.add([cause(NOON, { detail: { name: 'Old' } }), cause(NOON + 10, { detail: { name: 'New' } })]);
  expect(await log.dropBefore(NOON + 10)).toBe(1);
  expect([...log.between(0, NOON * 2)].map(({ detail }) => detail.name)).toEqual(['New']);
  expect(texts()).toEqual(['automation.hall', '{"name":"New"}']);
  log.add([cause(NOON + 20, { detail: { name: 'Old' } })]);
  expect([...log.between(NOON + 20, NOON + 21)]).toHaveLength(1);
});

test('texts that are used again while unused ones are looked for stay', async () => {
  const { connection } = opened();
  let between = (): void => {};
  const log = new CauseLog(connection, async () => between());
  log.add([cause(NOON, { detail: { name: 'Old' } })]);
  let isAdded = false;
  between = () => {
    if (!isAdded) log.add([cause(NOON + 10, { detail: { name: 'Old' } })]);
    isAdded = true;
  };
  await log.dropBefore(NOON + 5);
  expect([...log.between(NOON, NOON + 20)].map(({ detail }) => detail.name)).toEqual(['Old']);
});

test('a renamed entity keeps its causes, also if the new ID had some', () => {
  const { log } = newLog();
  log.add([cause(NOON), cause(NOON + 1, { subject: 'automation.new' })]);
  log.rename('automation.hall', 'automation.new');
  log.rename('automation.unknown', 'automation.other');
  expect(log.ofSubject('automation.hall', NOON, NOON + 9)).toEqual([]);
  expect(log.ofSubject('automation.new', NOON, NOON + 9)).toHaveLength(2);
  log.rename('automation.new', 'automation.third');
  expect(log.ofSubject('automation.third', NOON, NOON + 9)).toHaveLength(2);
});

test('a forgotten entity leaves no cause that names it', async () => {
  const { log, connection } = newLog();
  log.add([
    cause(NOON, { subject: 'person.ada' }),
    cause(NOON + 1, { detail: { trigger_entity_id: 'person.ada', change: { state: 'home' } } }),
    cause(NOON + 2, { kind: 'call', detail: { data: { entity_id: ['light.hall', 'person.ada'] } } }),
    cause(NOON + 3, { detail: { trigger_entity_id: 'personxada' } }),
    cause(NOON + 4, { detail: { trigger_entity_id: 'person.ada_2' } }),
  ]);
  expect(await log.forget('person.ada')).toBe(3);
  expect([...log.between(NOON, NOON + 9)].map(({ at }) => at)).toEqual([NOON + 3, NOON + 4]);
  const [left] = [
    ...connection.rows("SELECT count(*) AS count FROM cause_texts WHERE text LIKE '%person.ada\"%'"),
  ];
  expect(left?.count).toBe(0);
});

test('causes of an earlier version are read until they are dropped', async () => {
  const { connection, file } = opened(undefined, historyMigrations.slice(0, 1));
  const sql = 'INSERT INTO causes (context, parent, kind, subject, at, detail) VALUES (?, ?, ?, ?, ?, ?)';
  connection.run({ sql, params: ['c', null, 'change', 'light.hall', NOON, '{"state":"on"}'] });
  connection.close();
  const copy = `${file}.copy`;
  for (const suffix of ['', '-wal'])
    if (existsSync(file + suffix)) copyFileSync(file + suffix, copy + suffix);
  const log = new CauseLog(opened(copy).connection, pause);
  const old = {
    context: 'c',
    parent: null,
    kind: 'change',
    subject: 'light.hall',
    at: NOON,
    detail: { state: 'on' },
  };
  expect(log.ofContext('c')).toEqual([old]);
  expect(log.oldChange('light.hall', NOON)).toEqual(old);
  expect(log.oldChange('light.hall', NOON - 1)).toBeUndefined();
  log.rename('light.hall', 'light.lobby');
  expect(log.oldChange('light.lobby', NOON)).toBeDefined();
  expect(await log.dropBefore(NOON + 1)).toBe(1);
  expect(log.oldChange('light.lobby', NOON)).toBeUndefined();
});

test('a cause takes less than 120 bytes', () => {
  const { log, connection } = newLog();
  const pages = () =>
    Number(connection.value('PRAGMA page_count')) * Number(connection.value('PRAGMA page_size'));
  const before = pages();
  const COUNT = 5000;
  const detail = {
    ...{ name: 'Hall', item_id: 'hall', trigger: 'state of binary_sensor.motion', path: 'trigger/0' },
    trigger_entity_id: 'binary_sensor.motion',
  };
  for (let i = 0; i < COUNT; i += 1) {
    const at = NOON + i * 60_000;
    const change = { state: 'on', at: at - 1 };
    log.add([cause(at, { parent: ulid(at - 1), detail: { ...detail, run_id: ulid(at), change } })]);
    const step = { path: 'action/0', entity_ids: ['light.hall'], data: { entity_id: 'light.hall' } };
    log.add([
      cause(at + 1, { kind: 'step', subject: 'light.turn_on', detail: { ...step, run_id: ulid(at) } }),
    ]);
  }
  expect((pages() - before) / (2 * COUNT)).toBeLessThan(120);
});

test('the last change of an entity comes from its samples, with the context and the source', async () => {
  const { log, connection } = newLog();
  const samples = new SqliteSampleStore({ connection, pause, onDamage: () => {} });
  const context = { id: 'c', parent_id: 'p', user_id: 'ada' };
  const sample = (at: number, state: string | null, more: Partial<Sample> = {}): Sample => {
    return { at, changedAt: at, state, attributes: '{}', context: null, ...more };
  };
  const list = [
    sample(NOON, 'off'),
    sample(NOON + 10, 'on', { context }),
    sample(NOON + 20, 'on', { changedAt: NOON + 10 }),
    sample(NOON + 30, null),
  ];
  samples.append([{ entityId: 'light.hall', samples: list }]);
  log.add([
    { context: '', parent: null, kind: 'source', subject: 'light.hall', at: NOON, detail: { source: 't' } },
  ]);
  const at = (until: number, entityId = 'light.hall') =>
    recordedChange({ samples, causes: log }, { entityId, until: NOON + until });
  expect(await at(-1)).toBeUndefined();
  expect(await at(0, 'light.attic')).toBeUndefined();
  const change = { kind: 'change', subject: 'light.hall' };
  const first = { ...change, context: '', parent: null, at: NOON, detail: { state: 'off', source: 't' } };
  expect(await at(9.9995)).toEqual(first);
  const on = {
    ...{ ...change, context: 'c', parent: 'p', at: NOON + 10 },
    detail: { state: 'on', user_id: 'ada', source: 't' },
  };
  for (const until of [10, 20, 25, 30, 99]) expect(await at(until)).toEqual(on);
});
