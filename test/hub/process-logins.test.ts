import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { SETTINGS_MEMBER } from '../../src/backup/archive/metadata.ts';
import { keyOf, openArchive, unpackArchive } from '../../src/backup/archive/read-archive.ts';
import { setUp } from '../support/device-home.ts';
import { startTestHub, type TestClient, type TestHub } from '../support/start-hub.ts';
import { tempFolder } from '../support/temp-folder.ts';

const MANIFEST = { domain: 'guarded', name: 'Guarded', version: '1.0.0', api: 1 };
const MAIN = `
import { FlowError, float, integration, LoginRefused, z } from 'hearth-integration';
async function ask({ url, password }) {
  const answer = await fetch(url, { headers: { authorization: password } });
  if (answer.status === 401) throw new LoginRefused('the password is wrong');
  return answer.json();
}
export default integration({
  config: z.object({ url: z.string(), password: z.string().meta({ secret: true }) }),
  options: z.object({ scale: z.number().int().min(1).max(10).default(1) }),
  async connect(config, flow) {
    const { serial, rooms } = await ask(config);
    if (flow.source !== 'user') return { uniqueId: serial, title: 'Guard' };
    const { room } = await flow.ask('room', z.object({ room: z.string() }), { placeholders: { rooms: rooms.join() } });
    if (!rooms.includes(room)) throw new FlowError('no_such_room', 'room');
    return { uniqueId: serial, title: 'Guard', data: { room } };
  },
  async setup(entry) {
    const { value } = await ask(entry.data);
    entry.sensor({ uniqueId: 'value', name: entry.data.room, values: { value: value * entry.options.scale } });
    const whole = entry.sensor({ uniqueId: 'whole', name: 'Whole', values: { value: float(20) } });
    whole.report({ value: float(21) });
    const fan = entry.fan({ uniqueId: 'fan', name: 'Fan', features: ['set_speed'], setPercentage: () => {} });
    fan.report({ on: true, percentage: float(50) });
  },
});
`;
const SECRET = 'first-password';

