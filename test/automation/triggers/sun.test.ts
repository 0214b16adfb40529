import { describe, expect, it } from 'vitest';
import { parseCondition } from '../../../src/automation/parsing/parse-conditions.ts';
import { str } from '../../../src/jinja/values/printing.ts';
import { attachTriggers, automationSetting, parseHelp } from '../../support/automation-setting.ts';
import { FakeClock } from '../../support/fake-clock.ts';
import { testData } from '../../support/test-data.ts';

const cases = testData(import.meta.filename);

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** The times of all firings in UTC, to the minute. */
function moments(config: Record<string, unknown>, start: string, length: number, latitude = 52.37) {
  const clock = new FakeClock(start);
  const { setting, home } = automationSetting({ clock });
  Object.assign(home.home.facts, { latitude });
  const seen: string[] = [];
  const { fired } = attachTriggers(setting, config);
  for (let passed = 0; passed < length; passed += 60_000) {
    const before = fired.length;
    clock.advance(60_000);
    for (let i = before; i < fired.length; i += 1)
      seen.push(new Date(clock.now()).toISOString().slice(0, 16));
  }
  return { seen, fired };
}

/** The results of a condition at some times of a day. */
function holds(config: Record<string, unknown>, times: readonly string[], latitude = 52.37) {
  return times.map((time) => {
    const { setting, home } = automationSetting({ clock: new FakeClock(time) });
    Object.assign(home.home.facts, { latitude });
    return parseCondition(config, [], parseHelp()).test({ setting, variables: {} }, '');
  });
}

describe('the sun trigger', () => {
  it('fires when the sun rises and sets, and so long before or after', () => {
    const start = '2026-11-21T00:00:00Z';
    expect(moments({ trigger: 'sun', event: 'sunrise' }, start, DAY).seen).toEqual(['2026-11-21T07:12']);
    expect(moments({ trigger: 'sun', event: 'sunset' }, start, DAY).seen).toEqual(['2026-11-21T15:41']);
    const early = moments({ trigger: 'sun', event: 'sunset', offset: '-01:00:00' }, start, 2 * DAY);
    expect(early.seen).toEqual(['2026-11-21T14:41', '2026-11-22T14:40']);
    expect(early.fired[0]?.trigger).toMatchObject({ event: 'sunset', description: 'sunset with offset' });
    expect(str(early.fired[0]?.trigger.offset)).toBe('-1 day, 23:00:00');
  });

  it('waits through the polar night', () => {
    const config = { trigger: 'sun', event: 'sunrise' };
    expect(moments(config, '2026-12-01T00:00:00Z', 3 * DAY, 69.65).seen).toEqual([]);
  });

  it.each(cases<[Record<string, unknown>][]>('invalid configs'))('refuses %j', (config) => {
    expect(() => moments({ trigger: 'sun', ...config }, '2026-11-21T00:00:00Z', 0)).toThrow(/event|offset/);
  });
});

describe('triggers of the sun', () => {
  const START = '2026-11-21T00:00:00Z';

  it.each(cases<[string, object, string[]][]>('events'))(
    '%s with %j comes at %j',
    (name, options, expected) => {
      const { seen } = moments({ trigger: `sun.${name}`, options }, START, DAY);
      const minutes = (text: string): number => Number(text.slice(-5, -3)) * 60 + Number(text.slice(-2));
      expect(seen).toHaveLength(expected.length);
      for (const [index, text] of seen.entries())
        expect(Math.abs(minutes(text) - minutes(expected[index] ?? ''))).toBeLessThanOrEqual(3);
    },
  );

  it('handle polar nights and days', () => {
    const of = (name: string, start: string, days: number) =>
      moments({ trigger: `sun.${name}` }, start, days * DAY, 69.65).seen.map((text) => text.slice(0, 10));
    expect(of('polar_night_started', '2026-11-24T00:00:00Z', 8)).toEqual(['2026-11-28']);
    expect(of('midnight_sun_started', '2026-05-14T00:00:00Z', 8)).toEqual(['2026-05-18']);
    expect(of('polar_night_ended', '2027-01-11T00:00:00Z', 8)).toEqual(['2027-01-15']);
  });

  it('receive its elevation', () => {
    const { setting, states } = automationSetting();
    states.set('sun.sun', 'above_horizon', { elevation: 2 });
    const threshold = { type: 'below', value: { number: 0 } };
    const { fired } = attachTriggers(setting, {
      trigger: 'sun.elevation_crossed_threshold',
      options: { threshold },
    });
    for (const elevation of [1, -1, -2]) states.set('sun.sun', 'x', { elevation });
    expect(fired).toHaveLength(1);
  });

  it('take no target', () => {
    const { setting } = automationSetting();
    const config = { trigger: 'sun.dawn', target: { entity_id: 'sun.sun' } };
    expect(() => attachTriggers(setting, config)).toThrow('target');
  });
});

describe('the sun condition', () => {
  const TIMES = ['05:00', '09:00', '14:00', '16:30', '22:00'].map((time) => `2026-11-21T${time}:00Z`);

  it.each(cases<[object, readonly boolean[]][]>('conditions'))('with %j holds %j', (config, expected) => {
    expect(holds({ condition: 'sun', ...config }, TIMES)).toEqual(expected);
  });

  it('does not hold where the sun does not rise', () => {
    expect(holds({ condition: 'sun', after: 'sunrise' }, ['2026-12-10T12:00:00Z'], 69.65)).toEqual([false]);
  });

  it('needs a bound', () => {
    expect(() => holds({ condition: 'sun' }, TIMES)).toThrow("'before'");
  });
});

describe('conditions of the sun', () => {
  it.each(cases<[string, object, readonly boolean[]][]>('entity conditions'))(
    '%s with %j',
    (name, options, expected) => {
      const times = ['03:00', '06:15', '13:00', '16:10'].map((time) => `2026-11-21T${time}:00Z`);
      expect(holds({ condition: `sun.${name}`, options }, times)).toEqual(expected);
    },
  );

  it('handle polar nights and days', () => {
    expect(holds({ condition: 'sun.is_polar_night' }, ['2026-12-10T12:00:00Z'], 69.65)).toEqual([true]);
    expect(holds({ condition: 'sun.is_midnight_sun' }, ['2026-06-10T12:00:00Z'], 69.65)).toEqual([true]);
  });
});
