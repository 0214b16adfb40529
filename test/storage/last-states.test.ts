import { expect, test } from 'vitest';
import { State } from '../../src/core/state.ts';
import type { Database } from '../../src/storage/database.ts';
import { LastStates } from '../../src/storage/last-states.ts';
import { FakeClock } from '../support/fake-clock.ts';
import { tempFolder } from '../support/temp-folder.ts';
import { COUNT_SLOWLY, keepingLog, openIn } from './temp-database.ts';

const CONTEXT = { id: '01JD00000000000000000000AA', parent_id: null, user_id: 'ab'.repeat(16) };
const POINT = Date.parse('2026-11-20T05:45:08Z') + 0.123;

function state(entityId: string, value: string, attributes: Record<string, unknown> = {}): State {
  return new State({
    entity_id: entityId,
    state: value,
    attributes,
    last_changed: POINT,
    last_updated: POINT + 1000.001,
    last_reported: POINT + 2000.002,
    context: CONTEXT,
  });
}

async function openStates(folder = tempFolder(), interval = 1000) {
  const database = await openIn(folder);
  const clock = new FakeClock();
  const { log, lines } = keepingLog();
  return { folder, database, clock, lines, states: new LastStates({ database, clock, log, interval }) };
}

async function stored(database: Database): Promise<Record<string, string>> {
  const rows = await database.query('SELECT entity_id, state FROM last_states ORDER BY rowid');
  return Object.fromEntries(rows.map((row) => [row.entity_id, JSON.parse(String(row.state)).state]));
}

test('a state is restored as it was, to the microsecond', async () => {
  const { states, database, folder } = await openStates();
  const attributes = {
    brightness: 120,
    rgb_color: [1, 2, 3],
    name: 'naïve 🏠 \u0000',
    nothing: null,
    deep: { a: 1.5 },
  };
  states.save(state('light.kitchen', 'on', attributes), { values: { on: true, level: [1] } });
  states.save(state('sensor.rest', '21.5'), { madeOverRest: true });
  await states.flush();
  await database.close();
  const restored = await (await openStates(folder)).states.restore();
  expect(restored.get('light.kitchen')).toEqual({
    entity_id: 'light.kitchen',
    state: 'on',
    attributes,
    last_changed: POINT,
    last_updated: POINT + 1000.001,
    last_reported: POINT + 2000.002,
    context: CONTEXT,
    made_over_rest: false,
    values: { on: true, level: [1] },
  });
  expect(restored.get('sensor.rest')?.made_over_rest).toBe(true);
});

test('states are written a second after the first change, not before', async () => {
  const { states, database, clock } = await openStates();
  states.save(state('light.a', 'on'));
  clock.advance(999);
  expect(await stored(database)).toEqual({});
  clock.advance(1);
  await states.flush();
  expect(await stored(database)).toEqual({ 'light.a': 'on' });
});

test('a second of the clock alone writes them, and nothing waits when nothing changed', async () => {
  const { states, database, clock } = await openStates();
  states.save(state('light.a', 'on'));
  expect(clock.pending).toBe(1);
  clock.advance(1000);
  expect(clock.pending).toBe(0);
  await expect.poll(() => stored(database)).toEqual({ 'light.a': 'on' });
});

test('a longer interval delays all but urgent states', async () => {
  const { states, database, clock } = await openStates(tempFolder(), 30_000);
  states.save(state('light.a', 'on'));
  states.save(state('input_text.b', 'urgent'), { atOnce: true });
  clock.advance(29_999);
  await expect.poll(() => stored(database)).toEqual({ 'input_text.b': 'urgent' });
  expect(clock.pending).toBe(1);
  clock.advance(1);
  await expect.poll(() => stored(database)).toEqual({ 'input_text.b': 'urgent', 'light.a': 'on' });
});

test('only the newest state of an entity is written', async () => {
  const { states, database } = await openStates();
  for (let i = 0; i < 40_000; i++) states.save(state(`sensor.s${i % 10}`, String(i)));
  await states.flush();
  const values = Object.values(await stored(database)).map(Number);
  expect(values).toEqual([39_990, 39_991, 39_992, 39_993, 39_994, 39_995, 39_996, 39_997, 39_998, 39_999]);
});

