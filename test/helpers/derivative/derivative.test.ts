import { expect, test } from 'vitest';
import { Derivative } from '../../../src/helpers/derivative/derivative.ts';

const HOUR = 3600;

test('without a window it is the slope of the last two values', () => {
  const derivative = new Derivative({ factor: HOUR, window: 0 });
  expect(derivative.value).toBe(0);
  derivative.take({ value: 10, at: 0 }, undefined, false);
  expect(derivative.value).toBe(0);
  derivative.take({ value: 10.5, at: 1_800_000 }, { value: 10, at: 0 }, false);
  expect(derivative.value).toBeCloseTo(1, 10);
  derivative.take({ value: 10, at: 3_600_000 }, { value: 10.5, at: 1_800_000 }, false);
  expect(derivative.value).toBeCloseTo(-1, 10);
});

test('with a window slopes are weighted by their part of it, and missing parts count as unchanged', () => {
  const derivative = new Derivative({ factor: 1, window: 10_000 });
  derivative.take({ value: 2, at: 2000 }, { value: 0, at: 0 }, false);
  expect(derivative.value).toBeCloseTo(0.2, 10);
  derivative.take({ value: 2, at: 10_000 }, { value: 2, at: 2000 }, false);
  expect(derivative.value).toBeCloseTo(0.2, 10);
  derivative.continueUntil(11_000);
  expect(derivative.value).toBeCloseTo(0.1, 10);
  derivative.continueUntil(30_000);
  expect(derivative.value).toBe(0);
  // Longer than the window: the slope itself.
  derivative.take({ value: 32, at: 40_000 }, { value: 2, at: 10_000 }, false);
  expect(derivative.value).toBeCloseTo(1, 10);
});

test('a meter that was reset, a clock that jumped back and huge values change nothing', () => {
  const derivative = new Derivative({ factor: 1, window: 0 });
  derivative.take({ value: 5, at: 1000 }, { value: 4, at: 0 }, true);
  expect(derivative.value).toBeCloseTo(1, 10);
  derivative.take({ value: 0, at: 2000 }, { value: 5, at: 1000 }, true);
  derivative.take({ value: 9, at: 500 }, { value: 0, at: 2000 }, false);
  derivative.take({ value: 1e308, at: 3000 }, { value: -1e308, at: 2000 }, false);
  expect(derivative.value).toBeCloseTo(1, 10);
});

test('after the source was lost the slope spans from the last value', () => {
  const derivative = new Derivative({ factor: 1, window: 0 });
  derivative.take({ value: 1, at: 1000 }, { value: 0, at: 0 }, false);
  derivative.lose();
  expect(derivative.value).toBeNull();
  derivative.take({ value: 5, at: 3000 }, undefined, false);
  expect(derivative.value).toBeCloseTo(2, 10);
});
