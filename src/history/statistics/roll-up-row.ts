import type { Bucket } from './bucket-builder.ts';
import type { StatisticRow } from './statistic.ts';

/** A bucket as a row of `statistics.db`: `state` is the last value, `sum` the first, `meanWeight` the covered time. */
export function rollUpRow({ start, min, mean, max, first, last, covered }: Bucket): StatisticRow {
  return { start, mean, meanWeight: covered, min, max, state: last, sum: first, lastReset: null };
}

/** The bucket of such a row. */
export function bucketOf({ start, min, mean, max, sum, state, meanWeight }: StatisticRow): Bucket {
  const average = mean ?? 0;
  return {
    start,
    min: min ?? average,
    mean: average,
    max: max ?? average,
    first: sum ?? average,
    last: state ?? average,
    covered: meanWeight ?? 0,
  };
}
