import { copyFileSync, existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import type { ExportFormat } from '../../../src/core/history-export.ts';
import type { EntitySamples, Sample } from '../../../src/history/samples/sample.ts';
import type { EncodedBlock } from '../../../src/history/samples/sample-store.ts';
import { SqliteSampleStore } from '../../../src/history/samples/sqlite-sample-store.ts';
import { markCompiled } from '../../../src/history/statistics/compiled-until.ts';
import { NO_VALUES } from '../../../src/history/statistics/statistic.ts';
import { exportHistory } from '../../../src/history/transfer/export-history.ts';
import { HistoryImports } from '../../../src/history/transfer/history-imports.ts';
import { historyMigrations } from '../../../src/storage/migrations/history.ts';
import { openConnection } from '../../../src/storage/open-connection.ts';
import { tempFolder } from '../../support/temp-folder.ts';
import { seeds } from '../../support/thoroughness.ts';
import { HOUR, OpenedStatistics } from '../statistics/opened-statistics.ts';

const T0 = Date.parse('2026-09-01T10:00:00Z');
const HEADER =
  'entity_id,state,attributes,last_changed,last_updated,context_id,context_parent_id,context_user_id';
const TIMES = '2026-09-01T10:00:00+00:00,2026-09-01T10:00:00+00:00';
const pause = async (): Promise<void> => {};
let samples: SqliteSampleStore;
beforeEach(() => {
  samples = emptyStore();
  statistics = new OpenedStatistics();
});

function emptyStore(): SqliteSampleStore {
  const folder = tempFolder();
  const { connection } = openConnection({
    ...{ file: join(folder, 'history.db'), migrations: historyMigrations, lockWait: 0 },
    backup: { folder, stamp: 'x' },
  });
  return new SqliteSampleStore({ connection, pause, onDamage: () => {} });
}

let statistics: OpenedStatistics;

/** Imports in parts of a few bytes, so that every place of a text is the end of a part. */
async function load(text: string | Uint8Array, format: ExportFormat = 'csv', isDryRun = false, size = 7) {
  const bytes = typeof text === 'string' ? Buffer.from(text) : text;
  const imports = new HistoryImports(join(tempFolder(), 'import.db'), pause);
  const stores = { samples, store: statistics.store };
  const id = await imports.begin(stores, { format, now: T0 + 1000 });
  const step = bytes.length > 10_000 ? 10_000 : size;
  for (let from = 0; from < bytes.length; from += step)
    await imports.add(id, from, bytes.subarray(from, from + step));
  const report = await imports.check(id);
  if (!isDryRun && report.refused === 0) return imports.commit(id, stores, 0);
  await imports.cancel(id);
  return report;
}

async function exported(store: SqliteSampleStore, format: ExportFormat): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  const all = { from: 0, to: T0 + 10_000, entityIds: undefined };
  for await (const chunk of exportHistory({ samples: store }, { format, ...all })) chunks.push(chunk);
  return Buffer.concat(chunks);
}

async function stored(store: SqliteSampleStore) {
  const all = new Map<string, Sample[]>();
  const range = { entityIds: store.entityIds(), from: 0, to: T0 + 10_000, withAttributes: true };
  for await (const { entityId, samples: own } of store.read(range))
    all.set(entityId, [...(all.get(entityId) ?? []), ...own]);
  return all;
}

