import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestHub, type TestClient, type TestHub } from '../support/start-hub.ts';

const LAMP = 'light.floor_lamp';
const HIDDEN = 'light.tv_backlight';
const OTHER_LAMP = 'light.kitchen_counter';
let cover: string;
let hub: TestHub;
let owner: TestClient;
let guest: TestClient;
let guestToken: string;

beforeAll(async () => {
  hub = await startTestHub({ demo: true });
  owner = await hub.connect();
  const { area_id } = await owner.must({ type: 'config/area_registry/create', name: 'Guest Room' });
  expect(area_id).toBe('guest_room');
  const states: { entity_id: string }[] = await owner.must({ type: 'get_states' });
  cover = states.find(({ entity_id }) => entity_id.startsWith('cover.'))?.entity_id ?? 'none';
  for (const entity_id of [LAMP, cover, HIDDEN])
    await owner.must({ type: 'config/entity_registry/update', entity_id, area_id });
  await owner.must({ type: 'config/entity_registry/update', entity_id: HIDDEN, hidden_by: 'user' });
  for (const entity_id of [LAMP, HIDDEN, OTHER_LAMP]) await call('light.turn_off', { entity_id });
  const rules = [{ effect: 'allow', actions: ['control'], areas: [area_id] }];
  guestToken = (await owner.must({ type: 'hearth/token/create', name: 'guest', policy: { rules } })).token;
  guest = await hub.connect(guestToken);
});
afterAll(() => hub.stop());

const stateOf = async (id: string) => (await hub.rest('GET', `/api/states/${id}`)).json.state;
const asGuest = (method: string, path: string, body?: unknown) =>
  hub.rest(method, path, body, { authorization: `Bearer ${guestToken}` });
const idsOf = (states: { entity_id: string }[]) => states.map(({ entity_id }) => entity_id).sort();

function call(action: string, target: object, by: TestClient = owner) {
  const [domain, service] = action.split('.');
  return by.ask({ type: 'call_service', domain, service, target });
}

test('a room as a target is its light and its cover: what is hidden is left alone unless it is named', async () => {
  const target = { area_id: 'guest_room' };
  const { referenced_entities } = await owner.must({ type: 'extract_from_target', target });
  expect([...referenced_entities].sort()).toEqual([cover, LAMP].sort());
  expect((await call('light.turn_on', target)).success).toBe(true);
  expect(await Promise.all([LAMP, HIDDEN, OTHER_LAMP].map(stateOf))).toEqual(['on', 'off', 'off']);
  expect((await call('light.turn_on', { ...target, entity_id: HIDDEN })).success).toBe(true);
  expect(await stateOf(HIDDEN)).toBe('on');
  expect((await call('homeassistant.turn_off', target)).success).toBe(true);
  expect(await Promise.all([LAMP, HIDDEN].map(stateOf))).toEqual(['off', 'on']);
});

test('a guest of the room sees its entities, over REST and over the WebSocket, and nothing else', async () => {
  const inside = [cover, LAMP, HIDDEN].sort();
  expect(idsOf((await asGuest('GET', '/api/states')).json)).toEqual(inside);
  expect(idsOf(await guest.must({ type: 'get_states' }))).toEqual(inside);
  expect((await asGuest('GET', `/api/states/${LAMP}`)).status).toBe(200);
  expect((await asGuest('GET', `/api/states/${OTHER_LAMP}`)).status).not.toBe(200);
  await guest.must({ type: 'subscribe_entities' });
  const first = await guest.event(({ event }) => event?.a !== undefined);
  expect(Object.keys(first.event.a).sort()).toEqual(inside);
});

test('a guest of the room receives its events and controls it, and nothing else', async () => {
  await guest.must({ type: 'subscribe_entities' });
  await call('light.turn_on', { entity_id: OTHER_LAMP });
  expect((await call('light.turn_on', { area_id: 'guest_room' }, guest)).success).toBe(true);
  await guest.event(({ event }) => event?.c?.[LAMP]?.['+']?.s === 'on');
  expect(JSON.stringify(guest.events)).not.toContain(OTHER_LAMP);
  const [elsewhere, nowhere] = await Promise.all(
    [OTHER_LAMP, 'light.nowhere'].map((entity_id) => call('light.turn_off', { entity_id }, guest)),
  );
  expect([elsewhere.success, elsewhere.error]).toEqual([nowhere.success, nowhere.error]);
  expect(await stateOf(OTHER_LAMP)).toBe('on');
});

test('what leaves the room is gone for the guest at once', async () => {
  await owner.must({ type: 'config/entity_registry/update', entity_id: HIDDEN, area_id: null });
  expect(idsOf((await asGuest('GET', '/api/states')).json)).toEqual([cover, LAMP].sort());
});
