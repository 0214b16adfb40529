import { beforeEach, expect, it } from 'vitest';
import { type Repricing, repriceCost } from '../../../src/history/statistics/reprice-cost.ts';
import type { StoredMetadata } from '../../../src/history/statistics/series-list.ts';
import { toRows } from '../../../src/history/statistics/statistic-columns.ts';
import { UndoableChanges } from '../../../src/history/statistics/undoable-changes.ts';
import { ENERGY, FIVE_MINUTES, HOUR, OpenedStatistics, rowAt } from './opened-statistics.ts';

const T0 = Date.parse('2026-09-01T10:00:00Z');
const MONEY: StoredMetadata = { ...ENERGY, unit: 'EUR', unitClass: null };
const METER = 'sensor.meter';
const COST = 'sensor.meter_cost';
const NOW = T0 + 100 * HOUR;

let opened: OpenedStatistics;
let changes: UndoableChanges;
beforeEach(() => {
  opened = new OpenedStatistics();
  changes = new UndoableChanges(opened.store);
});

/** Writes the sums of a statistic at the ends of hours or five minutes. */
function write(
  name: string,
  sums: readonly number[],
  { term = 'hour', from = T0, metadata = name === METER ? ENERGY : MONEY } = {} as {
    term?: 'hour' | '5minute';
    from?: number;
    metadata?: StoredMetadata;
  },
): void {
  const width = term === 'hour' ? HOUR : FIVE_MINUTES;
  const rows = sums.map((sum, index) => rowAt(from + index * width, { sum, state: sum + 100 }));
  opened.store.append([{ kind: 'statistic', name, term, rows }], new Map([[name, metadata]]));
}

function sumsOf(name: string, term: 'hour' | '5minute' = 'hour'): (number | null)[] {
  const series = opened.store.series('statistic', name);
  if (series === undefined) return [];
  const rows = toRows(opened.store.read(series, { term, from: -Infinity, to: Infinity }));
  return rows.map(({ sum }) => sum);
}

const fixed = (price: number): Repricing['prices'] => ({
  ...{ tariff: [], fixed: price, timeZone: 'UTC', factor: 1 },
});

function reprice(given: Partial<Repricing> = {}) {
  const all: Repricing = {
    ...{ meter: METER, cost: COST, from: T0, to: T0 + 3 * HOUR, prices: fixed(2) },
    ...{ currency: 'EUR', lastReset: null, isDryRun: false },
  };
  return repriceCost({ store: opened.store, changes }, { ...all, ...given }, NOW);
}

it('replaces the cost of each hour, moves later sums, and is undone', () => {
  write(METER, [1, 3, 6, 10]);
  write(COST, [1, 3, 6, 10]);
  const { before, after, hours, changeId } = reprice({ from: T0 + HOUR });
  expect({ before, after, hours }).toEqual({ before: 5, after: 10, hours: 2 });
  expect(sumsOf(COST)).toEqual([1, 5, 11, 15]);
  changes.undo(changeId ?? -1);
  expect(sumsOf(COST)).toEqual([1, 3, 6, 10]);
});

it('keeps what is compiled after it when it is undone', () => {
  write(METER, [1, 3, 6]);
  write(COST, [1, 3, 6]);
  const { changeId } = reprice();
  expect(sumsOf(COST)).toEqual([2, 6, 12]);
  write(COST, [13], { from: T0 + 3 * HOUR });
  changes.undo(changeId ?? -1);
  expect(sumsOf(COST)).toEqual([1, 3, 6, 7]);
});

it('adds a cost that has no statistics, and removes it when it is undone', () => {
  write(METER, [1, 3, 6]);
  const { changeId } = reprice({ lastReset: NOW });
  expect(sumsOf(COST)).toEqual([2, 6, 12]);
  const series = opened.store.series('statistic', COST);
  expect(series?.metadata).toEqual(MONEY);
  expect(series && opened.store.newestBefore(series, 'hour', NOW)).toMatchObject({
    state: 0,
    lastReset: NOW,
  });
  changes.undo(changeId ?? -1);
  expect(opened.store.series('statistic', COST)).toBeUndefined();
});

it('adds hours before the cost began, and continues them', () => {
  write(METER, [1, 3, 6]);
  write(COST, [3], { from: T0 + 2 * HOUR });
  reprice();
  expect(sumsOf(COST)).toEqual([2, 6, 12]);
});

it('prices five minutes where they are known, so that both terms end with the same sum', () => {
  const steps = Array.from({ length: 12 }, (_, index) => 1 + (index + 1) / 12);
  write(METER, [1, 2]);
  write(METER, [1], { term: '5minute', from: T0 + HOUR - FIVE_MINUTES });
  write(METER, steps, { term: '5minute', from: T0 + HOUR });
  const tariff = [{ from: '2026-01-01', price: 1, hours: [{ start: '11:30', end: '12:00', price: 3 }] }];
  reprice({ prices: { tariff, fixed: null, timeZone: 'UTC', factor: 1 } });
  const short = sumsOf(COST, '5minute');
  expect(sumsOf(COST)).toEqual([1, expect.closeTo(3, 9)]);
  expect(short.at(-1)).toBeCloseTo(3, 9);
  expect(short.at(-7)).toBeCloseTo(1.5, 9);
});

it('keeps the cost of hours without a price or without a meter', () => {
  write(METER, [1, 3]);
  write(COST, [5, 7, 8]);
  const tariff = [{ from: '2026-09-02', price: 9, hours: [] }];
  const prices = { tariff, fixed: null, timeZone: 'UTC', factor: 1 };
  expect(reprice({ prices })).toMatchObject({ hours: 0, changeId: null });
  reprice();
  expect(sumsOf(COST)).toEqual([2, 6, 7]);
});

it('takes the means of a price statistic', () => {
  write(METER, [1, 3]);
  const metadata = { ...ENERGY, unit: 'EUR/MWh', unitClass: null, meanType: 1, hasSum: false } as const;
  const rows = [rowAt(T0, { mean: 500, min: 0, max: 0 }), rowAt(T0 + HOUR, { mean: 1000, min: 0, max: 0 })];
  opened.store.append(
    [{ kind: 'statistic', name: 'sensor.price', term: 'hour', rows }],
    new Map([['sensor.price', metadata]]),
  );
  reprice({ prices: { statisticId: 'sensor.price', factor: 0.001 } });
  expect(sumsOf(COST)).toEqual([0.5, 2.5]);
});

it('changes nothing in a dry run, and refuses a meter without sums', () => {
  write(METER, [1, 3]);
  expect(reprice({ isDryRun: true })).toEqual({ hours: 2, before: 0, after: 6, changeId: null });
  expect(sumsOf(COST)).toEqual([]);
  expect(() => reprice({ meter: 'sensor.none' })).toThrow(
    expect.objectContaining({ code: 'unknown_statistic_id' }),
  );
});
