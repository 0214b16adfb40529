import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Policy } from '../../src/auth/policy-schema.ts';
import { startTestHub, type TestClient, type TestHub } from '../support/start-hub.ts';

const BUT_VAULT: Policy = {
  rules: [
    { effect: 'allow', actions: ['control'] },
    { effect: 'deny', actions: ['read'], areas: ['vault'] },
  ],
};

let home: TestHub;
let owner: TestClient;
let guest: TestClient;

beforeAll(async () => {
  home = await startTestHub({ demo: true });
  owner = await home.connect();
  await owner.must({ type: 'config/area_registry/create', name: 'Vault' });
  guest = await limited(BUT_VAULT);
});
afterAll(() => home.stop());

beforeEach(() => {
  guest.events.length = 0;
  owner.events.length = 0;
});

/** A client of a user with this policy that is subscribed to everything. */
async function limited(policy: Policy): Promise<TestClient> {
  const { users, tokens } = home.hub.auth;
  const { id } = await users.create({ name: 'Guest', group_ids: ['system-users'], policy });
  const { secret } = await tokens.create({ user_id: id, kind: 'long_lived_access_token', name: `of ${id}` });
  const client = await home.connect(secret);
  for (const follower of [client, owner]) {
    for (const event_type of ['state_changed', 'entity_registry_updated'])
      await follower.must({ type: 'subscribe_events', event_type });
    for (const type of ['subscribe_entities', 'input_boolean/subscribe']) await follower.must({ type });
  }
  return client;
}

async function makeSwitch(name: string, areaId?: string): Promise<string> {
  const { id } = await owner.must({ type: 'input_boolean/create', name });
  if (areaId !== undefined) await update(`input_boolean.${id}`, { area_id: areaId });
  return `input_boolean.${id}`;
}

function update(entity_id: string, changes: object): Promise<unknown> {
  return owner.must({ type: 'config/entity_registry/update', entity_id, ...changes });
}

/** All messages a client has received so far that contain one of the words. */
async function heard(client: TestClient, ...words: string[]): Promise<string[]> {
  await client.must({ type: 'get_config' });
  return client.events
    .map(({ event }) => JSON.stringify(event))
    .filter((text) => words.some((word) => text.includes(word)));
}

