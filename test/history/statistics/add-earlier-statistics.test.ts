import { beforeEach, expect, test } from 'vitest';
import {
  addEarlierStatistics,
  type EarlierStatistics,
} from '../../../src/history/statistics/add-earlier-statistics.ts';
import type { StoredMetadata } from '../../../src/history/statistics/series-list.ts';
import type { StatisticRow } from '../../../src/history/statistics/statistic.ts';
import { toRows } from '../../../src/history/statistics/statistic-columns.ts';
import { UndoableChanges } from '../../../src/history/statistics/undoable-changes.ts';
import { ENERGY, FIVE_MINUTES, HOUR, OpenedStatistics, rowAt, TEMPERATURE } from './opened-statistics.ts';

const T0 = Date.UTC(2026, 8, 1);
const METER = 'sensor.meter';
let opened: OpenedStatistics;
let changes: UndoableChanges;
beforeEach(() => {
  opened = new OpenedStatistics();
  changes = new UndoableChanges(opened.store);
});

const hour = (number: number, values: Partial<StatisticRow>) => rowAt(T0 + number * HOUR, values);
const add = (
  rows: Partial<EarlierStatistics['rows']>,
  { metadata = ENERGY, statisticId = METER }: Partial<EarlierStatistics> = {},
) =>
  addEarlierStatistics(
    { store: opened.store, changes },
    { statisticId, metadata, rows: { '5minute': [], hour: [], ...rows } },
    T0,
  );
const compile = (rows: readonly StatisticRow[], metadata: StoredMetadata = ENERGY) =>
  opened.store.append([{ kind: 'statistic', name: METER, term: 'hour', rows }], new Map([[METER, metadata]]));
const rowsOf = (term: 'hour' | '5minute' = 'hour') => {
  const series = opened.store.series('statistic', METER);
  if (series === undefined) return undefined;
  return toRows(opened.store.read(series, { term, from: 0, to: Number.MAX_SAFE_INTEGER }));
};
const sums = () => rowsOf()?.map(({ start, state, sum }) => [(start - T0) / HOUR, state, sum]);

test('rows of an unknown statistic are added with its metadata, once', () => {
  const rows = { hour: [hour(0, { state: 5, sum: 1 })], '5minute': [rowAt(T0 + HOUR, { state: 6, sum: 2 })] };
  expect(add(rows)).toBe(2);
  expect(opened.store.series('statistic', METER)?.metadata).toEqual(ENERGY);
  expect([rowsOf(), rowsOf('5minute')]).toEqual([rows.hour, rows['5minute']]);
  expect(add(rows)).toBe(0);
});

test('own rows are kept, and their sums continue the earlier ones with what was counted in between', () => {
  compile([hour(3, { state: 130, sum: 2 }), hour(4, { state: 135, sum: 7 })]);
  expect(
    add({ hour: [0, 1, 3, 5].map((one) => hour(one, { state: 100 + one * 5, sum: 50 + one * 5 })) }),
  ).toBe(2);
  expect(sums()).toEqual([
    [0, 100, 50],
    [1, 105, 55],
    [3, 130, 80],
    [4, 135, 85],
  ]);
});

test('a meter that was reset in between counts from its own first row', () => {
  compile([hour(3, { state: 4, sum: 4 })]);
  add({ hour: [hour(0, { state: 100, sum: 50 })] });
  expect(sums()).toEqual([
    [0, 100, 50],
    [3, 4, 54],
  ]);
});

test('the row that ends last decides where sums continue', () => {
  compile([hour(3, { state: 130, sum: 0 })]);
  const short = rowAt(T0 + 2 * HOUR + FIVE_MINUTES, { state: 120, sum: 70 });
  add({ hour: [hour(0, { state: 100, sum: 50 })], '5minute': [short] });
  expect(sums()?.at(-1)).toEqual([3, 130, 80]);
});

test('values are converted to the own unit', () => {
  compile([hour(3, { state: 2, sum: 0 })]);
  add({ hour: [hour(0, { state: 1000, sum: 500 })] }, { metadata: { ...ENERGY, unit: 'Wh' } });
  expect(sums()).toEqual([
    [0, 1, 0.5],
    [3, 2, 1.5],
  ]);
});

test('what does not continue the own statistics is refused, and nothing changes', () => {
  compile([hour(3, { state: 2, sum: 0 })]);
  const rows = { hour: [hour(0, { state: 1, sum: 1 })] };
  expect(() => add(rows, { metadata: { ...ENERGY, unit: 'm³', unitClass: 'volume' } })).toThrow('m³');
  expect(() => add(rows, { metadata: TEMPERATURE })).toThrow(METER);
  expect(sums()).toEqual([[3, 2, 0]]);
});

test('it can be undone', () => {
  compile([hour(3, { state: 130, sum: 2 })]);
  add({ hour: [hour(0, { state: 100, sum: 50 })] });
  changes.undo(changes.list(1)[0]?.id ?? 0);
  expect(sums()).toEqual([[3, 130, 2]]);
});
