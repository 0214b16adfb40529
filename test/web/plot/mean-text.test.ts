import { expect, it } from 'vitest';
import { meanText } from '../../../web/parts/plot/mean-text.ts';

it.each([
  [43.64512, [43.1, 43.8], '43.6'],
  [21.5, [20, 22.25], '21.5'],
  [123456.71234, [123456.7, 123456.8], '123456.7'],
  [20.4, [20, 21], '20'],
  [1.6e-7, [1e-7, 2e-7], '2e-7'],
  [1.23456e300, [1e300, 1.5e300], '1.23456e+300'],
])('the mean %d of %j is %s', (mean, extremes, text) => {
  expect(meanText(mean, extremes)).toBe(text);
});
