import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { until } from '../../support/until.ts';
import { startMqttHome } from './mqtt-home.ts';

type MqttHome = Awaited<ReturnType<typeof startMqttHome>>;

/** Discovery of one device by a Zigbee bridge, with the kinds of templates such bridges use. */
interface Sample {
  readonly component: string;
  readonly config: Record<string, unknown>;
  /** The device's message, and the resulting state. */
  readonly says: Record<string, unknown>;
  readonly state: string;
  readonly attributes?: Record<string, unknown>;
}

const SAMPLES: readonly Sample[] = [
  {
    component: 'binary_sensor',
    config: {
      value_template: '{{ value_json.contact }}',
      payload_on: false,
      payload_off: true,
      device_class: 'door',
    },
    says: { contact: false },
    state: 'on',
  },
  {
    component: 'binary_sensor',
    config: { value_template: '{{ value_json["battery_low"] }}', payload_on: true, payload_off: false },
    says: { battery_low: null },
    state: 'unknown',
  },
  {
    component: 'sensor',
    config: {
      value_template: '{{ value_json.temperature }}',
      device_class: 'temperature',
      unit_of_measurement: '°C',
      state_class: 'measurement',
    },
    says: { temperature: 21.0 },
    state: '21',
  },
  {
    component: 'sensor',
    config: { value_template: "{{ value_json['update']['installed_version'] }}" },
    says: { update: { installed_version: 17 } },
    state: '17',
  },
  {
    component: 'sensor',
    config: {
      value_template: "{{ value_json.action | default('', True) | string | truncate(8, True, '', 0) }}",
    },
    says: { action: 'rotate_left_long' },
    state: 'rotate_l',
  },
  {
    component: 'switch',
    config: {
      value_template:
        '{% if value_json.child_lock %} {{ value_json.child_lock == "LOCK" }} {% else %} false {% endif %}',
      state_on: 'True',
      state_off: 'False',
      payload_on: '{"child_lock": "LOCK"}',
      payload_off: '{"child_lock": "UNLOCK"}',
      command_topic: 'SELF/set',
    },
    says: { child_lock: 'LOCK' },
    state: 'on',
  },
  {
    component: 'light',
    config: {
      schema: 'json',
      brightness: true,
      brightness_scale: 254,
      supported_color_modes: ['xy', 'color_temp'],
      min_mireds: 150,
      max_mireds: 500,
      command_topic: 'SELF/set',
    },
    says: {
      state: 'ON',
      brightness: 127,
      color_mode: 'color_temp',
      color_temp: 250,
      color: { x: 0.3, y: 0.3 },
    },
    state: 'on',
    attributes: { brightness: 128, color_mode: 'color_temp', color_temp_kelvin: 4000 },
  },
  {
    component: 'number',
    config: {
      value_template: '{{ value_json.calibration }}',
      command_template: '{"calibration": {{ value }} }',
      command_topic: 'SELF/set',
      min: -2.5,
      max: 2.5,
      step: 0.1,
    },
    says: { calibration: -0.5 },
    state: '-0.5',
  },
  {
    component: 'select',
    config: {
      value_template: '{{ value_json.mode }}',
      command_topic: 'SELF/set/mode',
      options: ['off', 'on', 'previous'],
    },
    says: { mode: 'previous' },
    state: 'previous',
  },
  {
    component: 'text',
    config: { value_template: '{{ value_json.label }}', command_topic: 'SELF/set/label' },
    says: { label: 'Hall' },
    state: 'Hall',
  },
  {
    component: 'cover',
    config: {
      command_topic: 'SELF/set',
      position_topic: 'SELF',
      position_template: '{{ value_json.position }}',
      set_position_topic: 'SELF/set',
      set_position_template: '{ "position": {{ position }} }',
      value_template:
        '{% if "motor" in value_json and value_json.motor %} {{ value_json.motor }} {% else %} STOP {% endif %}',
      state_opening: 'UP',
      state_closing: 'DOWN',
      state_stopped: 'STOP',
    },
    says: { position: 35, motor: 'UP' },
    state: 'opening',
    attributes: { current_position: 35 },
  },
  {
    component: 'lock',
    config: {
      command_topic: 'SELF/set',
      value_template: '{{ value_json.state }}',
      state_locked: 'LOCK',
      state_unlocked: 'UNLOCK',
    },
    says: { state: 'LOCK' },
    state: 'locked',
  },
  {
    component: 'fan',
    config: {
      command_topic: 'SELF/set',
      state_value_template: '{{ value_json.fan_state }}',
      percentage_state_topic: 'SELF',
      percentage_command_topic: 'SELF/set/fan_mode',
      percentage_value_template:
        "{{ {'off': 0, 'low': 1, 'high': 2, None: 0}[value_json.fan_mode] | default(0) }}",
      percentage_command_template: "{{ {0: 'off', 1: 'low', 2: 'high'}[value] | default('') }}",
      speed_range_min: 1,
      speed_range_max: 2,
    },
    says: { fan_state: 'ON', fan_mode: 'low' },
    state: 'on',
    attributes: { percentage: 50 },
  },
  {
    component: 'climate',
    config: {
      mode_state_topic: 'SELF',
      mode_state_template: '{{ value_json.system_mode }}',
      mode_command_topic: 'SELF/set/system_mode',
      modes: ['off', 'heat', 'auto'],
      current_temperature_topic: 'SELF',
      current_temperature_template: '{{ value_json.local_temperature }}',
      temperature_state_topic: 'SELF',
      temperature_state_template: '{{ value_json.setpoint }}',
      temperature_command_topic: 'SELF/set/setpoint',
      action_topic: 'SELF',
      action_template:
        "{% set values = {None: None, 'idle': 'idle', 'heat': 'heating', 'cool': 'cooling'} %}{{ values[value_json.running] }}",
      temperature_unit: 'C',
      min_temp: '5',
      max_temp: '30',
      temp_step: 0.5,
      name: null,
    },
    says: { system_mode: 'heat', local_temperature: 19.5, setpoint: 21, running: 'heat' },
    state: 'heat',
    attributes: { current_temperature: 19.5, temperature: 21, hvac_action: 'heating' },
  },
  {
    component: 'update',
    config: {
      value_template:
        "{\"latest_version\":\"{{ value_json['update']['latest_version'] }}\",\"installed_version\":\"{{ value_json['update']['installed_version'] }}\",\"update_percentage\":{{ value_json['update'].get('progress', 'null') }}}",
      payload_install: '{"id": "one"}',
      command_topic: 'bridge/request/update',
      device_class: 'firmware',
    },
    says: { update: { latest_version: 3, installed_version: 2 } },
    state: 'on',
    attributes: { installed_version: '2', latest_version: '3' },
  },
  {
    component: 'siren',
    config: {
      command_topic: 'SELF/set',
      command_template: '{"warning": {"mode": "emergency", "duration": {{ duration | default(10) }} } }',
      state_value_template: '{{ value_json.alarm }}',
      state_on: 'True',
      state_off: 'False',
      support_duration: true,
      support_volume_set: false,
    },
    says: { alarm: true },
    state: 'on',
  },
];

