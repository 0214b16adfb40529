import { describe, expect, it } from 'vitest';
import type { Tracer } from '../../src/automation/config/tracer.ts';
import { parseCondition, parseConditions, testAll } from '../../src/automation/parsing/parse-conditions.ts';
import { automationSetting, parseHelp } from '../support/automation-setting.ts';
import { testData } from '../support/test-data.ts';

const cases = testData(import.meta.filename);

function home() {
  const made = automationSetting();
  made.states.set('sensor.x', '5', { n: 5, yes: true });
  made.states.set('sensor.y', 'a', {});
  made.states.set('sensor.gone', 'unknown', {});
  made.states.set('input_text.wish', 'a', {});
  made.clock.advance(10_000);
  return made;
}

/** true, false, null (disabled) or the failure. */
function ask(config: unknown, variables: Record<string, unknown> = {}, made = home()): unknown {
  const condition = parseCondition(config, ['condition'], parseHelp());
  try {
    return condition.test({ setting: made.setting, variables }, 'condition/0');
  } catch (error) {
    return error instanceof Error ? `${error.name}: ${error.message}` : error;
  }
}

const state = (more: object) => ({ condition: 'state', ...more });
const FAILS = expect.stringContaining('ConditionFailure');

describe('a condition', () => {
  it.each(cases<[unknown, unknown][]>('results'))('%j gives %j', (config, expected) => {
    expect(ask(config)).toEqual(expected === 'fails' ? FAILS : expected);
  });

  it('tests which trigger fired', () => {
    const config = { condition: 'trigger', id: ['a', 'b'] };
    expect([{ trigger: { id: 'b' } }, { trigger: { id: 'c' } }, {}].map((one) => ask(config, one))).toEqual([
      true,
      false,
      false,
    ]);
  });

  it('tests whether persons are in a zone', () => {
    const made = home();
    made.states.set('zone.home', '0', {
      latitude: 52.37,
      longitude: 4.89,
      radius: 100,
      friendly_name: 'Home',
    });
    made.states.set('person.in', 'home', { latitude: 52.3703, longitude: 4.89 });
    made.states.set('person.near', 'x', { latitude: 52.3715, longitude: 4.89, gps_accuracy: 100 });
    made.states.set('person.out', 'x', { latitude: 53, longitude: 5 });
    made.states.set('person.word', 'x', { in_zones: ['zone.home'], latitude: 53, longitude: 5 });
    made.states.set('person.lost', 'unknown', {});
    made.states.set('person.bare', 'home', {});
    const zone = (entity_id: unknown) => ask({ condition: 'zone', entity_id, zone: 'zone.home' }, {}, made);
    expect(['person.in', 'person.near', 'person.out', 'person.word', 'person.lost'].map(zone)).toEqual([
      ...[true, true, false, true, false],
    ]);
    expect(zone('person.bare')).toEqual(FAILS);
    expect(zone('person.none')).toEqual(FAILS);
    expect(zone(['person.in', 'person.out'])).toBe(false);
  });

  describe('of conditions', () => {
    it.each(cases<[unknown, unknown][]>('combinations'))('%j gives %j', (config, expected) => {
      expect(ask(config)).toEqual(expected === 'fails' ? FAILS : expected);
    });
  });

  it('is recorded in the trace with its steps', () => {
    const { setting } = home();
    const told: Record<string, object> = {};
    const tracer: Tracer = {
      step: (path) => {
        told[path] = {};
        return {
          result: (values) => Object.assign(told[path] as object, values),
          error: (text) => Object.assign(told[path] as object, { error: text }),
          warned: () => {},
        };
      },
    };
    const conditions = parseConditions(
      [
        { or: ['{{ false }}', state({ entity_id: ['sensor.x', 'sensor.y'], state: ['5', 'a'] })] },
        '{{ false }}',
      ],
      ['conditions'],
      parseHelp(),
    );
    expect(testAll(conditions, { setting, variables: {}, tracer }, 'condition')).toBe(false);
    expect(told).toMatchObject({
      'condition/0': { result: true },
      'condition/0/conditions/0': { result: false },
      'condition/0/conditions/1': { result: true },
      'condition/0/conditions/1/entity_id/0': { result: true, state: '5' },
      'condition/0/conditions/1/entity_id/1': { result: true, state: 'a', wanted_state: 'a' },
      'condition/1': { result: false },
    });
  });

  it.each(cases<[unknown, string][]>('invalid'))('refuses %j', (config, message) => {
    expect(() => parseCondition(config, ['condition'], parseHelp())).toThrow(message);
  });
});
