import { LONG_TERM_PERIOD, type MeanType, type StatisticRow } from './statistic.ts';
import { circularMean } from './weighted-mean.ts';

/**
 * Combines the short-term rows of an hour, in order of time, into its long-term row: the plain average of their means,
 * and the meter of the newest one [§5.3]. Periods without a row do not count. `meanType` is the present one of the
 * statistic. Null if there are no rows.
 */
export function compileHour(rows: readonly StatisticRow[], meanType: MeanType): StatisticRow | null {
  const newest = rows.at(-1);
  if (newest === undefined) return null;
  const { state, sum, lastReset } = newest;
  return {
    start: newest.start - (newest.start % LONG_TERM_PERIOD),
    ...meanOf(rows, meanType),
    min: extreme(rows, 'min', Math.min),
    max: extreme(rows, 'max', Math.max),
    state,
    sum,
    lastReset,
  };
}

function meanOf(
  rows: readonly StatisticRow[],
  meanType: MeanType,
): Pick<StatisticRow, 'mean' | 'meanWeight'> {
  if (meanType === 2) {
    return circularMean(
      rows.flatMap(({ mean, meanWeight }) =>
        mean === null || meanWeight === null ? [] : [{ angle: mean, weight: meanWeight }],
      ),
    );
  }
  const means = meanType === 0 ? [] : rows.flatMap(({ mean }) => mean ?? []);
  const total = means.reduce((sum, mean) => sum + mean, 0);
  return { mean: means.length === 0 ? null : total / means.length, meanWeight: null };
}

function extreme(
  rows: readonly StatisticRow[],
  key: 'min' | 'max',
  pick: (one: number, other: number) => number,
): number | null {
  return rows.reduce<number | null>((found, row) => {
    const value = row[key];
    if (value === null) return found;
    return found === null ? value : pick(found, value);
  }, null);
}
