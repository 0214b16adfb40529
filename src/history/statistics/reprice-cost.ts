import type { DatedPrice } from '../../core/energy-settings.ts';
import { fault } from '../../core/errors.ts';
import { type PriceSteps, priceSteps } from '../../core/tariff.ts';
import type { StatisticsEditor } from './edit-statistics.ts';
import type { Term } from './series-blocks.ts';
import type { Series } from './series-list.ts';
import { LONG_TERM_PERIOD, NO_VALUES, SHORT_TERM_PERIOD, type StatisticRow } from './statistic.ts';
import { toRows } from './statistic-columns.ts';
import type { StatisticsStore } from './statistics-store.ts';

/** The prices of one unit of the meter: those of a kWh, for example, times a factor. */
export type Prices = { readonly factor: number } & (
  | {
      readonly tariff: readonly DatedPrice[];
      /** Holds before the tariff begins. */
      readonly fixed: number | null;
      readonly timeZone: string;
    }
  | { readonly statisticId: string }
);

/** Which cost to compute again; `from` and `to` are full hours, `to` exclusive. */
export interface Repricing {
  readonly meter: string;
  readonly cost: string;
  readonly from: number;
  readonly to: number;
  readonly prices: Prices;
  /** For a cost that has no statistics yet: its unit, and the `last_reset` with which it will continue. */
  readonly currency: string;
  readonly lastReset: number | null;
  readonly isDryRun: boolean;
}

/** What a repricing changes, or would change. */
export interface RepricedCost {
  /** Hours of the meter that have a price. */
  readonly hours: number;
  /** The cost of the range before and after. */
  readonly before: number;
  readonly after: number;
  /** The ID with which the change can be undone; null if nothing was changed. */
  readonly changeId: number | null;
}

interface Change {
  readonly start: number;
  readonly change: number;
}

/**
 * Computes a cost again from the consumption of its meter. Hours without a price keep their cost; later sums follow.
 * Throws `unknown_statistic_id` if the meter has no sums.
 */
export function repriceCost(
  { store, changes }: StatisticsEditor,
  given: Repricing,
  now: number,
): RepricedCost {
  const { meter: meterId, cost: costId, from, isDryRun } = given;
  const meter = store.series('statistic', meterId);
  if (meter === undefined || !meter.metadata.hasSum)
    throw fault('unknown_statistic_id', 'unknown_statistic_id', { id: meterId });
  const hours = changesIn(store, meter, 'hour', given);
  const to = Math.min(given.to, (hours.at(-1)?.start ?? from - LONG_TERM_PERIOD) + LONG_TERM_PERIOD);
  const range = { from, to };
  const cost = store.series('statistic', costId);
  const priced = pricedHours(store, { meter, hours, range, priceIn: pricesOf(store, given.prices, range) });
  const rows = repricedRows(store, { cost, priced, range, lastReset: given.lastReset });
  const before = rows.oldEnd - rows.base;
  const result = { hours: priced.size, before, after: rows.newEnd - rows.base };
  if (isDryRun || priced.size === 0) return { ...result, changeId: null };
  const changeId = changes.record({ at: now, kind: 'reprice', statisticId: costId }, (change) => {
    if (cost === undefined)
      change.describe({
        ...{ source: 'recorder', name: null, unit: given.currency, unitClass: null },
        ...{ meanType: 0, hasSum: true },
      });
    change.shift(
      ['sum'],
      { factor: 1, offset: rows.newEnd - rows.oldEnd },
      { hour: Math.max(from, to), '5minute': Math.max(from, to) },
    );
    change.put('hour', rows.hour);
    change.put('5minute', rows['5minute']);
  });
  return { ...result, changeId };
}

/** The new cost of hours, with that of their five minutes where they are known. */
type Priced = ReadonlyMap<number, { readonly total: number; readonly parts: readonly Change[] }>;

function pricedHours(
  store: StatisticsStore,
  of: {
    readonly meter: Series;
    readonly hours: readonly Change[];
    readonly range: { readonly from: number; readonly to: number };
    readonly priceIn: (from: number, to: number) => number | undefined;
  },
): Priced {
  const { meter, hours, range, priceIn } = of;
  const byHour = new Map<number, Change[]>();
  for (const one of changesIn(store, meter, '5minute', range)) {
    const hour = Math.floor(one.start / LONG_TERM_PERIOD) * LONG_TERM_PERIOD;
    const list = byHour.get(hour) ?? [];
    if (list.push(one) === 1) byHour.set(hour, list);
  }
  const priced = new Map<number, { total: number; parts: readonly Change[] }>();
  for (const { start, change } of hours) {
    const price = priceIn(start, start + LONG_TERM_PERIOD);
    if (price === undefined) continue;
    const parts = (byHour.get(start) ?? []).map((part) => ({
      start: part.start,
      change: part.change * (priceIn(part.start, part.start + SHORT_TERM_PERIOD) ?? price),
    }));
    const isWhole = parts.length === LONG_TERM_PERIOD / SHORT_TERM_PERIOD;
    const total = isWhole ? parts.reduce((sum, part) => sum + part.change, 0) : change * price;
    priced.set(start, { total, parts });
  }
  return priced;
}

