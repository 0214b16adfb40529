import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestHub, type TestClient, type TestHub } from '../support/start-hub.ts';
import { testText } from '../support/test-data.ts';

const TEXT = testText(import.meta.filename, 'text.yaml');
const RINGS = testText(import.meta.filename, 'rings.yaml');
const dataDir = mkdtempSync(join(tmpdir(), 'hearth-test-'));
let hub: TestHub;
let client: TestClient;
beforeAll(async () => {
  writeFileSync(
    join(dataDir, 'automations.yaml'),
    `- id: hall
  alias: Hall
  use_blueprint:
    path: homeassistant/motion_light.yaml
    input:
      motion_entity: binary_sensor.hall
      light_target: { entity_id: light.hall }
- id: lost
  alias: Lost
  use_blueprint: { path: nowhere.yaml }
`,
  );
  writeFileSync(
    join(dataDir, 'scripts.yaml'),
    'ask:\n  use_blueprint:\n    path: homeassistant/confirmable_notification.yaml\n    input: { notify_device: 0123456789abcdef0123456789abcdef }\n',
  );
  writeFileSync(
    join(dataDir, 'hearth.yaml'),
    `template:
  - use_blueprint:
      path: homeassistant/inverted_binary_sensor.yaml
      input: { reference_entity: binary_sensor.door }
    name: Door shut
    unique_id: door_shut
  - use_blueprint: { path: nowhere.yaml }
    name: Lost
  - use_blueprint: { path: homeassistant/inverted_binary_sensor.yaml }
    name: Lacking
`,
  );
  hub = await startTestHub({}, dataDir);
  client = await hub.connect();
});
afterAll(async () => {
  await hub.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

const state = async (id: string) => (await hub.rest('GET', `/api/states/${id}`)).json;

test('an instance of a blueprint that comes with Hearth is ready; one of none is unavailable', async () => {
  expect(await state('automation.hall')).toMatchObject({
    state: 'on',
    attributes: { mode: 'restart', id: 'hall' },
  });
  expect((await state('automation.lost')).state).toBe('unavailable');
  expect((await hub.rest('GET', '/api/config/automation/config/hall')).json).toMatchObject({
    use_blueprint: { path: 'homeassistant/motion_light.yaml' },
  });
});

test('a blueprint is fetched from an address, saved, used, and not thrown away while it is used', async () => {
  const server = createServer((_request, response) => response.end(TEXT)).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/counter.yaml`;
  const { result: found } = await client.ask({ type: 'blueprint/import', url });
  server.close();
  expect(found).toMatchObject({
    raw_data: TEXT,
    exists: false,
    blueprint: { metadata: { name: 'Counter' } },
  });
  const save = {
    type: 'blueprint/save',
    domain: 'automation',
    path: 'mine/counter',
    yaml: found.raw_data,
    source_url: url,
  };
  expect((await client.ask(save)).result).toEqual({ overrides_existing: false });
  expect((await client.ask(save)).error.code).toBe('already_exists');
  const { result: list } = await client.ask({ type: 'blueprint/list', domain: 'automation' });
  expect(list['mine/counter.yaml']).toMatchObject({ metadata: { source_url: url } });
  const use = { path: 'mine/counter.yaml', input: { event: 'ring' } };
  const substituted = await client.ask({ type: 'blueprint/substitute', domain: 'automation', ...use });
  expect(substituted.result.substituted_config).toMatchObject({ triggers: [{ event_type: 'ring' }] });
  const body = { alias: 'Counter', use_blueprint: use };
  expect((await hub.rest('POST', '/api/config/automation/config/count', body)).status).toBe(200);
  expect((await state('automation.counter')).state).toBe('on');
  const remove = { type: 'blueprint/delete', domain: 'automation', path: 'mine/counter.yaml' };
  expect((await client.ask(remove)).error).toMatchObject({
    code: 'not_allowed',
    message: expect.stringContaining('count'),
  });
  await hub.rest('DELETE', '/api/config/automation/config/count');
  expect((await client.ask(remove)).success).toBe(true);
});

test('an instance without what its blueprint needs is refused', async () => {
  const use = { path: 'homeassistant/motion_light.yaml', input: {} };
  const answer = await hub.rest('POST', '/api/config/automation/config/x', { use_blueprint: use });
  expect(answer).toMatchObject({
    status: 400,
    json: { message: expect.stringContaining('Missing input motion_entity, light_target') },
  });
});

test('only administrators, known domains and addresses of the web', async () => {
  expect((await client.ask({ type: 'blueprint/import', url: 'file:///etc/passwd' })).error.code).toBe(
    'invalid_format',
  );
  expect((await client.ask({ type: 'blueprint/delete', domain: 'light', path: 'x' })).error.code).toBe(
    'invalid_format',
  );
  expect((await client.ask({ type: 'blueprint/list', domain: 'light' })).result).toEqual({});
});

describe('template entities', () => {
  const rings = { domain: 'template', path: 'mine/rings.yaml' };

  test('of the configuration are created from blueprints; incomplete ones affect no other', async () => {
    await hub.rest('POST', '/api/states/binary_sensor.door', { state: 'off' });
    expect(await state('binary_sensor.door_shut')).toMatchObject({
      state: 'on',
      attributes: { friendly_name: 'Door shut' },
    });
    await hub.rest('POST', '/api/states/binary_sensor.door', { state: 'on' });
    expect((await state('binary_sensor.door_shut')).state).toBe('off');
    expect((await hub.rest('GET', '/api/states/binary_sensor.lacking')).status).toBe(404);
  });

  test('of the app too, with triggers, and follow the blueprint when it changes', async () => {
    const save = { type: 'blueprint/save', ...rings };
    await client.must({ ...save, yaml: RINGS });
    const { substituted_config: config } = await client.must({
      type: 'blueprint/substitute',
      ...rings,
      input: { event: 'bell' },
    });
    expect(config).toMatchObject({ triggers: [{ event_type: 'bell' }], variables: { factor: 2 } });
    const use = { path: rings.path, input: { event: 'bell' } };
    const lacking = { type: 'template/create', name: 'Rings', use_blueprint: { path: rings.path } };
    expect((await client.ask(lacking)).error).toMatchObject({
      code: 'invalid_format',
      message: expect.stringContaining('Missing input event of the blueprint Counted rings'),
    });
    const item = await client.must({ type: 'template/create', name: 'Rings', use_blueprint: use });
    expect(item).toEqual({ id: 'rings', name: 'Rings', template_type: 'sensor', use_blueprint: use });
    await hub.rest('POST', '/api/events/bell', { ring: 3 });
    await expect.poll(async () => (await state('sensor.rings')).state).toBe('6');
    const changed = RINGS.replace('ring * factor', 'ring + 100');
    await client.must({ ...save, yaml: changed, allow_override: true });
    await hub.rest('POST', '/api/events/bell', { ring: 3 });
    await expect.poll(async () => (await state('sensor.rings')).state).toBe('103');
    await hub.stop();
    hub = await startTestHub({}, dataDir);
    client = await hub.connect();
    expect((await state('sensor.rings')).state).toBe('103');
    await hub.rest('POST', '/api/events/bell', { ring: 4 });
    await expect.poll(async () => (await state('sensor.rings')).state).toBe('104');
  });

  test('keep their blueprints from being thrown away', async () => {
    const remove = { type: 'blueprint/delete', ...rings };
    expect((await client.ask(remove)).error).toEqual({
      code: 'not_allowed',
      message: 'The blueprint mine/rings.yaml is in use by template rings',
    });
    await client.must({ type: 'template/delete', template_id: 'rings' });
    const file = join(dataDir, 'hearth.yaml');
    const before = readFileSync(file, 'utf8');
    const more = `  - use_blueprint: { path: mine/rings.yaml, input: { event: gong } }\n    name: Gong\n`;
    writeFileSync(file, before + more);
    expect((await client.ask(remove)).error.message).toContain('is in use by template at hearth.yaml:11');
    await hub.rest('POST', '/api/services/template/reload', {});
    await hub.rest('POST', '/api/events/gong', { ring: 1 });
    await expect.poll(async () => (await state('sensor.gong')).state).toBe('101');
    writeFileSync(file, before);
    await hub.rest('POST', '/api/services/template/reload', {});
    expect((await client.ask(remove)).success).toBe(true);
  });
});
