import { fault } from '../../core/errors.ts';
import { checkedClass } from './import-statistics.ts';
import { TERMS } from './series-blocks.ts';
import { LONG_TERM_PERIOD, SHORT_TERM_PERIOD } from './statistic.ts';
import { classOfUnit, unitClassNamed } from './statistic-unit.ts';
import type { StatisticsStore } from './statistics-store.ts';
import { MEASURED, type UndoableChanges } from './undoable-changes.ts';

/** What edits statistics: the store and the record of changes. */
export interface StatisticsEditor {
  readonly store: StatisticsStore;
  readonly changes: UndoableChanges;
}

/** What to add to the sums of a statistic, in a unit of its class. */
export interface SumAdjustment {
  readonly statisticId: string;
  readonly start: number;
  readonly adjustment: number;
  readonly unit: string | null;
}

/** Deletes statistics, or their rows that overlap a range; ids that do not exist are ignored. */
export function clearStatistics(
  { store, changes }: StatisticsEditor,
  given: {
    readonly statisticIds: readonly string[];
    readonly range: { readonly start: number; readonly end: number } | null;
  },
  at: number,
): void {
  const { range } = given;
  for (const statisticId of new Set(given.statisticIds)) {
    if (store.series('statistic', statisticId) === undefined) continue;
    changes.record({ at, kind: 'clear', statisticId }, (change) => {
      if (range === null) change.remove();
      else
        for (const term of TERMS) {
          const length = term === 'hour' ? LONG_TERM_PERIOD : SHORT_TERM_PERIOD;
          change.drop(term, range.start - length + 1, range.end);
        }
    });
  }
}

/** Changes the unit without converting the values; without a class, the unit's own. */
export function updateMetadata(
  { store, changes }: StatisticsEditor,
  given: {
    readonly statisticId: string;
    readonly unit: string | null;
    readonly unitClass: string | null | undefined;
  },
  at: number,
): void {
  const { statisticId, unit } = given;
  const unitClass = checkedClass(unit, given.unitClass);
  const series = store.series('statistic', statisticId);
  if (series === undefined) return;
  changes.record({ at, kind: 'metadata', statisticId }, (change) =>
    change.describe({ ...series.metadata, unit, unitClass }),
  );
}

/** Converts all values of a statistic; one of another source or in another unit stays as it is. */
export function changeUnit(
  { store, changes }: StatisticsEditor,
  given: { readonly statisticId: string; readonly from: string | null; readonly to: string | null },
  at: number,
): void {
  const { statisticId, from, to } = given;
  const series = store.series('statistic', statisticId);
  if (series === undefined) throw fault('home_assistant_error', 'no_statistic_metadata', { id: statisticId });
  const { metadata } = series;
  const stored = unitClassNamed(metadata.unitClass);
  const shared = stored?.has(from) === true ? stored : classOfUnit(from);
  if (from !== to && (shared === undefined || !shared.has(to)))
    throw fault('home_assistant_error', 'statistic_units_differ', {
      from: from ?? 'None',
      to: to ?? 'None',
    });
  if (metadata.source !== 'recorder' || metadata.unit !== from || from === to || shared === undefined) return;
  const convert = shared.conversion(from, to);
  changes.record({ at, kind: 'unit', statisticId }, (change) => {
    change.describe({ ...metadata, unit: to, unitClass: metadata.unitClass ?? shared.name });
    if (convert !== null) change.convert(MEASURED, (value) => convert(value) ?? Number.NaN);
  });
}

/** Adds to the sum of every row from a time on: of five-minute rows from there, of hours from its full hour. */
export function adjustSum({ store, changes }: StatisticsEditor, given: SumAdjustment, at: number): void {
  const { statisticId, start, adjustment, unit } = given;
  const series = store.series('statistic', statisticId);
  if (series === undefined) throw fault('unknown_statistic_id', 'unknown_statistic_id', { id: statisticId });
  const { metadata } = series;
  const named = unitClassNamed(metadata.unitClass);
  const shared = named?.has(metadata.unit) === true ? named : classOfUnit(metadata.unit);
  if (unit !== metadata.unit && shared?.has(unit) !== true)
    throw fault('invalid_units', 'statistic_units_differ', {
      from: metadata.unit ?? 'None',
      to: unit ?? 'None',
    });
  const convert = shared?.conversion(unit, metadata.unit) ?? null;
  // A difference: zero points of the units do not count.
  const offset = convert === null ? adjustment : (convert(adjustment) ?? 0) - (convert(0) ?? 0);
  const from = { '5minute': start, hour: Math.floor(start / LONG_TERM_PERIOD) * LONG_TERM_PERIOD };
  changes.record({ at, kind: 'adjust', statisticId }, (change) =>
    change.shift(['sum'], { factor: 1, offset }, from),
  );
}
