import { fault } from '../../core/errors.ts';
import { compileHour } from './compile-hour.ts';
import type { StatisticsEditor } from './edit-statistics.ts';
import type { Term } from './series-blocks.ts';
import type { Series } from './series-list.ts';
import { LONG_TERM_PERIOD, SHORT_TERM_PERIOD, type StatisticRow } from './statistic.ts';
import { toRows } from './statistic-columns.ts';
import type { StatisticsStore } from './statistics-store.ts';

/** A row that is wrong, and what it should be. */
export interface StatisticRepair {
  readonly statisticId: string;
  readonly term: Term;
  /** The start of the row. */
  readonly start: number;
  /** Replaces mean, minimum and maximum, in the unit of the statistic. */
  readonly value: number | null;
  /** Replaces the change of the sum, which moves all later sums. */
  readonly change: number | null;
}

/**
 * Repairs a spike: five-minute rows and hours change together. Of an hour all five-minute rows get the value; the hour
 * of a five-minute row is compiled again. Returns the number of the change, which can be undone.
 */
export function repairStatistic(
  { store, changes }: StatisticsEditor,
  repair: StatisticRepair,
  at: number,
): number {
  const { statisticId, term, start, value, change: wanted } = repair;
  const series = store.series('statistic', statisticId);
  const row = series === undefined ? undefined : rowOf(store, series, term, start);
  if (series === undefined || row === undefined)
    throw fault('not_found', 'unknown_statistic_row', { id: statisticId });
  const hour = Math.floor(start / LONG_TERM_PERIOD) * LONG_TERM_PERIOD;
  return changes.record({ at, kind: 'repair', statisticId }, (change) => {
    if (wanted !== null && row.sum !== null) {
      const offset = wanted - (row.sum - sumBefore(store, series, term, start));
      const short = term === '5minute' ? start : (steepest(store, series, hour) ?? hour);
      change.shift(['sum'], { factor: 1, offset }, { hour, '5minute': short });
    }
    if (value === null) return;
    const replaced = (one: StatisticRow): StatisticRow => ({ ...one, mean: value, min: value, max: value });
    const from = term === '5minute' ? start : hour;
    const length = term === '5minute' ? SHORT_TERM_PERIOD : LONG_TERM_PERIOD;
    const short = rowsOf(store, series, '5minute', from, from + length).map(replaced);
    change.put('5minute', short);
    const whole = rowsOf(store, series, '5minute', hour, hour + LONG_TERM_PERIOD);
    const [stored] = rowsOf(store, series, 'hour', hour, hour + 1);
    if (stored === undefined) return;
    const compiled = term === 'hour' ? replaced(stored) : compileHour(whole, series.metadata.meanType);
    if (compiled !== null) change.put('hour', [{ ...stored, ...valuesOf(compiled) }]);
  });
}

function valuesOf({ mean, meanWeight, min, max }: StatisticRow): Partial<StatisticRow> {
  return { mean, meanWeight, min, max };
}

function rowsOf(
  store: StatisticsStore,
  series: Series,
  term: Term,
  from: number,
  to: number,
): StatisticRow[] {
  // From the blocks: a change in progress has moved everything there.
  const stored = store.blocks.read({ series: series.id, term }, { from, to });
  return stored
    .flatMap(({ columns }) => toRows(columns))
    .filter((row) => row.start >= from && row.start < to);
}

function rowOf(store: StatisticsStore, series: Series, term: Term, start: number): StatisticRow | undefined {
  return toRows(store.read(series, { term, from: start, to: start + 1 }))[0];
}

function sumBefore(store: StatisticsStore, series: Series, term: Term, start: number): number {
  return store.newestBefore(series, term, start, 'sum')?.sum ?? 0;
}

/** The five-minute row of an hour whose sum jumps most: that is where the spike is. */
function steepest(store: StatisticsStore, series: Series, hour: number): number | undefined {
  let last = store.newestBefore(series, '5minute', hour, 'sum')?.sum ?? null;
  let found: { readonly start: number; readonly jump: number } | undefined;
  for (const { start, sum } of rowsOf(store, series, '5minute', hour, hour + LONG_TERM_PERIOD)) {
    if (sum === null) continue;
    const jump = last === null ? 0 : Math.abs(sum - last);
    if (found === undefined || jump > found.jump) found = { start, jump };
    last = sum;
  }
  return found?.start;
}
