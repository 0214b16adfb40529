import type { LocalPeriods } from './local-periods.ts';
import type { MeanType } from './statistic.ts';
import type { Field, StatisticColumns } from './statistic-columns.ts';
import { circularMean } from './weighted-mean.ts';

/** Rows of local periods; `ends` belongs to `starts`. */
export interface PeriodRows extends StatisticColumns {
  readonly ends: Float64Array;
}

/**
 * Reduces hours to days, weeks, months or years: the plain mean of the hourly means, the lowest minimum, the highest
 * maximum, and state, sum and last reset of the last hour [§4.2]. A period without hours has no row.
 */
export function reduceHours(
  { starts, values }: StatisticColumns,
  periods: LocalPeriods,
  meanType: MeanType,
): PeriodRows {
  const bounds: { first: number; end: number; from: number; to: number }[] = [];
  let last = { first: 0, end: 0, from: 0, to: Number.NEGATIVE_INFINITY };
  // By index: an iterator over the hours of fifty years takes as long as everything else.
  for (let index = 0; index < starts.length; index += 1) {
    const start = starts[index] ?? 0;
    if (start >= last.to) {
      const { start: from, end: to } = periods.at(start);
      last = { first: index, end: index, from, to };
      bounds.push(last);
    }
    last.end = index + 1;
  }
  const reduced = (
    column: Float64Array | undefined,
    reduce: (column: Float64Array, first: number, end: number) => number,
  ): Float64Array | undefined =>
    column && Float64Array.from(bounds, ({ first, end }) => reduce(column, first, end));
  const found: Partial<Record<Field, Float64Array | undefined>> = {
    mean: reduced(values.mean, meanType === 2 ? circular(values.meanWeight) : mean),
    min: reduced(values.min, extreme(Math.min)),
    max: reduced(values.max, extreme(Math.max)),
    lastReset: reduced(values.lastReset, lastOf),
    state: reduced(values.state, lastOf),
    sum: reduced(values.sum, lastOf),
  };
  return {
    starts: Float64Array.from(bounds, ({ from }) => from),
    ends: Float64Array.from(bounds, ({ to }) => to),
    values: Object.fromEntries(Object.entries(found).filter(([, column]) => column !== undefined)),
  };
}

function mean(column: Float64Array, first: number, end: number): number {
  let [total, count] = [0, 0];
  for (let index = first; index < end; index += 1) {
    const value = column[index] ?? Number.NaN;
    if (Number.isNaN(value)) continue;
    total += value;
    count += 1;
  }
  return count === 0 ? Number.NaN : total / count;
}

/** Means without a weight count as one. */
function circular(weights: Float64Array | undefined) {
  return (column: Float64Array, first: number, end: number): number => {
    const vectors = [];
    for (let index = first; index < end; index += 1) {
      const angle = column[index] ?? Number.NaN;
      const weight = weights?.[index] ?? Number.NaN;
      if (!Number.isNaN(angle)) vectors.push({ angle, weight: Number.isNaN(weight) ? 1 : weight });
    }
    return circularMean(vectors).mean ?? Number.NaN;
  };
}

function extreme(choose: (a: number, b: number) => number) {
  return (column: Float64Array, first: number, end: number): number => {
    let found = Number.NaN;
    for (let index = first; index < end; index += 1) {
      const value = column[index] ?? Number.NaN;
      if (!Number.isNaN(value)) found = Number.isNaN(found) ? value : choose(found, value);
    }
    return found;
  };
}

function lastOf(column: Float64Array, _first: number, end: number): number {
  return column[end - 1] ?? Number.NaN;
}
