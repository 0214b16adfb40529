import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createToken } from '../../src/auth/administration.ts';
import { silentLog } from '../../src/core/log.ts';
import { finishImport } from '../../src/import/pending-import.ts';
import { openDataFolder } from '../../src/storage/data-folder.ts';
import { startTestHub, type TestClient, type TestHub, testTime } from '../support/start-hub.ts';
import { tempFolder } from '../support/temp-folder.ts';

const ARCHIVE = readFileSync(new URL('../import/archives/encrypted-v3.tar', import.meta.url));
const KEY = 'TEST-0AAA-1BBB-2CCC-3DDD-4EEE-5FFF';

/** One home serves all tests, in order. */
describe('the import in the app', () => {
  const dataDir = tempFolder(afterAll);
  let home: TestHub;
  let client: TestClient;
  const open = async (): Promise<void> => {
    home = await startTestHub({}, dataDir);
    client = await home.connect();
    await client.must({ type: 'supported_features', features: { error_keys: 1 } });
  };
  const upload = async (): Promise<string> => {
    const { upload_id: id } = (await home.rest('POST', '/api/hearth/upload', { bytes: ARCHIVE.length })).json;
    const address = `${home.url}/api/hearth/upload/${id}?offset=0`;
    const headers = { Authorization: `Bearer ${home.token}` };
    await fetch(address, { method: 'PUT', headers, body: new Blob([new Uint8Array(ARCHIVE)]) });
    return id;
  };

  beforeAll(async () => {
    await open();
    // Of the same name as one of the other home, with an ID of its own.
    await client.must({ type: 'config/area_registry/create', name: 'Hall way' });
    await client.must({ type: 'config/area_registry/update', area_id: 'hall_way', name: 'Living room' });
  });
  afterAll(() => home.stop());

  it('reports what would happen, and writes nothing', async () => {
    const id = await upload();
    const check = (key?: string) =>
      client.ask({ type: 'hearth/import/check', upload_id: id, ...(key === undefined ? {} : { key }) });
    expect(await check()).toMatchObject({ error: { translation_key: 'import_key_needed' } });
    expect(await check('TEST-0000-1BBB-2CCC-3DDD-4EEE-5FFF')).toMatchObject({ error: { code: 'failed' } });
    expect(await client.ask({ type: 'hearth/import/run' })).toMatchObject({ error: { code: 'not_found' } });
    const { result } = await check(KEY);
    const outcomes = new Set(result.entries.map(({ outcome }: { outcome: string }) => outcome));
    expect([...outcomes].sort()).toEqual(['imported', 'partial', 'skipped', 'waiting']);
    // For clients in other languages.
    const foreign = result.entries.find(
      ({ reason }: { reason?: string }) => reason === 'it only concerns the other server',
    );
    expect(foreign.reason_translation).toMatchObject({ key: 'reason_only_other_server' });
    expect(
      result.people.find(({ is_owner }: { is_owner: boolean }) => is_owner).tokens.length,
    ).toBeGreaterThan(0);
    expect(result.clashes).toEqual([{ collection: 'areas', id: 'living_room', name: 'Living room' }]);
    expect(JSON.stringify(result)).not.toMatch(/\$2[aby]\$|[0-9a-f]{64}/);
    expect(readdirSync(join(dataDir, '.uploads'))).toEqual([]);
  });

  it('imports at the next start, without who was left out, after a backup', async () => {
    const id = await upload();
    const { people } = await client.must({ type: 'hearth/import/check', upload_id: id, key: KEY });
    const guest = people.find(({ is_owner }: { is_owner: boolean }) => !is_owner);
    const command = {
      type: 'hearth/import/run',
      excluded: [guest.id],
      merge_names: true,
      with_history: false,
    };
    await client.must(command);
    expect(existsSync(join(dataDir, '.import', 'plan.json'))).toBe(true);
    expect((await client.must({ type: 'backup/info' })).backups[0].name).toBe('Before the import');
    await home.stop();
    const data = await openDataFolder({ folder: dataDir, clock: testTime, log: silentLog });
    expect(await finishImport(data, { clock: testTime, log: silentLog })).toBe(true);
    expect(await finishImport(data, { clock: testTime, log: silentLog })).toBe(false);
    await data.release();
    await open();
    const users = await client.must({ type: 'config/auth/list' });
    const ids = users.map((user: { id: string }) => user.id);
    expect(ids).not.toContain(guest.id);
    expect(ids.length).toBeGreaterThan(people.length - 1);
    const areas = await client.must({ type: 'config/area_registry/list' });
    const rooms = areas.filter(({ name }: { name: string }) => name === 'Living room');
    expect(rooms.map(({ area_id }: { area_id: string }) => area_id)).toEqual(['hall_way']);
    const devices = await client.must({ type: 'config/device_registry/list' });
    const known = new Set(areas.map(({ area_id }: { area_id: string }) => area_id));
    const placed = devices.flatMap(({ area_id }: { area_id: string | null }) => area_id ?? []);
    expect(placed).toContain('hall_way');
    expect(placed.filter((area: string) => !known.has(area))).toEqual([]);
    // So do automations.
    const automations = readFileSync(join(dataDir, 'automations.yaml'), 'utf8');
    expect(automations).toMatch(/area_id: hall_way/);
    expect(automations).not.toMatch(/area_id: living_room/);
    const { outcome } = await client.must({ type: 'hearth/import/last' });
    expect(outcome).toMatchObject({ problem: null, written: expect.any(Number) });
    expect(existsSync(join(dataDir, '.import'))).toBe(false);
  });

  it('is for the owner only', async () => {
    await client.must({ type: 'config/auth/create', name: 'Helper', group_ids: ['system-admin'] });
    const token = await createToken(home.hub.auth, { name: 'of the helper', user: 'Helper' });
    const admin = await home.connect(token);
    for (const command of ['check', 'run', 'cancel', 'last'])
      expect(
        await admin.ask({
          type: `hearth/import/${command}`,
          ...(command === 'check' ? { upload_id: 'x' } : {}),
        }),
      ).toMatchObject({ error: { code: 'unauthorized' } });
  });
});