test('an import returns exactly what was exported', async () => {
  const texts = fc.oneof(
    fc.string({ maxLength: 20, unit: 'grapheme' }),
    fc.stringMatching(/^[=+\-@'\t\r\n",0-9]{0,6}$/),
    fc.constantFrom('21.50', '-3', '', null),
  );
  const ids = fc.option(fc.stringMatching(/^[=+'@a-z0-9]{1,20}$/));
  const sample = fc.record({
    at: fc.integer({ min: T0 - 1e6, max: T0 }),
    before: fc.integer({ min: 0, max: 100 }),
    state: texts,
    attributes: fc.dictionary(fc.string({ maxLength: 5 }), texts, { maxKeys: 3, noNullPrototype: true }),
    context: fc.option(fc.record({ id: fc.stringMatching(/^[=A-Z]{1,9}$/), parent_id: ids, user_id: ids })),
  });
  await fc.assert(
    fc.asyncProperty(
      fc.uniqueArray(sample, { selector: ({ at }) => at, minLength: 1, maxLength: 20 }),
      fc.constantFrom<ExportFormat>('csv', 'jsonl'),
      async (list, format) => {
        const source = emptyStore();
        const own = list.map(({ at, before, state, attributes, context }) => ({
          ...{ at, changedAt: at - before, state, context },
          attributes: JSON.stringify(attributes),
        }));
        source.append([{ entityId: 'sensor.a', samples: own }]);
        samples = emptyStore();
        const report = await load(await exported(source, format), format);
        expect(report).toMatchObject({
          ...{ imported: true, refused: 0 },
          entities: { 'sensor.a': { new: list.length, existing: 0 } },
        });
        expect(await stored(samples)).toEqual(await stored(source));
      },
    ),
    { numRuns: seeds(15, 200), endOnFailure: true },
  );
});

test('what exists is kept and counted, and a dry run changes nothing', async () => {
  const kept = { at: T0, changedAt: T0, state: 'kept', attributes: '{}', context: null };
  samples.append([{ entityId: 'sensor.a', samples: [kept] }]);
  const later = TIMES.replaceAll(':00+', ':00.5+');
  const text = `${HEADER}\nsensor.a,new,{},${TIMES},,,\nsensor.a,new,{},${later},,,\nsensor.b,1,{},${TIMES},,,\n`;
  const entities = { 'sensor.a': { new: 1, existing: 1 }, 'sensor.b': { new: 1, existing: 0 } };
  const rest = { refused: 0, refusals: [] };
  expect(await load(text, 'csv', true)).toEqual({ imported: false, entities, ...rest });
  expect([...(await stored(samples)).keys()]).toEqual(['sensor.a']);
  expect(await load(text)).toEqual({ imported: true, entities, ...rest });
  expect((await stored(samples)).get('sensor.a')?.map(({ state }) => state)).toEqual(['kept', 'new']);
  const again = { 'sensor.a': { new: 0, existing: 2 }, 'sensor.b': { new: 0, existing: 1 } };
  expect((await load(text)).entities).toEqual(again);
});

test('each bad line is refused with its reason, and nothing is imported then', async () => {
  const bad: [string, string][] = [
    ['no id,1,{},TIMES,,,', 'entity_id'],
    [`sensor.a,${'x'.repeat(256)},{},TIMES,,,`, 'state'],
    ['sensor.a,1,[],TIMES,,,', 'attributes'],
    ['sensor.a,1,{,TIMES,,,', 'attributes'],
    [`sensor.a,1,"{""a"":""${'x'.repeat(17_000)}""}",TIMES,,,`, 'attributes'],
    ['sensor.a,1,{},2026-09-01,2026-09-01,,,', 'time'],
    ['sensor.a,1,{},2026-09-01T10:00:00.5Z,2026-09-01T10:00:00Z,,,', 'time'],
    ['sensor.a,1,{},1950-09-01T10:00:00Z,1950-09-01T10:00:00Z,,,', 'time'],
    ['sensor.a,1,{},2026-09-01T10:00:00Z,2026-09-01T10:00:02Z,,,', 'future'],
    ['sensor.a,1,{},TIMES,,b,', 'context'],
    [`sensor.a,1,{},TIMES,${'x'.repeat(65)},,`, 'context'],
    ['sensor.a,1,{}', 'columns'],
    ['sensor.a,"1"x,{},TIMES,,,', 'columns'],
    [`sensor.a,"${'x'.repeat(70_000)}`, 'columns'],
  ];
  const good = `sensor.a,"two\nlines",{},${TIMES},,,`;
  const lines = bad.map(([line]) => line.replace('TIMES', TIMES));
  const report = await load([HEADER, good, ...lines].join('\n'));
  expect(report.refusals.map(({ line, reason }) => ({ line, reason }))).toEqual(
    bad.map(([, reason], index) => ({ line: index + 4, reason })),
  );
  const values = report.refusals.map(({ value }) => value);
  expect([values[0], values[5], values[8]]).toEqual(['no id', '2026-09-01', '2026-09-01T10:00:02Z']);
  expect([report.imported, report.refused]).toEqual([false, bad.length]);
  expect(samples.entityIds()).toEqual([]);
});

test('files of another kind are refused', async () => {
  const reasons = async (text: string, format: ExportFormat) =>
    (await load(text, format)).refusals.map(({ line, reason }) => `${line} ${reason}`);
  expect(await reasons('a,b\n1,2\n', 'csv')).toEqual(['1 header']);
  expect(await reasons(`x\n[1]\n\n${' '.repeat(70_000)}1\n`, 'jsonl')).toEqual([
    ...['1 json', '2 json', '4 too_long'],
  ]);
  const deep = `{"entity_id":"sensor.a","attributes":${'{"a":'.repeat(8000)}1${'}'.repeat(8000)}}`;
  expect(await reasons(deep, 'jsonl')).toEqual(['1 attributes']);
  expect(await load('\0'.repeat(1000), 'jsonl')).toMatchObject({ imported: false, refused: 1 });
});

const row = (at: number, state: number | string, id = 'sensor.a') =>
  `${id},${state},{},${new Date(at).toISOString()},${new Date(at).toISOString()},,,\n`;

test('times in any order and the first of equal ones are imported', async () => {
  const minutes = Array.from({ length: 3000 }, (_, index) => T0 - index * 60_000);
  // A fixed shuffle: each row of 3,000 once.
  const shuffled = minutes.map((_, index) => minutes[(index * 1009) % 3000] as number);
  const kept = (at: number) => (at / 60_000) % 3 === 0;
  const own = minutes.filter(kept).map((at) => ({ at, changedAt: at, state: 'kept', attributes: '{}' }));
  samples.append([{ entityId: 'sensor.a', samples: own.map((one) => ({ ...one, context: null })) }]);
  const text = `${HEADER}\n${shuffled.map((at) => row(at, at) + row(at, 'twice')).join('')}`;
  expect((await load(text)).entities).toEqual({ 'sensor.a': { new: 2000, existing: 4000 } });
  const found = (await stored(samples)).get('sensor.a') ?? [];
  const states = new Map(found.map(({ at, state }) => [at, state]));
  expect(states).toEqual(new Map(minutes.map((at) => [at, kept(at) ? 'kept' : String(at)])));
  expect((await load(text)).entities).toEqual({ 'sensor.a': { new: 0, existing: 6000 } });
});

test('a part that arrives twice is ignored, a missing one refused, and imports exclude each other', async () => {
  const imports = new HistoryImports(join(tempFolder(), 'import.db'), pause);
  const stores = { samples, store: statistics.store };
  const id = await imports.begin(stores, { format: 'csv', now: T0 });
  const bytes = Buffer.from(`${HEADER}\n${row(T0, 1)}`);
  await imports.add(id, 0, bytes);
  await imports.add(id, 0, bytes);
  await expect(imports.add(id, 5000, bytes)).rejects.toThrow('byte');
  await expect(imports.begin(stores, { format: 'csv', now: T0 })).rejects.toThrow('in progress');
  await expect(imports.commit(id, stores, 0)).rejects.toThrow('not checked');
  expect((await imports.check(id)).entities).toEqual({ 'sensor.a': { new: 1, existing: 0 } });
  await imports.cancel(id);
  await expect(imports.check(id)).rejects.toThrow('no import');
  expect(samples.entityIds()).toEqual([]);
});

const hourly = () => {
  const { store } = statistics;
  const series = store.series('rollup', 'sensor.a');
  if (series === undefined) return [];
  const { starts, values } = store.read(series, { term: 'hour', from: 0, to: T0 + HOUR });
  return [...starts].map((start, index) => [(start - T0) / HOUR, values.mean?.[index]]);
};

test('roll-ups of what was imported are compiled until the next change, older ones stay', async () => {
  const { store } = statistics;
  markCompiled(store, T0);
  const at = T0 - 3 * HOUR;
  samples.append([
    { entityId: 'sensor.a', samples: [{ at, changedAt: at, state: '30', attributes: '{}', context: null }] },
  ]);
  // The changes of this hour are deleted already.
  const old = {
    ...NO_VALUES,
    start: T0 - 10 * HOUR,
    mean: 7,
    min: 7,
    max: 7,
    state: 7,
    sum: 7,
    meanWeight: HOUR,
  };
  store.append([{ kind: 'rollup', name: 'sensor.a', term: 'hour', rows: [old] }]);
  await load(`${HEADER}\n${row(T0 - 10 * HOUR, 1)}${row(T0 - 6 * HOUR, 2)}${row(T0 - 2 * HOUR, 40)}`);
  expect(hourly()).toEqual([
    ...[
      [-10, 7],
      [-9, 1],
      [-8, 1],
      [-7, 1],
      [-6, 2],
      [-5, 2],
      [-4, 2],
      [-3, 30],
      [-2, 40],
      [-1, 40],
    ],
  ]);
  const short = store.series('rollup', 'sensor.a');
  if (short === undefined) throw new Error('no roll-up');
  expect(store.read(short, { term: '5minute', from: 0, to: T0 }).starts.length).toBe(10 * 12);
});

test('a failure while it is added leaves nothing, and one afterwards compiles roll-ups at the next start', async () => {
  const path = join(tempFolder(), 'import.db');
  const stores = { samples, store: statistics.store };
  markCompiled(statistics.store, T0);
  const text = `${HEADER}\n${Array.from({ length: 2000 }, (_, i) => row(T0 - i * 60_000, i)).join('')}`;
  const begin = async (failing: Partial<SqliteSampleStore>) => {
    const imports = new HistoryImports(path, pause);
    const own: SqliteSampleStore = Object.assign(Object.create(samples), failing);
    const id = await imports.begin(stores, { format: 'csv', now: T0 });
    await imports.add(id, 0, Buffer.from(text));
    await imports.check(id);
    return imports.commit(id, { ...stores, samples: own }, 0);
  };
  const broken = {
    addBlocks: (ids: readonly string[], blocks: Iterable<EncodedBlock>) => {
      const [first] = blocks;
      samples.addBlocks(ids, [first as EncodedBlock, { ...(first as EncodedBlock), entityId: 'sensor.b' }]);
    },
  };
  await expect(begin(broken)).rejects.toThrow('sensor.b');
  expect(await stored(samples)).toEqual(new Map());
  expect(existsSync(path)).toBe(false);
  const lastBefore = () => Promise.reject(new Error('no disk'));
  await expect(begin({ lastBefore })).rejects.toThrow('no disk');
  expect((await stored(samples)).get('sensor.a')).toHaveLength(2000);
  expect(hourly()).toEqual([]);
  // The driver releases a file late: a copy stands for it after a restart.
  copyFileSync(path, `${path}.copy`);
  await new HistoryImports(`${path}.copy`, pause).resume(stores);
  expect(hourly()).toHaveLength(34);
  expect(existsSync(`${path}.copy`)).toBe(false);
});

test('what an interrupted import left is removed at the next start', async () => {
  const path = join(tempFolder(), 'import.db');
  writeFileSync(path, 'not a database');
  await new HistoryImports(path, pause).resume({ samples, store: statistics.store });
  expect(existsSync(path)).toBe(false);
  const imports = new HistoryImports(path, pause);
  const id = await imports.begin({ samples, store: statistics.store }, { format: 'csv', now: T0 });
  await imports.add(id, 0, Buffer.from(`${HEADER}\n${row(T0, 1)}`));
  await imports.check(id);
  copyFileSync(path, `${path}.copy`);
  await new HistoryImports(`${path}.copy`, pause).resume({ samples, store: statistics.store });
  expect(existsSync(`${path}.copy`)).toBe(false);
  expect(samples.entityIds()).toEqual([]);
});

describe('a source in order', () => {
  const at = (second: number) => T0 - 2_000_000 + second * 1000;
  const change = (time: number, state: string): Sample => {
    return { at: time, changedAt: time, state, attributes: '{"a":1}', context: null };
  };
  const changes = (seconds: readonly number[]) => seconds.map((second) => change(at(second), String(second)));
  async function* source(...runs: readonly [string, readonly Sample[]][]) {
    for (const [entityId, own] of runs) yield { entityId, samples: own };
  }
  const take = (runs: AsyncIterable<EntitySamples>, isDryRun = false) => {
    const imports = new HistoryImports(join(tempFolder(), 'import.db'), pause);
    return imports.take({ samples, store: statistics.store }, runs, { shortFrom: 0, isDryRun });
  };
  const states = async (id: string) => (await stored(samples)).get(id)?.map(({ state }) => state);

  test('is added around what exists, and a repetition adds nothing', async () => {
    samples.append([{ entityId: 'sensor.a', samples: [change(at(2), 'kept'), change(at(700), 'kept')] }]);
    const all = Array.from({ length: 1500 }, (_, second) => second);
    const runs = () =>
      source(
        ['sensor.a', changes(all.slice(0, 400))],
        ['sensor.a', changes(all.slice(400))],
        ['sensor.b', changes([1])],
      );
    const entities = { 'sensor.a': { new: 1498, existing: 2 }, 'sensor.b': { new: 1, existing: 0 } };
    expect(await take(runs(), true)).toMatchObject({ imported: false, entities });
    expect(await states('sensor.b')).toBeUndefined();
    expect(await take(runs())).toMatchObject({ imported: true, entities });
    expect(await states('sensor.a')).toEqual(
      all.map((second) => (second === 2 || second === 700 ? 'kept' : String(second))),
    );
    const again = { 'sensor.a': { new: 0, existing: 1500 }, 'sensor.b': { new: 0, existing: 1 } };
    expect((await take(runs())).entities).toEqual(again);
  });

  test('keeps changes of the same millisecond', async () => {
    const runs = () => source(['sensor.a', [change(at(0), 'a'), change(at(0), 'b'), change(at(0) + 1, 'c')]]);
    await take(runs());
    expect((await stored(samples)).get('sensor.a')?.map((one) => [one.at - at(0), one.state])).toEqual([
      [0, 'a'],
      [1, 'b'],
      [2, 'c'],
    ]);
    expect((await take(runs())).entities).toEqual({ 'sensor.a': { new: 0, existing: 3 } });
  });

  test('leaves nothing behind if it fails, and refuses other imports meanwhile', async () => {
    const path = join(tempFolder(), 'import.db');
    const imports = new HistoryImports(path, pause);
    const stores = { samples, store: statistics.store };
    let whileTaking: unknown;
    async function* failing() {
      yield { entityId: 'sensor.a', samples: changes([1, 2]) };
      whileTaking = await imports.begin(stores, { format: 'csv', now: T0 }).catch((error) => error);
      throw new Error('The source cannot be read');
    }
    const options = { shortFrom: 0, isDryRun: false };
    await expect(imports.take(stores, failing(), options)).rejects.toThrow('The source cannot be read');
    expect(whileTaking).toMatchObject({ code: 'conflict' });
    expect(existsSync(path)).toBe(false);
    expect(await states('sensor.a')).toBeUndefined();
    await imports.begin(stores, { format: 'csv', now: T0 });
    await expect(imports.take(stores, source(), options)).rejects.toMatchObject({ code: 'conflict' });
  });

  test('has the changes of an entity together', async () => {
    const runs = source(['sensor.a', changes([1])], ['sensor.b', changes([1])], ['sensor.a', changes([2])]);
    await expect(take(runs)).rejects.toThrow('sensor.a');
  });
});
