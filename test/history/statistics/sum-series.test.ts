import { describe, expect, it } from 'vitest';
import { readingAttributes, type StateClass } from '../../../src/history/statistics/reading.ts';
import { WarningCollector } from '../../../src/history/statistics/statistics-warning.ts';
import { continueSum, type SumValues } from '../../../src/history/statistics/sum-series.ts';

type Step = readonly [value: number, lastReset?: string];

function sumOf(stateClass: StateClass, steps: readonly Step[], before: SumValues | null = null) {
  const values = steps.map(([value, lastReset], i) => ({
    value,
    at: i,
    reading: {
      at: i,
      changedAt: i,
      state: String(value),
      attributes: readingAttributes({ last_reset: lastReset }),
    },
  }));
  return continueSum({ before, values, stateClass, timeZone: 'Europe/Amsterdam' }, new WarningCollector());
}

const JANUARY = '2026-01-01T00:00:00+00:00';
const FEBRUARY = '2026-02-01T00:00:00+00:00';

describe('the sum of a meter', () => {
  it('begins at zero with the first value', () => {
    for (const stateClass of ['total', 'total_increasing'] as const)
      expect(sumOf(stateClass, [[7], [9]])).toEqual({ state: 9, sum: 2, lastReset: null });
    expect(sumOf('total', [])).toBeNull();
  });

  it('continues from the row before, without new values too', () => {
    const before = { state: 10, sum: 100, lastReset: Date.parse(JANUARY) };
    expect(sumOf('total', [[13, JANUARY]], before)).toEqual({ ...before, state: 13, sum: 103 });
    expect(sumOf('total_increasing', [[-1]], before)).toEqual(before);
  });

  it('counts a new cycle from zero', () => {
    const cycles: Step[] = [
      [10, JANUARY],
      [12, JANUARY],
      [3, FEBRUARY],
      [4, FEBRUARY],
    ];
    expect(sumOf('total', cycles)).toEqual({ state: 4, sum: 6, lastReset: Date.parse(FEBRUARY) });
    expect(sumOf('total_increasing', [[10], [12], [3], [4]])).toEqual({ state: 4, sum: 6, lastReset: null });
  });

  it('takes a first last_reset and a changed one as a reset, a missing one not', () => {
    expect(sumOf('total', [[10], [12, JANUARY]])).toMatchObject({ state: 12, sum: 12 });
    expect(sumOf('total', [[10, JANUARY], [12], [13, JANUARY]])).toMatchObject({ state: 13, sum: 3 });
    expect(sumOf('total', [[10, JANUARY], [12]])).toEqual({ state: 12, sum: 2, lastReset: null });
  });

  it('begins anew after rows without a meter', () => {
    const before = { state: null, sum: null, lastReset: null };
    expect(sumOf('total', [[10], [12]], before)).toMatchObject({ state: 12, sum: 2 });
    expect(sumOf('total_increasing', [[10], [12]], { ...before, lastReset: 5 })).toEqual({
      state: 12,
      sum: 2,
      lastReset: 5,
    });
    // A cycle whose zero point is unknown.
    expect(sumOf('total', [[10, JANUARY]], { ...before, lastReset: Date.parse(JANUARY) })).toBeNull();
  });

  it('goes down with a meter that may, and with a dip of at most 10 %', () => {
    expect(sumOf('total', [[10], [4]])).toMatchObject({ sum: -6 });
    expect(sumOf('total_increasing', [[10], [9]])).toMatchObject({ sum: -1 });
    expect(sumOf('total_increasing', [[10], [8.999]])).toMatchObject({ sum: 8.999 });
    // Each dip is compared with the value before it.
    expect(sumOf('total_increasing', [[100], [91], [82]])).toMatchObject({ sum: -18 });
  });
});
