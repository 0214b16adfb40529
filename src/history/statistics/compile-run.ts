import type { Sample } from '../samples/sample.ts';
import type { SampleStore } from '../samples/sample-store.ts';
import { compilePeriod } from './compile-five-minutes.ts';
import { compileHour } from './compile-hour.ts';
import { compiledUntil, markCompiled } from './compiled-until.ts';
import { type Reading, readingsOf } from './reading.ts';
import { hoursOf, rollUp } from './roll-up.ts';
import { bucketOf, rollUpRow } from './roll-up-row.ts';
import type { StoredMetadata } from './series-list.ts';
import { LONG_TERM_PERIOD, SHORT_TERM_PERIOD, type StatisticRow } from './statistic.ts';
import { valuesAt } from './statistic-columns.ts';
import type { NewRows, StatisticsStore } from './statistics-store.ts';
import type { StatisticsWarning } from './statistics-warning.ts';

/** What to compile. */
export interface CompileRun {
  /** Until when: a multiple of five minutes. */
  readonly until: number;
  /** Earlier periods are not compiled, however long the server was off. */
  readonly earliest: number;
  /**
   * The entities that have statistics now, with their current states, which are used where no sample is kept.
   */
  readonly sensors: ReadonlyMap<string, Sample>;
  /** The home's time zone. */
  readonly timeZone: string;
}

/** A warning about the statistics of an entity. */
export interface EntityWarning {
  readonly entityId: string;
  readonly warning: StatisticsWarning;
}

/** What a run compiled: whether the last period ended an hour, and the warnings. */
export interface CompileOutcome {
  readonly periods: number;
  readonly isHour: boolean;
  readonly warnings: readonly EntityWarning[];
}

/** The dependencies of `compileStatistics`. */
export interface CompileParts {
  readonly samples: SampleStore;
  readonly store: StatisticsStore;
  readonly pause: () => Promise<void>;
}

/** Entities whose rows are written together. */
const ENTITIES_PER_WRITE = 50;
/** The milliseconds of an entity's history that are read at once while catching up. */
const STEP = 6 * LONG_TERM_PERIOD;

/**
 * Compiles what is missing of statistics and roll-ups up to a time: usually the five minutes that have just ended,
 * after downtime everything since the last run. A run that is interrupted is repeated: rows of the same start are
 * replaced.
 */
export async function compileStatistics(parts: CompileParts, run: CompileRun): Promise<CompileOutcome> {
  const { samples, store } = parts;
  const warnings: EntityWarning[] = [];
  const ids = new Set([...samples.entityIds(), ...run.sensors.keys()]);
  let done = Math.max(compiledUntil(store) ?? run.until - SHORT_TERM_PERIOD, run.earliest);
  const periods = Math.max(0, (run.until - done) / SHORT_TERM_PERIOD);
  while (done < run.until) {
    const to = Math.min(done + STEP, run.until);
    for (const group of groupsOf([...ids], ENTITIES_PER_WRITE))
      await compileGroup(parts, group, { run, from: done, to, warnings });
    markCompiled(store, to);
    done = to;
    await parts.pause();
  }
  return { periods, isHour: run.until % LONG_TERM_PERIOD === 0, warnings };
}

/** What `statisticsOf` compiles: full periods, with the sensors and the time zone of a run. */
interface CompiledRange extends Omit<Range, 'run'> {
  readonly run: Pick<CompileRun, 'sensors' | 'timeZone'>;
}

interface Range {
  readonly run: CompileRun;
  readonly from: number;
  readonly to: number;
  readonly warnings: EntityWarning[];
}

async function compileGroup(
  { samples, store, pause }: CompileParts,
  entityIds: readonly string[],
  range: Range,
): Promise<void> {
  const { from, to } = range;
  const inForce = await samples.lastBefore(entityIds, from);
  const found = new Map<string, Sample[]>();
  for await (const { entityId, samples: chunk } of samples.read({
    entityIds,
    from,
    to,
    withAttributes: true,
  })) {
    const list = found.get(entityId) ?? [];
    list.push(...chunk);
    found.set(entityId, list);
  }
  const rows: NewRows[] = [];
  const metadata = new Map<string, StoredMetadata>();
  for (const entityId of entityIds) {
    const own = { inForce: inForce.get(entityId) ?? null, samples: found.get(entityId) ?? [] };
    rows.push(...rollUps(store, entityId, { ...own, from, to }));
    if (!range.run.sensors.has(entityId)) continue;
    const compiled = statisticsOf(store, entityId, { ...own, ...range });
    rows.push(...compiled.rows);
    if (compiled.metadata !== undefined) metadata.set(entityId, compiled.metadata);
  }
  if (rows.length > 0 || metadata.size > 0) store.append(rows, metadata);
  await pause();
}

