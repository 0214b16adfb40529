import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { atOnce } from '../../../src/core/pacer.ts';
import { UNIT_SYSTEMS } from '../../../src/core/unit-system.ts';
import { Message } from '../../../src/integrations/mqtt/client/message.ts';
import { components } from '../../../src/integrations/mqtt/components/index.ts';
import {
  discoverySteps,
  parseDiscoveryTopic,
} from '../../../src/integrations/mqtt/discovery/discovery-message.ts';
import { seeds } from '../../support/thoroughness.ts';
import { until } from '../../support/until.ts';
import { mqttRows } from './golden-replay.ts';
import { startMqttHome } from './mqtt-home.ts';

type MqttHome = Awaited<ReturnType<typeof startMqttHome>>;
let home: MqttHome;
beforeAll(async () => {
  home = await startMqttHome();
});
afterAll(() => home?.stop());

/** A valid config of each component. */
const EXAMPLES = new Map<string, object>();
for (const { component, refused, discovery } of mqttRows()) {
  if (refused === true || Array.isArray(discovery)) continue;
  const { topic, payload } = discovery as { readonly topic: string; readonly payload: unknown };
  const parsed = parseDiscoveryTopic('homeassistant', topic);
  const read = parsed && atOnce(discoverySteps(parsed, JSON.stringify(payload), () => true));
  const config = read?.kind === 'items' ? read.items[0]?.config : undefined;
  if (config != null && component !== 'device') EXAMPLES.set(component, { ...config });
}

const lie = fc.oneof(
  fc.jsonValue(),
  fc.constantFrom('', 'None', '-', '1e999', '{{ x', '\0', 'a/#/b', '__proto__', 10 ** 400, -1),
  fc.integer(),
  fc.constant(JSON.parse('{"__proto__":{"on":true}}')),
);

describe('the schemas of all components', () => {
  it('have an example', () => {
    expect(components.map(({ name }) => name).filter((name) => !EXAMPLES.has(name))).toEqual(['camera']);
  });

  it.each(components.filter(({ name }) => EXAMPLES.has(name)))(
    'take or refuse any lie about a key: $name',
    (component) => {
      const example = EXAMPLES.get(component.name) ?? {};
      const keys = [
        ...Object.keys(example),
        'device',
        'availability',
        'options',
        'modes',
        'qos',
        'min',
        'name',
      ];
      fc.assert(
        fc.property(fc.constantFrom(...keys), lie, (key, value) => {
          const result = component.schema.safeParse({ ...example, [key]: value });
          expect(typeof result.success).toBe('boolean');
          if (!result.success) return;
          expect(component.describe(result.data, UNIT_SYSTEMS.metric).kind).toBeDefined();
          expect(Array.isArray(component.readings(result.data))).toBe(true);
        }),
      );
    },
  );

  it.each(components.filter(({ name }) => EXAMPLES.has(name)))('read any message: $name', (component) => {
    const config = component.schema.parse(EXAMPLES.get(component.name));
    const entity = { values: {}, setFeatures: () => {} } as never;
    const values = component.describe(config, UNIT_SYSTEMS.metric).values ?? {};
    const payload = fc.oneof(
      fc.string(),
      fc.json(),
      fc.double().map(String),
      fc
        .dictionary(
          fc.constantFrom(
            'state',
            'color',
            'color_mode',
            'brightness',
            'position',
            'tone',
            'event_type',
            'timings',
          ),
          lie,
        )
        .map((object) => JSON.stringify(object)),
    );
    fc.assert(
      fc.property(payload, (text) => {
        const bytes = Buffer.from(text);
        const site = {
          values,
          entity,
          message: new Message('t', bytes),
          now: 1,
          warn: () => null,
          later: () => {},
          keepPicture: () => {},
        };
        for (const reading of component.readings(config)) {
          const told = reading.readBytes?.(bytes, site) ?? reading.read?.(text, site);
          expect(told === undefined || typeof told === 'object').toBe(true);
        }
      }),
    );
  });
});

describe('a server with hostile devices', () => {
  it('continues to serve others, and logs each cause once with its count', async () => {
    await home.discover('sensor/calm', { uniq_id: 'calm', name: 'calm', stat_t: 'calm' }, 'sensor.calm');
    const bad = {
      uniq_id: 'bad',
      name: 'bad',
      stat_t: 'bad',
      val_tpl: '{% for i in range(99999) %}{% for j in range(99999) %}{{ i }}{% endfor %}{% endfor %}',
    };
    await home.discover('sensor/bad', bad, 'sensor.bad');
    for (const topic of [
      'homeassistant/sensor/a b/config',
      'homeassistant/sensor/x/config',
      'homeassistant/device/x/config',
    ])
      for (const payload of [
        'x',
        '[',
        '{"a":'.repeat(2000),
        '5',
        '{"device":5}',
        '{"__proto__":{"a":1}}',
        Buffer.from([255]),
      ])
        home.send(topic, payload);
    home.send('bad', 'x');
    for (let i = 0; i < 20; i += 1) home.send('homeassistant/sensor/same/config', 'no json');
    home.send('calm', 'served');
    await until(() => home.state('sensor.calm') === 'served');
    expect(home.state('sensor.bad')).toBe('unknown');
    const before = home.clock.now();
    for (let i = 0; i < 200; i += 1) home.send('bad', 'x');
    await home.pass();
    expect(home.clock.now() - before).toBeLessThan(2000); // one render of 50 ms at most, the rest is refused
    const same = home.warnings.filter((text) => text.includes('/same/'));
    expect(same).toHaveLength(2);
    expect(same[1]).toContain('10 times');
  });

  it('takes one of two that claim the same unique id, and the other when the first is gone', async () => {
    const config = (name: string) => ({ uniq_id: 'twin', name, stat_t: name, def_ent_id: `sensor.${name}` });
    await home.discover('sensor/twin1', config('twin1'), 'sensor.twin1');
    home.send('homeassistant/sensor/twin2/config', config('twin2'));
    await home.pass();
    expect(home.state('sensor.twin2')).toBeUndefined();
    home.send('homeassistant/sensor/twin1/config', '');
    await until(() => home.state('sensor.twin1') === undefined);
    home.send('homeassistant/sensor/twin2/config', config('twin2'));
    await until(() => home.state('sensor.twin2') !== undefined);
  });

  it('adds thousands of entities at once', async () => {
    const count = seeds(2000, 10_000);
    for (let i = 0; i < count; i += 1)
      home.send(`homeassistant/sensor/many${i}/config`, {
        uniq_id: `many${i}`,
        name: `many ${i}`,
        stat_t: 'many',
      });
    for (let i = 999; i < count; i += 1000)
      await until(() => home.state(`sensor.many_${i}`) !== undefined, `${i} of them are there`);
    await home.pass();
    home.send('many', 'all');
    await until(() => home.state(`sensor.many_${count - 1}`) === 'all');
    expect(home.state('sensor.many_0')).toBe('all');
  });
});
