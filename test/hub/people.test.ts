import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestHub, type TestClient, type TestHub, testTime } from '../support/start-hub.ts';
import { tempFolder } from '../support/temp-folder.ts';

const dataDir = tempFolder(afterAll);
const home = { 'home.latitude': '52.37', 'home.longitude': '4.89', 'home.name': 'Home' };
let hub: TestHub;
let client: TestClient;
beforeAll(async () => {
  hub = await startTestHub(home, dataDir);
  client = await hub.connect();
});
afterAll(() => hub.stop());

const stateOf = async (id: string) => (await hub.rest('GET', `/api/states/${id}`)).json;
const put = (id: string, state: string, attributes: object) =>
  hub.rest('POST', `/api/states/${id}`, { state, attributes });

test('the home is a zone that moves with the home and is in no list', async () => {
  expect(await stateOf('zone.home')).toMatchObject({
    state: '0',
    attributes: {
      latitude: 52.37,
      radius: 100,
      passive: false,
      persons: [],
      editable: true,
      icon: 'mdi:home',
    },
  });
  expect(await client.must({ type: 'zone/list' })).toEqual([]);
  await client.must({ type: 'config/core/update', latitude: 52.4, radius: 200 });
  expect((await stateOf('zone.home')).attributes).toMatchObject({ latitude: 52.4, radius: 200 });
});

test('a zone is changed by what is to be different alone', async () => {
  const zone = await client.must({ type: 'zone/create', name: 'Work', latitude: 52, longitude: 5 });
  expect(zone).toEqual({ id: 'work', name: 'Work', latitude: 52, longitude: 5, radius: 100, passive: false });
  const changed = await client.must({ type: 'zone/update', zone_id: 'work', radius: 500 });
  expect(changed).toEqual({ ...zone, radius: 500 });
  expect((await client.ask({ type: 'zone/update', zone_id: 'work', latitude: 91 })).error.code).toBe(
    'invalid_format',
  );
  expect((await stateOf('zone.work')).attributes).toMatchObject({ radius: 500, latitude: 52 });
});

test('a person is where the trackers are, and zones count the persons in them', async () => {
  const person = await client.must({
    type: 'person/create',
    name: 'Ada',
    device_trackers: ['device_tracker.router', 'device_tracker.phone'],
  });
  expect(person).toEqual({
    id: 'ada',
    name: 'Ada',
    device_trackers: ['device_tracker.router', 'device_tracker.phone'],
  });
  expect(await client.must({ type: 'person/list' })).toEqual({ storage: [person], config: [] });
  expect((await stateOf('person.ada')).state).toBe('unknown');
  await put('device_tracker.phone', 'Work', { source_type: 'gps', latitude: 52, longitude: 5 });
  expect(await stateOf('person.ada')).toMatchObject({
    state: 'Work',
    attributes: { source: 'device_tracker.phone', latitude: 52, in_zones: ['zone.work'], id: 'ada' },
  });
  expect(await stateOf('zone.work')).toMatchObject({ state: '1', attributes: { persons: ['person.ada'] } });
  await put('device_tracker.router', 'home', { source_type: 'router' });
  expect(await stateOf('person.ada')).toMatchObject({
    state: 'home',
    attributes: { source: 'device_tracker.router', latitude: 52.4, in_zones: ['zone.home'] },
  });
  expect((await stateOf('zone.home')).attributes.persons).toEqual(['person.ada']);
  expect((await stateOf('zone.work')).state).toBe('0');
  await put('device_tracker.router', 'not_home', { source_type: 'router' });
  expect((await stateOf('person.ada')).state).toBe('Work');
});

test('after a restart, a zone counts the persons last seen in it', async () => {
  const before = await stateOf('zone.work');
  expect(before).toMatchObject({ state: '1', attributes: { persons: ['person.ada'] } });
  await hub.stop();
  hub = await startTestHub(home, dataDir);
  client = await hub.connect();
  expect((await stateOf('person.ada')).state).toBe('Work');
  expect(await stateOf('zone.work')).toMatchObject({
    state: '1',
    attributes: { persons: ['person.ada'] },
  });
});

test('persons carry trackers only, and a user is one person only', async () => {
  const users = await client.must({ type: 'config/auth/list' });
  const ask = (fields: object) => client.ask({ type: 'person/create', name: 'Bo', ...fields });
  expect((await ask({ device_trackers: ['light.lamp'] })).error.code).toBe('invalid_format');
  expect((await ask({ user_id: 'nobody' })).error.code).toBe('invalid_format');
  expect((await ask({ user_id: users[0].id })).success).toBe(true);
  expect((await ask({ user_id: users[0].id })).error.code).toBe('invalid_format');
  await client.must({ type: 'person/delete', person_id: 'bo' });
  expect((await hub.rest('GET', '/api/states/person.bo')).status).toBe(404);
});

test('the sun has the home’s position and its next events', async () => {
  const { state, attributes } = await stateOf('sun.sun');
  expect(['above_horizon', 'below_horizon']).toContain(state);
  expect(attributes).toMatchObject({ friendly_name: 'Sun', rising: expect.any(Boolean) });
  for (const name of ['dawn', 'dusk', 'midnight', 'noon', 'rising', 'setting'])
    expect(Date.parse(attributes[`next_${name}`])).toBeGreaterThan(testTime.now() - 1000);
  const isUp = attributes.next_setting < attributes.next_rising;
  expect(state).toBe(isUp ? 'above_horizon' : 'below_horizon');
});

test('trackers may be given as text, and a person without a user has no user attribute', async () => {
  const device_trackers = 'device_tracker.one, Device_Tracker.two';
  const person = await client.must({ type: 'person/create', name: 'Texter', device_trackers });
  expect(person.device_trackers).toEqual(['device_tracker.one', 'device_tracker.two']);
  expect(person).not.toHaveProperty('user_id');
});
