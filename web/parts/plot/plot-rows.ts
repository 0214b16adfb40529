import type { Plot } from './plot-answer.ts';

/** What one row of the table says: a time in milliseconds since 1970, and the values, which may be missing. */
export interface PlotRow {
  readonly at: number;
  readonly values: readonly (number | string | null)[];
}

/** The values that a plot shows, by time: mean, minimum and maximum of numbers, or the state. */
export function rowsOf(plot: Plot): PlotRow[] {
  if (plot.kind === 'states')
    return plot.start.map((at, index) => ({ at, values: [plot.state[index] ?? null] }));
  return plot.start.map((at, index) => ({
    at,
    values: [plot.mean[index] ?? null, plot.min[index] ?? null, plot.max[index] ?? null],
  }));
}
