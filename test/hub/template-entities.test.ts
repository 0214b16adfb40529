import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestHub, type TestHub } from '../support/start-hub.ts';
import { testText } from '../support/test-data.ts';

const SECTION = testText(import.meta.filename, 'section.yaml');

let dataDir: string;
let home: TestHub;

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'hearth-test-'));
  writeFileSync(join(dataDir, 'hearth.yaml'), SECTION);
  home = await startTestHub({}, dataDir);
});

afterAll(async () => {
  await home.stop();
  rmSync(dataDir, { recursive: true, force: true, maxRetries: 3 });
});

async function state(id: string) {
  return (await home.rest('GET', `/api/states/${id}`)).json;
}

describe('template entities of the settings file', () => {
  it('follow what they read', async () => {
    await home.rest('POST', '/api/states/sensor.a', { state: '20.5' });
    await home.rest('POST', '/api/states/sensor.b', { state: '19' });
    expect(await state('sensor.warmest_room')).toMatchObject({
      state: '20.5',
      attributes: { device_class: 'temperature', unit_of_measurement: '°C', friendly_name: 'Warmest room' },
    });
  });

  it('act through services, and a call is over when its actions are', async () => {
    await home.rest('POST', '/api/services/light/turn_on', { entity_id: 'light.desk' });
    expect((await state('input_boolean.desk')).state).toBe('on');
    expect((await state('light.desk')).state).toBe('on');
    await home.rest('POST', '/api/services/light/turn_off', { entity_id: 'light.desk' });
    expect((await state('light.desk')).state).toBe('off');
  });

  it('are rendered by triggers whose conditions hold, after their actions', async () => {
    expect((await state('sensor.rings')).state).toBe('unknown');
    await home.rest('POST', '/api/events/doorbell', { ring: 1 });
    expect((await state('sensor.rings')).state).toBe('unknown');
    await home.rest('POST', '/api/events/doorbell', { ring: 3 });
    await expect.poll(async () => (await state('sensor.rings')).state).toBe('6');
  });

  it('keep values of a trigger across a restart', async () => {
    await home.stop();
    home = await startTestHub({}, dataDir);
    expect((await state('sensor.rings')).state).toBe('6');
  });
});

describe('template entities of the app', () => {
  it('are made, changed and deleted over the WebSocket, and outlive a restart', async () => {
    const client = await home.connect();
    const fields = {
      template_type: 'binary_sensor',
      name: 'Warm',
      state: "{{ states('sensor.a') | float(0) > 20 }}",
    };
    const item = await client.must({ type: 'template/create', ...fields });
    expect(item).toMatchObject({ id: 'warm', template_type: 'binary_sensor' });
    await home.rest('POST', '/api/states/sensor.a', { state: '25' });
    expect((await state('binary_sensor.warm')).state).toBe('on');
    await client.must({ type: 'template/update', template_id: 'warm', name: 'Warm', state: '{{ false }}' });
    expect((await state('binary_sensor.warm')).state).toBe('off');
    const refused = await client.ask({ type: 'template/create', ...fields, state: '{{ (' });
    expect(refused.error.code).toBe('invalid_format');
    const wrong = await client.ask({
      type: 'template/create',
      name: 'S',
      template_type: 'switch',
      turn_on: [{ nonsense: 1 }],
    });
    expect(wrong.error).toMatchObject({ code: 'invalid_format' });
    await home.stop();
    home = await startTestHub({}, dataDir);
    expect((await state('binary_sensor.warm')).state).toBe('off');
    const again = await home.connect();
    expect((await again.must({ type: 'template/list' })).length).toBe(1);
    await again.must({ type: 'template/delete', template_id: 'warm' });
    expect((await home.rest('GET', '/api/states/binary_sensor.warm')).status).toBe(404);
  });
});
