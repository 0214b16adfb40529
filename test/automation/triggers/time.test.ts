import { describe, expect, it } from 'vitest';
import { str } from '../../../src/jinja/values/printing.ts';
import { attachTriggers, automationSetting } from '../../support/automation-setting.ts';
import { FakeClock } from '../../support/fake-clock.ts';
import { testData } from '../../support/test-data.ts';

const cases = testData(import.meta.filename);

const HOUR = 3_600_000;

function times(config: Record<string, unknown>, start: string, hours: number, timeZone = 'Europe/Amsterdam') {
  const home = automationSetting({ clock: new FakeClock(start), timeZone });
  const { fired } = attachTriggers(home.setting, config);
  home.clock.advance(hours * HOUR);
  return fired.map(({ trigger }) => str(trigger.now));
}

describe('the time trigger', () => {
  it('fires each day at the local time', () => {
    expect(times({ trigger: 'time', at: '07:30' }, '2026-11-20T12:00:00Z', 48)).toEqual([
      '2026-11-21 07:30:00+01:00',
      '2026-11-22 07:30:00+01:00',
    ]);
  });

  it('follows clock changes', () => {
    expect(times({ trigger: 'time', at: '07:30:15' }, '2026-03-28T05:00:00Z', 48)).toEqual([
      '2026-03-28 07:30:15+01:00',
      '2026-03-29 07:30:15+02:00',
    ]);
  });

  it('fires once on a day on which the time is skipped, and once where it comes twice', () => {
    expect(times({ trigger: 'time', at: '02:30' }, '2026-03-28T22:00:00Z', 24)).toEqual([
      '2026-03-29 03:30:00+02:00',
    ]);
    expect(times({ trigger: 'time', at: '02:30' }, '2026-10-24T22:00:00Z', 24)).toEqual([
      '2026-10-25 02:30:00+02:00',
    ]);
  });

  it('follows a home whose clocks are set to another zone', async () => {
    const { setting, clock, home } = automationSetting({ clock: new FakeClock('2026-11-20T12:00:00Z') });
    const { fired, undo } = attachTriggers(setting, [
      { trigger: 'time', at: '18:00' },
      { trigger: 'time_pattern', hours: 18 },
    ]);
    await home.home.update({ time_zone: 'America/New_York' }, {});
    clock.advance(10 * HOUR);
    expect(fired).toEqual([]);
    clock.advance(2 * HOUR);
    expect(fired.map(({ trigger }) => str(trigger.now))).toEqual([
      ...['2026-11-20 18:00:00-05:00', '2026-11-20 18:00:00-05:00'],
    ]);
    undo?.();
    expect(clock.pending).toBe(0);
  });

  it('takes several times, and certain days alone', () => {
    const config = { trigger: 'time', at: ['06:00:00', '22:00:00'], weekday: ['sat'] };
    expect(times(config, '2026-11-20T12:00:00Z', 96)).toEqual([
      '2026-11-21 06:00:00+01:00',
      '2026-11-21 22:00:00+01:00',
    ]);
  });

  it('reports its own data', () => {
    const { setting, clock } = automationSetting();
    const { fired } = attachTriggers(setting, { trigger: 'time', at: '13:00:05' });
    clock.advance(6000);
    expect(fired[0]?.trigger).toMatchObject({ entity_id: null, description: 'time' });
    expect(fired[0]?.context).toBeNull();
  });

  it('follows an input_datetime with a time', () => {
    const { setting, states, clock } = automationSetting();
    const time = (hour: number) => ({ has_date: false, has_time: true, hour, minute: 0, second: 0 });
    states.set('input_datetime.alarm', '14:00:00', time(14));
    const { fired } = attachTriggers(setting, { trigger: 'time', at: 'input_datetime.alarm' });
    clock.advance(HOUR);
    states.set('input_datetime.alarm', '16:00:00', time(16));
    clock.advance(23 * HOUR);
    expect(fired.map(({ trigger }) => str(trigger.now))).toEqual([
      '2026-11-20 14:00:00+01:00',
      '2026-11-20 16:00:00+01:00',
    ]);
    expect(fired[0]?.description).toBe('time set in input_datetime.alarm');
  });

  it('follows an input_datetime with a date once, at midnight where it has no time', () => {
    const { setting, states, clock } = automationSetting();
    const date = { has_date: true, has_time: false, year: 2026, month: 11, day: 21 };
    states.set('input_datetime.day', '2026-11-21', date);
    const { fired } = attachTriggers(setting, { trigger: 'time', at: 'input_datetime.day' });
    clock.advance(100 * HOUR);
    expect(fired.map(({ trigger }) => str(trigger.now))).toEqual(['2026-11-21 00:00:00+01:00']);
  });

  it('follows a timestamp with an offset, and not one that is past', () => {
    const { setting, states, clock } = automationSetting();
    states.set('sensor.next', '2026-11-20T13:00:00+00:00', { device_class: 'timestamp' });
    states.set('sensor.past', '2026-11-20T11:00:00+00:00', { device_class: 'timestamp' });
    const { fired } = attachTriggers(setting, {
      ...{ trigger: 'time', at: [{ entity_id: 'sensor.next', offset: '-00:15:00' }, 'sensor.past'] },
    });
    clock.advance(48 * HOUR);
    expect(fired.map(({ trigger }) => str(trigger.now))).toEqual(['2026-11-20 13:45:00+01:00']);
  });

  it.each([['25:00'], [27_000], ['light.lamp'], [{ offset: 5 }], ['7 o clock']])('refuses %j', (at) => {
    expect(() => times({ trigger: 'time', at }, '2026-11-20T12:00:00Z', 1)).toThrow(/entity|time/i);
  });
});

