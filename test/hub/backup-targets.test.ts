import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestHub, type TestClient, type TestHub } from '../support/start-hub.ts';
import { tempFolder } from '../support/temp-folder.ts';

/** One home serves all tests, in order: each backup takes seconds. */
describe('other locations of backups', () => {
  let home: TestHub;
  let client: TestClient;
  let id = '';
  const share = join(tempFolder(afterAll), 'share');
  const save = (settings: object, target_id?: string) =>
    client.ask({
      ...{ type: 'hearth/backup/targets/save', settings },
      ...(target_id === undefined ? {} : { target_id }),
    });
  const folder = { kind: 'folder', name: 'Share', path: share };
  const info = () => client.must({ type: 'backup/info' });
  const backUp = async (command: object): Promise<{ id: string; state: string }> => {
    const from = client.events.length;
    const begun = await client.must(command as { type: string });
    const ended = await client.event(
      (event) => client.events.indexOf(event) >= from && /completed|failed/.test(event.event?.state),
      50_000,
    );
    return { id: begun.backup_job_id, state: ended.event.state };
  };

  beforeAll(async () => {
    home = await startTestHub();
    client = await home.connect();
    await client.must({ type: 'supported_features', features: { error_keys: 1 } });
    await client.must({ type: 'backup/subscribe_events' });
  });
  afterAll(() => home.stop());

  it('answer before they are added, and never show their passwords', async () => {
    expect(await save(folder)).toMatchObject({ error: { translation_key: 'backup_target_no_folder' } });
    mkdirSync(share);
    id = (await save(folder)).result.target_id;
    for (const bad of [
      { ...folder, path: 'relative' },
      { kind: 'ftp', name: 'x' },
      { ...{ kind: 'webdav', name: 'x', url: 'file:///etc' }, username: 'a', password: 'b' },
    ])
      expect(await save(bad)).toMatchObject({ error: { code: 'invalid_format' } });
    const dead = {
      kind: 'webdav',
      name: 'Dead',
      url: 'http://127.0.0.1:9/',
      username: 'a',
      password: 'secret!',
    };
    const refused = await save(dead);
    expect(refused).toMatchObject({ error: { translation_key: 'backup_target_fails' } });
    expect(JSON.stringify(refused)).not.toContain('secret!');
    expect(await client.must({ type: 'hearth/backup/targets' })).toEqual([{ ...folder, target_id: id }]);
    expect(statSync(join(home.dataDir, 'backup-targets.json')).mode & 0o777).toBe(0o600);
  });

  it('take encrypted backups, and others only where that was chosen', async () => {
    const generate = { type: 'backup/generate', agent_ids: ['backup.local', id], include_database: false };
    expect(await client.ask(generate)).toMatchObject({
      error: { translation_key: 'backup_target_needs_key' },
    });
    await client.must({ type: 'backup/config/update', agents: { [id]: { protected: false } } });
    const plain = await backUp(generate);
    expect(plain.state).toBe('completed');
    const [listed] = (await info()).backups;
    expect(Object.keys(listed.agents)).toEqual(['backup.local', id]);
    const [name = ''] = readdirSync(share).filter((one) => one.endsWith('.tar'));
    expect(readFileSync(join(share, name)).equals(readFileSync(join(home.dataDir, 'backups', name)))).toBe(
      true,
    );
    await client.must({ type: 'backup/config/update', agents: { [id]: { protected: true } } });
    const { passphrase, fingerprint } = await client.must({ type: 'hearth/backup/keys/create' });
    await client.must({ type: 'hearth/backup/keys/confirm', fingerprint, passphrase });
    expect((await backUp({ ...generate, agent_ids: [id] })).state).toBe('completed');
    const [newest] = (await info()).backups;
    expect(newest.agents).toEqual({ [id]: { protected: true, size: expect.any(Number) } });
    const check = { type: 'hearth/backup/check', backup_id: newest.backup_id, passphrase };
    expect((await client.must(check)).inventory.users).toBe(1);
    const download = await fetch(`${home.url}/api/backup/download/${newest.backup_id}?agent_id=${id}`, {
      headers: { Authorization: `Bearer ${home.token}` },
    });
    expect((await download.arrayBuffer()).byteLength).toBe(newest.agents[id].size);
  });

  it('keep as many as chosen, and always the last good one', async () => {
    writeFileSync(join(share, 'hearth-2020-01-01-automatic-00000000.tar'), 'not of this home');
    await client.must({
      ...{ type: 'backup/config/update', create_backup: { agent_ids: ['backup.local', id] } },
      agents: { [id]: { protected: true, retention: { copies: 1, days: null } } },
    });
    const automatic = { type: 'backup/generate_with_automatic_settings' };
    const first = await backUp(automatic);
    const second = await backUp(automatic);
    const placesOf = async (slug: string) =>
      Object.keys((await client.must({ type: 'backup/details', backup_id: slug })).backup.agents);
    await expect.poll(() => placesOf(first.id)).toEqual(['backup.local']);
    expect(await placesOf(second.id)).toEqual(['backup.local', id]);
    expect(readdirSync(share)).toContain('hearth-2020-01-01-automatic-00000000.tar');
    const states = (await home.rest('GET', '/api/states')).json;
    const of = (entity: string) => states.find((one: { entity_id: string }) => one.entity_id === entity);
    expect(of('event.backup_automatic_backup').attributes).toMatchObject({ event_type: 'completed' });
    expect(of('sensor.backup_backup_manager_state').state).toBe('idle');
    expect(Number(of('sensor.backup_last_successful_automatic_backup_size').state)).toBeGreaterThan(0);
  });

  it('say when they have vanished, and the backup stays here', async () => {
    rmSync(share, { recursive: true });
    mkdirSync(share);
    const made = await backUp({ type: 'backup/generate', agent_ids: [id], include_database: false });
    expect(made.state).toBe('completed');
    const { backups, agent_errors } = await info();
    expect(agent_errors[id]).toContain('mount it again');
    const [newest] = backups;
    expect([newest.backup_id, Object.keys(newest.agents)]).toEqual([made.id, ['backup.local']]);
    expect(readdirSync(share)).toEqual([]);
    expect((await home.rest('POST', '/api/services/backup/create', {})).status).toBe(200);
    expect((await info()).backups).toHaveLength(backups.length + 1);
  });
});