/** Parses text like `2_double` with named groups, the most expensive kind of such templates. */
const PRESS_TEMPLATE = `{% set shapes = [
  {"shape": '^(?P<key>[0-9]+)_(?P<press>[a-z]+)$', "parts": ["key", "press"]},
  {"shape": '^(?P<press>shake)$', "parts": ["press"]}
] %}
{% set ns = namespace(found=[]) %}
{% for one in shapes %}
  {% set hits = value_json.action | default('') | regex_findall(one.shape) %}
  {% if hits[0] is undefined %}{% continue %}{% endif %}
  {% set parts = hits[0] if one.parts | length > 1 else [hits[0]] %}
  {% for name, part in zip(one.parts, parts) %}
    {% set ns.found = ns.found | rejectattr(0, 'eq', name) | list + [(name, part)] %}
  {% endfor %}
{% endfor %}
{% set ns.found = ns.found + [('event_type', ns.found | selectattr(0, 'eq', 'press') | map(attribute=1) | first)] %}
{{ dict.from_keys(ns.found | rejectattr(0, 'in', ('press',)) | reject('eq', ('event_type', None))) | to_json }}`;

describe('a sample of what a Zigbee bridge announces', () => {
  let home: MqttHome;
  beforeAll(async () => {
    home = await startMqttHome();
    home.send('z/bridge/state', '{"state":"online"}', true);
  });
  afterAll(() => home?.stop());

  /** Announces a device as online and returns its entity ID. */
  async function announce(
    name: string,
    { component, config }: Pick<Sample, 'component' | 'config'>,
  ): Promise<string> {
    const topic = `z/${name}`;
    const text = JSON.stringify({
      name: 'Thing',
      ...config,
      unique_id: `${name}_z`,
      default_entity_id: `${component}.${name}`,
      state_topic: topic,
      availability: ['z/bridge/state', `${topic}/availability`].map((one) => ({
        topic: one,
        value_template: '{{ value_json.state }}',
      })),
      availability_mode: 'all',
      device: { identifiers: [`z_${name}`], name: `Device ${name}`, via_device: 'z_bridge' },
      origin: { name: 'Bridge' },
    }).replaceAll('SELF', topic);
    const own = JSON.parse(text);
    if (component === 'climate') delete own.state_topic;
    home.send(`${topic}/availability`, '{"state":"online"}', true);
    await home.discover(`${component}/0x${name}/thing`, own, `${component}.${name}`);
    await home.pass();
    return `${component}.${name}`;
  }

  it.each(SAMPLES.map((sample, i) => [`${sample.component} ${i}`, sample] as const))(
    'gives an entity that shows what its device says: %s',
    async (what, sample) => {
      const name = `thing_${what.replace(' ', '_')}`;
      const id = await announce(name, sample);
      home.send(`z/${name}`, sample.says);
      await until(() => home.state(id) === sample.state, `${id} is ${sample.state}, not ${home.state(id)}`);
      await home.pass();
      expect(home.state(id)).toBe(sample.state);
      expect(home.attributes(id)).toMatchObject(sample.attributes ?? {});
    },
  );

  it.each([
    ['2_double', 'double', { key: '2' }],
    ['shake', 'shake', {}],
  ])('gives events taken apart with named groups: %s', async (action, type, data) => {
    const name = `press_${action}`;
    const config = { value_template: PRESS_TEMPLATE, event_types: ['single', 'double', 'shake'] };
    const id = await announce(name, { component: 'event', config });
    home.send(`z/${name}`, { action });
    await until(() => home.attributes(id).event_type === type);
    expect(home.attributes(id)).toMatchObject(data);
  });

  it('leaves no line in the log', () => {
    expect(home.warnings).toEqual([]);
  });
});