test('every one of 40,000 entities is kept by an orderly stop', async () => {
  const { states, database, folder } = await openStates();
  for (let i = 0; i < 40_000; i++) states.save(state(`sensor.s${i}`, String(i)));
  await states.flush();
  await database.close();
  const restored = await (await openStates(folder)).states.restore();
  expect(restored.size).toBe(40_000);
  expect(restored.get('sensor.s39999')?.state).toBe('39999');
});

test('states come back in the order in which their entities were first seen', async () => {
  const { states } = await openStates();
  for (const id of ['light.z', 'light.a', 'light.m']) states.save(state(id, 'on'));
  await states.flush();
  states.save(state('light.a', 'off'));
  states.save(state('light.b', 'on'));
  await states.flush();
  expect([...(await states.restore()).keys()]).toEqual(['light.z', 'light.a', 'light.m', 'light.b']);
});

test('a removed entity is forgotten, and one that comes again is kept', async () => {
  const { states, database } = await openStates();
  states.save(state('light.a', 'on'));
  states.save(state('light.b', 'on'));
  states.removed('light.b');
  await states.flush();
  expect(await stored(database)).toEqual({ 'light.a': 'on' });
  states.removed('light.a');
  await states.flush();
  states.save(state('light.b', 'off'));
  await states.flush();
  expect(await stored(database)).toEqual({ 'light.b': 'off' });
});

test('a flush waits for one that is under way, and takes what changed meanwhile', async () => {
  const { states, database } = await openStates();
  for (let i = 0; i < 3000; i++) states.save(state(`sensor.s${i}`, 'first'));
  const first = states.flush();
  states.save(state('sensor.s0', 'second'));
  states.save(state('sensor.new', 'new'));
  await Promise.all([first, states.flush()]);
  expect(await stored(database)).toMatchObject({
    'sensor.s0': 'second',
    'sensor.new': 'new',
    'sensor.s2999': 'first',
  });
});

test('what the database does not take is kept, tried again each second, and logged once', async () => {
  const { states, database, clock, lines } = await openStates();
  await database.write([{ sql: 'ALTER TABLE last_states RENAME TO away' }]);
  states.save(state('light.a', 'on'));
  states.save(state('light.b', 'on'));
  for (let tries = 0; tries < 3; tries++) {
    clock.advance(1000);
    await expect.poll(() => clock.pending).toBe(1);
  }
  expect(lines).toEqual(['States could not be saved; trying again']);
  const busy = database.query(COUNT_SLOWLY);
  clock.advance(1000);
  await new Promise(setImmediate);
  // Newer than the one whose write is about to fail.
  states.save(state('light.a', 'off'));
  await busy;
  await expect(states.flush()).rejects.toThrow();
  await database.write([{ sql: 'ALTER TABLE away RENAME TO last_states' }]);
  await states.flush();
  expect(await stored(database)).toEqual({ 'light.a': 'off', 'light.b': 'on' });
});

test('a stored state that cannot be read is logged with its id and left out', async () => {
  const { states, database, lines } = await openStates();
  states.save(state('light.a', 'on'));
  await states.flush();
  await database.write([{ sql: "INSERT INTO last_states VALUES ('light.bad', '{', 0, 0, 0, 0, NULL)" }]);
  expect([...(await states.restore()).keys()]).toEqual(['light.a']);
  expect(lines.join()).toContain('light.bad');
});

test('a state too long to keep is logged once, forgotten on the disk, and kept again when it is short', async () => {
  const { states, database, lines } = await openStates();
  const long = { text: 'x'.repeat(300_000) };
  states.save(state('light.a', 'on'), { madeOverRest: true });
  await states.flush();
  states.save(state('light.a', 'long', long), { madeOverRest: true });
  states.save(state('light.b', 'on'), { madeOverRest: true });
  await states.flush();
  states.save(state('light.a', 'longer', long), { madeOverRest: true });
  await states.flush();
  expect(await stored(database)).toEqual({ 'light.b': 'on' });
  expect(lines).toEqual([expect.stringContaining('light.a')]);
  states.save(state('light.a', 'short'), { madeOverRest: true });
  await states.flush();
  expect(await stored(database)).toEqual({ 'light.b': 'on', 'light.a': 'short' });
});

