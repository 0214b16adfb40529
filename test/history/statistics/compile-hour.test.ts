import { expect, test } from 'vitest';
import { compileHour } from '../../../src/history/statistics/compile-hour.ts';
import {
  NO_VALUES,
  type StatisticRow,
  type StatisticValues,
} from '../../../src/history/statistics/statistic.ts';

const HOUR = Date.parse('2026-09-01T10:00:00Z');

function rows(...values: readonly Partial<StatisticValues>[]): StatisticRow[] {
  return values.map((one, i) => ({ ...NO_VALUES, ...one, start: HOUR + (i + 3) * 300_000 }));
}

test('an hour begins at the full hour and averages the periods it has', () => {
  const hour = compileHour(rows({ mean: 1, min: 0, max: 2 }, { mean: 4, min: 3, max: 9 }), 1);
  expect(hour).toEqual({ ...NO_VALUES, start: HOUR, mean: 2.5, min: 0, max: 9 });
  expect(compileHour([], 1)).toBeNull();
});

test('angles are averaged by their weights', () => {
  const hour = compileHour(rows({ mean: 0, meanWeight: 300 }, { mean: 90, meanWeight: 100 }, { sum: 1 }), 2);
  expect(hour?.mean).toBeCloseTo((Math.atan2(100, 300) * 180) / Math.PI, 9);
  expect(hour?.meanWeight).toBeCloseTo(Math.hypot(100, 300), 9);
  expect(compileHour(rows({ sum: 1 }), 2)).toMatchObject({ mean: null, meanWeight: null });
});

test('a meter is that of the newest period, also if that has none', () => {
  const meter = { state: 5, sum: 7, lastReset: 9 };
  expect(compileHour(rows({ state: 1, sum: 2 }, meter), 0)).toMatchObject(meter);
  expect(compileHour(rows(meter, { mean: 1, min: 1, max: 1 }), 1)).toMatchObject({
    state: null,
    sum: null,
    lastReset: null,
    mean: 1,
  });
});

test('a statistic that has become a meter has no mean, but its least and greatest number', () => {
  const hour = compileHour(rows({ mean: 1, min: 0, max: 2 }, { state: 1, sum: 0 }), 0);
  expect(hour).toMatchObject({ mean: null, min: 0, max: 2, state: 1, sum: 0 });
});
