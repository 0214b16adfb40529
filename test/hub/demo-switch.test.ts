import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { startTestHub, type TestClient, type TestHub } from '../support/start-hub.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'hearth-test-'));
let hub: TestHub | undefined;
afterAll(async () => {
  await hub?.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

async function begin(flags: Record<string, boolean> = {}): Promise<TestClient> {
  await hub?.stop();
  hub = await startTestHub(flags, dataDir);
  return hub.connect();
}

const idsOf = async (client: TestClient): Promise<string[]> =>
  (await client.must({ type: 'get_states' })).map(({ entity_id }: { entity_id: string }) => entity_id);
const countsOf = async (client: TestClient): Promise<number[]> => {
  const lists = ['area', 'floor', 'label', 'device', 'entity'].map((name) =>
    client.must({ type: `config/${name}_registry/list` }),
  );
  return (await Promise.all(lists)).map(({ length }) => length);
};

test('the simulated home is added at runtime, survives a restart, and is removed with all its items', async () => {
  let client = await begin();
  const [before, counts] = [await idsOf(client), await countsOf(client)];
  expect(before.some((id) => id.startsWith('light.'))).toBe(false);
  await client.must({ type: 'config/area_registry/create', name: 'Study' });

  expect(await client.must({ type: 'hearth/demo/set', enabled: true })).toEqual({
    enabled: true,
    by_flag: false,
  });
  const added = await idsOf(client);
  for (const id of ['light.floor_lamp', 'person.anna', 'timer.laundry', 'scene.good_night'])
    expect(added).toContain(id);
  const on = await hub?.rest('POST', '/api/services/light/turn_on', { entity_id: 'light.floor_lamp' });
  expect(on?.status).toBe(200);

  client = await begin();
  expect(await client.must({ type: 'hearth/demo/get' })).toEqual({ enabled: true, by_flag: false });
  expect(await idsOf(client)).toEqual(expect.arrayContaining(['light.floor_lamp', 'scene.good_night']));

  expect(await client.must({ type: 'hearth/demo/set', enabled: false })).toEqual({
    enabled: false,
    by_flag: false,
  });
  expect((await idsOf(client)).sort()).toEqual(before.sort());
  const [areas, ...others] = await countsOf(client);
  expect([areas, ...others]).toEqual([(counts[0] ?? 0) + 1, ...counts.slice(1)]);

  client = await begin();
  expect((await idsOf(client)).sort()).toEqual(before.sort());
});

test('an area with a real device is not removed', async () => {
  const client = await begin();
  await client.must({ type: 'hearth/demo/set', enabled: true });
  const guest = await client.must({ type: 'input_boolean/create', name: 'Reading' });
  await client.must({
    type: 'config/entity_registry/update',
    entity_id: `input_boolean.${guest.id}`,
    area_id: 'bedroom',
  });
  await client.must({ type: 'hearth/demo/set', enabled: false });
  const areas: { area_id: string }[] = await client.must({ type: 'config/area_registry/list' });
  expect(areas.map(({ area_id }) => area_id).sort()).toEqual(['bedroom', 'study']);
  expect(await client.must({ type: 'config/floor_registry/list' })).toMatchObject([{ name: 'Upper Floor' }]);
});

test('the server reports its version and settings', async () => {
  const client = await begin({ demo: true });
  expect(await client.must({ type: 'hearth/demo/get' })).toEqual({ enabled: true, by_flag: true });
  const info = await client.must({ type: 'hearth/system' });
  expect(info).toMatchObject({ hearth_version: '0.0.0', data_dir: dataDir });
  expect(info.memory_bytes).toBeGreaterThan(1e6);
  expect(info.data_bytes).toBeGreaterThan(1000);
  expect(info.device_count).toBeGreaterThan(10);
});
