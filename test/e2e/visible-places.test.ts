import { afterAll, beforeAll, expect, test } from 'vitest';
import { createToken } from '../../src/auth/administration.ts';
import { startTestHub, type TestClient, type TestHub } from '../support/start-hub.ts';

let hub: TestHub;
let owner: TestClient;
let guest: TestClient;
beforeAll(async () => {
  hub = await startTestHub({ demo: true });
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
