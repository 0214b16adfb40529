import type { compilePeriod } from '../src/history/statistics/compile-five-minutes.ts';
import type { compileHour } from '../src/history/statistics/compile-hour.ts';
import type { readingsOf } from '../src/history/statistics/reading.ts';

/** A recorded row, in the format of test/golden/statistics-compile.jsonl. */
export interface StatisticsRow {
  readonly id: string;
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly samples: readonly (readonly [
    t: number,
    state: string,
    more?: Readonly<Record<string, unknown>>,
  ])[];
  readonly expect: unknown;
}

/** The functions a row is replayed on. */
export interface StatisticsCompiler {
  readonly compilePeriod: typeof compilePeriod;
  readonly compileHour: typeof compileHour;
  readonly readingsOf: typeof readingsOf;
}

export function checkStatisticsRow(row: StatisticsRow, compiler: StatisticsCompiler): string[];
export function readStatisticsRows(file: string): StatisticsRow[];