interface RepricedRows extends Readonly<Record<Term, readonly StatisticRow[]>> {
  /** The sum before the range, and at its end before and after. */
  readonly base: number;
  readonly oldEnd: number;
  readonly newEnd: number;
}

function repricedRows(
  store: StatisticsStore,
  of: {
    readonly cost: Series | undefined;
    readonly priced: Priced;
    readonly range: { readonly from: number; readonly to: number };
    readonly lastReset: number | null;
  },
): RepricedRows {
  const { cost, priced, range, lastReset } = of;
  const last = cost && store.newestBefore(cost, 'hour', range.from, 'sum');
  const base = last?.sum ?? 0;
  const stored = (term: Term): StatisticRow[] =>
    cost === undefined ? [] : toRows(store.read(cost, { term, ...range })).filter(({ sum }) => sum !== null);
  const known = new Map(stored('hour').map((row) => [row.start, row]));
  const knownParts = stored('5minute');
  const hour: StatisticRow[] = [];
  const short: StatisticRow[] = [];
  let [sum, oldSum] = [base, base];
  let shown: Partial<StatisticRow> = { state: last?.state ?? 0, lastReset: last?.lastReset ?? lastReset };
  for (const start of [...new Set([...known.keys(), ...priced.keys()])].sort((a, b) => a - b)) {
    const row = known.get(start);
    const own = priced.get(start);
    const oldEnd = row?.sum ?? oldSum;
    sum += own?.total ?? oldEnd - oldSum;
    if (row !== undefined) shown = { state: row.state, lastReset: row.lastReset };
    hour.push({ ...NO_VALUES, ...shown, ...row, start, sum });
    const before = knownParts.filter((part) => part.start >= start && part.start < start + LONG_TERM_PERIOD);
    const oldParts = new Map(before.map((part) => [part.start, part]));
    if (own === undefined)
      for (const part of before) short.push({ ...part, sum: (part.sum ?? 0) + sum - oldEnd });
    else {
      // From the end of the hour backwards, so that both terms end with the same sum.
      let left = sum;
      for (const part of [...own.parts].reverse()) {
        short.push({ ...NO_VALUES, ...shown, ...oldParts.get(part.start), start: part.start, sum: left });
        left -= part.change;
      }
    }
    oldSum = oldEnd;
  }
  return { hour, '5minute': short, base, oldEnd: oldSum, newEnd: sum };
}

/** The consumption in each period of a range. */
function changesIn(
  store: StatisticsStore,
  series: Series,
  term: Term,
  { from, to }: { readonly from: number; readonly to: number },
): Change[] {
  let last = store.newestBefore(series, term, from, 'sum')?.sum ?? null;
  // The first reading of five-minute rows is not consumption: it was counted before.
  const isKnown = last !== null || term === 'hour';
  if (!isKnown) last = store.newestBefore(series, 'hour', from, 'sum')?.sum ?? null;
  const found: Change[] = [];
  for (const { start, sum } of toRows(store.read(series, { term, from, to }))) {
    if (sum === null) continue;
    if (last !== null || term === 'hour') found.push({ start, change: sum - (last ?? 0) });
    last = sum;
  }
  return found;
}

/** The mean price of a span; undefined where there is none. */
function pricesOf(
  store: StatisticsStore,
  prices: Prices,
  range: { readonly from: number; readonly to: number },
): (from: number, to: number) => number | undefined {
  const { factor } = prices;
  if ('tariff' in prices) {
    const steps = priceSteps(prices.tariff, range, prices.timeZone);
    return (from, to) => {
      const price = meanOf(steps, from, to, prices.fixed ?? Number.NaN);
      return Number.isNaN(price) ? undefined : price * factor;
    };
  }
  const series = store.series('statistic', prices.statisticId);
  const rows = series === undefined ? [] : toRows(store.read(series, { term: 'hour', ...range }));
  const means = new Map(rows.map(({ start, mean }) => [start, mean]));
  return (from) => {
    const mean = means.get(Math.floor(from / LONG_TERM_PERIOD) * LONG_TERM_PERIOD) ?? null;
    return mean === null ? undefined : mean * factor;
  };
}

function meanOf({ at, price }: PriceSteps, from: number, to: number, fixed: number): number {
  let low = 0;
  for (let high = at.length; low < high; ) {
    const middle = (low + high) >> 1;
    if ((at[middle] ?? 0) <= from) low = middle + 1;
    else high = middle;
  }
  let sum = 0;
  for (let index = Math.max(0, low - 1); index < at.length && (at[index] ?? 0) < to; index += 1) {
    const begin = Math.max(from, at[index] ?? 0);
    const own = price[index] ?? Number.NaN;
    sum += (Number.isNaN(own) ? fixed : own) * (Math.min(to, at[index + 1] ?? to) - begin);
  }
  return sum / (to - from);
}
