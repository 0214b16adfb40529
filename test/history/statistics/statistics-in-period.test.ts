import { beforeEach, describe, expect, it } from 'vitest';
import type { StatisticsQuery } from '../../../src/core/statistics-query.ts';
import type { StoredMetadata } from '../../../src/history/statistics/series-list.ts';
import type { StatisticRow } from '../../../src/history/statistics/statistic.ts';
import { statisticSummary } from '../../../src/history/statistics/statistic-summary.ts';
import { statisticsInPeriod } from '../../../src/history/statistics/statistics-in-period.ts';
import type { StatisticsStore } from '../../../src/history/statistics/statistics-store.ts';
import { ENERGY, FIVE_MINUTES, HOUR, OpenedStatistics, rowAt, TEMPERATURE } from './opened-statistics.ts';

const AMSTERDAM = 'Europe/Amsterdam';
const LORD_HOWE = 'Australia/Lord_Howe';
/** Midnight in Amsterdam, two days before the clocks go forward. */
const MARCH_28 = Date.parse('2026-03-28T00:00:00+01:00');
const QUERY = {
  units: {},
  stateUnits: {},
  timeZone: AMSTERDAM,
  end: null,
  types: ['sum', 'change'],
} as const;

type Answer = Record<string, Record<string, number | null>[]>;

async function ask(store: StatisticsStore, query: Partial<StatisticsQuery>): Promise<Answer> {
  const chunks: Uint8Array[] = [];
  const whole = {
    ...QUERY,
    statisticIds: ['sensor.meter'],
    start: MARCH_28,
    period: 'hour',
    ...query,
  } as const;
  for await (const chunk of statisticsInPeriod(store, whole)) chunks.push(chunk);
  return JSON.parse(Buffer.concat(chunks).toString()) as Answer;
}

