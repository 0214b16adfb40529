import { csvText } from '../csv.ts';
import type { Plot } from './plot-answer.ts';
import { rowsOf } from './plot-rows.ts';

/** The values of a plot as CSV, one line for each time. */
export function plotCsv(entityId: string, columns: readonly string[], plot: Plot): string {
  const lines = rowsOf(plot).map(({ at, values }) => [entityId, new Date(at).toISOString(), ...values]);
  return csvText([['entity_id', 'time', ...columns], ...lines]);
}
