import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestHub, TestClient, type TestHub } from '../support/start-hub.ts';

const OPEN = 'light.open';
const HIDDEN = 'light.hidden';
const GROUP = 'group.both';
let home: TestHub;
let guest: TestClient;
let secret = '';

beforeAll(async () => {
  home = await startTestHub({ demo: true });
  const { users, tokens } = home.hub.auth;
  const rules = [{ effect: 'allow' as const, actions: ['control' as const], entities: [OPEN, GROUP] }];
  const user = await users.create({ name: 'Guest', group_ids: ['system-users'], policy: { rules } });
  const wish = { user_id: user.id, kind: 'long_lived_access_token' as const, name: 'guest' };
  ({ secret } = await tokens.create(wish));
  for (const id of [OPEN, HIDDEN]) await home.rest('POST', `/api/states/${id}`, { state: 'off' });
  await write('off');
  guest = await TestClient.open(home.url, secret);
});
afterAll(async () => {
  guest.close();
  await home.stop();
});

function write(state: string) {
  return home.rest('POST', `/api/states/${GROUP}`, {
    state,
    attributes: { entity_id: [OPEN, HIDDEN], persons: [HIDDEN], source: HIDDEN, options: ['a.b'] },
  });
}

const SEEN = { entity_id: [OPEN], persons: [], source: null, options: ['a.b'] };

it('a state read alone or in a list names no entity the caller may not read', async () => {
  const get = async (path: string) =>
    JSON.parse(
      await (await fetch(home.url + path, { headers: { Authorization: `Bearer ${secret}` } })).text(),
    );
  expect((await get(`/api/states/${GROUP}`)).attributes).toEqual(SEEN);
  const lists = [await get('/api/states'), await guest.must({ type: 'get_states' })];
  for (const list of lists) {
    expect(list.map(({ entity_id }: { entity_id: string }) => entity_id).sort()).toEqual([GROUP, OPEN]);
    expect(JSON.stringify(list)).not.toContain(HIDDEN);
  }
});

it('no state change names one either, and callers who may read all receive all', async () => {
  const owner = await home.connect();
  for (const client of [guest, owner]) {
    await client.must({ type: 'subscribe_events', event_type: 'state_changed' });
    await client.must({ type: 'subscribe_entities' });
  }
  await write('on');
  for (const client of [guest, owner]) await client.must({ type: 'get_config' });
  const heard = JSON.stringify(guest.events);
  expect(heard).toContain(`"entity_id":["${OPEN}"]`);
  expect(heard).toContain(`{"c":{"${GROUP}":{"+":{"s":"on"`);
  expect(heard).not.toContain(HIDDEN);
  expect(JSON.stringify(owner.events)).toContain(`"entity_id":["${OPEN}","${HIDDEN}"]`);
  owner.close();
});

it('a target that means a device the caller may not see finds nothing there', async () => {
  const owner = await home.connect();
  const devices = await owner.must({ type: 'config/device_registry/list' });
  owner.close();
  expect(devices.length).toBeGreaterThan(2);
  for (const { id } of devices) {
    const target = { device_id: [id] };
    const found = await guest.must({ type: 'extract_from_target', target });
    expect([found.referenced_entities, found.referenced_devices, found.missing_devices]).toEqual([
      [],
      [id],
      [id],
    ]);
  }
});

it('notifications, which may mention anything, are for callers who may read everything', async () => {
  const message = `${HIDDEN} stands open`;
  await home.rest('POST', '/api/services/persistent_notification/create', { message });
  const owner = await home.connect();
  expect(JSON.stringify(await owner.must({ type: 'persistent_notification/get' }))).toContain(message);
  owner.close();
  expect(await guest.must({ type: 'persistent_notification/get' })).toEqual([]);
  await guest.must({ type: 'persistent_notification/subscribe' });
  await home.rest('POST', '/api/services/persistent_notification/create', { message });
  await guest.must({ type: 'get_config' });
  expect(JSON.stringify(guest.events)).not.toContain(message);
});
