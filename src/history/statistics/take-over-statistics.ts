import { fault } from '../../core/errors.ts';
import type { StatisticsEditor } from './edit-statistics.ts';
import { TERMS, type Term } from './series-blocks.ts';
import type { Series } from './series-list.ts';
import { LONG_TERM_PERIOD, SHORT_TERM_PERIOD, type StatisticRow } from './statistic.ts';
import { filterColumns, toRows } from './statistic-columns.ts';
import { areEqualUnits } from './statistic-unit.ts';
import type { StatisticsStore } from './statistics-store.ts';

/** Which entity takes over the past of which other one, and until when. */
export interface TakeOver {
  readonly entityId: string;
  readonly predecessor: string;
  /** The time of the first change of the entity itself. */
  readonly before: number;
}

/** The rows of a take-over, which come before the first ones of the entity itself. */
export type TakenRows = Readonly<Record<Term, readonly StatisticRow[]>>;

/** The statistics that an entity would take over. Throws if the two do not measure the same. */
export function takenStatistics(store: StatisticsStore, { entityId, predecessor }: TakeOver): TakenRows {
  const [own, other] = [store.series('statistic', entityId), store.series('statistic', predecessor)];
  if (other === undefined) return { '5minute': [], hour: [] };
  if (own !== undefined) {
    const [from, to] = [other.metadata, own.metadata];
    if (!areEqualUnits(from.unit, to.unit))
      throw fault('invalid_units', 'statistic_units_differ', {
        from: from.unit ?? 'None',
        to: to.unit ?? 'None',
      });
    if (from.hasSum !== to.hasSum || from.meanType !== to.meanType)
      throw fault('invalid_format', 'take_over_kinds_differ', { entity_id: entityId, predecessor });
  }
  const rows = (term: Term) => rowsOf(store, other, term, firstRow(store, own, term));
  return { '5minute': rows('5minute'), hour: rows('hour') };
}

/**
 * Gives an entity the statistics of its predecessor, which keeps them, and returns the number of the change. Its own
 * sums continue those of the predecessor.
 */
export function takeOverStatistics(
  { store, changes }: StatisticsEditor,
  takeOver: TakeOver,
  at: number,
): number {
  const { entityId, predecessor, before } = takeOver;
  const rows = takenStatistics(store, takeOver);
  const [own, other] = [store.series('statistic', entityId), store.series('statistic', predecessor)];
  const first = { '5minute': firstRow(store, own, '5minute'), hour: firstRow(store, own, 'hour') };
  return changes.record({ at, kind: 'take_over', statisticId: entityId }, (change) => {
    change.takenBefore = before;
    if (other === undefined || TERMS.every((term) => rows[term].length === 0)) return;
    const sum = lastSum(rows);
    if (own === undefined) change.describe(other.metadata);
    else if (sum !== null) change.shift(['sum'], { factor: 1, offset: sum }, first);
    for (const term of TERMS) if (rows[term].length > 0) change.put(term, rows[term]);
  });
}

/** Copies the roll-ups of a predecessor that the entity does not have. */
export function takeOverRollups(store: StatisticsStore, { entityId, predecessor }: TakeOver): void {
  const other = store.series('rollup', predecessor);
  if (other === undefined) return;
  store.transaction(() => {
    const own = store.mergedRollup(entityId);
    for (const term of TERMS) {
      const rows = rowsOf(store, other, term, firstRow(store, own, term));
      if (rows.length > 0) store.put(own, term, rows);
    }
  });
}

/** Deletes the roll-ups of an entity before a time. */
export function removeRollups(store: StatisticsStore, entityId: string, before: number): void {
  if (store.series('rollup', entityId) === undefined) return;
  store.transaction(() => {
    const own = store.mergedRollup(entityId);
    for (const term of TERMS) {
      const of = { series: own.id, term };
      for (const { slot, columns } of store.blocks.read(of, { from: 0, to: before }))
        store.blocks.write(
          of,
          slot,
          filterColumns(columns, (start) => start + PERIODS[term] > before),
        );
    }
  });
}

const PERIODS: Readonly<Record<Term, number>> = { '5minute': SHORT_TERM_PERIOD, hour: LONG_TERM_PERIOD };

/** The sum at the end of the rows. */
function lastSum(rows: TakenRows): number | null {
  const newest = [rows.hour.at(-1), rows['5minute'].at(-1)].flatMap((row) => row ?? []);
  newest.sort((a, b) => a.start - b.start);
  return newest.at(-1)?.sum ?? null;
}

function firstRow(store: StatisticsStore, series: Series | undefined, term: Term): number {
  if (series === undefined) return Number.MAX_VALUE;
  const { starts } = store.read(series, { term, from: -Infinity, to: Infinity, fields: [] });
  return starts[0] ?? Number.MAX_VALUE;
}

function rowsOf(store: StatisticsStore, series: Series, term: Term, to: number): StatisticRow[] {
  return toRows(store.read(series, { term, from: -Infinity, to }));
}
