import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { startTestHub, type TestHub } from '../support/start-hub.ts';
import { tempFolder } from '../support/temp-folder.ts';

const PATH = '/api/prometheus';
const SENSOR = 'sensor.probe';
const LABELS = 'domain="sensor",entity="sensor.probe",friendly_name="Probe \\"1\\""';

/** A home with a sensor and a lamp, and optionally a configuration. */
async function startHome(configuration?: object): Promise<TestHub> {
  const folder = tempFolder(afterAll);
  if (configuration !== undefined)
    writeFileSync(join(folder, 'hearth.yaml'), JSON.stringify({ prometheus: configuration }));
  const home = await startTestHub({}, folder);
  const attributes = { friendly_name: 'Probe "1"', device_class: 'temperature', unit_of_measurement: '°C' };
  await home.rest('POST', `/api/states/${SENSOR}`, { state: '21.5', attributes });
  await home.rest('POST', '/api/states/light.lamp', { state: 'on', attributes: { brightness: 51 } });
  return home;
}

const lines = async (home: TestHub, headers: Record<string, string> = {}): Promise<string[]> =>
  (await home.rest('GET', PATH, undefined, headers)).text.split('\n');

describe('/api/prometheus', () => {
  let home: TestHub;
  beforeAll(async () => {
    home = await startHome();
  });
  afterAll(() => home.stop());

  it('answers in the text format, with one type for each name', async () => {
    const { status, text, headers } = await home.rest('GET', PATH);
    expect([status, headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8']);
    expect(text).toContain('# TYPE homeassistant_sensor_temperature_celsius gauge\n');
    expect(text).toContain(`homeassistant_sensor_temperature_celsius{${LABELS}} 21.5\n`);
    expect(text).toContain(`homeassistant_entity_available{${LABELS}} 1.0\n`);
    expect(text).toContain('\nhomeassistant_light_brightness_percent{');
    expect(text).toMatch(/^process_resident_memory_bytes \d+\.0$/m);
    const types = text.split('\n').filter((line) => line.startsWith('# TYPE '));
    expect(new Set(types.map((line) => line.split(' ')[2])).size).toBe(types.length);
  });

  it('counts changes from the first scrape on, and omits the value of an unavailable entity', async () => {
    expect(await lines(home)).toContain(`homeassistant_state_change_total{${LABELS}} 1.0`);
    const attributes = { friendly_name: 'Probe "1"', device_class: 'temperature', unit_of_measurement: '°C' };
    await home.rest('POST', `/api/states/${SENSOR}`, { state: 'unavailable', attributes });
    const after = await lines(home);
    expect(after).toContain(`homeassistant_state_change_total{${LABELS}} 2.0`);
    expect(after).toContain(`homeassistant_entity_available{${LABELS}} 0.0`);
    expect(after.filter((line) => line.startsWith('homeassistant_sensor_temperature'))).toEqual([]);
    await home.rest('POST', `/api/states/${SENSOR}`, { state: '22', attributes });
    expect(await lines(home)).toContain(`homeassistant_sensor_temperature_celsius{${LABELS}} 22.0`);
  });

  it('names the areas and floors of the home and the area of each entity', async () => {
    const owner = await home.connect();
    const floor = await owner.must({ type: 'config/floor_registry/create', name: 'Attic', level: 2 });
    const area = await owner.must({
      ...{ type: 'config/area_registry/create', name: 'Study' },
      floor_id: floor.floor_id,
    });
    await owner.must({ type: 'input_boolean/create', name: 'Desk' });
    await owner.must({
      ...{ type: 'config/entity_registry/update', entity_id: 'input_boolean.desk' },
      area_id: area.area_id,
    });
    expect(await lines(home)).toEqual(
      expect.arrayContaining([
        'homeassistant_floor_info{floor="attic",floor_level="2",floor_name="Attic"} 1.0',
        'homeassistant_area_info{area="study",area_name="Study",floor="attic"} 1.0',
        'homeassistant_entity_info{area="study",entity="input_boolean.desk"} 1.0',
      ]),
    );
  });

  it('requires a token, and contains only what the caller may read', async () => {
    expect((await fetch(home.url + PATH)).status).toBe(401);
    const { users, tokens } = home.hub.auth;
    const { id } = await users.create({
      ...{ name: 'Guest', group_ids: ['system-users'] },
      policy: { rules: [{ effect: 'allow', actions: ['read'], entities: ['light.lamp'] }] },
    });
    const { secret } = await tokens.create({ user_id: id, kind: 'long_lived_access_token', name: 'Guest' });
    const seen = await lines(home, { authorization: `Bearer ${secret}` });
    expect(seen.some((line) => line.startsWith('homeassistant_light_brightness_percent{'))).toBe(true);
    expect(seen.filter((line) => /probe|Study|Attic|Desk/i.test(line))).toEqual([]);
  });
});

describe('the configuration of /api/prometheus', () => {
  it('filters entities, names series and opens them to scrapers without a token', async () => {
    const home = await startHome({
      namespace: '',
      requires_auth: false,
      component_config_glob: { 'sensor.pro*': { override_metric: 'probes' } },
      filter: { include_domains: 'sensor' },
    });
    onTestFinished(() => home.stop());
    const response = await fetch(home.url + PATH);
    const text = await response.text();
    expect(response.status).toBe(200);
    expect(text).toContain(`probes{${LABELS}} 21.5\n`);
    expect(text).not.toContain('light.lamp');
  });

  it.each([
    ['a namespace that is no name', { namespace: '1st' }, '1st'],
    ['an unknown key', { filter: { include_domain: 'light' } }, 'include_domain'],
  ])('refuses %s', async (_, configuration, named) => {
    await expect(startHome(configuration)).rejects.toThrow(named);
  });
});
