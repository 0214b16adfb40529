import { describe, expect, it } from 'vitest';
import { capabilitiesOf, type Listing, listDevice } from '../../src/automation/device-automations/listing.ts';
import { parseCondition } from '../../src/automation/parsing/parse-conditions.ts';
import { domains } from '../../src/domains/index.ts';
import { attachTriggers, automationSetting, parseHelp } from '../support/automation-setting.ts';

/** A home with a device of one entity. */
function home(
  id: string,
  state: string,
  attributes: Record<string, unknown> = {},
  category: 'diagnostic' | null = null,
) {
  const made = automationSetting();
  const { house, states, setting } = made;
  const { entry_id } = house.configEntries.ensure('mqtt', 'MQTT');
  const device = house.devices.ensure(entry_id, { identifiers: [['mqtt', 'x']], name: 'X' });
  const entry = house.registry.create(id, 'mqtt', 'x', {
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

  it.each<[string, Record<string, unknown>, Listing, readonly string[]]>([
    ['light.x', {}, 'trigger', ['changed_states', 'turned_on', 'turned_off']],
    ['light.x', { supported_color_modes: ['onoff'] }, 'action', ['turn_on', 'turn_off', 'toggle']],
    ['binary_sensor.x', { device_class: 'motion' }, 'trigger', ['motion', 'no_motion']],
    ['binary_sensor.x', { device_class: 'door' }, 'condition', ['is_open', 'is_not_open']],
    ['binary_sensor.x', {}, 'trigger', ['turned_on', 'turned_off']],
    ['sensor.x', { device_class: 'battery', unit_of_measurement: '%' }, 'trigger', ['battery_level']],
    ['sensor.x', { device_class: 'power', unit_of_measurement: 'W' }, 'condition', ['is_power']],
    ['sensor.x', {}, 'trigger', []],
    ['cover.x', { supported_features: 15 }, 'action', ['open', 'close', 'stop', 'set_position']],
    ['climate.x', {}, 'trigger', ['hvac_mode_changed']],
    ['vacuum.x', {}, 'action', ['clean', 'dock']],
    ['button.x', {}, 'trigger', ['pressed']],
  ])('of a %s with %j lists its %ss', (id, attributes, of, types) => {
    expect(home(id, 'x', attributes).types(of)).toEqual(types);
  });

  it('has forms for what can be said further', () => {
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

  it.each([
    ['switch.x', 'turned_on', {}, ['off', 'on'], ['on']],
    ['switch.x', 'changed_states', {}, ['off', 'on', 'off'], ['on', 'off']],
    ['binary_sensor.x', 'no_motion', {}, ['on', 'off'], ['off']],
    ['sensor.x', 'power', { above: 10 }, ['5', '12', '13'], ['12']],
    ['climate.x', 'hvac_mode_changed', { to: 'heat' }, ['off', 'heat'], ['heat']],
    ['select.x', 'current_option_changed', {}, ['a', 'b'], ['b']],
    ['select.x', 'current_option_changed', { from: 'a', to: 'c' }, ['a', 'b', 'a', 'c'], ['c']],
    ['button.x', 'pressed', {}, ['1', '2'], ['2']],
  ])('of a %s fires %s with %j', (id, type, more, steps, expected) => {
    const { setting, states, own } = home(id, steps[0] ?? '');
    const { fired } = attachTriggers(setting, { trigger: 'device', ...own, type, ...more });
    for (const step of steps.slice(1)) states.set(id, step, {});
    const seen = fired.map(({ trigger }) => (trigger.to_state as { state: { state: string } }).state.state);
    expect(seen).toEqual(expected);
    expect(fired[0]?.trigger.platform).toBe('device');
  });

  it.each<[string, string, object, string, Record<string, unknown>, boolean]>([
    ['switch.x', 'is_on', {}, 'on', {}, true],
    ['switch.x', 'is_off', {}, 'on', {}, false],
    ['sensor.x', 'is_temperature', { below: 20 }, '19', {}, true],
    ['climate.x', 'is_preset_mode', { preset_mode: 'eco' }, 'heat', { preset_mode: 'eco' }, true],
    ['cover.x', 'is_position', { above: 50 }, 'open', { current_position: 60 }, true],
    ['vacuum.x', 'is_cleaning', {}, 'returning', {}, true],
    ['binary_sensor.x', 'is_not_open', {}, 'off', { device_class: 'door' }, true],
  ])('of a %s asked %s with %j', (id, type, more, state, attributes, expected) => {
    const { setting, own } = home(id, state, attributes);
    const condition = parseCondition({ condition: 'device', ...own, type, ...more }, [], parseHelp());
    expect(condition.test({ setting, variables: {} }, '')).toBe(expected);
  });

  it('rejects unknown names and keys', () => {
    const { setting, own } = home('switch.x', 'on');
    const attach = (more: object) => () => attachTriggers(setting, { trigger: 'device', ...own, ...more });
    expect(attach({ type: 'flies' })).toThrow('switch.flies');
    expect(attach({ type: 'turned_on', to: 'x' })).toThrow("'to'");
    expect(attach({ type: 'turned_on', domain: 'constructor' })).toThrow('constructor.turned_on');
  });

  it('has each name but once in a domain', () => {
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
