import { describe, expect, it } from 'vitest';
import {
  characteristicOf,
  NUMERIC_CHARACTERISTICS,
} from '../../../src/helpers/statistics/characteristics.ts';

const samples = { values: [10, 14, 11, 20, 15.5], times: [0, 10_000, 40_000, 50_000, 100_000] };
const one = { values: [7], times: [5000] };
const none = { values: [], times: [] };
const onOff = { values: [1, 0, 1], times: [0, 30_000, 40_000] };

describe('a characteristic of numbers', () => {
  // The expected values are those of Python's `statistics`, and of areas added up by hand.
  it.each([
    ['average_linear', 15.375, 7],
    ['average_step', 16.3, 7],
    ['average_timeless', 14.1, 7],
    ['change_sample', 1.375, null],
    ['change_second', 0.055, null],
    ['change', 5.5, 0],
    ['count', 5, 1],
    ['datetime_newest', 100_000, 5000],
    ['datetime_oldest', 0, 5000],
    ['datetime_value_max', 50_000, 5000],
    ['datetime_value_min', 0, 5000],
    ['distance_95_percent_of_values', 15.581691820851804, 0],
    ['distance_99_percent_of_values', 20.51059433561105, 0],
    ['distance_absolute', 10, 0],
    ['mean', 14.1, 7],
    ['mean_circular', 14.099018, 7],
    ['median', 14, 7],
    ['noisiness', 5.125, 0],
    ['percentile', 10.2, 7],
    ['standard_deviation', 3.9749213828703582, 0],
    ['sum', 70.5, 7],
    ['sum_differences', 20.5, 0],
    ['sum_differences_nonnegative', 39.5, 0],
    ['total', 70.5, 7],
    ['value_max', 20, 7],
    ['value_min', 10, 7],
    ['variance', 15.8, 0],
  ])('%s', (name, ofAll, ofOne) => {
    const [all, single] = [samples, one].map((some) => characteristicOf(name, false, some, 20));
    expect(all).toBeCloseTo(ofAll, name === 'mean_circular' ? 1 : 9);
    if (ofOne === null) expect(single).toBeNull();
    else expect(single).toBeCloseTo(ofOne, 9);
  });

  it('is unknown without samples, and a count is 0', () => {
    for (const name of NUMERIC_CHARACTERISTICS)
      expect(characteristicOf(name, false, none, 50)).toBe(name === 'count' ? 0 : null);
  });

  it('averages angles across north', () => {
    const angles = { values: [350, 20, 10], times: [0, 1, 2] };
    expect(characteristicOf('mean_circular', false, angles, 50)).toBeCloseTo(6.704953, 5);
  });

  it('reaches beyond the values for a percentile at the edge', () => {
    expect(characteristicOf('percentile', false, samples, 99)).toBeCloseTo(24.23, 9);
    expect(characteristicOf('percentile', false, samples, 1)).toBeCloseTo(9.06, 9);
  });

  it('averages samples of one time without their time', () => {
    const atOnce = { values: [1, 3], times: [5, 5] };
    expect(characteristicOf('average_linear', false, atOnce, 50)).toBe(2);
    expect(characteristicOf('average_step', false, atOnce, 50)).toBe(2);
    expect(characteristicOf('change_second', false, atOnce, 50)).toBeNull();
  });

  it('is unknown where it is no number', () => {
    const huge = { values: [1e300, -1e300], times: [0, 1] };
    expect(characteristicOf('variance', false, huge, 50)).toBeNull();
    expect(characteristicOf('mean', false, huge, 50)).toBe(0);
  });
});

describe('a characteristic of on and off', () => {
  it.each([
    ['average_step', 75],
    ['average_timeless', (100 * 2) / 3],
    ['count', 3],
    ['count_on', 2],
    ['count_off', 1],
    ['datetime_newest', 40_000],
    ['datetime_oldest', 0],
    ['mean', (100 * 2) / 3],
  ])('%s', (name, expected) => {
    expect(characteristicOf(name, true, onOff, 50)).toBeCloseTo(expected, 9);
  });

  it('has none of the others', () => {
    expect(characteristicOf('median', true, onOff, 50)).toBeNull();
  });
});
