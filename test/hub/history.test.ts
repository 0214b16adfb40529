import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestHub, type TestClient, type TestHub } from '../support/start-hub.ts';
import { SteppedClock } from '../support/stepped-clock.ts';

const clock = new SteppedClock();
const START = '2026-11-20T12:00:00Z';
let hub: TestHub;
let client: TestClient;
/** May read nothing but `sensor.seen`, `sensor.quiet` and `group.both`. */
let guest: TestClient;
let guestToken: string;

beforeAll(async () => {
  hub = await startTestHub({ demo: true }, undefined, clock);
  client = await hub.connect();
  const { users, tokens } = hub.hub.auth;
  const rules = [
    {
      effect: 'allow' as const,
      actions: ['read' as const],
      entities: ['sensor.seen', 'sensor.quiet', 'group.both'],
    },
  ];
  const user = await users.create({ name: 'Guest', group_ids: ['system-users'], policy: { rules } });
  const kind = 'long_lived_access_token' as const;
  ({ secret: guestToken } = await tokens.create({ user_id: user.id, kind, name: 'guest' }));
  guest = await hub.connect(guestToken);
  const members = { entity_id: ['sensor.seen', 'sensor.hidden'] };
  for (const state of ['1', '2', '3']) {
    await write('sensor.seen', state);
    await write('sensor.hidden', state);
    await write('group.both', state, members);
  }
  await write('sensor.quiet', 'same');
  await clock.sleep(1000);
});
afterAll(() => hub.stop());

async function write(id: string, state: string, attributes = {}): Promise<void> {
  await clock.sleep(10);
  await hub.rest('POST', `/api/states/${id}`, { state, attributes });
}

const during = (who: TestClient, entity_ids: readonly string[], more = {}) =>
  who.ask({ type: 'history/history_during_period', start_time: START, entity_ids, ...more });
const period = (query: string, token?: string) =>
  hub.rest('GET', `/api/history/period/${START}?${query}`, undefined, {
    ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
  });

test('both interfaces tell the same past', async () => {
  const { result } = await during(client, ['sensor.hidden', 'sensor.seen']);
  expect(Object.keys(result)).toEqual(['sensor.hidden', 'sensor.seen']);
  const { json } = await period('filter_entity_id=Sensor.hidden,sensor.seen');
  const rows = json.map((own: { state: string; last_updated: string }[]) =>
    own.map(({ state, last_updated }) => ({ s: state, a: {}, lu: Date.parse(last_updated) / 1000 })),
  );
  expect(rows).toEqual(Object.values(result));
  expect(rows[0]).toHaveLength(3);
});

test('a caller learns nothing of entities it may not read, nor of those that do not exist', async () => {
  const hidden = ['sensor.hidden', 'light.kitchen_counter'];
  const { result } = await during(guest, [...hidden, 'sensor.none', 'sensor.seen']);
  expect(Object.keys(result)).toEqual(['sensor.seen']);
  expect((await during(guest, hidden)).result).toEqual({});
  expect((await during(guest, ['sensor.none'])).result).toEqual({});
  expect((await period(`filter_entity_id=${hidden.join(',')}`, guestToken)).json).toEqual([]);
  const [seen] = (await period(`filter_entity_id=${hidden[0]},sensor.seen`, guestToken)).json;
  expect(seen.map(({ state }: { state: string }) => state)).toEqual(['1', '2', '3']);
});

test('attributes of the past do not name hidden entities', async () => {
  const { result } = await during(guest, ['group.both']);
  expect(result['group.both'][0].a).toEqual({ entity_id: ['sensor.seen'] });
  const all = await during(client, ['group.both']);
  expect(all.result['group.both'][0].a).toEqual({ entity_id: ['sensor.seen', 'sensor.hidden'] });
});

test('a stream has the past, then changes; those of hidden entities are not sent', async () => {
  const entity_ids = ['sensor.seen', 'sensor.hidden', 'group.both'];
  const { id } = await guest.ask({ type: 'history/stream', start_time: START, entity_ids });
  const past = (await guest.event((one) => one.id === id)).event;
  expect(Object.keys(past.states)).toEqual(['sensor.seen', 'group.both']);
  expect(past.start_time).toBe(Date.parse(START) / 1000);
  expect(past.end_time).toBe(past.states['group.both'].at(-1).lu);
  await write('sensor.hidden', '4');
  await write('sensor.seen', '4');
  await write('group.both', '4', { entity_id: ['sensor.hidden'] });
  await clock.sleep(350);
  const { event } = await guest.event((one) => one.id === id && one.event.start_time === undefined);
  expect(event.states).toEqual({
    'sensor.seen': [{ s: '4', a: {}, lu: expect.any(Number) }],
    'group.both': [{ s: '4', a: { entity_id: [] }, lu: expect.any(Number) }],
  });
  expect((await guest.ask({ type: 'unsubscribe_events', subscription: id })).success).toBe(true);
});

test('a stream of hidden entities is as one of missing ones: empty, and over', async () => {
  const empty = { states: {}, start_time: expect.any(Number), end_time: expect.any(Number) };
  for (const entity of ['sensor.hidden', 'sensor.none']) {
    const { id, success } = await guest.ask({
      type: 'history/stream',
      start_time: START,
      entity_ids: [entity],
    });
    expect(success).toBe(true);
    expect((await guest.event((one) => one.id === id)).event).toEqual(empty);
    const { error } = await guest.ask({ type: 'unsubscribe_events', subscription: id });
    expect(error.code).toBe('not_found');
  }
});