describe('statistics in a period', () => {
  let store: StatisticsStore;
  const write = (
    name: string,
    metadata: StoredMetadata,
    rows: readonly StatisticRow[],
    term: 'hour' | '5minute' = 'hour',
  ) => store.append([{ kind: 'statistic', name, term, rows }], new Map([[name, metadata]]));
  const hours = (count: number, of: (index: number) => Partial<StatisticRow>, from = MARCH_28) =>
    Array.from({ length: count }, (_, index) => rowAt(from + index * HOUR, of(index)));

  beforeEach(() => {
    ({ store } = new OpenedStatistics());
  });

  it('includes rows that start at the start and none that start at the end', async () => {
    write(
      'sensor.meter',
      ENERGY,
      hours(5, (index) => ({ sum: 10 + index })),
    );
    const end = MARCH_28 + 3 * HOUR;
    const { 'sensor.meter': rows } = await ask(store, { start: MARCH_28 + HOUR, end });
    expect(rows).toEqual([
      { start: MARCH_28 + HOUR, end: MARCH_28 + 2 * HOUR, sum: 11, change: 1 },
      { start: MARCH_28 + 2 * HOUR, end, sum: 12, change: 1 },
    ]);
    expect(await ask(store, { start: MARCH_28 + 1 })).toMatchObject({ 'sensor.meter': { length: 4 } });
    expect(await ask(store, { end: MARCH_28 - HOUR })).toEqual({});
    expect(await ask(store, { statisticIds: ['sensor.none', 'golden:x'] })).toEqual({});
  });

  it('counts the first change from the newest sum before, or from zero', async () => {
    write('sensor.meter', ENERGY, [
      rowAt(MARCH_28, { sum: 4 }),
      rowAt(MARCH_28 + HOUR, { state: 1 }),
      rowAt(MARCH_28 + 9 * HOUR, { sum: 7 }),
    ]);
    const all = await ask(store, {});
    expect(all['sensor.meter']?.map(({ change }) => change)).toEqual([4, null, 3]);
    const later = await ask(store, { start: MARCH_28 + 5 * HOUR });
    expect(later['sensor.meter']?.map(({ change }) => change)).toEqual([3]);
  });

  it('aligns days to those of the home, the end to the end of its day', async () => {
    write(
      'sensor.meter',
      ENERGY,
      hours(96, (index) => ({ sum: index })),
    );
    const day = await ask(store, { period: 'day', start: MARCH_28 + 30 * HOUR, end: MARCH_28 + 31 * HOUR });
    expect(day['sensor.meter']).toEqual([
      { start: MARCH_28 + 24 * HOUR, end: MARCH_28 + 47 * HOUR, sum: 46, change: 23 },
    ]);
    const midnight = await ask(store, { period: 'day', end: MARCH_28 + 24 * HOUR });
    expect(midnight['sensor.meter']).toHaveLength(2);
  });

  it.each([
    ['Europe/Amsterdam', '2026-10-24T22:00:00Z', 25],
    ['Europe/Amsterdam', '2026-03-28T23:00:00Z', 23],
    ['America/New_York', '2026-11-01T04:00:00Z', 25],
    ['America/New_York', '2026-03-08T05:00:00Z', 23],
    [LORD_HOWE, '2026-04-04T13:00:00Z', 24.5],
    [LORD_HOWE, '2026-10-03T13:30:00Z', 23.5],
  ])('bounds the day of the clock change in %s by real instants', async (timeZone, text, length) => {
    const start = Date.parse(text);
    const from = Math.ceil(start / HOUR) * HOUR - 48 * HOUR;
    write(
      'sensor.meter',
      ENERGY,
      hours(120, () => ({ sum: 1 }), from),
    );
    const answer = await ask(store, { period: 'day', timeZone, start: from, end: from + 119 * HOUR });
    const rows = answer['sensor.meter'] ?? [];
    expect(rows.find((row) => row.start === start)).toMatchObject({ end: start + length * HOUR });
    for (const [index, row] of rows.entries()) if (index > 0) expect(row.start).toBe(rows[index - 1]?.end);
  });

  it('begins weeks on Monday and knows months and years', async () => {
    write(
      'sensor.meter',
      ENERGY,
      hours(24 * 400, (index) => ({ sum: index })),
    );
    const firstOf = async (period: 'week' | 'month' | 'year') =>
      (await ask(store, { period, start: MARCH_28, end: MARCH_28 }))['sensor.meter']?.map((row) => [
        new Date(row.start ?? 0).toISOString(),
        new Date(row.end ?? 0).toISOString(),
      ]);
    expect(await firstOf('week')).toEqual([['2026-03-22T23:00:00.000Z', '2026-03-29T22:00:00.000Z']]);
    expect(await firstOf('month')).toEqual([['2026-02-28T23:00:00.000Z', '2026-03-31T22:00:00.000Z']]);
    expect(await firstOf('year')).toEqual([['2025-12-31T23:00:00.000Z', '2026-12-31T23:00:00.000Z']]);
  });

  it('reduces hours to their plain mean, extremes and last meter', async () => {
    write('sensor.meter', { ...ENERGY, meanType: 1 }, [
      rowAt(MARCH_28, { mean: 1, min: 0, max: 3, state: 5, sum: 2, lastReset: 9 }),
      rowAt(MARCH_28 + 4 * HOUR, { mean: 4, min: -1, max: 4 }),
      rowAt(MARCH_28 + 5 * HOUR, { state: 6, sum: 3, lastReset: 10 }),
    ]);
    const types = ['mean', 'min', 'max', 'state', 'sum', 'last_reset'] as const;
    const { 'sensor.meter': days } = await ask(store, { period: 'day', types });
    expect(days).toEqual([
      {
        start: MARCH_28,
        end: MARCH_28 + 24 * HOUR,
        mean: 2.5,
        min: -1,
        max: 4,
        state: 6,
        sum: 3,
        last_reset: 10,
      },
    ]);
  });

  it('averages angles by their weights', async () => {
    write('sensor.wind', { ...TEMPERATURE, meanType: 2, unit: '°', unitClass: null }, [
      rowAt(MARCH_28, { mean: 350, meanWeight: 100 }),
      rowAt(MARCH_28 + HOUR, { mean: 30, meanWeight: 100 }),
    ]);
    const { 'sensor.wind': days } = await ask(store, {
      statisticIds: ['sensor.wind'],
      period: 'day',
      types: ['mean'],
    });
    expect(days?.[0]?.mean).toBeCloseTo(10, 9);
  });

  it('leaves out what none of the statistics can have', async () => {
    write(
      'sensor.meter',
      ENERGY,
      hours(1, () => ({ sum: 1 })),
    );
    write(
      'sensor.t',
      TEMPERATURE,
      hours(1, () => ({ mean: 1, sum: 5 })),
    );
    const keys = async (statisticIds: readonly string[], types: StatisticsQuery['types']) =>
      Object.values(await ask(store, { statisticIds, types })).map(([row]) =>
        Object.keys(row ?? {}).slice(2),
      );
    const types = ['change', 'last_reset', 'max', 'mean', 'min', 'state', 'sum'] as const;
    expect(await keys(['sensor.meter'], types)).toEqual([['change', 'last_reset', 'state', 'sum']]);
    expect(await keys(['sensor.t'], types)).toEqual([['last_reset', 'max', 'mean', 'min']]);
    expect(await keys(['sensor.t', 'sensor.meter'], types)).toEqual([[...types], [...types]]);
    expect(await keys(['sensor.meter'], [])).toEqual([[]]);
  });

  it('converts to the unit wanted, otherwise to that of the present state', async () => {
    write(
      'sensor.meter',
      ENERGY,
      hours(2, (index) => ({ sum: 1 + index })),
    );
    const sums = async (query: Partial<StatisticsQuery>) =>
      (await ask(store, query))['sensor.meter']?.map(({ sum, change }) => [sum, change]);
    const stateUnits = { 'sensor.meter': 'MWh' };
    expect(await sums({ stateUnits })).toEqual([
      [0.001, 0.001],
      [0.002, 0.001],
    ]);
    expect(await sums({ stateUnits, units: { energy: 'Wh', power: 'kW' } })).toEqual([
      [1000, 1000],
      [2000, 1000],
    ]);
    expect(await sums({ stateUnits: { 'sensor.meter': '°C' } })).toEqual([
      [1, 1],
      [2, 1],
    ]);
  });

  it('yields chunks of JSON text and lets other requests in between', async () => {
    let pauses = 0;
    write(
      'sensor.meter',
      ENERGY,
      hours(20_000, (index) => ({ sum: index })),
    );
    const pausing = Object.assign(Object.create(store) as StatisticsStore, {
      pause: async () => {
        pauses += 1;
      },
    });
    const chunks: number[] = [];
    const query = { ...QUERY, statisticIds: ['sensor.meter'], start: 0, period: 'hour' } as const;
    for await (const chunk of statisticsInPeriod(pausing, query)) chunks.push(chunk.length);
    expect(chunks.length).toBeGreaterThan(10);
    expect(Math.max(...chunks)).toBeLessThan(100_000);
    expect(pauses).toBe(5);
  });

  it('sums up a period from hours and the five minutes at its ends', () => {
    const metadata: StoredMetadata = { ...ENERGY, meanType: 1 };
    write(
      'sensor.meter',
      metadata,
      hours(4, (index) => ({ mean: index, min: index, max: index, sum: index })),
    );
    const short = Array.from({ length: 60 }, (_, index) =>
      rowAt(MARCH_28 + index * FIVE_MINUTES, { mean: 100, min: -index, max: index, sum: index / 12 }),
    );
    write('sensor.meter', metadata, short, '5minute');
    const over = (from: number | null, to: number | null) =>
      statisticSummary(store, {
        ...QUERY,
        statisticId: 'sensor.meter',
        types: ['change', 'max', 'mean', 'min'],
        start: from === null ? null : MARCH_28 + from * HOUR,
        end: to === null ? null : MARCH_28 + to * HOUR,
        now: MARCH_28 + 4.5 * HOUR,
      });
    expect(over(1, 3)).toEqual({ change: 2, max: 2, mean: 1.5, min: 1 });
    expect(over(1.5, 3.5)).toEqual({
      change: 41 / 12 - 17 / 12,
      max: 41,
      mean: (100 * 0.5 + 2 + 100 * 0.5) / 2,
      min: -41,
    });
    expect(over(1, 1.5)).toEqual({ change: 17 / 12 - 11 / 12, max: 17, mean: 100, min: -17 });
    expect(over(null, null)).toMatchObject({ change: 53 / 12, min: -53 });
    expect(over(3, 2)).toEqual({ change: null, max: null, mean: null, min: null });
    expect(over(-9, -5)).toEqual({ change: null, max: null, mean: null, min: null });
    expect(
      statisticSummary(store, { ...QUERY, statisticId: 'a:b', types: ['max'], start: null, now: 0 }),
    ).toEqual({});
  });
});
