import { describe, expect, it } from 'vitest';
import { parseCondition } from '../../../src/automation/parsing/parse-conditions.ts';
import { parseTriggers } from '../../../src/automation/parsing/parse-triggers.ts';
import { str } from '../../../src/jinja/values/printing.ts';
import { attachTriggers, automationSetting, KeptWaits, parseHelp } from '../../support/automation-setting.ts';
import { testData } from '../../support/test-data.ts';

const cases = testData(import.meta.filename);

const PAIR = { entity_id: ['light.a', 'light.b'] };

function pair(options: object, more: object = {}) {
  const home = automationSetting();
  for (const id of ['light.a', 'light.b']) home.states.set(id, 'off', {});
  const attached = attachTriggers(home.setting, {
    trigger: 'light.turned_on',
    target: PAIR,
    options,
    ...more,
  });
  const ids = () => attached.fired.map(({ trigger }) => trigger.entity_id);
  const set = (id: 'a' | 'b', state: string) => home.states.set(`light.${id}`, state, {});
  return { ...home, ...attached, ids, set };
}

describe('which entities count', () => {
  it.each(cases<[object, readonly string[]][]>('targets'))('with %j are %j', (options, expected) => {
    const { ids, set } = pair(options);
    for (const [id, state] of cases<['a' | 'b', string][]>('changes')) set(id, state);
    expect(ids()).toEqual(expected);
  });

  it('does not include entities without a state', () => {
    const { ids, set } = pair({ behavior: 'all' });
    set('b', 'unavailable');
    set('a', 'on');
    expect(ids()).toEqual(['light.a']);
  });

  it('fires after its dwell time', () => {
    const each = pair({ for: '00:00:10' });
    each.set('a', 'on');
    each.clock.advance(5000);
    each.set('b', 'on');
    each.set('a', 'unavailable');
    each.clock.advance(10_001);
    expect(each.ids()).toEqual(['light.b']);
    expect(str(each.fired[0]?.trigger.for)).toBe('0:00:10');
    const first = pair({ behavior: 'first', for: 10 });
    first.set('a', 'on');
    first.clock.advance(5000);
    first.set('b', 'on');
    first.set('a', 'off');
    first.clock.advance(5001);
    expect(first.ids()).toEqual(['light.a']);
    const all = pair({ behavior: 'all', for: { seconds: 10 } });
    all.set('a', 'on');
    all.set('b', 'on');
    all.clock.advance(5000);
    all.set('a', 'off');
    all.clock.advance(60_000);
    expect(all.ids()).toEqual([]);
  });

  it('reports why it did not fire', () => {
    const { setting, states } = automationSetting();
    for (const id of ['light.a', 'light.b']) states.set(id, 'off', {});
    const reasons: string[] = [];
    const config = { trigger: 'light.turned_on', target: PAIR, options: { behavior: 'all' } };
    parseTriggers(config, [], parseHelp()).attach({
      ...{ setting, variables: {}, waits: () => new KeptWaits(), fire: () => {} },
      passed: ({ trigger, index }, reason) => reasons.push(`${index} ${trigger.entity_id}: ${reason}`),
    });
    states.set('light.a', 'on', {});
    expect(reasons).toEqual(['0 light.a: 1 of 2 entities are so']);
  });

  it('resumes its dwell time after a restart', () => {
    const waits = new KeptWaits();
    const config = {
      trigger: 'light.turned_on',
      target: PAIR,
      options: { behavior: 'all', for: '00:10:00' },
    };
    const first = automationSetting();
    for (const id of ['light.a', 'light.b']) first.states.set(id, 'off', {});
    const { undo } = attachTriggers(first.setting, config, { waits });
    for (const id of ['light.a', 'light.b']) first.states.set(id, 'on', {});
    first.clock.advance(500_000);
    undo?.();
    const second = automationSetting({ clock: first.clock });
    for (const id of ['light.a', 'light.b']) second.states.set(id, 'on', {});
    const { fired } = attachTriggers(second.setting, config, { waits });
    second.clock.advance(101_000);
    expect(fired.map(({ trigger }) => trigger.entity_id)).toEqual(['light.b']);
    expect(waits.kept.size).toBe(0);
  });
});

