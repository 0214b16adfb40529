import { afterAll, beforeAll, expect, test } from 'vitest';
import { createToken } from '../../src/auth/administration.ts';
import { startTestHub, type TestClient, type TestHub } from '../support/start-hub.ts';

let hub: TestHub;
let owner: TestClient;
let guest: TestClient;
beforeAll(async () => {
  hub = await startTestHub({ demo: true, 'mqtt.broker.enabled': true, 'mqtt.broker.port': '0' });
  owner = await hub.connect();
  await owner.must({ type: 'config/floor_registry/create', name: 'Cellar' });
  await owner.must({ type: 'config/area_registry/create', name: 'Vault', floor_id: 'cellar' });
  await owner.must({ type: 'config/label_registry/create', name: 'Secret' });
  await owner.must({ type: 'config/label_registry/create', name: 'Open' });
  await owner.must({ type: 'config/area_registry/create', name: 'Guest Room', labels: ['open'] });
  await owner.must({
    type: 'config/entity_registry/update',
    entity_id: 'light.hall_light',
    area_id: 'guest_room',
  });
  const rules = [{ effect: 'allow' as const, actions: ['read' as const], entities: ['light.hall_light'] }];
  guest = await hub.connect(await createToken(hub.hub.auth, { name: 'guest', policy: { rules } }));
});
afterAll(() => hub.stop());

const idsOf = async (client: TestClient, kind: string): Promise<string[]> => {
  const items: Record<string, string>[] = await client.must({ type: `config/${kind}_registry/list` });
  return items.map((item) => item[`${kind}_id`] ?? '');
};

test('a limited caller sees the areas, floors and labels of what it may read, and the rest is not there', async () => {
  expect(await idsOf(guest, 'area')).toEqual(['guest_room']);
  expect(await idsOf(guest, 'label')).toEqual(['open']);
  expect(await idsOf(guest, 'floor')).toEqual([]);
  expect(await idsOf(owner, 'area')).toEqual(expect.arrayContaining(['vault', 'guest_room']));
  expect(await idsOf(owner, 'floor')).toContain('cellar');
});

test('to a limited caller a target of places it does not see means what one of no places means', async () => {
  const extract = (client: TestClient, target: object): Promise<object> =>
    client.must({ type: 'extract_from_target', target });
  const hidden = { area_id: ['vault'], floor_id: ['cellar'], label_id: ['secret'] };
  expect(await extract(guest, hidden)).toEqual({
    referenced_entities: [],
    referenced_devices: [],
    referenced_areas: ['vault'],
    missing_devices: [],
    missing_areas: ['vault'],
    missing_floors: ['cellar'],
    missing_labels: ['secret'],
  });
  expect(await extract(owner, hidden)).toMatchObject({ referenced_areas: ['vault'], missing_labels: [] });
  expect(await extract(guest, { area_id: 'guest_room' })).toMatchObject({
    referenced_areas: ['guest_room'],
    referenced_entities: ['light.hall_light'],
  });
});

test('a limited caller sees the integrations that brought what it may read, and the events it may listen to', async () => {
  const domainsOf = async (client: TestClient): Promise<string[]> => {
    const entries: { domain: string }[] = await client.must({ type: 'config_entries/get' });
    return entries.map(({ domain }) => domain);
  };
  expect(await domainsOf(owner)).toEqual(expect.arrayContaining(['demo', 'mqtt']));
  expect(await domainsOf(guest)).toEqual(['demo']);
  await guest.must({ type: 'config_entries/subscribe' });
  expect(JSON.stringify(guest.events)).toContain('"demo"');
  expect(JSON.stringify(guest.events)).not.toContain('"mqtt"');
  const { secret } = await hub.hub.auth.tokens.create({
    user_id: hub.hub.auth.users.all()[0]?.id ?? '',
    kind: 'long_lived_access_token',
    name: 'listener',
    policy: { rules: [{ effect: 'allow', actions: ['read'], entities: ['light.hall_light'] }] },
  });
  await owner.must({ type: 'subscribe_events', event_type: 'plans_of_the_owner' });
  await owner.must({ type: 'subscribe_events', event_type: 'state_changed' });
  const types = async (token: string): Promise<string[]> => {
    const answer = await hub.rest('GET', '/api/events', undefined, { authorization: `Bearer ${token}` });
    return answer.json.map(({ event }: { event: string }) => event);
  };
  expect(await types(hub.token)).toContain('plans_of_the_owner');
  expect(await types(secret)).toContain('state_changed');
  expect(await types(secret)).not.toContain('plans_of_the_owner');
});
