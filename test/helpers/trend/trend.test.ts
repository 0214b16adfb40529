import { expect, test } from 'vitest';
import { Trend, type TrendRule } from '../../../src/helpers/trend/trend.ts';

const trend = (rule: Partial<TrendRule> = {}) =>
  new Trend({ maxSamples: 2, minSamples: 2, minGradient: 0, sampleDuration: 0, invert: false, ...rule });

/** The states after values that come once a second. */
function states(own: Trend, ...values: number[]): (boolean | null)[] {
  return values.map((value, index) => {
    own.take(value, index * 1000);
    return own.isOn;
  });
}

test('it is on while the value rises', () => {
  expect(states(trend(), 1, 2, 2, 1)).toEqual([null, true, false, false]);
  expect(states(trend({ invert: true }), 1, 2, 2, 1)).toEqual([null, false, true, true]);
});

test('the least gradient has a direction', () => {
  expect(states(trend({ minGradient: 0.5 }), 1, 1.4, 2)).toEqual([null, false, true]);
  expect(states(trend({ minGradient: -0.5 }), 2, 1.6, 1)).toEqual([null, false, true]);
});

test('the line fits all samples that are not too old', () => {
  const long = trend({ maxSamples: 4, minSamples: 3 });
  expect(states(long, 0, 3, 2, 5)).toEqual([null, null, true, true]);
  expect(long.gradient).toBeCloseTo(1.4, 10);
  const recent = trend({ maxSamples: 10, sampleDuration: 2000 });
  states(recent, 9, 8, 1, 2, 3);
  expect(recent.sampleCount).toBe(3);
  expect(recent.gradient).toBeCloseTo(1, 10);
});

test('samples of the same time have no gradient', () => {
  const own = trend();
  own.take(1, 1000);
  own.take(2, 1000);
  expect(own.isOn).toBeNull();
});
