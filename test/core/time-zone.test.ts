import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  dateText,
  localTimeOf,
  offsetAt,
  offsetOfWall,
  pointOf,
  timeText,
  weekdayOf,
} from '../../src/core/time-zone.ts';

const AMSTERDAM = 'Europe/Amsterdam';
const show = (at: number, zone: string): string =>
  `${dateText(localTimeOf(at, zone))} ${timeText(localTimeOf(at, zone))}`;

test('a point shows as the clocks of the zone show it', () => {
  expect(show(Date.parse('2026-07-01T22:30:05Z'), AMSTERDAM)).toBe('2026-07-02 00:30:05');
  expect(show(Date.parse('2026-01-01T00:00:00Z'), 'Asia/Kathmandu')).toBe('2026-01-01 05:45:00');
  expect(offsetAt(Date.parse('2026-01-01T00:00:00Z'), AMSTERDAM)).toBe(3_600_000);
  for (const year of ['0044', '-000044'])
    expect(offsetAt(Date.parse(`${year}-03-15T12:00:00Z`), 'UTC')).toBe(0);
});

test('a skipped local time counts on from before the gap, and of two equal times the first is meant', () => {
  const gap = { year: 2026, month: 3, day: 29, hour: 2, minute: 30, second: 0 };
  expect(show(pointOf(gap, AMSTERDAM), AMSTERDAM)).toBe('2026-03-29 03:30:00');
  const twice = { year: 2026, month: 10, day: 25, hour: 2, minute: 30, second: 0 };
  expect(new Date(pointOf(twice, AMSTERDAM)).toISOString()).toBe('2026-10-25T00:30:00.000Z');
  expect(offsetOfWall(Date.parse('2026-10-25T02:30:00Z'), AMSTERDAM, 1)).toBe(3_600_000);
});

test('Monday is 0 and Sunday is 6', () => {
  expect(weekdayOf(localTimeOf(Date.parse('2026-11-16T12:00:00Z'), 'UTC'))).toBe(0);
  expect(weekdayOf(localTimeOf(Date.parse('2026-11-22T12:00:00Z'), 'UTC'))).toBe(6);
});

test('any point comes back from its local time, but for the second of two equal hours', () => {
  const zones = fc.constantFrom(
    AMSTERDAM,
    'America/New_York',
    'Australia/Lord_Howe',
    'Asia/Kathmandu',
    'UTC',
    'Pacific/Apia',
  );
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 4_000_000_000 }), zones, (seconds, zone) => {
      const back = pointOf(localTimeOf(seconds * 1000, zone), zone);
      expect([0, 1800, 3600]).toContain(seconds - back / 1000);
    }),
  );
});
