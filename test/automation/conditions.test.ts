import { describe, expect, it } from 'vitest';
import type { Tracer } from '../../src/automation/config/tracer.ts';
import { parseCondition, parseConditions, testAll } from '../../src/automation/parsing/parse-conditions.ts';
import { automationSetting, parseHelp } from '../support/automation-setting.ts';

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
const numeric = (more: object) => ({ condition: 'numeric_state', ...more });
const FAILS = expect.stringContaining('ConditionFailure');

describe('a condition', () => {
  it.each<[unknown, unknown]>([
    [state({ entity_id: 'sensor.y', state: 'a' }), true],
    [state({ entity_id: 'sensor.y', state: ['b', 'a'] }), true],
    [state({ entity_id: 'sensor.y', state: 'b' }), false],
    [state({ entity_id: 'sensor.y', state: 'input_text.wish' }), true],
    [state({ entity_id: 'sensor.y', state: 'input_text.none' }), FAILS],
    [state({ entity_id: ['sensor.x', 'sensor.y'], state: 'a' }), false],
    [state({ entity_id: ['sensor.x', 'sensor.y'], state: 'a', match: 'any' }), true],
    [state({ entity_id: ['sensor.y', 'sensor.none'], state: 'a', match: 'any' }), FAILS],
    [state({ entity_id: ['sensor.none', 'sensor.x'], state: 'a' }), false],
    [state({ entity_id: 'sensor.none', state: 'a' }), FAILS],
    [state({ entity_id: 'sensor.x', attribute: 'n', state: 5 }), true],
    [state({ entity_id: 'sensor.x', attribute: 'n', state: '5' }), false],
    [state({ entity_id: 'sensor.x', attribute: 'yes', state: ['x', true] }), true],
    [state({ entity_id: 'sensor.x', attribute: 'none', state: null }), false],
    [state({ entity_id: 'sensor.y', state: 'a', for: 9 }), true],
    [state({ entity_id: 'sensor.y', state: 'a', for: { seconds: 11 } }), false],
    [state({ entity_id: 'sensor.y', state: 'a', for: { seconds: '{{ 4 + 4 }}' } }), true],
    [state({ entity_id: 'sensor.y', state: 'a', for: '{{ nothing.at.all }}' }), FAILS],
    [numeric({ entity_id: 'sensor.x', above: 4 }), true],
    [numeric({ entity_id: 'sensor.x', above: 5 }), false],
    [numeric({ entity_id: 'sensor.x', below: 5 }), false],
    [numeric({ entity_id: 'sensor.x', above: 4.9, below: 5.1 }), true],
    [numeric({ entity_id: 'sensor.gone', above: 4 }), false],
    [numeric({ entity_id: 'sensor.x', above: 'sensor.gone' }), false],
    [numeric({ entity_id: 'sensor.x', above: 'sensor.y' }), FAILS],
    [numeric({ entity_id: 'sensor.y', above: 4 }), FAILS],
    [numeric({ entity_id: 'sensor.none', above: 4 }), FAILS],
    [numeric({ entity_id: ['sensor.x', 'sensor.gone'], above: 4 }), false],
    [numeric({ entity_id: 'sensor.x', attribute: 'none', above: 4 }), false],
    [numeric({ entity_id: 'sensor.x', above: 14, value_template: '{{ state.state | float + 10 }}' }), true],
    ['{{ true }}', true],
    ['{{ "TRUE" }}', true],
    ['{{ "on" }}', false],
    ['{{ 1 }}', false],
    ['{{ nope }}', false],
    ['{{ 1 / 0 }}', FAILS],
    [{ condition: 'template', value_template: 'true' }, true],
    [{ condition: 'template', value_template: '{{ false }}', enabled: false }, null],
    [{ condition: 'template', value_template: '{{ false }}', enabled: '{{ 1 > 2 }}' }, null],
    [{ condition: 'template', value_template: '{{ true }}', enabled: '{{ 1 / 0 }}' }, FAILS],
    [{ or: [{ condition: 'template', value_template: 'x', enabled: '{{ now() }}' }, '{{ true }}'] }, true],
    [{ condition: 'time', after: '12:59', before: '13:01' }, true],
    [{ condition: 'time', after: '13:01', before: '12:59' }, false],
    [{ condition: 'time', after: '13:01', before: '13:02' }, false],
    [{ condition: 'time', after: '20:00', before: '14:00' }, true],
    [{ condition: 'time', after: '08:00', before: '08:00' }, true],
    [{ condition: 'time', weekday: 'fri' }, true],
    [{ condition: 'time', weekday: ['sat', 'sun'], after: '01:00' }, false],
    [{ condition: 'time', after: 'input_datetime.none' }, FAILS],
    [{ condition: 'time', after: 'sensor.x' }, false],
  ])('%j gives %j', (config, expected) => {
    expect(ask(config)).toEqual(expected);
  });

  it('knows which trigger it was', () => {
    const config = { condition: 'trigger', id: ['a', 'b'] };
    expect([{ trigger: { id: 'b' } }, { trigger: { id: 'c' } }, {}].map((one) => ask(config, one))).toEqual([
      true,
      false,
      false,
    ]);
  });

  it('knows who is in a zone', () => {
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
    const [yes, no, fails, off] = [
      '{{ true }}',
      '{{ false }}',
      '{{ 1 / 0 }}',
      { condition: 'template', value_template: 'x', enabled: false },
    ];

    it.each<[unknown, unknown]>([
      [{ and: [] }, true],
      [{ or: [] }, false],
      [{ not: [] }, true],
      [{ and: [yes, yes] }, true],
      [{ and: [fails, no] }, false],
      [{ and: [yes, fails] }, FAILS],
      [{ and: [off, yes] }, true],
      [{ or: [fails, yes] }, true],
      [{ or: [no, fails] }, FAILS],
      [{ or: [off] }, false],
      [{ or: [off, no] }, false],
      [{ not: [no, no] }, true],
      [{ not: [fails, yes] }, false],
      [{ not: [fails, no] }, FAILS],
      [{ not: no }, true],
      [{ condition: [yes, no] }, false],
      [{ condition: 'or', conditions: [no, yes] }, true],
      [{ condition: 'not', conditions: [state({ entity_id: 'sensor.none', state: 'a' })] }, FAILS],
    ])('%j gives %j', (config, expected) => {
      expect(ask(config)).toEqual(expected);
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

  it.each<[unknown, string]>([
    [{ condition: 'nothing' }, 'Invalid condition "nothing" specified'],
    [{}, "missing at 'condition.condition'"],
    [5, 'Got 5'],
    [state({ entity_id: 'sensor.x' }), "missing at 'condition.state'"],
    [state({ entity_id: 'sensor.x', state: 5 }), 'Got 5'],
    [state({ entity_id: 'sensor.x', state: 'a', attribute: 'n', for: 5 }), "'for'"],
    [state({ entity_id: 'sensor.x', state: 'input_text.wish', for: 5 }), "'for'"],
    [numeric({ entity_id: 'sensor.x' }), "'above'"],
    [{ condition: 'time' }, "'after'"],
    [{ condition: 'time', after: 'noon' }, '"noon"'],
    [{ and: [{ condition: 'template' }] }, 'condition.and[0].value_template'],
    [{ or: ['{{ true }}'], more: 1 }, "'more'"],
    ['{{ 1', "at 'condition'"],
  ])('refuses %j', (config, message) => {
    expect(() => parseCondition(config, ['condition'], parseHelp())).toThrow(message);
  });
});
