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

/** Rows of an entity as CSV; texts that a spreadsheet would take for a formula are made harmless. */
export function csvOf(entityId: string, columns: readonly string[], rows: readonly PlotRow[]): string {
  const lines = rows.map(({ at, values }) => [entityId, new Date(at).toISOString(), ...values]);
  return [['entity_id', 'time', ...columns], ...lines]
    .map((line) => `${line.map(cellOf).join(',')}\r\n`)
    .join('');
}

function cellOf(value: number | string | null): string {
  if (typeof value === 'number') return String(value);
  const text = /^[=+\-@\t\r]/.test(value ?? '') ? `'${value}` : (value ?? '');
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