describe('the time_pattern trigger', () => {
  const START = '2026-11-20T12:00:00Z';

  it.each(cases<[Record<string, unknown>, number, string[]][]>('patterns'))(
    '%j fires at the right times',
    (config, hours, expected) => {
      const seen = times({ trigger: 'time_pattern', ...config }, START, hours);
      expect(seen.map((text) => text.slice(11, 19))).toEqual(expected);
    },
  );

  it('fires correctly in the repeated and the skipped hour of a clock change', () => {
    const config = { trigger: 'time_pattern', minutes: 30 };
    expect(times(config, '2026-10-24T23:00:00Z', 4)).toHaveLength(4);
    expect(times(config, '2026-03-29T00:00:00Z', 4)).toHaveLength(4);
    expect(times({ trigger: 'time_pattern', hours: 2 }, '2026-03-28T22:00:00Z', 24)).toEqual([]);
    expect(times({ trigger: 'time_pattern', hours: 2 }, '2026-03-29T22:00:00Z', 24)).toHaveLength(1);
  });

  it.each([[{}], [{ hours: 24 }], [{ minutes: '/0' }], [{ seconds: 'x' }], [{ seconds: -1 }]])(
    'refuses %j',
    (config) => {
      expect(() => times({ trigger: 'time_pattern', ...config }, START, 1)).toThrow(/hours|minutes|seconds/);
    },
  );
});

it('a trigger takes at most five hundred times, or types of events', () => {
  const list = (count: number): string[] => Array.from({ length: count }, (_, i) => `e${i}`);
  const ids = (count: number): string[] => list(count).map((one) => `input_datetime.${one}`);
  const attach = (config: object) => attachTriggers(automationSetting().setting, config as never);
  expect(() => attach({ trigger: 'time', at: ids(500) })).not.toThrow();
  expect(() => attach({ trigger: 'time', at: ids(501) })).toThrow('at most 500 times');
  expect(() => attach({ trigger: 'event', event_type: list(500) })).not.toThrow();
  expect(() => attach({ trigger: 'event', event_type: list(501) })).toThrow('at most 500 event types');
});
