import { readdirSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { entryKinds } from '../../src/helpers/entry-kinds.ts';
import { startTestHub, type TestHub } from '../support/start-hub.ts';
import type { TestClient } from '../support/test-client.ts';

const LOCALES = new URL('../../locales/', import.meta.url);

let home: TestHub;
let client: TestClient;

beforeAll(async () => {
  home = await startTestHub();
  client = await home.connect();
});

afterAll(() => home.stop());

async function textsOf(category: string, language = 'de'): Promise<Record<string, string>> {
  const asked = { type: 'frontend/get_translations', category, language };
  return (await client.ask(asked)).result.resources;
}

/** The keys of an object with all objects below it. */
function keysOf(value: object, path = ''): string[] {
  return Object.entries(value).flatMap(([key, one]) =>
    typeof one === 'string' ? [`${path}.${key}`] : keysOf(one, `${path}.${key}`),
  );
}

describe('the texts for other web apps', () => {
  it('name triggers and conditions with the texts of the app', async () => {
    const triggers = await textsOf('triggers');
    expect(triggers['component.light.triggers.turned_on.name']).toBe('Lichter: wird eingeschaltet');
    expect(triggers['component.light.triggers.turned_on.fields.for.name']).toBe('Seit');
    expect((await textsOf('conditions', 'en'))['component.sun.conditions.is_up.name']).toBe(
      'Sun: is above the horizon',
    );
  });

  it('name each offered trigger and condition', async () => {
    for (const kind of ['trigger', 'condition']) {
      const { id } = await client.ask({ type: `${kind}_platforms/subscribe` });
      const { event } = await client.event((message) => message.id === id);
      const texts = await textsOf(`${kind}s`);
      for (const key of Object.keys(event).filter((one) => one.includes('.')))
        expect(texts[`component.${key.replace('.', `.${kind}s.`)}.name`]).toMatch(/\S: \S/);
    }
  });

  it('name device automations, and leave the name of the entity to clients', async () => {
    const texts = await textsOf('device_automation', 'en');
    expect(texts).toMatchObject({
      'component.light.device_automation.trigger_type.turned_on': '{entity_name}: is turned on',
      'component.light.device_automation.action_type.flash': '{entity_name}: flash',
      'component.sensor.device_automation.condition_type.is_humidity': '{entity_name}: Humidity is',
      'component.binary_sensor.device_automation.trigger_type.motion': '{entity_name}: motion is detected',
      'component.mqtt.device_automation.trigger_subtype.button_2': 'Button 2',
      'component.mqtt.device_automation.trigger_type.button_short_press': '{subtype}: is pressed',
    });
  });

  it('name attributes after the fields that set them', async () => {
    const texts = await textsOf('entity_component', 'en');
    const base = 'component.climate.entity_component._.state_attributes';
    expect(texts[`${base}.hvac_action.state.heating`]).toBe('Heating');
    expect(texts['component.light.entity_component._.state_attributes.brightness.name']).toBe('Brightness');
  });

  it('name the fields, choices and errors of flows, limited to the domains that are asked', async () => {
    const asked = { type: 'frontend/get_translations', category: 'config', integration: 'threshold' };
    const { resources } = (await client.ask({ ...asked, language: 'de' })).result;
    expect(resources).toMatchObject({
      'component.threshold.config.step.user.title': 'Schwellenwert',
      'component.threshold.config.step.user.data.lower': 'Untere Grenze',
      'component.threshold.config.error.need_lower_upper': 'Gib eine untere oder eine obere Grenze ein.',
    });
    expect(Object.keys(resources).every((key) => key.startsWith('component.threshold.'))).toBe(true);
    expect((await textsOf('options'))['component.threshold.options.step.init.data.upper']).toBe(
      'Obere Grenze',
    );
    const choices = await textsOf('selector');
    expect(choices['component.utility_meter.selector.cycle.options.monthly']).toBe('Monatlich');
    expect(choices['component.min_max.selector.type.options.mean']).toBe('Mittelwert');
  });

  it('name each field of the first form of each flow', async () => {
    const texts = await textsOf('config');
    for (const { domain } of entryKinds) {
      const path = '/api/config/config_entries/flow';
      const { json } = await home.rest('POST', path, { handler: domain, show_advanced_options: false });
      expect(json.data_schema.length).toBeGreaterThan(1);
      for (const { name } of json.data_schema)
        expect([domain, name, texts[`component.${domain}.config.step.user.data.${name}`]]).toEqual([
          domain,
          name,
          expect.stringMatching(/^\p{Lu}/u),
        ]);
    }
  });

  it('include a title of each flow', async () => {
    const titles = await textsOf('title');
    for (const { domain } of entryKinds) expect(titles[`component.${domain}.title`]).toBeDefined();
    expect(titles['component.door.title']).toBe('Tür');
    const services = Object.keys(await client.must({ type: 'get_services' }));
    expect(services.filter((domain) => titles[`component.${domain}.title`] === undefined)).toEqual([]);
  });

  it('are empty for an unknown category', async () => {
    expect(await textsOf('nonsense')).toEqual({});
  });

  it.each(readdirSync(LOCALES))('have the same keys in %s', (file) => {
    const flows = (name: string): object => JSON.parse(readFileSync(new URL(name, LOCALES), 'utf8')).flows;
    expect(keysOf(flows(file))).toEqual(keysOf(flows('en.json')));
  });
});

it('describes flows of which there is no entry yet, as the dialog of a new entry needs it', async () => {
  const manifest = await client.ask({ type: 'manifest/get', integration: 'threshold' });
  expect(manifest.result).toMatchObject({ name: 'Threshold', integration_type: 'helper', config_flow: true });
  const { core } = (await client.ask({ type: 'integration/descriptions' })).result;
  expect(core.helper.threshold.config_flow).toBe(true);
  expect((await client.ask({ type: 'manifest/get', integration: 'none' })).error.code).toBe('not_found');
});

describe('the icons for other web apps', () => {
  it('are those of services, triggers and conditions', async () => {
    const iconsOf = async (category: string) =>
      (await client.ask({ type: 'frontend/get_icons', category })).result.resources;
    expect((await iconsOf('services')).homeassistant.restart).toEqual({
      service: expect.stringMatching(/^mdi:/),
    });
    expect((await iconsOf('triggers')).light.turned_on).toEqual({ trigger: 'mdi:lightbulb' });
    expect((await iconsOf('conditions')).door.is_open).toEqual({ condition: 'mdi:door-closed' });
    expect(await iconsOf('entity')).toEqual({});
  });
});
