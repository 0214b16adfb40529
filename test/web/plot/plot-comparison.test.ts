import { afterEach, expect, test } from 'vitest';
import { type Comparison, shiftOf } from '../../../web/parts/plot/plot-comparison.ts';
import { useTimeZone } from '../../../web/state/home-zone.ts';

const HOUR = 3_600_000;
afterEach(() => useTimeZone(''));

function earlier(comparison: Comparison, from: string, hours = 24): string {
  const start = Date.parse(from);
  const shift = shiftOf(comparison, { from: start, to: start + hours * HOUR, isLive: false });
  return new Date(start - shift).toISOString();
}

test('the time before is as long as the range', () => {
  expect(earlier('before', '2026-11-20T12:00:00.500Z', 3)).toBe('2026-11-20T09:00:00.500Z');
});

test('a day and a year before begin at the same time of day, also across daylight saving changes', () => {
  useTimeZone('Europe/Amsterdam');
  expect(earlier('day', '2026-11-20T12:00:00.500Z')).toBe('2026-11-19T12:00:00.500Z');
  expect(earlier('day', '2026-03-29T22:00:00.000Z')).toBe('2026-03-28T23:00:00.000Z');
  expect(earlier('day', '2026-10-25T23:00:00.000Z')).toBe('2026-10-24T22:00:00.000Z');
  expect(earlier('year', '2026-03-28T11:00:00.000Z')).toBe('2025-03-28T11:00:00.000Z');
  expect(earlier('year', '2026-03-30T11:00:00.000Z')).toBe('2025-03-30T11:00:00.000Z');
  expect(earlier('year', '2028-02-29T11:00:00.000Z')).toBe('2027-03-01T11:00:00.000Z');
});
