import type { NumbersPlot } from './plot-answer.ts';
import type { PlotRange } from './plot-range.ts';

/** Columns of a chart: times in seconds, then the mean, the maximum and the minimum; null where there is no number. */
export type Columns = [times: number[], mean: Values, max: Values, min: Values];
type Values = (number | null)[];

/** Pixels for a bucket: more of them could not be told apart. A bucket has up to three points. */
export const PIXELS_A_POINT = 2;

/** Buckets as points in their middle; the curve begins and ends with the first and the last one. */
export function columnsOf(
  { start, width, mean, max, min, last }: NumbersPlot,
  { from, to }: PlotRange,
): Columns {
  const columns: Columns = [[], [], [], []];
  const [times, means, highs, lows] = columns;
  const add = (at: number, middle: number | null, high: number | null, low: number | null): void => {
    times.push(at / 1000);
    means.push(middle);
    highs.push(high);
    lows.push(low);
  };
  let end = Number.NEGATIVE_INFINITY;
  for (const [index, at] of start.entries()) {
    const [own, high, low] = [mean[index] ?? null, max[index] ?? null, min[index] ?? null];
    const next = Math.min(at + width, to);
    if (at > end + 1) {
      if (times.length > 0) add(end, null, null, null);
      add(Math.max(at, from), own, high, low);
    }
    const middle = (Math.max(at, from) + next) / 2;
    if (middle > Math.max(at, from)) add(middle, own, high, low);
    end = next;
    // The value in force is where the curve ends.
    if (index === start.length - 1) add(next, last[index] ?? own, last[index] ?? high, last[index] ?? low);
  }
  return columns;
}

/** The place of the point that is nearest to a time in seconds; undefined if there is none. */
export function nearest(times: readonly number[], at: number): number | undefined {
  let low = 0;
  let high = times.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((times[middle] ?? 0) < at) low = middle + 1;
    else high = middle;
  }
  const before = times[low - 1];
  const found = times[low];
  if (found === undefined) return undefined;
  return before !== undefined && at - before < found - at ? low - 1 : low;
}