test('a live stream goes on when nothing has changed since its start', async () => {
  const start_time = new Date(clock.now()).toISOString();
  await clock.sleep(10);
  const command = { type: 'history/stream', start_time, entity_ids: ['sensor.quiet'] };
  const { id } = await client.ask({ ...command, include_start_time_state: false });
  expect((await client.event((one) => one.id === id)).event.states).toEqual({});
  await write('sensor.quiet', 'changed');
  await clock.sleep(350);
  const { event } = await client.event((one) => one.id === id && one.event.start_time === undefined);
  expect(event.states['sensor.quiet']).toMatchObject([{ s: 'changed' }]);
});

test('what a change of attributes wrote is left out where nothing changed, as in Home Assistant', async () => {
  await write('sensor.static', 'on', { n: 1 });
  const start_time = new Date(clock.now()).toISOString();
  await write('sensor.static', 'on', { n: 2 });
  await clock.sleep(10);
  const options = { start_time, significant_changes_only: false, include_start_time_state: false };
  expect((await during(client, ['sensor.static'], options)).result['sensor.static']).toHaveLength(1);
  expect((await during(client, ['sensor.static'], { ...options, no_attributes: true })).result).toEqual({});
});

test.each([
  ['', 'invalid_start_time'],
  ['yesterday', 'invalid_start_time'],
  ['2026-02-30', 'invalid_start_time'],
  ['2026-13-01T00:00:00Z', 'invalid_start_time'],
  ['2026-11-20T25:00:00Z', 'invalid_start_time'],
  ['2026-11-20T12:00:00+99:00', 'invalid_start_time'],
])('the start %j is %s', async (start_time, code) => {
  expect((await during(client, ['sensor.seen'], { start_time })).error.code).toBe(code);
});

test('a stream may begin a little in the future, since clocks differ, but not later', async () => {
  const stream = (ahead: number) => {
    const start_time = new Date(clock.now() + ahead).toISOString();
    return client.ask({ type: 'history/stream', start_time, entity_ids: ['sensor.seen'] });
  };
  expect((await stream(500)).success).toBe(true);
  expect((await stream(60_000)).error.code).toBe('invalid_start_time');
});

test('centuries and thousands of entities are answered', async () => {
  const entity_ids = [...Array.from({ length: 9999 }, (_, n) => `sensor.none_${n}`), 'sensor.seen'];
  const century = { start_time: '1926-01-01', end_time: '2126-01-01' };
  const { result } = await during(client, entity_ids, century);
  expect(Object.keys(result)).toEqual(['sensor.seen']);
  const more = Array.from({ length: 10_001 }, (_, n) => `sensor.none_${n}`);
  expect((await during(client, more)).error.code).toBe('invalid_format');
});

test('local times are those of the home, with microseconds', async () => {
  const at = async (start_time: string) =>
    (await during(client, ['sensor.seen'], { start_time })).result['sensor.seen'][0].lu;
  await client.must({ type: 'config/core/update', time_zone: 'Europe/Amsterdam' });
  expect(await at('2026-11-20T13:00:00.500123')).toBe(Date.parse(START) / 1000 + 0.500123);
  expect(await at('2026-11-20 12:00:00.5Z')).toBe(Date.parse(START) / 1000 + 0.5);
});

test('the REST route has its checks in the recorded order', async () => {
  const status = async (path: string) => {
    const { status, json } = await hub.rest('GET', `/api/history/period${path}`);
    return [status, json.message ?? json];
  };
  expect(await status('/bad')).toEqual([400, 'Invalid datetime']);
  expect(await status('?end_time=bad')).toEqual([400, 'filter_entity_id is missing']);
  expect(await status('?filter_entity_id=a.b,%20c.d&end_time=bad')).toEqual([
    400,
    'Invalid filter_entity_id',
  ]);
  expect(await status('/2999-01-01?filter_entity_id=sensor.seen&end_time=bad')).toEqual([200, []]);
  expect(await status('?filter_entity_id=sensor.seen&end_time=bad')).toEqual([400, 'Invalid end_time']);
  // A plus sign that the client did not escape.
  const [code, [rows]] = await status(
    '/2026-11-20T00:00:00+00:00?filter_entity_id=sensor.seen&end_time=2026-11-21T00:00:00+00:00',
  );
  expect([code, rows.length]).toEqual([200, 4]);
});

test('what a domain declares unrecorded is left out, except of states that callers wrote', async () => {
  const id = 'light.kitchen_counter';
  const { attributes } = (await hub.rest('GET', `/api/states/${id}`)).json;
  expect(attributes).toHaveProperty('supported_color_modes');
  const [row] = (await during(client, [id], { start_time: '2026-11-19' })).result[id];
  expect(row.a).toHaveProperty('friendly_name');
  expect(row.a).not.toHaveProperty('supported_color_modes');
  expect(row.a).not.toHaveProperty('supported_features');
  await write('light.written', 'on', { supported_color_modes: ['onoff'], supported_features: 4 });
  await clock.sleep(10);
  const [written] = (await during(client, ['light.written'])).result['light.written'];
  expect(written.a).toEqual({ supported_color_modes: ['onoff'] });
});

test('the configuration lists the components', async () => {
  const { components } = (await hub.rest('GET', '/api/config')).json;
  expect(components).toEqual(expect.arrayContaining(['history', 'recorder']));
});
