import { describe, expect, it } from 'vitest';
import { str } from '../../../src/jinja/values/printing.ts';
import { attachTriggers, automationSetting } from '../../support/automation-setting.ts';
import { testData } from '../../support/test-data.ts';

const cases = testData(import.meta.filename);

const METER = 'sensor.meter';

function values(config: Record<string, unknown>, steps: readonly (string | null)[]) {
  const home = automationSetting();
  const [first, ...rest] = steps;
  if (typeof first === 'string') home.states.set(METER, first, {});
  const attached = attachTriggers(home.setting, { trigger: 'numeric_state', entity_id: METER, ...config });
  for (const state of rest) {
    if (state === null) home.states.remove(METER);
    else home.states.set(METER, state, {});
  }
  const seen = attached.fired.map(
    ({ trigger }) => (trigger.to_state as { state: { state: string } }).state.state,
  );
  return { ...home, ...attached, seen };
}

describe('the numeric_state trigger', () => {
  it.each(cases<[string, Record<string, number>, (string | null)[], string[]][]>('values'))(
    '%s',
    (_name, config, steps, expected) => {
      expect(values(config, steps).seen).toEqual(expected);
    },
  );

  it('reads a bound from an entity and an attribute of the value', () => {
    const { setting, states } = automationSetting();
    states.set('input_number.most', '50', {});
    states.set(METER, 'x', { power: 60 });
    const { fired } = attachTriggers(setting, {
      ...{ trigger: 'numeric_state', entity_id: METER, attribute: 'power', below: 'input_number.most' },
    });
    states.set('input_number.most', '70', {});
    expect(fired).toEqual([]);
    states.set(METER, 'x', { power: 40 });
    expect(fired[0]?.trigger).toMatchObject({ below: 'input_number.most', above: null, entity_id: METER });
  });

  it('takes a template of the value', () => {
    const { seen } = values({ above: 10, value_template: '{{ state.state | float * 2 }}' }, ['3', '4', '6']);
    expect(seen).toEqual(['6']);
  });

  it('must stay in the range for its dwell time', () => {
    const { clock, states, fired } = values({ above: 10, for: '00:00:05' }, ['5', '11']);
    clock.advance(3000);
    states.set(METER, '12', {});
    clock.advance(2001);
    expect(fired.map(({ trigger }) => str(trigger.for))).toEqual(['0:00:05']);
    states.set(METER, '5', {});
    states.set(METER, '12', {});
    clock.advance(3000);
    states.set(METER, '9', {});
    clock.advance(30_000);
    expect(fired).toHaveLength(1);
  });

  it.each(cases<[Record<string, unknown>, string][]>('invalid configs'))('refuses %j', (config, named) => {
    expect(() => values(config, [])).toThrow(named);
  });
});
