import type { SampleStore } from '../samples/sample-store.ts';
import {
  type Bucket,
  BucketBuilder,
  type BucketRange,
  combineBuckets,
} from '../statistics/bucket-builder.ts';
import { compiledUntil } from '../statistics/compiled-until.ts';
import { envelopeRange } from '../statistics/envelope.ts';
import { numberOfState } from '../statistics/reading.ts';
import { bucketOf } from '../statistics/roll-up-row.ts';
import type { Term } from '../statistics/series-blocks.ts';
import type { Series } from '../statistics/series-list.ts';
import { LONG_TERM_PERIOD, SHORT_TERM_PERIOD } from '../statistics/statistic.ts';
import { toRows } from '../statistics/statistic-columns.ts';
import type { StatisticsStore } from '../statistics/statistics-store.ts';

/** Where the numbers of plots come from. */
export interface NumberSources {
  readonly samples: SampleStore;
  readonly statistics: StatisticsStore;
}

/** A range, and how many buckets it has at most. */
export interface NumbersQuery {
  readonly entityId: string;
  readonly from: number;
  readonly to: number;
  readonly points: number;
}

/** Buckets of equal width; spans in which the entity had no number are left out. */
export interface PlotNumbers {
  readonly width: number;
  readonly buckets: readonly Bucket[];
}

/** The roll-ups of an entity that a range uses. */
interface UsedRollUps {
  readonly range: BucketRange;
  readonly period: number;
  /** Until when they are complete, within the range. */
  readonly until: number;
  readonly buckets: readonly Bucket[];
}

/**
 * The numbers of an entity as a plot draws them. Long ranges are made of roll-ups, and of samples where there are no
 * roll-ups yet; buckets then begin at full periods, so the first one may begin before the range.
 */
export async function plotNumbers(sources: NumberSources, query: NumbersQuery): Promise<PlotNumbers> {
  const range = envelopeRange(query.from, query.to, query.points);
  const series = sources.statistics.series('rollup', query.entityId);
  if (series === undefined || range.width < SHORT_TERM_PERIOD) {
    const buckets = await ofSamples(sources.samples, query.entityId, range);
    return { width: range.width, buckets };
  }
  const used = usedRollUps(sources.statistics, series, query);
  const { from, to } = used.range;
  const first = used.buckets[0]?.start ?? to;
  const until = used.buckets.length === 0 ? to : used.until;
  const part = (start: number, end: number) =>
    ofSamples(sources.samples, query.entityId, { from: start, to: end, width: used.period });
  const [before, after] = [await part(from, Math.min(first, to)), await part(Math.min(until, to), to)];
  return {
    width: used.range.width,
    buckets: combineBuckets([...before, ...used.buckets, ...after], used.range),
  };
}

function usedRollUps(store: StatisticsStore, series: Series, query: NumbersQuery): UsedRollUps {
  const { width } = envelopeRange(query.from, query.to, query.points);
  const hours = (): UsedRollUps => rollUpsOf(store, { series, query, term: 'hour' });
  if (width >= LONG_TERM_PERIOD) return hours();
  const short = rollUpsOf(store, { series, query, term: '5minute' });
  // Rows of hours are kept longer than those of five minutes.
  const isWhole = (short.buckets[0]?.start ?? query.to) < query.from + LONG_TERM_PERIOD;
  const start = isWhole ? undefined : store.newestBefore(series, 'hour', short.buckets[0]?.start ?? query.to);
  return start === undefined || start.start + LONG_TERM_PERIOD <= query.from ? short : hours();
}

function rollUpsOf(
  store: StatisticsStore,
  {
    series,
    query: { from: asked, to, points },
    term,
  }: { readonly series: Series; readonly query: NumbersQuery; readonly term: Term },
): UsedRollUps {
  const period = term === 'hour' ? LONG_TERM_PERIOD : SHORT_TERM_PERIOD;
  const from = Math.floor(asked / period) * period;
  const width = Math.max(1, Math.ceil((to - from) / points / period)) * period;
  const end = Math.min(to, compiledUntil(store) ?? 0);
  const until = Math.max(from, end - (end % period));
  const rows = toRows(store.read(series, { term, from, to: until }));
  return { range: { from, to, width }, period, until, buckets: rows.map(bucketOf) };
}

/** Buckets of samples, which are read in chunks. */
async function ofSamples(store: SampleStore, entityId: string, range: BucketRange): Promise<Bucket[]> {
  const { from, to } = range;
  if (!(to > from)) return [];
  const builder = new BucketBuilder(range);
  const inForce = (await store.lastBefore([entityId], from)).get(entityId);
  if (inForce !== undefined) builder.add(inForce.at, numberOfState(inForce.state));
  for await (const { samples } of store.read({ entityIds: [entityId], from, to, withAttributes: false }))
    for (const { at, state } of samples) builder.add(at, numberOfState(state));
  return builder.finish();
}