interface OfEntity {
  readonly inForce: Sample | null;
  readonly samples: readonly Sample[];
}

/** The roll-ups of an entity, and those of the hours that end in the range. */
export function rollUps(
  store: StatisticsStore,
  entityId: string,
  { inForce, samples, from, to }: OfEntity & Pick<Range, 'from' | 'to'>,
): NewRows[] {
  const short = rollUp({ inForce, samples, from, to }).short;
  const series = store.series('rollup', entityId);
  if (short.length === 0 && series === undefined) return [];
  const of = { kind: 'rollup', name: entityId } as const;
  const earlier = series === undefined ? [] : earlierRows(store, series, from).map(bucketOf);
  const lastHour = to - (to % LONG_TERM_PERIOD);
  const hours = hoursOf([...earlier, ...short]).filter(({ start }) => start < lastHour);
  return rowsOf(of, short.map(rollUpRow), hours.map(rollUpRow));
}

/** The statistics of a sensor: compiled period by period, since each continues the one before. */
export function statisticsOf(
  store: StatisticsStore,
  entityId: string,
  { inForce, samples, from, to, run, warnings }: OfEntity & CompiledRange,
): { readonly rows: readonly NewRows[]; readonly metadata: StoredMetadata | undefined } {
  const series = store.series('statistic', entityId);
  const present = run.sensors.get(entityId);
  const readings = readingsOf(samples);
  let [current = null] = inForce === null ? [] : readingsOf([inForce]);
  let before: StatisticRow | null =
    (series && (store.newestBefore(series, '5minute', from) ?? store.newestBefore(series, 'hour', from))) ??
    null;
  const stored = series?.metadata ?? null;
  let metadata = stored === null ? null : { ...stored };
  const hourRows = series === undefined ? [] : earlierRows(store, series, from);
  const short: StatisticRow[] = [];
  const hours: StatisticRow[] = [];
  let next = 0;
  for (let start = from; start < to; start += SHORT_TERM_PERIOD) {
    const end = start + SHORT_TERM_PERIOD;
    const inside: Reading[] = [];
    for (; next < readings.length && (readings[next] as Reading).at < end; next += 1)
      inside.push(readings[next] as Reading);
    const fallback = current === null && inside.length === 0 && present !== undefined && present.at < end;
    const [shown = null] = fallback ? readingsOf([present]) : [];
    const period = { start, end, inForce: current ?? shown, samples: inside, timeZone: run.timeZone };
    const compiled = compilePeriod({ ...period, metadata, before });
    for (const warning of compiled.warnings) warnings.push({ entityId, warning });
    if (compiled.metadata !== null)
      metadata = { source: 'recorder', name: null, ...metadata, ...compiled.metadata };
    if (compiled.row !== null) {
      before = compiled.row;
      short.push(compiled.row);
      hourRows.push(compiled.row);
    }
    current = inside.at(-1) ?? current;
    if (end % LONG_TERM_PERIOD !== 0) continue;
    const hour = metadata === null ? null : compileHour(hourRows, metadata.meanType);
    if (hour !== null) hours.push(hour);
    hourRows.length = 0;
  }
  const rows = rowsOf({ kind: 'statistic', name: entityId }, short, hours);
  return { rows, metadata: metadata === null || isSame(metadata, stored) ? undefined : metadata };
}

/** The five-minute rows of the hour in which a range begins, up to its beginning. */
function earlierRows(
  store: StatisticsStore,
  series: Parameters<StatisticsStore['read']>[0],
  from: number,
): StatisticRow[] {
  const columns = store.read(series, { term: '5minute', from: from - (from % LONG_TERM_PERIOD), to: from });
  return [...columns.starts].map((start, index) => ({ start, ...valuesAt(columns, index) }));
}

function rowsOf(
  of: Pick<NewRows, 'kind' | 'name'>,
  short: readonly StatisticRow[],
  hours: readonly StatisticRow[],
): NewRows[] {
  return [
    ...(short.length > 0 ? [{ ...of, term: '5minute', rows: short } as const] : []),
    ...(hours.length > 0 ? [{ ...of, term: 'hour', rows: hours } as const] : []),
  ];
}

function isSame(one: StoredMetadata, other: StoredMetadata | null): boolean {
  return (
    other !== null &&
    Object.entries(one).every(([key, value]) => other[key as keyof StoredMetadata] === value)
  );
}

function* groupsOf<T>(list: readonly T[], size: number): Generator<readonly T[]> {
  for (let from = 0; from < list.length; from += size) yield list.slice(from, from + size);
}
