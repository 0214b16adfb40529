import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { leaveOutPast } from '../support/demo-without-past.ts';
import { startTestHub, type TestClient, type TestHub } from '../support/start-hub.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'hearth-test-'));
leaveOutPast(dataDir);
let hub: TestHub;
let client: TestClient;
beforeAll(async () => {
  hub = await startTestHub({ demo: true }, dataDir);
  client = await hub.connect();
});
afterAll(async () => {
  await hub.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

const list = (what: string) => client.must({ type: `config/${what}_registry/list` });

test('the demo home has storeys, rooms with devices in them, labels, helpers, people and scenes', async () => {
  expect((await list('floor')).map(({ name }: { name: string }) => name)).toContain('Upper Floor');
  const rooms: { area_id: string; floor_id: string }[] = await list('area');
  expect(rooms.every(({ floor_id }) => floor_id !== null)).toBe(true);
  const devices: { area_id: string | null }[] = await list('device');
  for (const { area_id: room } of rooms) expect(devices.some(({ area_id: id }) => id === room)).toBe(true);
  expect((await list('label')).length).toBeGreaterThan(1);
  const states = new Map<string, { state: string; attributes: { entity_id?: string[] } }>(
    (await client.must({ type: 'get_states' })).map((state: { entity_id: string }) => [
      state.entity_id,
      state,
    ]),
  );
  expect(states.get('person.anna')?.state).not.toBe('unknown');
  expect(states.get('input_select.house_mode')?.state).toBe('Home');
  for (const id of states.get('scene.good_night')?.attributes.entity_id ?? ['none'])
    expect(states.has(id)).toBe(true);
  expect(states.has('todo.shopping')).toBe(true);
});

test('what users remove stays removed', async () => {
  await client.must({ type: 'config/area_registry/delete', area_id: 'garden' });
  await client.must({ type: 'timer/delete', timer_id: 'laundry' });
  const rooms = (await list('area')).length;
  await hub.stop();
  hub = await startTestHub({ demo: true }, dataDir);
  client = await hub.connect();
  expect((await list('area')).length).toBe(rooms);
  expect((await hub.rest('GET', '/api/states/timer.laundry')).status).toBe(404);
  expect((await hub.rest('GET', '/api/states/scene.movie_night')).status).toBe(200);
});
