import { cpSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Plug, startPlug } from '../support/plug.ts';
import { startTestHub, type TestClient, type TestHub } from '../support/start-hub.ts';
import { tempFolder } from '../support/temp-folder.ts';

const FLOW = '/api/config/config_entries/flow';
const ENTRY = '/api/config/config_entries/entry';
const EXAMPLE = join(import.meta.dirname, '..', '..', 'examples', 'integrations', 'switch');

let plug: Plug;
let home: TestHub;
let owner: TestClient;
beforeAll(async () => {
  plug = await startPlug();
  const dataDir = tempFolder(afterAll);
  mkdirSync(join(dataDir, 'integrations'));
  cpSync(EXAMPLE, join(dataDir, 'integrations', 'example_switch'), { recursive: true });
  home = await startTestHub({}, dataDir);
  owner = await home.connect();
});
afterAll(async () => {
  await home.stop();
  await plug.stop();
});

const stateOf = async (id = 'switch.coffee') => (await home.rest('GET', `/api/states/${id}`)).json?.state;
const entryOf = async () => (await home.rest('GET', `${ENTRY}?domain=example_switch`)).json[0];
const turn = (service: string) =>
  home.rest('POST', `/api/services/switch/${service}`, { entity_id: 'switch.coffee' });

describe('an integration in a process', () => {
  it('is set up by its flow', async () => {
    const { json: form } = await home.rest('POST', FLOW, { handler: 'example_switch' });
    expect(form).toMatchObject({ type: 'form', step_id: 'user', errors: null, handler: 'example_switch' });
    expect(form.data_schema).toEqual([
      { type: 'string', name: 'host', required: true },
      ...[{ type: 'integer', valueMin: 1, valueMax: 65535, name: 'port' }].map((field) => ({
        ...field,
        ...{ required: false, optional: true, default: 80 },
      })),
    ]);
    const refused = await home.rest('POST', `${FLOW}/${form.flow_id}`, { port: 'x', other: 1 });
    expect({ status: refused.status, ...refused.json }).toEqual({
      status: 400,
      errors: {
        host: 'required key not provided',
        port: 'expected float',
        base: ["not a valid option at 'other'"],
      },
    });
    const wrong = await home.rest('POST', `${FLOW}/${form.flow_id}`, { host: '127.0.0.1', port: 1 });
    expect(wrong.json).toMatchObject({ type: 'form', errors: { base: 'cannot_connect' } });
    const made = await home.rest('POST', `${FLOW}/${form.flow_id}`, { host: '127.0.0.1', port: plug.port });
    expect(made.json).toMatchObject({ type: 'create_entry', title: 'Coffee', result: { source: 'user' } });
    await expect.poll(() => stateOf()).toBe('off');
    expect(await entryOf()).toMatchObject({ state: 'loaded', domain: 'example_switch', title: 'Coffee' });
  });

  it('switches over REST', async () => {
    expect((await turn('turn_on')).status).toBe(200);
    expect(plug.isOn).toBe(true);
    await expect.poll(() => stateOf()).toBe('on');
  });

  it('belongs to a device and an entry', async () => {
    const { platform, unique_id, config_entry_id, device_id } = await owner.must({
      ...{ type: 'config/entity_registry/get', entity_id: 'switch.coffee' },
    });
    expect({ platform, unique_id, config_entry_id }).toEqual({
      ...{ platform: 'example_switch', unique_id: 'aabbccddeeff_relay' },
      config_entry_id: (await entryOf()).entry_id,
    });
    const devices = await owner.must({ type: 'config/device_registry/list' });
    expect(devices.find((one: { id: string }) => one.id === device_id)).toMatchObject({
      ...{ name: 'Coffee', manufacturer: 'Example', identifiers: [['example_switch', 'aabbccddeeff']] },
    });
  });

  it('is not set up twice for one device', async () => {
    const { json: form } = await home.rest('POST', FLOW, { handler: 'example_switch' });
    const again = await home.rest('POST', `${FLOW}/${form.flow_id}`, { host: 'localhost', port: plug.port });
    expect(again.json).toMatchObject({ type: 'abort', reason: 'already_configured' });
    await expect.poll(async () => (await entryOf()).state).toBe('loaded');
  });

  it('is unavailable after its process was killed, and comes back by itself', async () => {
    const pid = home.hub.devices?.pidOf('example_switch') ?? Number.NaN;
    process.kill(pid, 'SIGKILL');
    await expect.poll(() => stateOf()).toBe('unavailable');
    await expect.poll(() => stateOf()).toBe('on');
    expect((await turn('turn_off')).status).toBe(200);
    await expect.poll(() => stateOf()).toBe('off');
  });

  it('is unloaded while it is disabled, and gone once it is removed', async () => {
    const { entry_id } = await entryOf();
    await owner.must({ type: 'config_entries/disable', entry_id, disabled_by: 'user' });
    expect(await stateOf()).toBeUndefined();
    expect((await entryOf()).state).toBe('not_loaded');
    await owner.must({ type: 'config_entries/disable', entry_id, disabled_by: null });
    await expect.poll(() => stateOf()).toBe('off');
    expect((await home.rest('DELETE', `${ENTRY}/${entry_id}`)).json).toEqual({ require_restart: false });
    expect(await entryOf()).toBeUndefined();
    expect(await stateOf()).toBeUndefined();
    const devices: { name: string }[] = await owner.must({ type: 'config/device_registry/list' });
    expect(devices.map(({ name }) => name)).not.toContain('Coffee');
  });
});
