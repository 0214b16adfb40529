import { fault } from '../../core/errors.ts';
import type { StatisticsEditor } from './edit-statistics.ts';
import { TERMS, type Term } from './series-blocks.ts';
import type { Series, StoredMetadata } from './series-list.ts';
import { LONG_TERM_PERIOD, SHORT_TERM_PERIOD, type StatisticRow } from './statistic.ts';
import { toRows } from './statistic-columns.ts';
import { areEqualUnits, unitClassNamed } from './statistic-unit.ts';
import type { StatisticsStore } from './statistics-store.ts';

/** Rows of a statistic that were compiled elsewhere, in order of time. */
export interface EarlierStatistics {
  readonly statisticId: string;
  readonly metadata: StoredMetadata;
  readonly rows: Readonly<Record<Term, readonly StatisticRow[]>>;
}

/**
 * Adds rows that come before the first own ones, and returns their number; later ones are left out. Own sums continue
 * the added ones, and units are converted. Durable when it returns, as a unit; repeating it adds nothing.
 */
export function addEarlierStatistics(
  { store, changes }: StatisticsEditor,
  given: EarlierStatistics,
  at: number,
): number {
  const { statisticId, metadata } = given;
  const own = store.series('statistic', statisticId);
  const convert = own === undefined ? null : conversion(metadata, own);
  const first: Record<Term, StatisticRow | undefined> = {
    '5minute': firstRow(store, own, '5minute'),
    hour: firstRow(store, own, 'hour'),
  };
  const earlier = (term: Term): StatisticRow[] => {
    const end = first[term]?.start ?? Number.POSITIVE_INFINITY;
    const rows = given.rows[term].filter(({ start }) => start < end);
    return convert === null ? rows : rows.map((row) => converted(row, convert));
  };
  const rows = { '5minute': earlier('5minute'), hour: earlier('hour') };
  const count = rows['5minute'].length + rows.hour.length;
  if (count === 0 && own !== undefined) return 0;
  changes.record({ at, kind: 'import', statisticId }, (change) => {
    if (own === undefined) change.describe(metadata);
    else {
      const offset = sumOffset(rows, first);
      const from = (term: Term): number => first[term]?.start ?? Number.MAX_VALUE;
      if (offset !== 0)
        change.shift(['sum'], { factor: 1, offset }, { '5minute': from('5minute'), hour: from('hour') });
    }
    for (const term of TERMS) if (rows[term].length > 0) change.put(term, rows[term]);
  });
  return count;
}

type Conversion = (value: number) => number | null;

/** Throws if the rows do not measure the same as those of the statistic. */
function conversion(metadata: StoredMetadata, { name, metadata: own }: Series): Conversion | null {
  if (metadata.hasSum !== own.hasSum || metadata.meanType !== own.meanType)
    throw fault('invalid_format', 'statistic_kinds_differ', { id: name });
  if (areEqualUnits(metadata.unit, own.unit)) return null;
  const unitClass = unitClassNamed(own.unitClass);
  if (unitClass?.has(metadata.unit) !== true)
    throw fault('invalid_units', 'statistic_units_differ', {
      from: metadata.unit ?? 'None',
      to: own.unit ?? 'None',
    });
  return unitClass.conversion(metadata.unit, own.unit);
}

function converted(row: StatisticRow, convert: Conversion): StatisticRow {
  const of = (value: number | null): number | null => (value === null ? null : convert(value));
  const { mean, min, max, state, sum } = row;
  return { ...row, mean: of(mean), min: of(min), max: of(max), state: of(state), sum: of(sum) };
}

/**
 * What own sums lack: the sum at the end of the earlier rows, and what the meter counted from there to the first own
 * row. A meter that shows less than before was reset meanwhile: then only what the own row itself counted is known.
 */
function sumOffset(
  earlier: EarlierStatistics['rows'],
  first: Readonly<Record<Term, StatisticRow | undefined>>,
): number {
  const last = endingLast(earlier['5minute'].at(-1), earlier.hour.at(-1));
  const own = first['5minute'] ?? first.hour;
  if (last === undefined || own === undefined || last.sum === null || own.sum === null) return 0;
  const counted = last.state === null || own.state === null ? Number.NaN : own.state - last.state;
  return counted >= 0 ? last.sum + counted - own.sum : last.sum;
}

function endingLast(
  short: StatisticRow | undefined,
  hour: StatisticRow | undefined,
): StatisticRow | undefined {
  if (short === undefined || hour === undefined) return short ?? hour;
  return hour.start + LONG_TERM_PERIOD > short.start + SHORT_TERM_PERIOD ? hour : short;
}

function firstRow(store: StatisticsStore, series: Series | undefined, term: Term): StatisticRow | undefined {
  if (series === undefined) return undefined;
  const [row] = toRows(store.read(series, { term, from: -Infinity, to: Infinity }));
  return row;
}