let server: Server;
let url: string;
let password = SECRET;
let serial = 'S1';
let home: TestHub;
let owner: TestClient;
beforeAll(async () => {
  server = createServer((request, response) => {
    if (request.headers.authorization !== password) response.statusCode = 401;
    response.end(JSON.stringify({ serial, rooms: ['Hall'], value: 7 }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const dataDir = tempFolder(afterAll);
  const folder = join(dataDir, 'integrations', 'guarded');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'manifest.json'), JSON.stringify(MANIFEST));
  writeFileSync(join(folder, 'main.js'), MAIN);
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
  home = await startTestHub({}, dataDir);
  owner = await home.connect();
});
afterAll(async () => {
  await home.stop();
  server.close();
});

const FLOW = '/api/config/config_entries/flow';
const stateOf = async () => (await home.rest('GET', '/api/states/sensor.hall')).json?.state;
const entryOf = async () => (await owner.must({ type: 'config_entries/get', domain: 'guarded' }))[0];
const expired = async () => (await owner.must({ type: 'config_entries/flow/progress' }))[0];

/** Whether a file of the folder contains the password. */
function secretIn(folder: string): boolean {
  return readdirSync(folder, { recursive: true, withFileTypes: true }).some(
    (one) => one.isFile() && readFileSync(join(one.parentPath, one.name)).includes(SECRET),
  );
}

describe('an integration with a login', () => {
  it('refuses a wrong one, asks on, and asks again for what was wrong', async () => {
    expect(await setUp(home, 'guarded', { url, password: 'wrong' })).toMatchObject({
      ...{ type: 'form', step_id: 'user', errors: { base: 'invalid_auth' } },
    });
    const refused = await setUp(home, 'guarded', { url, password }, { room: 'Attic' });
    expect(refused).toMatchObject({
      ...{ step_id: 'room', errors: { room: 'no_such_room' }, description_placeholders: { rooms: 'Hall' } },
    });
    const { json: made } = await home.rest('POST', `${FLOW}/${refused.flow_id}`, { room: 'Hall' });
    expect(made).toMatchObject({ type: 'create_entry', title: 'Guard' });
    await expect.poll(stateOf).toBe('7');
  });

  it('tells whole numbers from floats where that makes a difference', async () => {
    const state = async (id: string) => (await home.rest('GET', `/api/states/${id}`)).json;
    await expect.poll(() => state('sensor.whole')).toMatchObject({ state: '21.0' });
    await expect.poll(() => state('fan.fan')).toMatchObject({ attributes: { percentage: 50 } });
  });

  it('never shows its password', async () => {
    const { entry_id } = await entryOf();
    const answers = await Promise.all([
      home.rest('GET', '/api/config/config_entries/entry'),
      home.rest('POST', FLOW, { handler: 'guarded', entry_id }),
    ]);
    const log = await owner.must({ type: 'hearth/integrations/log', entry_id });
    expect(JSON.stringify([answers, log])).not.toContain(SECRET);
    expect(answers[1].json).toMatchObject({
      step_id: 'reconfigure',
      data_schema: [{ name: 'url' }, { secret: true }],
    });
  });

  it('stores its password only encrypted, and not at all in a backup that is not', async () => {
    const { entry_id } = await entryOf();
    expect(secretIn(home.dataDir)).toBe(false);
    await owner.must({ type: 'backup/subscribe_events' });
    await owner.must({
      ...{ type: 'backup/generate', agent_ids: ['backup.local'], include_database: false },
    });
    const ended = await owner.event((event) => /completed|failed/.test(event.event?.state), 50_000);
    expect(ended.event.state).toBe('completed');
    const [file = ''] = readdirSync(join(home.dataDir, 'backups')).filter((name) => name.endsWith('.tar'));
    const archive = await openArchive(join(home.dataDir, 'backups', file));
    const target = join(tempFolder(onTestFinished), 'restored');
    const key = await keyOf(archive, { passphrase: undefined });
    await unpackArchive(archive, { key, target, parts: [SETTINGS_MEMBER] });
    expect(existsSync(join(target, 'secrets.key'))).toBe(false);
    expect(secretIn(target)).toBe(false);
    // On another server, the entry asks for its login and works with it.
    const restored = await startTestHub({}, target);
    onTestFinished(() => restored.stop());
    const client = await restored.connect();
    const entry = async () => (await client.must({ type: 'config_entries/get', domain: 'guarded' }))[0];
    await expect.poll(entry).toMatchObject({ entry_id, state: 'setup_error' });
    const asked = async () => (await client.must({ type: 'config_entries/flow/progress' }))[0];
    await expect
      .poll(asked)
      .toMatchObject({ context: { source: 'reauth', entry_id }, step_id: 'reauth_confirm' });
    const path = `${FLOW}/${(await asked()).flow_id}`;
    const { json } = await restored.rest('POST', path, { password });
    expect(json).toMatchObject({ type: 'abort', reason: 'reauth_successful' });
    await expect.poll(entry).toMatchObject({ state: 'loaded' });
    expect(await restored.rest('GET', '/api/states/sensor.hall')).toMatchObject({ json: { state: '7' } });
    expect(secretIn(target)).toBe(false);
  });

  it('changes its options', async () => {
    const { entry_id } = await entryOf();
    const { json: form } = await home.rest('POST', '/api/config/config_entries/options/flow', {
      handler: entry_id,
    });
    expect(form).toMatchObject({ step_id: 'init', handler: entry_id });
    const path = `/api/config/config_entries/options/flow/${form.flow_id}`;
    expect((await home.rest('POST', path, { scale: 3 })).json).toMatchObject({ type: 'create_entry' });
    await expect.poll(stateOf).toBe('21');
  });

  it('asks once for a login that has expired, and goes on with the new one', async () => {
    password = 'second-password';
    const { entry_id } = await entryOf();
    await home.rest('POST', `/api/config/config_entries/entry/${entry_id}/reload`);
    await expect.poll(async () => (await entryOf()).state).toBe('setup_error');
    expect(await stateOf()).toBe('unavailable');
    await expect
      .poll(expired)
      .toMatchObject({ context: { source: 'reauth', entry_id }, step_id: 'reauth_confirm' });
    const { flow_id } = await expired();
    const { json: form } = await home.rest('GET', `${FLOW}/${flow_id}`);
    expect(form.data_schema).toEqual([{ type: 'string', name: 'password', required: true, secret: true }]);
    const wrong = await home.rest('POST', `${FLOW}/${flow_id}`, { password: 'guess' });
    expect(wrong.json).toMatchObject({ step_id: 'reauth_confirm', errors: { base: 'invalid_auth' } });
    serial = 'S2';
    const other = await home.rest('POST', `${FLOW}/${flow_id}`, { password });
    expect(other.json).toMatchObject({ type: 'abort', reason: 'unique_id_mismatch' });
    serial = 'S1';
    await home.rest('POST', `/api/config/config_entries/entry/${entry_id}/reload`);
    await expect.poll(expired).toMatchObject({ context: { source: 'reauth' } });
    const again = await home.rest('POST', `${FLOW}/${(await expired()).flow_id}`, { password });
    expect(again.json).toMatchObject({ type: 'abort', reason: 'reauth_successful' });
    await expect.poll(stateOf).toBe('21');
    expect(await expired()).toBeUndefined();
  });
});
