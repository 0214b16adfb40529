import { expect, test } from 'vitest';
import {
  type Filter,
  lowpassFilter,
  movingAverageFilter,
  NotANumber,
  outlierFilter,
  rangeFilter,
  throttleFilter,
  timeThrottleFilter,
} from '../../../src/helpers/filter/filters.ts';

/** What a filter makes of values that come once a second. */
function filtered(filter: Filter, ...values: (number | string)[]): (number | string | undefined)[] {
  return values.map((value, index) => filter.take({ at: index * 1000, value })?.value);
}

test('range limits values', () => {
  expect(filtered(rangeFilter({ lower: 2, upper: 10 }, 1), 5.26, 50, 1)).toEqual([5.3, 10, 2]);
  expect(filtered(rangeFilter({ lower: undefined, upper: 10 }), -50)).toEqual([-50]);
});

test('outlier replaces what is far from the median of a full window of raw values', () => {
  expect(filtered(outlierFilter(3, 2, 2), 10, 10.5, 11, 40, 41, 42, 11.5)).toEqual([
    10, 10.5, 11, 10.5, 11, 42, 41,
  ]);
});

test('lowpass mixes with the rounded result before', () => {
  expect(filtered(lowpassFilter(4, 2), 10, 20, 20.5)).toEqual([10, 12.5, 14.5]);
});

test('the moving average is weighted by time', () => {
  expect(filtered(movingAverageFilter(4000, 2), 0, 4, 4, 4, 4, 0)).toEqual([0, 0, 1, 2, 3, 4]);
});

test('throttles let some values through, texts included', () => {
  expect(filtered(throttleFilter(2), 1, 2, 'three', 4, 5)).toEqual([1, undefined, 'three', undefined, 5]);
  expect(filtered(timeThrottleFilter(2000), 'a', 'b', 'c', 'd')).toEqual(['a', undefined, 'c', undefined]);
});

test('filters of numbers refuse texts, and forget on reset', () => {
  const filter = lowpassFilter(4);
  expect(() => filtered(filter, 'warm')).toThrow(NotANumber);
  filtered(filter, 10);
  filter.reset();
  expect(filtered(filter, 20)).toEqual([20]);
});

test('a window or a constant of zero does not change values, and a clock that was set back blocks none', () => {
  expect(filtered(lowpassFilter(0), 1, 5)).toEqual([1, 5]);
  expect(filtered(movingAverageFilter(0), 1, 5)).toEqual([1, 5]);
  const [throttle, average] = [timeThrottleFilter(2000), movingAverageFilter(4000)];
  for (const filter of [throttle, average]) filter.take({ at: 100_000, value: 1 });
  expect(throttle.take({ at: 1000, value: 2 })?.value).toBe(2);
  expect(average.take({ at: 1000, value: 2 })?.value).toBe(2);
});
