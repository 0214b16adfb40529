import { describe, expect, it } from 'vitest';
import { isoTime } from '../../../src/core/clock.ts';
import { localIso } from '../../../src/core/time-zone.ts';
import { CronSchedule } from '../../../src/helpers/utility-meter/cron-schedule.ts';
import { cronOfCycle } from '../../../src/helpers/utility-meter/cycle-pattern.ts';

const at = (text: string): number => Date.parse(text);

/** The first times of a pattern after a time, by the clocks of a zone. */
function times(pattern: string, after: string, zone = 'UTC', count = 3): string[] {
  const schedule = new CronSchedule(pattern, () => zone);
  const found: string[] = [];
  for (let last = at(after); found.length < count; ) {
    last = schedule.next(last);
    found.push(zone === 'UTC' ? isoTime(last).slice(0, 16) : localIso(last, zone));
  }
  return found;
}

describe('a cron pattern', () => {
  it.each([
    ['*/20 * * * *', '2026-01-01T00:20:00Z', ['2026-01-01T00:40', '2026-01-01T01:00', '2026-01-01T01:20']],
    ['5/25 3 * * *', '2026-01-01T03:05:00Z', ['2026-01-01T03:30', '2026-01-01T03:55', '2026-01-02T03:05']],
    [
      '0 9-17/4 * * mon-fri',
      '2026-01-02T10:00:00Z',
      ['2026-01-02T13:00', '2026-01-02T17:00', '2026-01-05T09:00'],
    ],
    ['0 0 L * *', '2028-01-31T00:00:00Z', ['2028-02-29T00:00', '2028-03-31T00:00', '2028-04-30T00:00']],
    ['0 0 29 feb *', '2026-01-01T00:00:00Z', ['2028-02-29T00:00', '2032-02-29T00:00', '2036-02-29T00:00']],
    ['0 0 * * 5#2', '2026-01-01T00:00:00Z', ['2026-01-09T00:00', '2026-02-13T00:00', '2026-03-13T00:00']],
    ['0 0 * * sunL', '2026-01-01T00:00:00Z', ['2026-01-25T00:00', '2026-02-22T00:00', '2026-03-29T00:00']],
    ['0 0 1,15 * 7', '2026-01-01T00:00:00Z', ['2026-01-04T00:00', '2026-01-11T00:00', '2026-01-15T00:00']],
    ['30 4 1 */3 *', '2026-01-01T04:30:00Z', ['2026-04-01T04:30', '2026-07-01T04:30', '2026-10-01T04:30']],
  ])('%s runs after %s at %j', (pattern, after, expected) => {
    expect(times(pattern, after)).toEqual(expected);
  });

  it.each([
    ...['', '* * * *', '* * * * * *', '60 * * * *', '* 24 * * *', '* * 0 * *', '* * * 13 *', '* * * * 8'],
    ...['5-1 * * * *', '*/0 * * * *', '1/2/3 * * * *', 'a * * * *', '* * 30 2 *', '* * * * fri#6', '@daily'],
    ...[', * * * *', '-1 * * * *', `${'1,'.repeat(600)}1 * * * *`],
  ])('is not %j', (pattern) => {
    expect(() => new CronSchedule(pattern, () => 'UTC')).toThrow('cron');
  });

  it('finds the last time up to a moment', () => {
    const last = (pattern: string, until: string): string =>
      isoTime(new CronSchedule(pattern, () => 'UTC').last(at(until))).slice(0, 16);
    expect(last('*/15 * * * *', '2026-05-05T10:44:59Z')).toBe('2026-05-05T10:30');
    expect(last('0 0 1 1 *', '2026-12-31T23:59:59Z')).toBe('2026-01-01T00:00');
    expect(last('0 0 29 2 *', '2027-12-31T23:59:59Z')).toBe('2024-02-29T00:00');
    expect(last('0 0 * * *', '2026-05-05T00:00:00Z')).toBe('2026-05-05T00:00');
  });
});

