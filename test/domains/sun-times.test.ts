import * as suncalc from 'suncalc';
import { describe, expect, test } from 'vitest';
import { sunEventsAfter } from '../../src/domains/sun-times.ts';

const at = (text: string): number => Date.parse(text);
const iso = (point: number | null): string =>
  point === null ? 'never' : new Date(Math.round(point / 60_000) * 60_000).toISOString().slice(0, 16);

/** Almanac times in UTC, to the minute; between neighbouring almanacs they differ by one. */
const TABLE = [
  ['Greenwich', 51.48, 0, '2026-06-21', '03:43', '20:22'],
  ['Greenwich', 51.48, 0, '2026-12-21', '08:04', '15:54'],
  ['New York', 40.71, -74.01, '2026-03-20', '10:59', '23:08'],
  ['Sydney', -33.87, 151.21, '2026-12-21', '18:41', '09:05'],
  ['Singapore', 1.35, 103.82, '2026-06-21', '23:00', '11:12'],
] as const;

describe('the sun over a place', () => {
  test.each(TABLE)(
    '%s (%f, %f) on %s rises at %s and sets at %s',
    (_name, latitude, longitude, day, up, down) => {
      const minutes = (text: string): number => Number(text.slice(0, 2)) * 60 + Number(text.slice(3));
      const noon = at(`${day}T12:00:00Z`) - (longitude / 360) * 86_400_000;
      const { next_rising, next_setting } = sunEventsAfter(suncalc, noon - 43_200_000, {
        latitude,
        longitude,
      });
      expect(Math.abs(minutes(iso(next_rising).slice(11)) - minutes(up))).toBeLessThanOrEqual(1);
      expect(Math.abs(minutes(iso(next_setting).slice(11)) - minutes(down))).toBeLessThanOrEqual(1);
    },
  );

  test('does not rise for weeks in the north of Norway, and the next sunrise is known', () => {
    const tromso = { latitude: 69.65, longitude: 18.96 };
    const night = sunEventsAfter(suncalc, at('2026-12-10T12:00:00Z'), tromso);
    expect(iso(night.next_rising).slice(0, 7)).toBe('2027-01');
    expect(night.next_rising).toBeLessThan(night.next_setting ?? 0);
    const day = sunEventsAfter(suncalc, at('2026-06-10T12:00:00Z'), tromso);
    expect(iso(day.next_setting).slice(0, 7)).toBe('2026-07');
    expect(day.next_setting).toBeLessThan(day.next_rising ?? 0);
  });

  test('has noon and midnight everywhere, each within a day', () => {
    for (const latitude of [-90, -70, 0, 70, 90]) {
      const now = at('2026-02-01T05:00:00Z');
      const { next_noon, next_midnight } = sunEventsAfter(suncalc, now, { latitude, longitude: 0 });
      for (const point of [next_noon, next_midnight]) {
        expect(point).toBeGreaterThan(now);
        expect(point).toBeLessThan(now + 86_500_000);
      }
    }
  });
});
