import type { Sample } from '../samples/sample.ts';
import type { SampleStore } from '../samples/sample-store.ts';
import { BucketBuilder } from '../statistics/bucket-builder.ts';
import { type CompiledPeriod, compilePeriod } from '../statistics/compile-five-minutes.ts';
import { rollUps, statisticsOf } from '../statistics/compile-run.ts';
import { numberOfState, type Reading, readingsOf } from '../statistics/reading.ts';
import { rollUpRow } from '../statistics/roll-up-row.ts';
import type { StoredMetadata } from '../statistics/series-list.ts';
import { LONG_TERM_PERIOD, type StatisticMetadata, type StatisticRow } from '../statistics/statistic.ts';
import type { NewRows, StatisticsStore } from '../statistics/statistics-store.ts';

/** The changes of one entity as columns, in order of time. */
export interface PastColumns {
  readonly entityId: string;
  /** The recorded attributes as JSON text. */
  readonly attributes: string;
  readonly at: Float64Array;
  readonly states: readonly string[];
}

/** A generated past. */
export interface PastRequest {
  readonly entities: readonly PastColumns[];
  /** `from` is a full hour, `to` full five minutes, exclusive. */
  readonly from: number;
  readonly to: number;
  /** Rows of five minutes are compiled from here on. */
  readonly shortFrom: number;
  readonly timeZone: string;
}

interface Parts {
  readonly samples: SampleStore;
  readonly store: StatisticsStore;
  readonly pause: () => Promise<void>;
}

/**
 * Adds a past to entities without history: samples, and statistics and roll-ups compiled from them. Each entity's
 * statistics are written before its samples, so that a compilation in between continues their sums. All of it is durable
 * when this resolves, with one sync of each file: a caller whose process ends before must forget the past and add it
 * again.
 */
export async function addPast({ samples, store, pause }: Parts, request: PastRequest): Promise<void> {
  const { from, to, timeZone } = request;
  const shortFrom = Math.min(to, Math.max(from, request.shortFrom - (request.shortFrom % LONG_TERM_PERIOD)));
  const run = { sensors: new Map<string, Sample>(), timeZone };
  for (const [index, columns] of request.entities.entries()) {
    const { entityId } = columns;
    const own = samplesOf(columns);
    const split = own.findIndex(({ at }) => at >= shortFrom);
    const [early, late] = split < 0 ? [own, []] : [own.slice(0, split), own.slice(split)];
    write(store, entityId, { ...hourly(early, { from, to: shortFrom, timeZone }), isSynced: false });
    await pause();
    const recent = { inForce: early.at(-1) ?? null, samples: late, from: shortFrom, to };
    const { rows, metadata } = statisticsOf(store, entityId, { ...recent, run, warnings: [] });
    const isSynced = index === request.entities.length - 1;
    write(store, entityId, { rows: [...rows, ...rollUps(store, entityId, recent)], metadata, isSynced });
    await pause();
    samples.append([{ entityId, samples: own }]);
  }
  await samples.commit();
}

/** Statistics and roll-ups of whole hours, of which no rows of five minutes are kept. */
function hourly(
  samples: readonly Sample[],
  { from, to, timeZone }: Pick<PastRequest, 'from' | 'to' | 'timeZone'>,
): Compiled {
  const builder = new BucketBuilder({ from, to, width: LONG_TERM_PERIOD });
  for (const { at, state } of samples) builder.add(at, numberOfState(state));
  const statistics: StatisticRow[] = [];
  let metadata: StatisticMetadata | null = null;
  let current: Reading | null = null;
  const readings = readingsOf(samples);
  for (let start = from, next = 0; start < to; start += LONG_TERM_PERIOD) {
    const end = start + LONG_TERM_PERIOD;
    const inside: Reading[] = [];
    for (let one = readings[next]; one !== undefined && one.at < end; one = readings[next]) {
      inside.push(one);
      next += 1;
    }
    const before: StatisticRow | null = statistics.at(-1) ?? null;
    const period = { start, end, inForce: current, samples: inside, metadata, before, timeZone };
    const compiled: CompiledPeriod = compilePeriod(period);
    if (compiled.row !== null) statistics.push(compiled.row);
    ({ metadata } = compiled);
    current = inside.at(-1) ?? current;
  }
  return {
    metadata: metadata === null ? undefined : { source: 'recorder', name: null, ...metadata },
    rows: [
      { kind: 'statistic', term: 'hour', rows: statistics },
      { kind: 'rollup', term: 'hour', rows: builder.finish().map(rollUpRow) },
    ],
  };
}

interface Compiled {
  readonly metadata: StoredMetadata | undefined;
  readonly rows: readonly Omit<NewRows, 'name'>[];
}

function write(
  store: StatisticsStore,
  entityId: string,
  { metadata, rows, isSynced }: Compiled & { readonly isSynced: boolean },
): void {
  store.transaction(() => {
    const described = metadata === undefined ? undefined : store.describe(entityId, metadata);
    const statistic = described ?? store.series('statistic', entityId);
    const rollup = rows.some(({ kind, rows: own }) => kind === 'rollup' && own.length > 0)
      ? store.mergedRollup(entityId)
      : undefined;
    for (const { kind, term, rows: own } of rows) {
      if (own.length === 0) continue;
      const series = kind === 'rollup' ? rollup : statistic;
      if (series !== undefined) store.put(series, term, own);
    }
  }, isSynced);
}

function samplesOf({ attributes, at, states }: PastColumns): Sample[] {
  return states.map((state, index) => {
    const time = at[index] ?? 0;
    return { at: time, changedAt: time, state, attributes, context: null };
  });
}