describe('a target', () => {
  /** A home with a lamp, assigned to the kitchen by its device. */
  async function house() {
    const home = automationSetting();
    const { places, devices, registry, configEntries } = home.home;
    await places.areas.create({ name: 'Kitchen' });
    await places.labels.create({ name: 'Cosy' });
    const { entry_id } = configEntries.ensure('mqtt', 'MQTT');
    const device = devices.ensure(entry_id, { identifiers: [['mqtt', 'x']], name: 'X' });
    const entity = (id: string, category: 'diagnostic' | null = null) =>
      registry.create(id, 'mqtt', id, {
        ...{ config_entry_id: entry_id, device_id: device.id, original_name: null, original_icon: null },
        ...{ original_device_class: null, unit_of_measurement: null, entity_category: category },
        ...{ capabilities: {}, supported_features: 0, translation_key: null },
      });
    return { ...home, device, entity, places, devices, registry };
  }

  it('follows entities that move between areas', async () => {
    const { setting, states, device, entity, devices, registry, clock } = await house();
    entity('light.lamp');
    states.set('light.lamp', 'off', {});
    const { fired, undo } = attachTriggers(setting, {
      ...{ trigger: 'light.turned_on', target: { area_id: 'kitchen', label_id: 'cosy' } },
    });
    const flick = (): number => {
      states.set('light.lamp', 'on', {});
      states.set('light.lamp', 'off', {});
      return fired.length;
    };
    expect(flick()).toBe(0);
    await devices.update(device.id, { area_id: 'kitchen' });
    clock.flush();
    expect(flick()).toBe(1);
    await devices.update(device.id, { area_id: null });
    clock.flush();
    expect(flick()).toBe(1);
    await registry.update('light.lamp', { labels: ['cosy'] });
    clock.flush();
    expect(flick()).toBe(2);
    undo?.();
    await registry.update('light.lamp', { labels: [] });
    expect(flick()).toBe(2);
  });

  it('includes batteries, which are diagnostic, and no other diagnostic entities', async () => {
    const { setting, states, device, entity } = await house();
    entity('binary_sensor.low', 'diagnostic');
    entity('light.indicator', 'diagnostic');
    const attributes = { device_class: 'battery' };
    states.set('binary_sensor.low', 'off', attributes);
    states.set('light.indicator', 'off', {});
    const { fired } = attachTriggers(setting, [
      { trigger: 'battery.became_low', target: { device_id: device.id } },
      { trigger: 'light.turned_on', target: { device_id: device.id } },
    ]);
    states.set('binary_sensor.low', 'on', attributes);
    states.set('light.indicator', 'on', {});
    expect(fired.map(({ trigger }) => trigger.platform)).toEqual(['battery.became_low']);
  });

  it('takes the members of a group, and follows them', () => {
    const { setting, states } = automationSetting();
    states.set('light.a', 'off', {});
    states.set('light.b', 'off', {});
    states.set('group.all', 'off', { entity_id: ['light.a'] });
    const { fired } = attachTriggers(setting, {
      trigger: 'light.turned_on',
      target: { entity_id: 'group.all' },
    });
    states.set('light.b', 'on', {});
    states.set('group.all', 'off', { entity_id: ['light.b'] });
    states.set('light.b', 'off', {});
    states.set('light.b', 'on', {});
    states.set('light.a', 'on', {});
    expect(fired.map(({ trigger }) => trigger.entity_id)).toEqual(['light.b']);
  });

  it('leaves out what it excludes, and follows that', async () => {
    const { setting, states, device, entity, devices, registry, clock } = await house();
    const { id } = entity('light.lamp');
    for (const name of ['light.lamp', 'light.a', 'light.b']) states.set(name, 'off', {});
    states.set('group.out', 'off', { entity_id: ['light.a'] });
    const target = { entity_id: ['light.lamp', 'light.a', 'light.b'] };
    const { fired } = attachTriggers(setting, [
      { trigger: 'light.turned_on', target: { ...target, exclude: { area_id: 'kitchen' } } },
      { trigger: 'light.turned_on', target: { ...target, exclude: { entity_id: 'group.out' } } },
      { trigger: 'light.turned_on', target: { ...target, exclude: { entity_id: [id] } } },
    ]);
    const heard = (light: string): string => {
      const before = fired.length;
      states.set(light, 'on', {});
      states.set(light, 'off', {});
      return fired
        .slice(before)
        .map(({ trigger }) => trigger.idx)
        .sort()
        .join();
    };
    expect([heard('light.lamp'), heard('light.a'), heard('light.b')]).toEqual(['0,1', '0,2', '0,1,2']);
    await devices.update(device.id, { area_id: 'kitchen' });
    states.set('group.out', 'off', { entity_id: ['light.b'] });
    clock.flush();
    expect([heard('light.lamp'), heard('light.a'), heard('light.b')]).toEqual(['1', '0,1,2', '0,2']);
    await registry.update('light.lamp', { entity_id: 'light.renamed' });
    clock.flush();
    states.set('light.renamed', 'off', {});
    expect(heard('light.renamed')).toBe('');
  });

  it('leaves what a condition excludes out of it', async () => {
    const { setting, states } = automationSetting();
    states.set('light.a', 'on', {});
    states.set('light.b', 'off', {});
    const isOn = (exclude: object): unknown =>
      parseCondition(
        {
          condition: 'light.is_on',
          target: { entity_id: ['light.a', 'light.b'], exclude },
          options: { behavior: 'all' },
        },
        [],
        parseHelp(),
      ).test({ setting, variables: {} }, '');
    expect([isOn({}), isOn({ entity_id: 'light.b' }), isOn({ entity_id: 'light.a' })]).toEqual([
      false,
      true,
      false,
    ]);
  });

  it.each<[unknown, string]>([
    [{ exclude: 'light.a' }, 'exclude'],
    [{ exclude: { room: 'x' } }, 'room'],
    [{ exclude: { entity_id: 'all' } }, 'all'],
    [{ exclude: { exclude: {} } }, 'exclude'],
    [undefined, 'target'],
    [{ entity_id: 'all' }, 'all'],
    [{ entity_id: ['no id'] }, 'no id'],
    [{ room: 'x' }, 'room'],
    [{ area_id: 5 }, '5'],
    ['light.a', 'target'],
  ])('cannot be %j', (target, named) => {
    const { setting } = automationSetting();
    expect(() => attachTriggers(setting, { trigger: 'light.turned_on', target })).toThrow(named);
  });
});

