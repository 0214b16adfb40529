import type { SummaryQuery, SummaryType } from '../../core/statistics-query.ts';
import type { Series } from './series-list.ts';
import { shownConversion } from './shown-unit.ts';
import { LONG_TERM_PERIOD, SHORT_TERM_PERIOD } from './statistic.ts';
import type { Field, StatisticColumns } from './statistic-columns.ts';
import type { StatisticsStore } from './statistics-store.ts';
import { circularMean } from './weighted-mean.ts';

/** The values of one statistic over a period; those not requested are missing. */
export type StatisticSummary = Partial<Record<SummaryType, number | null>>;

/** A part of a period: rows of one length. */
interface Part {
  readonly term: 'hour' | '5minute';
  readonly from: number;
  readonly to: number;
}

/**
 * The values of a statistic over a whole period [§4.3]: hours, and five-minute rows in the broken hours at its ends.
 * Empty for an unknown id.
 */
export function statisticSummary(store: StatisticsStore, query: SummaryQuery): StatisticSummary {
  const series = store.series('statistic', query.statisticId);
  if (series === undefined) return {};
  const parts = partsOf(query);
  const convert = shownConversion(series.name, series.metadata, query) ?? ((value: number) => value);
  const shown = (value: number | null): number | null => (value === null ? null : convert(value));
  const rows = parts.map((part) => ({
    part,
    columns: store.read(series, { ...part, fields: ['mean', 'meanWeight', 'min', 'max', 'sum'] }),
  }));
  const columns = rows.map((one) => one.columns);
  const values: Readonly<Record<SummaryType, () => number | null>> = {
    max: () => shown(extreme(columns, 'max', Math.max)),
    mean: () => shown(meanOf(series, rows)),
    min: () => shown(extreme(columns, 'min', Math.min)),
    change: () => {
      const newest = newestSum(columns);
      if (newest === null) return null;
      const before = sumBefore(store, series, query.start, parts);
      const [last, first] = [convert(newest), before === null ? 0 : convert(before)];
      return last === null || first === null ? null : last - first;
    },
  };
  return Object.fromEntries(query.types.map((type) => [type, values[type]()]));
}

/** Five minutes up to the first full hour, full hours, and five minutes after the last full hour. */
function partsOf({ start, end, now }: SummaryQuery): Part[] {
  const from = start ?? Number.NEGATIVE_INFINITY;
  const to = Math.min(end ?? now, now);
  if (to <= from) return [];
  if (to - from < LONG_TERM_PERIOD) return [{ term: '5minute', from, to }];
  const firstHour = Math.ceil(from / LONG_TERM_PERIOD) * LONG_TERM_PERIOD;
  const lastHour = Math.floor(to / LONG_TERM_PERIOD) * LONG_TERM_PERIOD;
  const parts: Part[] = [
    { term: '5minute', from, to: firstHour },
    { term: 'hour', from: firstHour, to: lastHour },
    { term: '5minute', from: lastHour, to },
  ];
  return parts.filter((part) => part.from < part.to);
}

function extreme(
  parts: readonly StatisticColumns[],
  field: Field,
  choose: (...values: number[]) => number,
): number | null {
  let found: number | null = null;
  for (const { values } of parts)
    for (const value of values[field] ?? [])
      if (!Number.isNaN(value)) found = found === null ? value : choose(found, value);
  return found;
}

/** Weighted by the time that the rows cover, of angles by their weights. */
function meanOf(
  { metadata }: Series,
  parts: readonly { readonly part: Part; readonly columns: StatisticColumns }[],
): number | null {
  const means = parts
    .flatMap(({ part, columns: { values } }) =>
      Array.from(values.mean ?? [], (angle, index) => {
        const seconds = (part.term === 'hour' ? LONG_TERM_PERIOD : SHORT_TERM_PERIOD) / 1000;
        const weight = values.meanWeight?.[index] ?? Number.NaN;
        return { angle, weight: metadata.meanType === 2 && !Number.isNaN(weight) ? weight : seconds };
      }),
    )
    .filter(({ angle }) => !Number.isNaN(angle));
  if (metadata.meanType === 2) return circularMean(means).mean;
  const total = means.reduce((sum, { angle, weight }) => sum + angle * weight, 0);
  const weight = means.reduce((sum, one) => sum + one.weight, 0);
  return weight === 0 ? null : total / weight;
}

function newestSum(parts: readonly StatisticColumns[]): number | null {
  for (const { values } of parts.toReversed())
    for (const sum of (values.sum ?? new Float64Array()).toReversed()) if (!Number.isNaN(sum)) return sum;
  return null;
}

/** The newest sum before the start; null if the series begins later. */
function sumBefore(
  store: StatisticsStore,
  series: Series,
  start: number | null,
  parts: readonly Part[],
): number | null {
  if (start === null) return null;
  for (const { term, from } of parts) {
    const before = store.newestBefore(series, term, from, 'sum');
    if (before !== undefined) return before.sum;
  }
  return store.newestBefore(series, 'hour', start, 'sum')?.sum ?? null;
}
