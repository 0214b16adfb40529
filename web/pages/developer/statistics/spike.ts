import type { StatisticsRow } from '../../../server/statistics.ts';

/**
 * The row that differs most from its two neighbors: of a sum in its change, otherwise in its extremes. Undefined if it
 * does not differ by more than is usual between the others.
 */
export function spikeOf(rows: readonly StatisticsRow[], hasSum: boolean): StatisticsRow | undefined {
  const differences = rows.map((row, i) => differenceOf(row, [rows[i - 1], rows[i + 1]], hasSum));
  const others = differences.filter((one) => one > 0).sort((a, b) => a - b);
  const usual = median(others.slice(0, -1));
  let found: { readonly row: StatisticsRow; readonly difference: number } | undefined;
  for (const [i, row] of rows.entries()) {
    const difference = differences[i] ?? 0;
    if (difference > Math.max(found?.difference ?? 0, 5 * usual)) found = { row, difference };
  }
  return found?.row;
}

function differenceOf(
  row: StatisticsRow,
  neighbors: readonly (StatisticsRow | undefined)[],
  hasSum: boolean,
): number {
  const known = neighbors.filter((one) => one !== undefined);
  const own = valuesOf(row, hasSum);
  if (known.length === 0) return 0;
  // The nearer neighbor: the row beside a spike is none.
  return Math.min(
    ...known.map((other) =>
      Math.max(0, ...own.map((value, i) => Math.abs(value - (valuesOf(other, hasSum)[i] ?? value)))),
    ),
  );
}

function valuesOf({ min, max, change }: StatisticsRow, hasSum: boolean): readonly number[] {
  return hasSum ? [change ?? 0] : [min ?? 0, max ?? 0];
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[sorted.length >> 1] ?? 0;
}
