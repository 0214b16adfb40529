import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestHub, type TestClient, type TestHub } from '../support/start-hub.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'hearth-test-'));
let hub: TestHub;
let client: TestClient;
beforeAll(async () => {
  hub = await startTestHub({}, dataDir);
  client = await hub.connect();
});
afterAll(async () => {
  await hub.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

const stateOf = async (id: string) => (await hub.rest('GET', `/api/states/${id}`)).json;

test('a subscription sends the list, then each change', async () => {
  await client.must({ type: 'counter/create', name: 'Visits' });
  await client.must({ type: 'counter/subscribe' });
  const mine = (change: string) =>
    client.event(({ event }) => Array.isArray(event) && event[0]?.change_type === change);
  expect((await mine('added')).event).toEqual([
    { change_type: 'added', counter_id: 'visits', item: expect.objectContaining({ id: 'visits', step: 1 }) },
  ]);
  await client.must({ type: 'counter/update', counter_id: 'visits', name: 'Guests', step: 2 });
  expect((await mine('updated')).event[0].item).toMatchObject({ id: 'visits', name: 'Guests', step: 2 });
  await client.must({ type: 'counter/delete', counter_id: 'visits' });
  await mine('removed');
  expect((await hub.rest('GET', '/api/states/counter.visits')).status).toBe(404);
});

test('what helpers hold, and how they are set up, outlives a restart; a timer finishes once, on time', async () => {
  await client.must({ type: 'input_boolean/create', name: 'Guests' });
  await client.must({ type: 'input_number/create', name: 'Target', min: 0, max: 30 });
  await client.must({ type: 'timer/create', name: 'Egg', duration: '00:00:02', restore: true });
  await client.must({ type: 'timer/create', name: 'Tea', duration: '01:00:00', restore: true });
  await hub.rest('POST', '/api/services/input_boolean/turn_on', { entity_id: 'input_boolean.guests' });
  await hub.rest('POST', '/api/services/input_number/set_value', {
    entity_id: 'input_number.target',
    value: 21.5,
  });
  await hub.rest('POST', '/api/services/timer/start', { entity_id: ['timer.egg', 'timer.tea'] });
  await hub.rest('POST', '/api/services/timer/pause', { entity_id: 'timer.tea' });
  const due = (await stateOf('timer.egg')).attributes.finishes_at;
  await hub.stop();
  hub = await startTestHub({}, dataDir);
  client = await hub.connect();
  await client.must({ type: 'subscribe_events', event_type: 'timer.finished' });
  expect((await stateOf('input_boolean.guests')).state).toBe('on');
  expect((await stateOf('input_number.target')).state).toBe('21.5');
  expect((await stateOf('timer.tea')).state).toBe('paused');
  const egg = await stateOf('timer.egg');
  if (egg.state === 'active') {
    const { event } = await client.event((message) => message.event?.data.entity_id === 'timer.egg');
    expect(event.data.finished_at).toBe(due);
  }
  expect(await stateOf('timer.egg')).toMatchObject({
    state: 'idle',
    attributes: { last_transition: 'finished' },
  });
  expect(
    client.events.filter((message) => message.event?.data.entity_id === 'timer.egg').length,
  ).toBeLessThan(2);
});

test('a timer started with a duration of zero runs for its own duration', async () => {
  await client.must({ type: 'timer/create', name: 'Rice', duration: '00:12:00' });
  await hub.rest('POST', '/api/services/timer/start', { entity_id: 'timer.rice', duration: 0 });
  expect(await stateOf('timer.rice')).toMatchObject({
    state: 'active',
    attributes: { remaining: '0:12:00' },
  });
});

test('what a helper held comes back when it is made again under its id, and an initial value goes before it', async () => {
  const held = async (name: string, settings: object, said: object = {}) => {
    const { id } = await client.must({ type: 'input_number/create', name, min: 0, max: 9, ...settings });
    const entity_id = `input_number.${id}`;
    if (Object.keys(said).length > 0)
      await hub.rest('POST', '/api/services/input_number/set_value', { entity_id, ...said });
    const { state } = await stateOf(entity_id);
    await client.must({ type: 'input_number/delete', input_number_id: id });
    return state;
  };
  expect(await held('Again', {}, { value: 7 })).toBe('7.0');
  expect(await held('Again', {})).toBe('7.0');
  expect(await held('Again', { max: 5 })).toBe('5.0');
  expect(await held('Again', { initial: 2 })).toBe('2.0');
  expect(await held('Again', {})).toBe('2.0');
});

test('names of counters and timers may be numbers, those of others not; a timer has no negative duration', async () => {
  const { id, name } = await client.must({ type: 'timer/create', name: 5 });
  expect([id, name]).toEqual(['5', '5']);
  for (const fields of [
    { type: 'input_boolean/create', name: 5 },
    { type: 'timer/create', name: 'Back', duration: -5 },
    { type: 'timer/update', timer_id: id, name: 'Back', duration: '-00:00:05' },
    { type: 'timer/update', timer_id: 'nobody', name: 'x', duration: 'x' },
  ])
    expect((await client.ask(fields)).error.code).toBe('invalid_format');
  expect((await client.ask({ type: 'timer/update', timer_id: 'nobody', name: 'x' })).error.code).toBe(
    'not_found',
  );
});

test('a refusal names the entity where translations look for it', async () => {
  await client.must({ type: 'input_select/create', name: 'Mode', options: ['a', 'b'] });
  await client.must({ type: 'timer/create', name: 'Still' });
  const refused = async (domain: string, service: string, service_data: object) =>
    (await client.ask({ type: 'call_service', domain, service, service_data })).error;
  expect(
    await refused('input_select', 'set_options', {
      entity_id: 'input_select.mode',
      options: ['x', 'x', 'y'],
    }),
  ).toMatchObject({
    translation_key: 'duplicate_options',
    translation_placeholders: { entity_id: 'input_select.mode', duplicates: 'x' },
  });
  expect(await refused('timer', 'change', { entity_id: 'timer.still', duration: 5 })).toMatchObject({
    translation_key: 'timer_not_running',
    translation_placeholders: { entity_id: 'timer.still' },
  });
});

test('helpers of the settings file are not to be edited, and not in the list', async () => {
  expect(await client.must({ type: 'schedule/list' })).toEqual([]);
  const { error } = await client.ask({ type: 'schedule/update', schedule_id: 'nowhere', name: 'X' });
  expect(error).toMatchObject({ code: 'not_found', message: 'Unable to find schedule_id nowhere' });
});
