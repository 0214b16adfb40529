import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Cause } from '../../../src/core/cause-notes.ts';
import { ulid } from '../../../src/core/context.ts';
import type { LogbookQuery } from '../../../src/core/logbook-query.ts';
import { CauseLog } from '../../../src/history/cause-log/cause-log.ts';
import { actionCalls } from '../../../src/history/logbook/action-calls.ts';
import { logbookEntries } from '../../../src/history/logbook/logbook-entries.ts';
import type { Sample } from '../../../src/history/samples/sample.ts';
import { SqliteSampleStore } from '../../../src/history/samples/sqlite-sample-store.ts';
import { historyMigrations } from '../../../src/storage/migrations/history.ts';
import { openConnection } from '../../../src/storage/open-connection.ts';
import { tempFolder } from '../../support/temp-folder.ts';

const NOON = 1_800_000_000_000;
const HOUR = 3_600_000;
const pause = async (): Promise<void> => {};

function sample(at: number, state: string | null, more: Partial<Sample> = {}): Sample {
  return { at, changedAt: at, state, attributes: '{}', context: null, ...more };
}

function recorded(entities: Readonly<Record<string, readonly Sample[]>>, list: readonly Cause[] = []) {
  const folder = tempFolder();
  const { connection } = openConnection({
    ...{ file: join(folder, 'history.db'), migrations: historyMigrations, lockWait: 0 },
    backup: { folder, stamp: 'test' },
  });
  const samples = new SqliteSampleStore({ connection, pause, onDamage: () => {} });
  samples.append(Object.entries(entities).map(([entityId, own]) => ({ entityId, samples: own })));
  const causes = new CauseLog(connection, pause);
  causes.add(list);
  return { samples, causes, pause };
}

type Parts = ReturnType<typeof recorded>;
type Shown = Readonly<Record<string, unknown>>;

async function read(chunks: AsyncIterable<Uint8Array>): Promise<Shown[]> {
  let text = '';
  for await (const chunk of chunks) text += new TextDecoder().decode(chunk);
  return JSON.parse(`[${text}]`);
}

function entries(parts: Parts, query: Partial<LogbookQuery> = {}): Promise<Shown[]> {
  const everything: LogbookQuery = {
    ...{ style: 'websocket', after: NOON - 1, before: NOON + HOUR, isWhole: true, contextId: null },
    ...{ entityIds: parts.samples.entityIds(), removedIds: [], exceptTypes: [], names: [] },
    ...{ visibleIds: null, userId: null },
  };
  return read(logbookEntries(parts, { ...everything, ...query }));
}

const statesOf = (shown: readonly Shown[]) => shown.map(({ state, message }) => state ?? message);

function cause(at: number, more: Partial<Cause>): Cause {
  return { context: ulid(at), parent: null, kind: 'event', subject: 'x', at, detail: {}, ...more };
}

const message = (at: number, text: string, entityId?: string): Cause => {
  const data = { name: 'A', message: text, ...(entityId === undefined ? {} : { entity_id: entityId }) };
  return cause(at, { subject: entityId ?? 'logbook_entry', detail: { type: 'logbook_entry', data } });
};

test('entries of several entities are in order of time, without those at both ends', async () => {
  const parts = recorded({
    'light.a': [sample(NOON - 5, 'off'), sample(NOON, 'on'), sample(NOON + 20, 'off')],
    'light.b': [sample(NOON - 5, 'off'), sample(NOON + 10, 'on'), sample(NOON + 30, 'off')],
  });
  expect(statesOf(await entries(parts, { after: NOON, before: NOON + 30 }))).toEqual(['on', 'off']);
  expect(await entries(parts, { after: NOON - 0.5, before: NOON + 30.5 })).toMatchObject([
    { when: NOON / 1000, state: 'on', entity_id: 'light.a' },
    { state: 'on', entity_id: 'light.b' },
    { state: 'off', entity_id: 'light.a' },
    { state: 'off', entity_id: 'light.b' },
  ]);
  expect(await entries(parts, { after: NOON + 30, before: NOON - 30 })).toEqual([]);
});

