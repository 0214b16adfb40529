import type { SampleStore } from '../samples/sample-store.ts';
import { BucketBuilder } from '../statistics/bucket-builder.ts';
import { compiledUntil } from '../statistics/compiled-until.ts';
import { numberOfState } from '../statistics/reading.ts';
import { hoursOf } from '../statistics/roll-up.ts';
import { rollUpRow } from '../statistics/roll-up-row.ts';
import { slotOf, slotStart, type Term } from '../statistics/series-blocks.ts';
import { LONG_TERM_PERIOD, SHORT_TERM_PERIOD, type StatisticRow } from '../statistics/statistic.ts';
import { filterColumns, mergeColumns, toColumns } from '../statistics/statistic-columns.ts';
import type { StatisticsStore } from '../statistics/statistics-store.ts';
import type { ImportedRange } from './staging-file.ts';

interface Parts {
  readonly samples: SampleStore;
  readonly store: StatisticsStore;
  readonly pause: () => Promise<void>;
}

/** Rows of an entity that replace those of a range. */
interface Replacement {
  readonly entityId: string;
  readonly term: Term;
  readonly from: number;
  readonly to: number;
  /** Rows before it are kept where there are any. */
  readonly keptBefore: number;
  readonly rows: readonly StatisticRow[];
}

/** The milliseconds that are compiled at once: their five-minute rows fit in memory. */
const WINDOW = 720 * LONG_TERM_PERIOD;

/**
 * Compiles the roll-ups of what was imported, up to the next change that was there before. Where the changes of a time
 * are deleted already, its roll-ups are kept. Repeating it does no harm.
 */
export async function compileImported(
  { samples, store, pause }: Parts,
  ranges: readonly ImportedRange[],
  /** Rows of five minutes begin here: earlier ones are not kept. */
  shortFrom: number,
): Promise<void> {
  const compiled = compiledUntil(store);
  // Before the first run nothing is compiled, and plots use samples.
  if (compiled === undefined) return;
  for (const { entityId, first, last, earliest } of ranges) {
    const next = await nextTime(samples, entityId, last);
    const until = Math.min(compiled, ceil(next ?? compiled, LONG_TERM_PERIOD));
    const keptBefore = earliest === null ? Number.NEGATIVE_INFINITY : ceil(earliest, LONG_TERM_PERIOD);
    for (let from = floor(first, LONG_TERM_PERIOD); from < until; from += WINDOW) {
      const to = Math.min(until, from + WINDOW);
      const builder = new BucketBuilder({ from, to, width: SHORT_TERM_PERIOD });
      const inForce = (await samples.lastBefore([entityId], from)).get(entityId);
      if (inForce !== undefined) builder.add(inForce.at, numberOfState(inForce.state));
      const range = { entityIds: [entityId], from, to, withAttributes: false };
      for await (const part of samples.read(range))
        for (const { at, state } of part.samples) builder.add(at, numberOfState(state));
      const short = builder.finish();
      const wholeHours = floor(to, LONG_TERM_PERIOD);
      const hours = hoursOf(short).filter(({ start }) => start < wholeHours);
      const of = { entityId, from, keptBefore };
      replaceRows(store, { ...of, term: 'hour', to: wholeHours, rows: hours.map(rollUpRow) });
      const kept = short.filter(({ start }) => start >= shortFrom).map(rollUpRow);
      replaceRows(store, { ...of, term: '5minute', from: Math.max(from, shortFrom), to, rows: kept });
      await pause();
    }
  }
}

function replaceRows(
  store: StatisticsStore,
  { entityId, term, from, to, keptBefore, rows }: Replacement,
): void {
  const isNew = store.series('rollup', entityId) === undefined;
  if (from >= to || (isNew && rows.length === 0)) return;
  store.transaction(() => {
    const series = { series: store.mergedRollup(entityId).id, term };
    const end = slotOf(term, to - 1);
    for (let slot = slotOf(term, from); slot <= end; slot += 1) {
      const [start, limit] = [slotStart(term, slot), slotStart(term, slot + 1)];
      const own = rows.filter((row) => row.start >= start && row.start < limit);
      const stored = store.blocks.block(series, slot);
      if (own.length === 0 && stored.starts.length === 0) continue;
      const isKept = (at: number): boolean => at < from || at >= to || at < keptBefore;
      const kept = filterColumns(stored, isKept);
      const known = new Set(kept.starts);
      const added = toColumns(own.filter((row) => !known.has(row.start)));
      store.blocks.write(series, slot, mergeColumns(kept, added));
    }
  });
}

/** The time of the first sample after a time. */
async function nextTime(samples: SampleStore, entityId: string, after: number): Promise<number | undefined> {
  const range = {
    entityIds: [entityId],
    from: after + 1,
    to: Number.MAX_SAFE_INTEGER,
    withAttributes: false,
  };
  for await (const part of samples.read(range)) return part.samples[0]?.at;
  return undefined;
}

function floor(at: number, period: number): number {
  return Math.floor(at / period) * period;
}

function ceil(at: number, period: number): number {
  return Math.ceil(at / period) * period;
}