describe('a threshold', () => {
  const sensor = (
    threshold: unknown,
    values: readonly (readonly [string, string])[],
    trigger = 'temperature.crossed_threshold',
  ) => {
    const home = automationSetting();
    const set = ([state, unit]: readonly [string, string]) =>
      home.states.set('sensor.t', state, { device_class: 'temperature', unit_of_measurement: unit });
    home.states.set('input_number.limit', '20', { unit_of_measurement: '°C' });
    home.states.set('input_number.bare', '20', {});
    set(['5', '°C']);
    const { fired } = attachTriggers(home.setting, {
      trigger,
      target: { entity_id: 'sensor.t' },
      options: { threshold },
    });
    const seen: string[] = [];
    for (const value of values) {
      const before = fired.length;
      set(value);
      if (fired.length > before) seen.push(value.join(''));
    }
    return seen;
  };
  const C = (number: number) => ({ number, unit_of_measurement: '°C' });
  const STEPS = cases<[string, string][]>('temperatures');

  it.each<[unknown, readonly string[]]>([
    [{ type: 'above', value: C(20) }, ['20.5°C', '70°F']],
    [{ type: 'above', value: { number: 68, unit_of_measurement: '°F' } }, ['20.5°C', '70°F']],
    [{ type: 'below', value: C(10) }, ['5°C']],
    [{ type: 'between', value_min: C(10), value_max: C(20) }, ['10°C']],
    [{ type: 'outside', value_min: C(10), value_max: C(20) }, ['20.5°C']],
    [{ type: 'above', value: { entity: 'input_number.limit' } }, ['20.5°C', '70°F']],
    [
      { type: 'above', value: { active_choice: 'entity', entity: 'input_number.limit', number: 1 } },
      ['20.5°C', '70°F'],
    ],
    [{ type: 'above', value: { entity: 'input_number.bare' } }, []],
    [{ type: 'above', value: { entity: 'sensor.none' } }, []],
  ])('of %j is crossed by %j', (threshold, expected) => {
    expect(sensor(threshold, STEPS)).toEqual(expected);
  });

  it('may be any where each change counts', () => {
    expect(sensor({ type: 'any' }, STEPS, 'temperature.changed')).toHaveLength(6);
  });

  it.each<[unknown, string]>([
    [undefined, 'threshold'],
    [5, '5'],
    [{ type: 'any' }, 'any'],
    [{ type: 'near', value: C(5) }, 'near'],
    [{ type: 'above', value: 5 }, 'value'],
    [{ type: 'above', value: { number: 5 } }, 'unit_of_measurement'],
    [{ type: 'above', value: { number: 5, unit_of_measurement: '%' } }, '%'],
    [{ type: 'above', value: { number: 'x', unit_of_measurement: '°C' } }, '"x"'],
    [{ type: 'above', value: { entity: 'light.x' } }, 'light.x'],
    [{ type: 'above', value: C(5), value_min: C(4) }, 'value_min'],
    [{ type: 'between', value_min: C(10) }, 'value_max'],
    [{ type: 'between', value_min: C(20), value_max: C(10) }, 'value_min'],
  ])('cannot be %j', (threshold, named) => {
    expect(() => sensor(threshold, [])).toThrow(named);
  });
});

describe('a condition of a purpose', () => {
  const ask = (states: Record<string, string>, options: object) => {
    const home = automationSetting();
    for (const [id, state] of Object.entries(states)) home.states.set(id, state, {});
    home.clock.advance(10_000);
    return parseCondition({ condition: 'light.is_on', target: PAIR, options }, [], parseHelp()).test(
      { setting: home.setting, variables: {} },
      '',
    );
  };

  it.each(cases<[Record<string, string>, object, boolean][]>('conditions'))(
    'in %j with %j is %j',
    (states, options, expected) => {
      expect(ask(states, options)).toBe(expected);
    },
  );

  it.each([[{ behavior: 'first' }], [{ for: 'x' }], [{ for: '{{ 1 }}' }], [{ other: 1 }]])(
    'refuses %j',
    (options) => {
      expect(() => ask({}, options)).toThrow(/behavior|for|other/);
    },
  );
});
