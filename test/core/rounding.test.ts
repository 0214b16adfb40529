import fc from 'fast-check';
import { expect, test } from 'vitest';
import { roundHalfEven } from '../../src/core/rounding.ts';

test('the middle goes to the even neighbor, everything else to the nearer one', () => {
  expect([0.5, 1.5, 2.5, -0.5, -1.5, 25.5, 76.5, 2.4, 2.6].map((value) => roundHalfEven(value))).toEqual([
    0, 2, 2, 0, -2, 26, 76, 2, 3,
  ]);
  expect([0.0625, 0.1875, 1.0625, -0.0625].map((value) => roundHalfEven(value, 3))).toEqual([
    0.062, 0.188, 1.062, -0.062,
  ]);
  expect([2.675, 1.005, 1e20, Number.NaN].map((value) => roundHalfEven(value, 2))).toEqual([
    2.67,
    1,
    1e20,
    Number.NaN,
  ]);
});

test('no decimal of so many digits is nearer than the one given', () => {
  fc.assert(
    fc.property(
      fc.double({ min: -1e6, max: 1e6, noNaN: true }),
      fc.integer({ min: 0, max: 4 }),
      (value, digits) => {
        const result = roundHalfEven(value, digits);
        expect(Math.abs(result - value)).toBeLessThanOrEqual(0.5 / 10 ** digits + 1e-9);
        expect(roundHalfEven(result, digits)).toBe(result);
      },
    ),
  );
});

test('away from the middle it is like toFixed', () => {
  fc.assert(
    fc.property(
      fc.double({ min: -1e7, max: 1e7, noNaN: true }),
      fc.integer({ min: 1, max: 7 }),
      (value, digits) => {
        if (Number.isInteger(Math.abs(value) * 2 ** (digits + 1))) return;
        expect(roundHalfEven(value, digits)).toBe(Number(value.toFixed(digits)) + 0);
      },
    ),
  );
});