test('a state without a text is skipped and logged, and its neighbors are saved', async () => {
  const { states, database, lines } = await openStates();
  states.save(state('light.a', 'on'), { madeOverRest: true });
  states.save(state('light.b', 'on', { count: 5n }), { madeOverRest: true });
  states.save(state('light.c', 'on'), { madeOverRest: true });
  await states.flush();
  expect(await stored(database)).toEqual({ 'light.a': 'on', 'light.c': 'on' });
  expect(lines).toEqual([expect.stringContaining('light.b')]);
});

test('two hundred states as long as may be are kept and come back', async () => {
  const { states, database, folder } = await openStates();
  const text = 'ж'.repeat(240_000);
  for (let i = 0; i < 200; i++) states.save(state(`sensor.s${i}`, 'on', { text }), { madeOverRest: true });
  await states.flush();
  await database.close();
  const restored = await (await openStates(folder)).states.restore();
  expect(restored.size).toBe(200);
  expect(restored.get('sensor.s199')?.attributes).toEqual({ text });
});

test('a state saved at once is in the database before its waiters continue, without the others', async () => {
  const { states, database, clock } = await openStates();
  states.save(state('light.a', 'on'));
  states.save(state('timer.egg', 'active'), { atOnce: true, values: { status: 'active' } });
  expect(states.untilSaved([state('light.a', 'on')])).toBeUndefined();
  const kept = states.untilSaved([state('light.a', 'on'), state('timer.egg', 'active')]);
  expect(kept).toBeDefined();
  await kept;
  expect(await stored(database)).toEqual({ 'timer.egg': 'active' });
  expect(states.untilSaved([state('timer.egg', 'active')])).toBeUndefined();
  clock.advance(1000);
  await expect.poll(() => stored(database)).toEqual({ 'timer.egg': 'active', 'light.a': 'on' });
});

test('an immediate save is written without a waiter, but a state that changes all the time only every 50 ms', async () => {
  const { states, database, clock } = await openStates();
  states.save(state('timer.egg', 'active'), { atOnce: true });
  clock.advance(0);
  await expect.poll(() => stored(database)).toEqual({ 'timer.egg': 'active' });
  states.save(state('timer.egg', 'paused'), { atOnce: true });
  clock.advance(49);
  await database.query('SELECT 1');
  expect(await stored(database)).toEqual({ 'timer.egg': 'active' });
  clock.advance(1);
  await expect.poll(() => stored(database)).toEqual({ 'timer.egg': 'paused' });
});

test('a state kept at once does not wait for 40,000 others', async () => {
  const { states, database } = await openStates();
  for (let i = 0; i < 40_000; i++) states.save(state(`sensor.s${i}`, String(i)));
  const all = states.flush();
  let isDone = false;
  all.then(() => {
    isDone = true;
  });
  await database.query('SELECT 1');
  states.save(state('timer.egg', 'active'), { atOnce: true });
  await states.untilSaved([state('timer.egg', 'active')]);
  expect(isDone).toBe(false);
  expect(await stored(database)).toHaveProperty(['timer.egg'], 'active');
  await all;
  expect(Object.keys(await stored(database))).toHaveLength(40_001);
});

test('waiters for a state the disk rejects continue, and the state is written when the disk accepts it', async () => {
  const { states, database, clock, lines } = await openStates();
  await database.write([{ sql: 'ALTER TABLE last_states RENAME TO away' }]);
  for (let i = 0; i < 300; i++) states.save(state(`counter.c${i}`, '1'), { atOnce: true });
  await states.untilSaved([state('counter.c299', '1')]);
  clock.advance(1000);
  await expect.poll(() => lines.join()).toContain('could not be saved');
  await database.write([{ sql: 'ALTER TABLE away RENAME TO last_states' }]);
  clock.advance(1000);
  await expect.poll(async () => Object.keys(await stored(database)).length).toBe(300);
});
