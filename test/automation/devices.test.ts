import { describe, expect, it } from 'vitest';
import { capabilitiesOf, type Listing, listDevice } from '../../src/automation/device-automations/listing.ts';
import { parseCondition } from '../../src/automation/parsing/parse-conditions.ts';
import { domains } from '../../src/domains/index.ts';
import { attachTriggers, automationSetting, parseHelp } from '../support/automation-setting.ts';
import { testData } from '../support/test-data.ts';

const cases = testData(import.meta.filename);

/** A home with a device of one entity. */
function home(
  id: string,
  state: string,
  attributes: Record<string, unknown> = {},
  category: 'diagnostic' | null = null,
) {
  const made = automationSetting();
  const { home, states, setting } = made;
  const { entry_id } = home.configEntries.ensure('mqtt', 'MQTT');
  const device = home.devices.ensure(entry_id, { identifiers: [['mqtt', 'x']], name: 'X' });
  const entry = home.registry.create(id, 'mqtt', 'x', {
    ...{ config_entry_id: entry_id, device_id: device.id, original_name: null, original_icon: null },
    ...{
      original_device_class: null,
      unit_of_measurement: null,
      entity_category: category,
      capabilities: {},
    },
    ...{ supported_features: 0, translation_key: null },
  });
  states.set(id, state, attributes);
  const own = { device_id: device.id, domain: id.split('.')[0], entity_id: entry.id };
  const types = (of: Listing) => listDevice(of, device.id, setting).map(({ type }) => type);
  return { ...made, device, entry, own, types };
}

describe('a device', () => {
  it('lists what its entities offer, as configurations write it', () => {
    const { setting, device, entry } = home('switch.x', 'off', {}, 'diagnostic');
    expect(listDevice('trigger', device.id, setting)[1]).toEqual({
      ...{
        platform: 'device',
        device_id: device.id,
        domain: 'switch',
        entity_id: entry.id,
        type: 'turned_on',
      },
      metadata: { secondary: true },
    });
    expect(listDevice('condition', device.id, setting)[0]).toMatchObject({
      condition: 'device',
      type: 'is_on',
    });
    expect(listDevice('action', device.id, setting)[0]).not.toHaveProperty('platform');
  });

  it.each(cases<[string, Record<string, unknown>, Listing, readonly string[]][]>('listings'))(
    'of a %s with %j lists its %ss',
    (id, attributes, of, types) => {
      expect(home(id, 'x', attributes).types(of)).toEqual(types);
    },
  );

  it('lists the extra fields', () => {
    const { setting, own } = home('climate.x', 'heat', { hvac_modes: ['heat', 'off'] });
    expect(capabilitiesOf('action', { ...own, type: 'set_hvac_mode' }, setting)).toEqual({
      extra_fields: [
        {
          type: 'select',
          options: [
            ['heat', 'heat'],
            ['off', 'off'],
          ],
          name: 'hvac_mode',
          required: true,
        },
      ],
    });
    expect(capabilitiesOf('trigger', { ...own, type: 'nothing' }, setting)).toEqual({});
    const button = home('button.x', 'unknown');
    expect(capabilitiesOf('trigger', { ...button.own, type: 'pressed' }, button.setting)).toEqual({});
  });

  it.each(cases<[string, string, Record<string, unknown>, string[], string[]][]>('triggers'))(
    'of a %s fires %s with %j',
    (id, type, more, steps, expected) => {
      const { setting, states, own } = home(id, steps[0] ?? '');
      const { fired } = attachTriggers(setting, { trigger: 'device', ...own, type, ...more });
      for (const step of steps.slice(1)) states.set(id, step, {});
      const seen = fired.map(({ trigger }) => (trigger.to_state as { state: { state: string } }).state.state);
      expect(seen).toEqual(expected);
      expect(fired[0]?.trigger.platform).toBe('device');
    },
  );

  it.each(cases<[string, string, object, string, Record<string, unknown>, boolean][]>('conditions'))(
    'of a %s asked %s with %j',
    (id, type, more, state, attributes, expected) => {
      const { setting, own } = home(id, state, attributes);
      const condition = parseCondition({ condition: 'device', ...own, type, ...more }, [], parseHelp());
      expect(condition.test({ setting, variables: {} }, '')).toBe(expected);
    },
  );

  it('rejects unknown names and keys', () => {
    const { setting, own } = home('switch.x', 'on');
    const attach = (more: object) => () => attachTriggers(setting, { trigger: 'device', ...own, ...more });
    expect(attach({ type: 'flies' })).toThrow('switch.flies');
    expect(attach({ type: 'turned_on', to: 'x' })).toThrow("'to'");
    expect(attach({ type: 'turned_on', domain: 'constructor' })).toThrow('constructor.turned_on');
  });

  it('has each name only once in a domain', () => {
    const lists = domains.flatMap(({ deviceAutomations: own }) => [
      own?.triggers,
      own?.conditions,
      own?.actions,
    ]);
    const named = lists.flatMap((kinds = []) => ('named' in kinds ? [] : [kinds]));
    expect(named.flat().length).toBeGreaterThan(150);
    for (const kinds of named) expect(new Set(kinds.map(({ type }) => type)).size).toBe(kinds.length);
  });
});
