import { expect, test } from 'vitest';
import { Integral, type Method } from '../../../src/helpers/integration/integral.ts';

const HOUR = 3_600_000;

test.each<[Method, number]>([
  ['trapezoidal', 150],
  ['left', 100],
  ['right', 200],
])('%s adds the area between two values', (method, area) => {
  const integral = new Integral(method, 3600, null);
  expect(integral.sum).toBeNull();
  integral.add(HOUR, 100, 200);
  expect(integral.sum).toBeCloseTo(area, 9);
});

test('a value that is no number adds nothing, unless the other one counts', () => {
  const sums = (['trapezoidal', 'left', 'right'] as const).map((method) => {
    const integral = new Integral(method, 3600, 1);
    integral.add(HOUR, undefined, 5);
    integral.add(HOUR, 7, undefined);
    return integral.sum;
  });
  expect(sums).toEqual([1, 8, 6]);
});

test('it continues a restored sum in the prefix of its unit, and stays finite', () => {
  const integral = new Integral('left', 1000 * 3600, 2);
  integral.add(HOUR, 500, 500);
  expect(integral.sum).toBeCloseTo(2.5, 9);
  integral.add(-HOUR, 500, 500);
  integral.add(Number.MAX_VALUE, Number.MAX_VALUE, 1);
  expect(integral.sum).toBeCloseTo(2.5, 9);
});
