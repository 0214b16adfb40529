import type { StatisticsQuery, StatisticType } from '../../core/statistics-query.ts';
import { JsonBytes } from '../queries/json-bytes.ts';
import { LocalPeriods } from './local-periods.ts';
import { type PeriodRows, reduceHours } from './reduce-hours.ts';
import type { Series } from './series-list.ts';
import { type ConvertValue, shownConversion } from './shown-unit.ts';
import { LONG_TERM_PERIOD, SHORT_TERM_PERIOD } from './statistic.ts';
import { type Field, mapColumns } from './statistic-columns.ts';
import type { StatisticsStore } from './statistics-store.ts';

/** The column of each type that is stored; changes are computed. */
const COLUMN_OF: Readonly<Record<Exclude<StatisticType, 'change'>, Field>> = {
  last_reset: 'lastReset',
  max: 'max',
  mean: 'mean',
  min: 'min',
  state: 'state',
  sum: 'sum',
};
const OF_MEANS: readonly StatisticType[] = ['mean', 'min', 'max'];
const OF_SUMS: readonly StatisticType[] = ['sum', 'state', 'change'];
const CONVERTED: readonly Field[] = ['mean', 'min', 'max', 'state', 'sum'];
/** The times that have thirteen digits: from 2001 to 2286. */
const FIRST_PLAIN = 1_000_000_000_000;
const LAST_PLAIN = 9_999_999_999_999;
/** After this many rows, other requests get their turn. */
const ROWS_PER_STEP = 4000;

/** Rows with the changes of their sums. */
interface ShownRows extends PeriodRows {
  readonly change: Float64Array | undefined;
}

/**
 * The rows of statistics in a period as JSON text: `{id: [{start, end, …}]}` [§4.2]. Ids without metadata or rows are
 * left out.
 */
export async function* statisticsInPeriod(
  store: StatisticsStore,
  query: StatisticsQuery,
): AsyncGenerator<Uint8Array> {
  const asked = [...new Set(query.statisticIds)].flatMap((id) => store.series('statistic', id) ?? []);
  const types = shownTypes(query.types, asked);
  const reader = new PeriodReader(store, query, types);
  const out = new JsonBytes();
  let separator = '{';
  let work = 0;
  for (const series of asked) {
    const rows = reader.rows(series);
    if (rows.starts.length === 0) continue;
    out.ascii(separator);
    separator = ',';
    out.quoted(series.name);
    out.ascii(':[');
    const columns = types.map((type) => ({
      key: `,"${type}":`,
      column: type === 'change' ? rows.change : rows.values[COLUMN_OF[type]],
    }));
    for (let index = 0; index < rows.starts.length; index += 1) {
      out.ascii(index === 0 ? '{"start":' : ',{"start":');
      writeTime(out, rows.starts[index] ?? 0);
      out.ascii(',"end":');
      writeTime(out, rows.ends[index] ?? 0);
      for (const { key, column } of columns) {
        out.ascii(key);
        const value = column?.[index] ?? Number.NaN;
        out.ascii(Number.isNaN(value) ? 'null' : String(value));
      }
      out.ascii('}');
      if (out.isFull) yield out.take();
      work += 1;
      if (work % ROWS_PER_STEP === 0) await store.pause();
    }
    out.ascii(']');
  }
  out.ascii(separator === '{' ? '{}' : '}');
  yield out.take();
}

/** The types that some of the statistics can have. */
function shownTypes(types: readonly StatisticType[], asked: readonly Series[]): StatisticType[] {
  const hasMean = asked.some(({ metadata }) => metadata.meanType !== 0);
  const hasSum = asked.some(({ metadata }) => metadata.hasSum);
  return [...new Set(types)].filter(
    (type) => (hasMean || !OF_MEANS.includes(type)) && (hasSum || !OF_SUMS.includes(type)),
  );
}

/** Reads the rows of one statistic after the other. */
class PeriodReader {
  private readonly store: StatisticsStore;
  private readonly query: StatisticsQuery;
  private readonly fields: readonly Field[];
  private readonly hasChange: boolean;
  private readonly periods: LocalPeriods | null;
  private readonly range: { readonly from: number; readonly to: number };

  constructor(store: StatisticsStore, query: StatisticsQuery, types: readonly StatisticType[]) {
    const { period, timeZone, start, end } = query;
    this.store = store;
    this.query = query;
    this.hasChange = types.includes('change');
    const fields = new Set(types.map((type) => (type === 'change' ? 'sum' : COLUMN_OF[type])));
    if (fields.has('mean')) fields.add('meanWeight');
    this.fields = [...fields];
    this.periods = period === '5minute' || period === 'hour' ? null : new LocalPeriods(period, timeZone);
    const to = end === null ? Number.POSITIVE_INFINITY : (this.periods?.at(end).end ?? end);
    const from = this.periods?.at(start).start ?? start;
    this.range = { from, to: end !== null && end < start ? from : to };
  }

  rows(series: Series): ShownRows {
    const { period } = this.query;
    const { from, to } = this.range;
    const term = period === '5minute' ? period : 'hour';
    const stored = this.store.read(series, { term, from, to, fields: this.fields });
    const length = term === 'hour' ? LONG_TERM_PERIOD : SHORT_TERM_PERIOD;
    const rows =
      this.periods === null
        ? { ...stored, ends: stored.starts.map((start) => start + length) }
        : reduceHours(stored, this.periods, series.metadata.meanType);
    const convert = shownConversion(series.name, series.metadata, this.query);
    const shown = convert === null ? rows : { ...rows, ...mapColumns(rows, CONVERTED, orNone(convert)) };
    const { sum } = shown.values;
    const hasChange = this.hasChange && sum !== undefined;
    return { ...shown, change: hasChange ? changes(sum, this.sumBefore(series, term, convert)) : undefined };
  }

  /** The newest sum before the first row; 0 if there is none. */
  private sumBefore(series: Series, term: 'hour' | '5minute', convert: ConvertValue | null): number {
    const { from } = this.range;
    const before =
      this.store.newestBefore(series, term, from, 'sum') ??
      // Five-minute rows are deleted after some days.
      (term === '5minute'
        ? this.store.newestBefore(series, 'hour', from - LONG_TERM_PERIOD + 1, 'sum')
        : undefined);
    const sum = before?.sum ?? null;
    return sum === null ? 0 : convert === null ? sum : (convert(sum) ?? 0);
  }
}

/** The differences of sums; a row without a sum has none, and the next one counts from the sum before. */
function changes(sums: Float64Array, before: number): Float64Array {
  let last = before;
  return sums.map((sum) => {
    const change = sum - last;
    if (!Number.isNaN(sum)) last = sum;
    return change;
  });
}

function orNone(convert: ConvertValue): (value: number) => number {
  return (value) => convert(value) ?? Number.NaN;
}

function writeTime(out: JsonBytes, at: number): void {
  if (at >= FIRST_PLAIN && at <= LAST_PLAIN) out.digits(at, 13);
  else out.ascii(String(at));
}
