import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import type { Sample } from '../../../src/history/samples/sample.ts';
import { SqliteSampleStore } from '../../../src/history/samples/sqlite-sample-store.ts';
import { compileStatistics } from '../../../src/history/statistics/compile-run.ts';
import { markCompiled } from '../../../src/history/statistics/compiled-until.ts';
import { valuesAt } from '../../../src/history/statistics/statistic-columns.ts';
import { StatisticsStore } from '../../../src/history/statistics/statistics-store.ts';
import { historyMigrations } from '../../../src/storage/migrations/history.ts';
import { statisticsMigrations } from '../../../src/storage/migrations/statistics.ts';
import { openConnection } from '../../../src/storage/open-connection.ts';
import { tempFolder } from '../../support/temp-folder.ts';

const HOUR = 3_600_000;
const MINUTE = 60_000;
/** 10:00 in UTC. */
const T0 = Date.parse('2026-09-01T10:00:00Z');

let samples: SqliteSampleStore;
let store: StatisticsStore;
const pause = async (): Promise<void> => {};

beforeEach(() => {
  const folder = tempFolder();
  const rest = { backup: { folder, stamp: 'x' }, lockWait: 0 };
  const history = openConnection({
    ...rest,
    file: join(folder, 'history.db'),
    migrations: historyMigrations,
  });
  const file = { ...rest, file: join(folder, 'statistics.db'), migrations: statisticsMigrations };
  samples = new SqliteSampleStore({ connection: history.connection, pause, onDamage: () => {} });
  store = new StatisticsStore({ connection: openConnection(file).connection, pause, onDamage: () => {} });
});

const TEMPERATURE = { state_class: 'measurement', unit_of_measurement: '°C', device_class: 'temperature' };
const ENERGY = { state_class: 'total_increasing', unit_of_measurement: 'kWh', device_class: 'energy' };

function sample(minutes: number, state: string, attributes: object = {}): Sample {
  const at = T0 + minutes * MINUTE;
  return { at, changedAt: at, state, attributes: JSON.stringify(attributes), context: null };
}

function compile(until: number, sensors: Readonly<Record<string, Sample>>) {
  const run = { until, earliest: 0, sensors: new Map(Object.entries(sensors)), timeZone: 'Europe/Amsterdam' };
  return compileStatistics({ samples, store, pause }, run);
}

function rows(kind: 'statistic' | 'rollup', name: string, term: '5minute' | 'hour') {
  const series = store.series(kind, name);
  if (series === undefined) return [];
  const columns = store.read(series, { term, from: 0, to: Number.MAX_SAFE_INTEGER });
  return [...columns.starts].map((start, index) => ({
    start: (start - T0) / MINUTE,
    ...valuesAt(columns, index),
  }));
}

test('each five minutes become a row, and twelve of them an hour', async () => {
  const list = Array.from({ length: 60 }, (_, i) => sample(i, String(20 + (i % 10)), TEMPERATURE));
  samples.append([{ entityId: 'sensor.t', samples: list }]);
  const sensors = { 'sensor.t': list.at(-1) as Sample };
  for (let minutes = 5; minutes <= 60; minutes += 5) {
    const outcome = await compile(T0 + minutes * MINUTE, sensors);
    expect(outcome).toMatchObject({ periods: 1, isHour: minutes === 60, warnings: [] });
  }
  const short = rows('statistic', 'sensor.t', '5minute');
  expect(short).toHaveLength(12);
  expect(short[0]).toMatchObject({ start: 0, mean: 22, min: 20, max: 24, sum: null });
  // The value in force when a period begins counts, even if it is replaced exactly then.
  expect(short[1]).toMatchObject({ start: 5, mean: 27, min: 24, max: 29 });
  expect(rows('statistic', 'sensor.t', 'hour')).toMatchObject([{ start: 0, mean: 24.5, min: 20, max: 29 }]);
  expect(store.series('statistic', 'sensor.t')?.metadata).toEqual({
    ...{ source: 'recorder', name: null, unit: '°C', unitClass: 'temperature', meanType: 1, hasSum: false },
  });
  expect((await compile(T0 + HOUR, sensors)).periods).toBe(0);
});

test('what was missed while the server was off is made up for, as if it had run', async () => {
  const list = [sample(-30, '100', ENERGY), sample(2, '101', ENERGY), sample(190, '104.5', ENERGY)];
  samples.append([{ entityId: 'sensor.e', samples: list }]);
  markCompiled(store, T0 - 30 * MINUTE);
  await compile(T0 + 5 * HOUR, { 'sensor.e': list.at(-1) as Sample });
  const short = rows('statistic', 'sensor.e', '5minute');
  expect(short).toHaveLength(66);
  expect(short.at(-1)).toMatchObject({ state: 104.5, sum: 4.5 });
  const hours = rows('statistic', 'sensor.e', 'hour');
  expect(hours.map(({ start, sum }) => [start / 60, sum])).toEqual([
    [-1, 0],
    [0, 1],
    [1, 1],
    [2, 1],
    [3, 4.5],
    [4, 4.5],
  ]);
});

test('a meter that was away for long continues its sum from the hourly rows', async () => {
  const metadata = {
    source: 'recorder',
    name: null,
    unit: 'kWh',
    unitClass: 'energy',
    meanType: 0,
    hasSum: true,
  } as const;
  const none = { mean: null, meanWeight: null, min: null, max: null, lastReset: null };
  const row = { ...none, start: T0 - 1000 * HOUR, state: 50, sum: 30 };
  store.append(
    [{ kind: 'statistic', name: 'sensor.e', term: 'hour', rows: [row] }],
    new Map([['sensor.e', metadata]]),
  );
  const back = sample(1, '52', ENERGY);
  samples.append([{ entityId: 'sensor.e', samples: [back] }]);
  await compile(T0 + 5 * MINUTE, { 'sensor.e': back });
  expect(rows('statistic', 'sensor.e', '5minute')).toMatchObject([{ start: 0, state: 52, sum: 32 }]);
});

test('every entity with a numeric state has roll-ups, statistics only sensors with a state class', async () => {
  samples.append([
    { entityId: 'input_number.n', samples: [sample(1, '10'), sample(61, 'unavailable')] },
    { entityId: 'light.l', samples: [sample(1, 'on')] },
  ]);
  markCompiled(store, T0);
  await compile(T0 + 2 * HOUR, {});
  expect(rows('rollup', 'input_number.n', 'hour')).toMatchObject([
    { start: 0, min: 10, mean: 10, max: 10, state: 10, meanWeight: 59 * MINUTE },
    { start: 60, min: 10, mean: 10, max: 10, state: 10, meanWeight: MINUTE },
  ]);
  expect(rows('rollup', 'light.l', 'hour')).toEqual([]);
  expect(rows('statistic', 'input_number.n', 'hour')).toEqual([]);
});

test('a state without a kept sample counts if it is older than the period', async () => {
  await compile(T0 + 5 * MINUTE, { 'sensor.t': sample(-100, '7', TEMPERATURE) });
  expect(rows('statistic', 'sensor.t', '5minute')).toMatchObject([{ start: 0, mean: 7 }]);
});