describe('a caller who may not read an area', () => {
  it('does not receive the removal of a helper there', async () => {
    const id = await makeSwitch('Hidden trapdoor', 'vault');
    guest.events.length = 0;
    await owner.must({ type: 'input_boolean/delete', input_boolean_id: id.slice('input_boolean.'.length) });
    expect(await heard(owner, 'trapdoor')).not.toHaveLength(0);
    expect(await heard(guest, 'trapdoor')).toEqual([]);
  });

  it('does not receive the removal of an entity there', async () => {
    const id = 'light.kitchen_counter';
    await update(id, { area_id: 'vault' });
    await home.rest('POST', '/api/services/light/turn_on', { entity_id: id });
    guest.events.length = 0;
    await owner.must({ type: 'config/entity_registry/remove', entity_id: id });
    expect(await heard(owner, id)).not.toHaveLength(0);
    expect(await heard(guest, id)).toEqual([]);
  });

  it('does not receive a new ID of an entity there', async () => {
    const id = await makeSwitch('Secret door', 'vault');
    guest.events.length = 0;
    await update(id, { new_entity_id: 'input_boolean.bookcase' });
    expect(await heard(owner, 'bookcase')).not.toHaveLength(0);
    expect(await heard(guest, 'bookcase', 'secret_door')).toEqual([]);
    await update('input_boolean.bookcase', { new_entity_id: 'input_boolean.shelf', name: 'Shelf' });
    expect(await heard(guest, 'bookcase', 'shelf', 'Shelf')).toEqual([]);
  });

  it('receives the removal of a visible entity', async () => {
    const id = await makeSwitch('Lamp in sight');
    guest.events.length = 0;
    await owner.must({ type: 'input_boolean/delete', input_boolean_id: 'lamp_in_sight' });
    const told = await heard(guest, 'lamp_in_sight');
    expect(told).toContain(`{"r":["${id}"]}`);
    expect(told.some((text) => text.includes('"new_state":null'))).toBe(true);
    expect(told.some((text) => text.includes('"action":"remove"'))).toBe(true);
    expect(told.some((text) => text.includes('"change_type":"removed"'))).toBe(true);
  });

  it('sees what is moved there disappear, and come back when it is moved out', async () => {
    const id = await makeSwitch('Wandering lamp');
    guest.events.length = 0;
    await update(id, { area_id: 'vault', name: 'Lamp of the vault' });
    expect((await heard(guest, 'vault')).filter((text) => !text.includes('area_registry'))).toEqual([]);
    const gone = await heard(guest, id);
    expect(gone).toContain(`{"r":["${id}"]}`);
    expect(gone.some((text) => text.includes(`"data":{"action":"remove","entity_id":"${id}"}`))).toBe(true);
    guest.events.length = 0;
    await home.rest('POST', '/api/services/input_boolean/turn_on', { entity_id: id });
    await owner.must({
      type: 'input_boolean/update',
      input_boolean_id: 'wandering_lamp',
      name: 'Hidden name',
    });
    expect((await heard(guest, 'turn_on', '"on"', 'Hidden name')).join()).toBe('');
    await update(id, { area_id: null, name: null });
    const back = await heard(guest, id);
    expect(back.some((text) => text.startsWith(`{"a":{"${id}":{"s":"on"`))).toBe(true);
    expect(back.some((text) => text.includes(`"data":{"action":"create","entity_id":"${id}"}`))).toBe(true);
  });

  it('sees what is on a device that is moved there disappear', async () => {
    const entries = await owner.must({ type: 'config/entity_registry/list' });
    const { entity_id: id, device_id } = entries.find(
      (one: { device_id: string | null; entity_id: string; area_id: string | null }) =>
        one.device_id !== null && one.area_id === null && one.entity_id.startsWith('light.'),
    );
    await owner.must({ type: 'config/device_registry/update', device_id, area_id: 'vault' });
    expect(await heard(guest, id)).toContain(`{"r":["${id}"]}`);
  });

  it('learns of a group that changes no member that it may not read', async () => {
    const entities = ['light.hall_light'];
    await owner.must({ type: 'group/create', group_type: 'light', name: 'Mixed', entities });
    await update('light.hall_light', { area_id: 'vault' });
    guest.events.length = 0;
    await owner.must({
      type: 'group/update',
      group_id: 'mixed',
      name: 'Mixed lights',
      entities: ['light.living_room_lamp', 'light.hall_light'],
    });
    expect(await heard(guest, 'light.mixed')).not.toHaveLength(0);
    expect(await heard(guest, 'hall_light')).toEqual([]);
  });
});

it('a caller who may not read an entity by its ID receives it under no other ID', async () => {
  const id = await makeSwitch('Named door');
  const client = await limited({
    rules: [
      { effect: 'allow', actions: ['control'] },
      { effect: 'deny', actions: ['read'], entities: [id] },
    ],
  });
  client.events.length = 0;
  // The policy follows the new id, and the connection ends with it.
  const closed = new Promise((resolve) => client.socket.once('close', resolve));
  await update(id, { new_entity_id: 'input_boolean.panel' });
  await closed;
  const told = client.events.map(({ event }) => JSON.stringify(event));
  expect(told.filter((text) => text.includes('panel') || text.includes('named_door'))).toEqual([]);
});

it('a caller who may read a single area receives what is removed from and moved into it', async () => {
  await owner.must({ type: 'config/area_registry/create', name: 'Atelier' });
  const client = await limited({
    rules: [{ effect: 'allow', actions: ['control'], areas: ['atelier'] }],
  });
  const id = await makeSwitch('Easel', 'atelier');
  expect((await heard(client, id)).some((text) => text.startsWith(`{"a":{"${id}"`))).toBe(true);
  client.events.length = 0;
  await owner.must({ type: 'config/entity_registry/remove', entity_id: id });
  const told = await heard(client, id);
  expect(told).toContain(`{"r":["${id}"]}`);
  expect(told.some((text) => text.includes('"new_state":null'))).toBe(true);
  expect(told.some((text) => text.includes('"action":"remove"'))).toBe(true);
});
