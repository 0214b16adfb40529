import { expect, it } from 'vitest';
import type { NumbersPlot } from '../../../web/parts/plot/plot-answer.ts';
import { sparklinePath } from '../../../web/parts/plot/sparkline-path.ts';

const plot = (start: readonly number[], mean: readonly number[]): NumbersPlot => ({
  kind: 'numbers',
  width: 10,
  ...{ start, mean, min: mean, max: mean, last: mean },
});

it('a sparkline spans its box from the lowest to the highest value', () => {
  expect(sparklinePath(plot([0, 10, 20, 30], [1, 2, 3, 2]), 0, 40)).toBe(
    'M7.1 14.5L18.4 8.0L29.6 1.5L40.9 8.0',
  );
});

it('a constant value is in the middle, and a time without values interrupts the line', () => {
  expect(sparklinePath(plot([0, 30], [5, 5]), 0, 40)).toBe('M7.1 8.0M40.9 8.0');
});

it('enormous values stay within the box, and one value alone is no line', () => {
  expect(sparklinePath(plot([0, 10], [-1.7e308, 1.7e308]), 0, 20)).toBe('M12.8 14.5L35.3 1.5');
  expect(sparklinePath(plot([0], [5]), 0, 20)).toBe('');
});
