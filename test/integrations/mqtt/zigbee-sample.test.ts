import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testData } from '../../support/test-data.ts';
import { until } from '../../support/until.ts';
import { startMqttHome } from './mqtt-home.ts';

const cases = testData(import.meta.filename);

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

const SAMPLES = cases<readonly Sample[]>('samples');

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
