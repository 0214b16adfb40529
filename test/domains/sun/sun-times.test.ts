import * as suncalc from 'suncalc';
import { describe, expect, test } from 'vitest';
import { sunEventsAfter } from '../../../src/domains/sun/sun-times.ts';
import { testData } from '../../support/test-data.ts';

const cases = testData(import.meta.filename);

const at = (text: string): number => Date.parse(text);
const iso = (point: number | null): string =>
  point === null ? 'never' : new Date(Math.round(point / 60_000) * 60_000).toISOString().slice(0, 16);

/** Almanac times in UTC, to the minute; between neighboring almanacs they differ by one. */
const TABLE = cases<[string, number, number, string, string, string][]>('times');

/**
 * The equations of the NOAA solar calculator (Meeus, Astronomical Algorithms, ch. 25), implemented apart from
 * the server. Returns when the sun's upper edge crosses the horizon nearest to a time; undefined if never.
 */
function noaaPassing(noon: number, latitude: number, longitude: number, rising: boolean): number | undefined {
  const rad = Math.PI / 180;
  let point = noon;
  for (let round = 0; round < 6; round += 1) {
    const t = (point / 86_400_000 + 2_440_587.5 - 2_451_545) / 36_525;
    const mean = 280.46646 + t * (36_000.76983 + t * 0.0003032);
    const anomaly = (357.52911 + t * (35_999.05029 - 0.0001537 * t)) * rad;
    const eccentricity = 0.016708634 - t * (0.000042037 + 0.0000001267 * t);
    const center =
      Math.sin(anomaly) * (1.914602 - t * (0.004817 + 0.000014 * t)) +
      Math.sin(2 * anomaly) * (0.019993 - 0.000101 * t) +
      Math.sin(3 * anomaly) * 0.000289;
    const node = (125.04 - 1934.136 * t) * rad;
    const apparent = (mean + center - 0.00569 - 0.00478 * Math.sin(node)) * rad;
    const arc = 21.448 - t * (46.815 + t * (0.00059 - t * 0.001813));
    const tilt = (23 + (26 + arc / 60) / 60 + 0.00256 * Math.cos(node)) * rad;
    const declination = Math.asin(Math.sin(tilt) * Math.sin(apparent));
    const y = Math.tan(tilt / 2) ** 2;
    const l = mean * rad;
    const equation =
      (4 / rad) *
      (y * Math.sin(2 * l) -
        2 * eccentricity * Math.sin(anomaly) +
        4 * eccentricity * y * Math.sin(anomaly) * Math.cos(2 * l) -
        0.5 * y * y * Math.sin(4 * l) -
        1.25 * eccentricity * eccentricity * Math.sin(2 * anomaly));
    const hour =
      Math.cos(90.833 * rad) / (Math.cos(latitude * rad) * Math.cos(declination)) -
      Math.tan(latitude * rad) * Math.tan(declination);
    if (Math.abs(hour) > 1) return undefined;
    const turn = (Math.acos(hour) / rad) * (rising ? -1 : 1);
    const midnight = Math.floor((noon + (longitude / 360) * 86_400_000) / 86_400_000) * 86_400_000;
    point = midnight + (720 - 4 * longitude - equation + 4 * turn) * 60_000;
  }
  return point;
}

const PLACES = cases<[string, number, number][]>('places');
const DATES = ['2026-03-20', '2026-06-21', '2026-09-23', '2026-12-21'];

describe.each(PLACES)('the sun over %s', (_name, latitude, longitude) => {
  test.each(DATES)('on %s rises and sets to the minute as NOAA computes it, or not at all', (day) => {
    const noon = at(`${day}T12:00:00Z`) - (longitude / 360) * 86_400_000;
    const events = sunEventsAfter(suncalc, noon - 43_200_000, { latitude, longitude });
    for (const [next, rising] of [
      [events.next_rising, true],
      [events.next_setting, false],
    ] as const) {
      const wanted = noaaPassing(noon, latitude, longitude, rising);
      if (wanted === undefined) expect(next ?? Number.POSITIVE_INFINITY).toBeGreaterThan(noon + 43_200_000);
      else expect(Math.abs((next ?? 0) - wanted)).toBeLessThan(60_000);
    }
  });
});

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
