import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HISTORY_MEMBER, SETTINGS_MEMBER } from '../../src/backup/archive/metadata.ts';
import { keyOf, openArchive, unpackArchive } from '../../src/backup/archive/read-archive.ts';
import { startTestHub, type TestClient, type TestHub } from '../support/start-hub.ts';
import { tempFolder } from '../support/temp-folder.ts';
import { seeds } from '../support/thoroughness.ts';

const RESTARTED = /^before-restore-/;

/** Backups need two processes for each step, so one home serves all tests, in order. */
describe('backups of a running server', () => {
  let home: TestHub;
  let client: TestClient;
  /** The passphrase of the key that a test has created. */
  let kept = '';
  const dataDir = tempFolder(afterAll);
  const backUp = async (fields: Record<string, unknown> = {}): Promise<string> => {
    const from = client.events.length;
    const begun = await client.must({ type: 'backup/generate', agent_ids: ['backup.local'], ...fields });
    const ended = await client.event(
      (event) => client.events.indexOf(event) >= from && /completed|failed/.test(event.event?.state),
      50_000,
    );
    expect(ended.event).toEqual({
      manager_state: 'create_backup',
      stage: null,
      state: 'completed',
      reason: null,
    });
    return begun.backup_job_id;
  };
  const details = async (id: string) => (await client.must({ type: 'backup/details', backup_id: id })).backup;
  const open = async (): Promise<void> => {
    home = await startTestHub({}, dataDir);
    client = await home.connect();
    await client.must({ type: 'backup/subscribe_events' });
  };

  beforeAll(async () => {
    await open();
    writeFileSync(join(home.dataDir, 'automations.yaml'), '- {id: a, alias: A, triggers: [], actions: []}\n');
    await home.rest('POST', '/api/services/automation/reload', {});
    await client.must({ type: 'config/area_registry/create', name: 'Before' });
    await home.rest('POST', '/api/states/sensor.test', { state: '21.50' });
  });
  afterAll(() => home.stop());

  it('count once a server has started from them and found the same', async () => {
    const id = await backUp({ include_database: true, name: 'With history' });
    const backup = await details(id);
    expect(backup).toMatchObject({
      name: 'With history',
      database_included: true,
      with_automatic_settings: false,
      hearth: { inventory: { automations: 1, history: { samples: expect.any(Number) } } },
    });
    expect(backup.hearth.inventory.history.samples).toBeGreaterThan(0);
    expect(backup.hearth.rehearsed_at).not.toBeNull();
    expect(readdirSync(join(home.dataDir, 'backups')).filter((name) => name.startsWith('.'))).toEqual([]);
    expect(await client.ask({ type: 'backup/delete', backup_id: id })).toMatchObject({
      success: false,
      error: { code: 'failed' },
    });
    const answer = await fetch(`${home.url}/api/backup/download/${id}?agent_id=backup.local`, {
      headers: { Authorization: `Bearer ${home.token}` },
    });
    expect((await answer.arrayBuffer()).byteLength).toBe(backup.agents['backup.local'].size);
    expect((await home.rest('GET', `/api/backup/download/${id}`)).status).toBe(400);
    expect((await home.rest('GET', '/api/backup/download/0?agent_id=backup.local')).status).toBe(404);
  });

  it('are uploaded again, as a form or in parts', async () => {
    const { backups } = await client.must({ type: 'backup/info' });
    const id = backups[0].backup_id;
    const path = `${home.url}/api/backup/download/${id}?agent_id=backup.local`;
    const headers = { Authorization: `Bearer ${home.token}` };
    const bytes = new Uint8Array(await (await fetch(path, { headers })).arrayBuffer());
    const second = await backUp({ include_database: false });
    await client.must({ type: 'backup/delete', backup_id: id });
    const send = (content: Uint8Array<ArrayBuffer>, query = '?agent_id=backup.local') => {
      const body = new FormData();
      body.append('file', new Blob([content]), 'b.tar');
      return fetch(`${home.url}/api/backup/upload${query}`, { method: 'POST', headers, body });
    };
    expect((await send(bytes, '')).status).toBe(400);
    expect((await send(bytes.slice(0, -600))).status).toBe(400);
    expect((await send(new Uint8Array(2000))).status).toBe(400);
    const answer = await send(bytes);
    expect([answer.status, await answer.json()]).toEqual([201, { backup_id: id }]);
    expect((await details(id)).hearth.rehearsed_at).toBeNull();
    await client.must({ type: 'backup/delete', backup_id: id });

    const begun = await home.rest('POST', '/api/hearth/upload', { bytes: bytes.length });
    const upload = begun.json.upload_id;
    const part = async (offset: number, content: Uint8Array<ArrayBuffer>) => {
      const address = `${home.url}/api/hearth/upload/${upload}?offset=${offset}`;
      const put = await fetch(address, { method: 'PUT', headers, body: new Blob([content]) });
      return [put.status, ((await put.json()) as { received?: number }).received];
    };
    expect(await part(0, bytes.slice(0, 1000))).toEqual([200, 1000]);
    expect((await part(0, bytes.slice(0, 1000)))[0]).toBe(409);
    expect((await client.ask({ type: 'hearth/backup/receive', upload_id: upload })).error.code).toBe(
      'failed',
    );
    expect(await part(1000, bytes.slice(1000))).toEqual([200, bytes.length]);
    expect((await part(bytes.length, bytes.slice(0, 1)))[0]).toBe(413);
    const state = await home.rest('GET', `/api/hearth/upload/${upload}`);
    expect(state.json).toEqual({ upload_id: upload, received: bytes.length, bytes: bytes.length });
    expect(await client.must({ type: 'hearth/backup/receive', upload_id: upload })).toEqual({
      backup_id: id,
    });
    expect(readdirSync(join(home.dataDir, '.uploads'))).toEqual([]);
    await client.must({ type: 'hearth/backup/check', backup_id: id });
    expect((await details(id)).hearth.rehearsed_at).not.toBeNull();
    await client.must({ type: 'backup/delete', backup_id: second });
  });

  it('are encrypted once a key is confirmed, which nothing on this machine opens', async () => {
    const { passphrase, fingerprint } = await client.must({ type: 'hearth/backup/keys/create' });
    kept = passphrase;
    const confirm = (given: string) =>
      client.ask({ type: 'hearth/backup/keys/confirm', fingerprint, passphrase: given });
    expect(await confirm('another passphrase')).toMatchObject({ error: { code: 'invalid_info' } });
    expect(await confirm(passphrase.toLowerCase())).toMatchObject({ result: { is_confirmed: true } });
    const id = await backUp({ include_database: false });
    const backup = await details(id);
    expect(backup).toMatchObject({
      agents: { 'backup.local': { protected: true } },
      database_included: false,
      hearth: { keys: [fingerprint] },
    });
    const check = (given?: string) =>
      client.ask({
        type: 'hearth/backup/check',
        backup_id: id,
        ...(given === undefined ? {} : { passphrase: given }),
      });
    expect(await check()).toMatchObject({ result: { inventory: null } });
    expect(await check('wrong')).toMatchObject({ error: { code: 'invalid_info' } });
    expect(await check(passphrase)).toMatchObject({
      result: { inventory: { automations: 1, history: null } },
    });
    const written = readFileSync(join(home.dataDir, 'hearth.db'), 'latin1');
    expect(written.includes(passphrase)).toBe(false);
  });

  it('are complete and consistent while the home changes', async () => {
    const { backup_id: before } = (await client.must({ type: 'backup/info' })).backups[0];
    let isChanging = true;
    let sent = 0;
    const change = async (): Promise<void> => {
      while (isChanging) {
        sent += 1;
        await home.rest('POST', `/api/states/sensor.load_${sent % 20}`, { state: String(sent) });
      }
    };
    const changing = Promise.all(Array.from({ length: seeds(4, 32) }, change));
    await expect.poll(() => sent).toBeGreaterThan(40);
    const id = await backUp({ include_database: true });
    const reached = sent;
    isChanging = false;
    await changing;
    const target = join(tempFolder(), 'empty');
    const file = readdirSync(join(home.dataDir, 'backups')).find((name) => name.includes(id)) ?? '';
    const archive = await openArchive(join(home.dataDir, 'backups', file));
    const key = await keyOf(archive, { passphrase: kept });
    await unpackArchive(archive, { key, target, parts: [SETTINGS_MEMBER, HISTORY_MEMBER] });
    const restored = await startTestHub({}, target);
    const states: { entity_id: string; state: string }[] = (await restored.rest('GET', '/api/states')).json;
    await restored.stop();
    const load = states.filter(({ entity_id }) => entity_id.startsWith('sensor.load_'));
    expect(load).toHaveLength(20);
    expect(Math.max(...load.map(({ state }) => Number(state)))).toBeLessThanOrEqual(reached);
    expect(states.find(({ entity_id }) => entity_id === 'sensor.test')?.state).toBe('21.50');
    await client.must({ type: 'backup/delete', backup_id: id });
    expect((await client.must({ type: 'backup/info' })).backups[0].backup_id).toBe(before);
  });

  it('bring everything back, and keep what they replace', async () => {
    const [newest] = (await client.must({ type: 'backup/info' })).backups.filter(
      ({ database_included }: { database_included: boolean }) => database_included,
    );
    await client.must({ type: 'config/area_registry/create', name: 'After' });
    writeFileSync(join(home.dataDir, 'automations.yaml'), '[]\n');
    await home.rest('POST', '/api/states/sensor.test', { state: 'after' });
    await client.must({ type: 'backup/restore', backup_id: newest.backup_id, agent_id: 'backup.local' });
    await home.stop();
    await open();
    const areas = await client.must({ type: 'config/area_registry/list' });
    expect(areas.map(({ name }: { name: string }) => name)).toEqual(['Before']);
    expect((await home.rest('GET', '/api/states/sensor.test')).json.state).toBe('21.50');
    const { hearth } = await client.must({ type: 'backup/info' });
    expect(hearth.last_restore).toMatchObject({ slug: newest.backup_id, name: newest.name });
    expect(hearth.last_restore).not.toHaveProperty('by');
    // The audit log was restored as well, but says so.
    const user = await client.must({ type: 'auth/current_user' });
    const restores = await client.must({ type: 'hearth/audit/list', action: 'backup_restored' });
    expect(restores.entries).toMatchObject([{ user_id: user.id, detail: { id: newest.backup_id } }]);
    await home.stop();
    await open();
    expect(await client.must({ type: 'hearth/audit/list', action: 'backup_restored' })).toEqual(restores);
    const kept = readdirSync(join(home.dataDir, 'backups')).find((name) => RESTARTED.test(name)) ?? '';
    expect(readFileSync(join(home.dataDir, 'backups', kept, 'automations.yaml'), 'utf8')).toBe('[]\n');
    expect(existsSync(join(home.dataDir, '.restore'))).toBe(false);
  });

  it('refuse unknown locations, add-ons and times', async () => {
    const generate = (fields: object) =>
      client.ask({ type: 'backup/generate', agent_ids: ['backup.local'], ...fields });
    for (const fields of [{ agent_ids: [] }, { agent_ids: ['cloud'] }, { include_all_addons: true }])
      expect(await generate(fields)).toMatchObject({ error: { code: 'home_assistant_error' } });
    const update = (fields: object) => client.ask({ type: 'backup/config/update', ...fields });
    expect(await update({ schedule: { recurrence: 'daily', days: [], time: '25:00:00' } })).toMatchObject({
      error: { code: 'invalid_format' },
    });
    await client.must({ type: 'backup/config/update', retention: { copies: 3, days: null } });
    const { config } = await client.must({ type: 'backup/config/info' });
    expect(config).toMatchObject({ retention: { copies: 3 }, create_backup: { password: null } });
  });
});