test('a question about years is read window by window, and loses nothing between them', async () => {
  const day = 24 * HOUR;
  const times = Array.from({ length: 400 }, (_, i) => NOON + i * day + 7);
  const parts = recorded({
    'light.a': [sample(NOON, 'off'), ...times.map((at, i) => sample(at, i % 2 === 0 ? 'on' : 'off'))],
  });
  const shown = await entries(parts, { before: NOON + 36_500 * day });
  expect(shown.map(({ when }) => when)).toEqual(times.map((at) => at / 1000));
});

test('a window with very many changes is read in parts', async () => {
  const COUNT = 60_000;
  const own = Array.from({ length: COUNT }, (_, i) => sample(NOON + i * 50, i % 2 === 0 ? 'on' : 'off'));
  const parts = recorded({ 'light.a': [sample(NOON - 1, 'off'), ...own] });
  const shown = await entries(parts);
  expect(shown).toHaveLength(COUNT);
  expect(shown.at(-1)?.when).toBe((NOON + (COUNT - 1) * 50) / 1000);
});

test('what a removed sensor measured is left out by its attributes', async () => {
  const attributes = '{"unit_of_measurement":"W"}';
  const parts = recorded({
    'sensor.gone': [sample(NOON, '1', { attributes }), sample(NOON + 1, '2', { attributes })],
    'sensor.text': [sample(NOON, 'a'), sample(NOON + 1, 'b')],
  });
  const shown = await entries(parts, { removedIds: ['sensor.gone', 'sensor.text'] });
  expect(statesOf(shown)).toEqual(['b']);
});

test('a change names what its context began with, also before the window or in another entity', async () => {
  const context = { id: ulid(NOON - HOUR), parent_id: null, user_id: 'ada' };
  const call = cause(NOON - HOUR, {
    ...{ context: context.id, kind: 'user', subject: 'ada' },
    detail: { action: 'light.turn_on', data: {} },
  });
  const parts = recorded({ 'light.a': [sample(NOON, 'off'), sample(NOON + 1, 'on', { context })] }, [call]);
  const expected = [
    { state: 'on', context_user_id: 'ada', context_domain: 'light', context_service: 'turn_on' },
  ];
  expect(await entries(parts)).toMatchObject(expected);
  expect(await entries(parts, { isWhole: false })).toMatchObject(expected);
});

test('many changes in contexts of their own name what they began with', async () => {
  const calls: Cause[] = [];
  const own = Array.from({ length: 500 }, (_, i) => {
    const context = { id: ulid(NOON + i), parent_id: null, user_id: 'ada' };
    const detail = { action: `light.call_${i}`, data: {} };
    calls.push(cause(NOON + i, { context: context.id, kind: 'user', subject: 'ada', detail }));
    return sample(NOON + i, String(i), { context });
  });
  const parts = recorded({ 'light.a': [sample(NOON - 9, 'off'), ...own] }, calls);
  const services = own.map((_, i) => `call_${i}`);
  for (const isWhole of [true, false]) {
    const shown = await entries(parts, { isWhole });
    expect(shown.map(({ context_service: service }) => service)).toEqual(services);
  }
});

test('the origin of a run in the parent context is named in the whole logbook only, however much happened', async () => {
  const call = cause(NOON, {
    ...{ context: 'call', kind: 'user', subject: 'ada' },
    detail: { action: 'automation.trigger', data: {} },
  });
  const run = cause(NOON + 1, {
    ...{ context: 'run', parent: 'call', kind: 'automation', subject: 'automation.a' },
    detail: { name: 'A', cause_user_id: 'ada' },
  });
  for (const count of [1, 500]) {
    const others = Array.from({ length: count }, (_, i) => {
      const context = { id: ulid(NOON + 9 + i), parent_id: null, user_id: 'ada' };
      return sample(NOON + 9 + i, String(i), { context });
    });
    const parts = recorded({ 'light.a': [sample(NOON - 9, 'off'), ...others] }, [call, run]);
    const entityIds = ['light.a', 'automation.a'];
    const [whole] = await entries(parts, { entityIds });
    expect(whole).toMatchObject({ context_user_id: 'ada', context_service: 'trigger' });
    const [own] = await entries(parts, { entityIds, isWhole: false });
    expect(own).toMatchObject({ message: 'triggered', context_user_id: 'ada' });
    expect(own).not.toHaveProperty('context_service');
  }
});

