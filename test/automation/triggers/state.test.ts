import { describe, expect, it } from 'vitest';
import { str } from '../../../src/jinja/values/printing.ts';
import { attachTriggers, automationSetting, KeptWaits } from '../../support/automation-setting.ts';
import { testData } from '../../support/test-data.ts';

const cases = testData(import.meta.filename);

const DOOR = 'binary_sensor.door';

function transitions(config: Record<string, unknown>, steps: readonly (readonly [string | null, object?])[]) {
  const home = automationSetting();
  const [first, ...rest] = steps;
  if (first !== undefined && first[0] !== null) home.states.set(DOOR, first[0], { ...first[1] });
  const { fired } = attachTriggers(home.setting, { trigger: 'state', entity_id: DOOR, ...config });
  for (const [state, attributes] of rest) {
    if (state === null) home.states.remove(DOOR);
    else home.states.set(DOOR, state, { ...attributes });
  }
  return fired.map(({ trigger }) => {
    const of = (value: unknown): string =>
      value === null ? '-' : (value as { state: { state: string } }).state.state;
    return `${of(trigger.from_state)}>${of(trigger.to_state)}`;
  });
}

describe('the state trigger', () => {
  it('fires at each change, also of attributes alone, without from and to', () => {
    expect(transitions({}, [['on'], ['on', { a: 1 }], ['off', { a: 1 }], [null]])).toEqual([
      'on>on',
      'on>off',
      'off>-',
    ]);
  });

  it.each(cases<[Record<string, unknown>, string[]][]>('changes'))('with %j takes %j', (config, expected) => {
    expect(transitions(config, [['off'], ['on'], ['on', { a: 1 }], ['ajar'], [null]])).toEqual(expected);
  });

  it('treats a new entity as a change from nothing', () => {
    expect(transitions({ to: 'on' }, [[null], ['on']])).toEqual(['->on']);
    expect(transitions({ from: 'off' }, [[null], ['on']])).toEqual([]);
  });

  it('compares attributes with their types, and takes a missing one for null', () => {
    const steps = cases<[string, Record<string, unknown>][]>('steps');
    expect(transitions({ attribute: 'a' }, steps)).toEqual(['on>on', 'off>off', 'off>off']);
    expect(transitions({ attribute: 'a', to: 2 }, steps)).toEqual(['off>off']);
    expect(transitions({ attribute: 'a', to: null }, steps)).toEqual(['on>on', 'off>off', 'off>off']);
  });

  it('reports the change', () => {
    const { setting, states } = automationSetting();
    states.set(DOOR, 'off', {});
    const { fired } = attachTriggers(setting, {
      platform: 'state',
      entity_id: DOOR,
      id: 'my',
      alias: 'My trigger',
    });
    states.set(DOOR, 'on', {});
    expect(Object.keys(fired[0]?.trigger ?? {}).sort()).toEqual([...cases<string[]>('keys')]);
    expect(fired[0]?.trigger).toMatchObject({
      ...{ id: 'my', idx: '0', alias: 'My trigger', platform: 'state', entity_id: DOOR, for: null },
      ...{ attribute: null, description: `state of ${DOOR}` },
    });
    expect(fired[0]?.context).toBe(states.get(DOOR)?.context);
  });

  it('takes a list of entities, a text with commas, and ids of the registry', () => {
    const { setting, states, home } = automationSetting();
    const entry = home.registry.create('light.lamp', 'mqtt', 'lamp', {
      ...{
        config_entry_id: null,
        device_id: null,
        original_name: null,
        original_icon: null,
        entity_category: null,
      },
      ...{ original_device_class: null, unit_of_measurement: null, capabilities: {}, supported_features: 0 },
      translation_key: null,
    });
    const { fired } = attachTriggers(setting, [
      { trigger: 'state', entity_id: 'light.a, light.B' },
      { trigger: 'state', entity_id: [entry.id] },
    ]);
    for (const id of ['light.a', 'light.b', 'light.lamp']) states.set(id, 'on', {});
    expect(fired.map(({ trigger }) => trigger.entity_id)).toEqual(['light.a', 'light.b', 'light.lamp']);
  });

  describe('with a dwell time', () => {
    const lasting = (config: object, isTo = true) => {
      const home = automationSetting();
      home.states.set(DOOR, 'off', {});
      const whole = {
        trigger: 'state',
        entity_id: [DOOR, 'light.b'],
        for: { seconds: 10 },
        ...(isTo ? { to: 'on' } : {}),
        ...config,
      };
      return { ...home, ...attachTriggers(home.setting, whole) };
    };

    it('fires when it is over, once, with its length', () => {
      const { states, clock, fired } = lasting({});
      states.set(DOOR, 'on', {});
      clock.advance(9000);
      states.set(DOOR, 'on', { a: 1 });
      expect(fired).toEqual([]);
      clock.advance(1001);
      expect(fired.map(({ trigger }) => str(trigger.for))).toEqual(['0:00:10']);
      clock.advance(60_000);
      expect(fired).toHaveLength(1);
    });

    it('does not fire when the state changes meanwhile, and starts over when it is back', () => {
      const { states, clock, fired } = lasting({});
      states.set(DOOR, 'on', {});
      clock.advance(9000);
      states.set(DOOR, 'off', {});
      clock.advance(2000);
      states.set(DOOR, 'on', {});
      clock.advance(9000);
      expect(fired).toEqual([]);
      clock.advance(2000);
      expect(fired).toHaveLength(1);
    });

    it('has one timer per entity', () => {
      const { states, clock, fired } = lasting({});
      states.set(DOOR, 'on', {});
      clock.advance(5000);
      states.set('light.b', 'on', {});
      clock.advance(5001);
      expect(fired.map(({ trigger }) => trigger.entity_id)).toEqual([DOOR]);
      clock.advance(5000);
      expect(fired).toHaveLength(2);
    });

    it('with from alone ends when the old state is back, whatever comes between', () => {
      const { states, clock, fired } = lasting({ from: 'off' }, false);
      states.set(DOOR, 'a', {});
      clock.advance(5000);
      states.set(DOOR, 'b', {});
      clock.advance(5001);
      expect(fired).toHaveLength(1);
      states.set(DOOR, 'off', {});
      states.set(DOOR, 'a', {});
      clock.advance(5000);
      states.set(DOOR, 'off', {});
      clock.advance(50_000);
      expect(fired).toHaveLength(1);
    });

    it('reads it from templates that see the change', () => {
      const { states, clock, fired, lines } = lasting({
        for: { seconds: '{{ trigger.to_state.attributes.s }}' },
      });
      states.set(DOOR, 'on', { s: 3 });
      clock.advance(3001);
      expect(fired.map(({ trigger }) => str(trigger.for))).toEqual(['0:00:03']);
      states.set(DOOR, 'off', {});
      states.set(DOOR, 'on', { s: 'soon' });
      clock.advance(60_000);
      expect(fired).toHaveLength(1);
      expect(lines.join()).toContain('soon');
    });

    it('fires at once if the time is zero', () => {
      const { states, fired } = lasting({ for: 0 });
      states.set(DOOR, 'on', {});
      expect(fired).toHaveLength(1);
    });

    it('leaves nothing behind when undone', () => {
      const { states, clock, fired, undo } = lasting({});
      const before = clock.pending;
      states.set(DOOR, 'on', {});
      undo?.();
      expect(clock.pending).toBe(before);
      states.set(DOOR, 'off', {});
      clock.advance(60_000);
      expect(fired).toEqual([]);
    });
  });

  describe('after a restart', () => {
    const config = { trigger: 'state', entity_id: DOOR, to: 'on', for: { minutes: 10 } };

    /** Two processes: the first ends four minutes after the door opened. */
    const restart = (stateAfter: string | null, pause = 60_000) => {
      const waits = new KeptWaits();
      const first = automationSetting();
      first.states.set(DOOR, 'off', {});
      const { undo } = attachTriggers(first.setting, config, { waits });
      first.states.set(DOOR, 'on', { a: 1 });
      first.clock.advance(240_000);
      undo?.();
      first.clock.advance(pause);
      const second = automationSetting({ clock: first.clock });
      if (stateAfter !== null) second.states.set(DOOR, stateAfter, {});
      return { ...second, waits, ...attachTriggers(second.setting, config, { waits }) };
    };

    it('resumes and fires on time, once', () => {
      const { clock, fired, waits } = restart('on');
      clock.advance(299_000);
      expect(fired).toEqual([]);
      clock.advance(2000);
      expect(fired).toHaveLength(1);
      expect(str(fired[0]?.trigger.for)).toBe('0:10:00');
      expect(waits.kept.size).toBe(0);
    });

    it('is over when the state has changed', () => {
      const { clock, fired, waits } = restart('off');
      expect(waits.kept.size).toBe(0);
      clock.advance(3_600_000);
      expect(fired).toEqual([]);
    });

    it.each([['unavailable'], ['unknown'], [null]])(
      'waits for an entity that is %s to say what it is',
      (silent) => {
        const { clock, states, fired } = restart(silent);
        clock.advance(60_000);
        states.set(DOOR, 'on', {});
        clock.advance(239_000);
        expect(fired).toEqual([]);
        clock.advance(2000);
        expect(fired).toHaveLength(1);
        const other = restart(silent);
        other.states.set(DOOR, 'off', {});
        other.clock.advance(3_600_000);
        expect(other.fired).toEqual([]);
      },
    );

    it('fires late where the entity was silent meanwhile, but not later than a quarter of an hour', () => {
      const late = restart('unavailable');
      late.clock.advance(600_000);
      late.states.set(DOOR, 'on', {});
      expect(late.fired).toHaveLength(1);
      const tooLate = restart('unavailable');
      tooLate.clock.advance(3_600_000);
      tooLate.states.set(DOOR, 'on', {});
      expect(tooLate.fired).toEqual([]);
      expect(tooLate.waits.kept.size).toBe(1);
    });

    it('fires at once if the time passed while the process was down', () => {
      const { clock, fired } = restart('on', 600_000);
      clock.advance(1);
      expect(fired).toHaveLength(1);
    });
  });
});