describe('a change of the clocks', () => {
  it.each([
    // Amsterdam: 23 hours in March, 25 in October.
    [
      'Europe/Amsterdam',
      'daily',
      '2026-03-28T12:00:00Z',
      ['2026-03-29T00:00:00+01:00', '2026-03-30T00:00:00+02:00', '2026-03-31T00:00:00+02:00'],
    ],
    [
      'Europe/Amsterdam',
      'daily',
      '2026-10-24T12:00:00Z',
      ['2026-10-25T00:00:00+02:00', '2026-10-26T00:00:00+01:00', '2026-10-27T00:00:00+01:00'],
    ],
    [
      'Europe/Amsterdam',
      'hourly',
      '2026-03-29T00:00:00Z',
      ['2026-03-29T03:00:00+02:00', '2026-03-29T04:00:00+02:00', '2026-03-29T05:00:00+02:00'],
    ],
    [
      'Europe/Amsterdam',
      'hourly',
      '2026-10-24T23:00:00Z',
      ['2026-10-25T02:00:00+02:00', '2026-10-25T02:00:00+01:00', '2026-10-25T03:00:00+01:00'],
    ],
    [
      'Europe/Amsterdam',
      'monthly',
      '2026-03-02T00:00:00Z',
      ['2026-04-01T00:00:00+02:00', '2026-05-01T00:00:00+02:00', '2026-06-01T00:00:00+02:00'],
    ],
    [
      'America/New_York',
      'daily',
      '2026-03-07T12:00:00Z',
      ['2026-03-08T00:00:00-05:00', '2026-03-09T00:00:00-04:00', '2026-03-10T00:00:00-04:00'],
    ],
    [
      'America/New_York',
      'weekly',
      '2026-10-27T12:00:00Z',
      ['2026-11-02T00:00:00-05:00', '2026-11-09T00:00:00-05:00', '2026-11-16T00:00:00-05:00'],
    ],
    [
      'America/New_York',
      'quarter-hourly',
      '2026-11-01T05:30:00Z',
      ['2026-11-01T01:45:00-04:00', '2026-11-01T01:00:00-05:00', '2026-11-01T01:15:00-05:00'],
    ],
    // Lord Howe moves its clocks by half an hour, at 2:00.
    [
      'Australia/Lord_Howe',
      'daily',
      '2026-04-04T00:00:00Z',
      ['2026-04-05T00:00:00+11:00', '2026-04-06T00:00:00+10:30', '2026-04-07T00:00:00+10:30'],
    ],
    [
      'Australia/Lord_Howe',
      'quarter-hourly',
      '2026-04-04T14:30:00Z',
      ['2026-04-05T01:45:00+11:00', '2026-04-05T01:30:00+10:30', '2026-04-05T01:45:00+10:30'],
    ],
    [
      'Australia/Lord_Howe',
      'hourly',
      '2026-10-03T14:30:00Z',
      ['2026-10-04T03:00:00+11:00', '2026-10-04T04:00:00+11:00', '2026-10-04T05:00:00+11:00'],
    ],
    // Santiago skips midnight.
    [
      'America/Santiago',
      'daily',
      '2026-09-05T12:00:00Z',
      ['2026-09-06T01:00:00-03:00', '2026-09-07T00:00:00-03:00', '2026-09-08T00:00:00-03:00'],
    ],
  ] as const)('in %s keeps a meter that begins anew %s, after %s', (zone, cycle, after, expected) => {
    expect(times(cronOfCycle(cycle, 0), after, zone)).toEqual(expected);
  });

  it('runs a skipped time when the clocks are set forward, and a repeated one once', () => {
    const zone = 'Europe/Amsterdam';
    expect(times('30 2 * * *', '2026-03-28T12:00:00Z', zone, 2)).toEqual([
      '2026-03-29T03:00:00+02:00',
      '2026-03-30T02:30:00+02:00',
    ]);
    expect(times('30 2 * * *', '2026-10-24T12:00:00Z', zone, 2)).toEqual([
      '2026-10-25T02:30:00+02:00',
      '2026-10-26T02:30:00+01:00',
    ]);
  });

  it('keeps half hours apart in zones of all kinds', () => {
    for (const zone of ['Europe/Amsterdam', 'Pacific/Apia', 'Asia/Kathmandu', 'America/St_Johns']) {
      const schedule = new CronSchedule('*/30 * * * *', () => zone);
      for (const start of [at('2026-03-05T00:00:00Z'), at('2026-10-20T00:00:00Z')]) {
        for (let time = schedule.next(start); time < start + 26 * 86_400_000; ) {
          const next = schedule.next(time);
          expect((next - time) / 1_800_000).toBe(1);
          time = next;
        }
      }
    }
  });
});

describe('a cycle with an offset', () => {
  const DAY = 1440;
  it.each([
    ['quarter-hourly', 20, '5/15 * * * *'],
    ['hourly', 10, '10 * * * *'],
    ['daily', 90, '30 1 * * *'],
    ['weekly', 0, '0 0 * * 1'],
    ['weekly', 6 * DAY + 60, '0 1 * * 0'],
    ['weekly', 10 * DAY, '0 0 * * 4'],
    ['monthly', 14 * DAY, '0 0 15 * *'],
    ['bimonthly', 0, '0 0 1 */2 *'],
    ['quarterly', 0, '0 0 1 */3 *'],
    ['yearly', DAY, '0 0 2 1 *'],
  ] as const)('%s, %i minutes late, is %s', (cycle, offset, expected) => {
    expect(cronOfCycle(cycle, offset)).toBe(expected);
  });
});