test('events are entries of their entity; those of none and left out types only if asked for', async () => {
  const run = cause(NOON + 2, { kind: 'automation', subject: 'automation.a', detail: { name: 'A' } });
  const stop = cause(NOON + 3, { detail: { type: 'homeassistant_stop', data: {} } });
  const list = [message(NOON, 'one', 'light.a'), message(NOON + 1, 'two'), run, stop];
  const parts = recorded({}, list);
  const entityIds = ['light.a', 'automation.a'];
  expect(statesOf(await entries(parts, { entityIds }))).toEqual(['one', 'two', 'triggered', 'stopped']);
  expect(statesOf(await entries(parts, { entityIds, isWhole: false }))).toEqual(['one', 'triggered']);
  expect(statesOf(await entries(parts, { entityIds: ['light.a'] }))).toEqual(['one', 'two', 'stopped']);
  const exceptTypes = ['logbook_entry'];
  expect(statesOf(await entries(parts, { entityIds, exceptTypes }))).toEqual(['triggered', 'stopped']);
});

test('a run is not the cause of itself', async () => {
  const run = cause(NOON, { kind: 'automation', subject: 'automation.a', detail: { name: 'A' } });
  const parts = recorded({}, [run]);
  for (const isWhole of [true, false]) {
    const [shown] = await entries(parts, { entityIds: ['automation.a'], isWhole });
    expect(shown).not.toHaveProperty('context_event_type');
  }
});

test('a context selects the changes and events that happened in it', async () => {
  const context = { id: ulid(NOON), parent_id: null, user_id: null };
  const run = cause(NOON, {
    context: context.id,
    kind: 'automation',
    subject: 'automation.a',
    detail: { name: 'A' },
  });
  const parts = recorded(
    { 'light.a': [sample(NOON - 1, 'off'), sample(NOON + 1, 'on', { context }), sample(NOON + 2, 'off')] },
    [run, cause(NOON + 1, { kind: 'automation', subject: 'automation.a' })],
  );
  const entityIds = ['light.a', 'automation.a'];
  expect(await entries(parts, { entityIds, contextId: context.id })).toMatchObject([
    { message: 'triggered' },
    { state: 'on', context_name: 'A' },
  ]);
});

test('action calls have their data and the run that made them', async () => {
  const run = cause(NOON, {
    context: 'b',
    kind: 'automation',
    subject: 'automation.a',
    detail: { name: 'A' },
  });
  const data = { entity_id: 'light.a' };
  const step = cause(NOON + 1, { context: 'b', kind: 'step', subject: 'light.turn_on', detail: { data } });
  const user = cause(NOON + 2, {
    ...{ context: 'c', kind: 'user', subject: 'ada' },
    detail: { action: 'light.turn_off', data },
  });
  const refused = cause(NOON + 3, { kind: 'user', subject: 'ada', detail: { action: 'light.nothing' } });
  const parts = recorded({}, [run, step, user, refused]);
  const period = { after: NOON - 1, before: NOON + HOUR };
  expect(await read(actionCalls(parts, period))).toEqual([
    {
      ...{
        when: (NOON + 1) / 1000,
        domain: 'light',
        service: 'turn_on',
        service_data: data,
        context_id: 'b',
      },
      ...{ context_event_type: 'automation_triggered', context_domain: 'automation', context_name: 'A' },
      ...{ context_message: 'triggered', context_entity_id: 'automation.a' },
    },
    {
      ...{
        when: (NOON + 2) / 1000,
        domain: 'light',
        service: 'turn_off',
        service_data: data,
        context_id: 'c',
      },
      context_user_id: 'ada',
    },
  ]);
  expect(await read(actionCalls(parts, { after: NOON - 1e12, before: NOON }))).toEqual([]);
});
