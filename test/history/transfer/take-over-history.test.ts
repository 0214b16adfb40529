import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { SqliteSampleStore } from '../../../src/history/samples/sqlite-sample-store.ts';
import { markCompiled } from '../../../src/history/statistics/compiled-until.ts';
import type { StoredMetadata } from '../../../src/history/statistics/series-list.ts';
import { toRows } from '../../../src/history/statistics/statistic-columns.ts';
import { UndoableChanges } from '../../../src/history/statistics/undoable-changes.ts';
import { HistoryImports } from '../../../src/history/transfer/history-imports.ts';
import { takeOverHistory, undoChange } from '../../../src/history/transfer/take-over-history.ts';
import { historyMigrations } from '../../../src/storage/migrations/history.ts';
import { openConnection } from '../../../src/storage/open-connection.ts';
import { tempFolder } from '../../support/temp-folder.ts';
import { readAll } from '../sample-store-suite.ts';
import { ENERGY, HOUR, OpenedStatistics, rowAt, TEMPERATURE } from '../statistics/opened-statistics.ts';

const T0 = Date.UTC(2026, 8, 1);
const NEW = 'sensor.new';
const OLD = 'sensor.old';
const pause = async (): Promise<void> => {};

let opened: OpenedStatistics;
let parts: Parameters<typeof takeOverHistory>[0];
beforeEach(() => {
  const folder = tempFolder();
  const { connection } = openConnection({
    ...{ file: join(folder, 'history.db'), migrations: historyMigrations, lockWait: 0 },
    backup: { folder, stamp: 'x' },
  });
  opened = new OpenedStatistics();
  markCompiled(opened.store, T0 + 10 * HOUR);
  parts = {
    samples: new SqliteSampleStore({ connection, pause, onDamage: () => {} }),
    statistics: { store: opened.store, changes: new UndoableChanges(opened.store) },
    imports: new HistoryImports(join(folder, 'import.db'), pause),
  };
  parts.samples.append([
    { entityId: OLD, samples: [0, 1, 2, 5].map((hour) => sampleAt(hour)) },
    { entityId: NEW, samples: [4, 6].map((hour) => sampleAt(hour)) },
  ]);
});

function sampleAt(hour: number) {
  const at = T0 + hour * HOUR;
  return { at, changedAt: at, state: String(hour), attributes: '{}', context: null };
}

const take = (isDryRun: boolean) =>
  takeOverHistory(parts, {
    ...{ entityId: NEW, predecessor: OLD, isDryRun },
    ...{ now: T0 + 10 * HOUR, shortFrom: 0 },
  });
const states = async (id: string) =>
  (await readAll(parts.samples, { entityIds: [id] }))[id]?.map(({ state }) => Number(state));
const sums = (name: string) => {
  const series = opened.store.series('statistic', name);
  if (series === undefined) return undefined;
  const rows = toRows(opened.store.read(series, { term: 'hour', from: 0, to: T0 + 99 * HOUR }));
  return rows.map(({ start, sum }) => [(start - T0) / HOUR, sum]);
};
const compile = (name: string, metadata: StoredMetadata, values: readonly (readonly [number, number])[]) =>
  opened.store.append(
    [
      {
        ...{ kind: 'statistic', name, term: 'hour' },
        rows: values.map(([hour, sum]) => rowAt(T0 + hour * HOUR, { sum })),
      },
    ],
    new Map([[name, metadata]]),
  );
const rollUps = () => {
  const series = opened.store.series('rollup', NEW);
  if (series === undefined) return [];
  const rows = toRows(opened.store.read(series, { term: 'hour', from: 0, to: T0 + 99 * HOUR }));
  return rows.map(({ start, mean }) => [(start - T0) / HOUR, mean]);
};

test('an entity takes over what was before its first change, which can be undone', async () => {
  compile(OLD, ENERGY, [
    [0, 1],
    [1, 2],
    [2, 5],
    [5, 6],
  ]);
  compile(NEW, ENERGY, [
    [4, 0.5],
    [6, 3],
  ]);
  const counts = { before: T0 + 4 * HOUR, samples: 3, hours: 3, fiveMinutes: 0 };
  expect(await take(true)).toEqual({ ...counts, changeId: null });
  expect(await states(NEW)).toEqual([4, 6]);
  const { changeId, ...done } = await take(false);
  expect(done).toEqual(counts);
  expect(await states(NEW)).toEqual([0, 1, 2, 4, 6]);
  expect(await states(OLD)).toEqual([0, 1, 2, 5]);
  // The sums of the new meter continue those of the old one.
  expect(sums(NEW)).toEqual([
    [0, 1],
    [1, 2],
    [2, 5],
    [4, 5.5],
    [6, 8],
  ]);
  expect(rollUps().slice(0, 4)).toEqual([
    [0, 0],
    [1, 1],
    [2, 2],
    [3, 2],
  ]);
  compile(NEW, ENERGY, [[7, 9]]);
  await undoChange(parts, changeId ?? 0);
  expect(await states(NEW)).toEqual([4, 6]);
  expect(sums(NEW)).toEqual([
    [4, 0.5],
    [6, 3],
    [7, 4],
  ]);
  expect(rollUps().filter(([hour = 0]) => Number(hour) < 4)).toEqual([]);
  await expect(undoChange(parts, changeId ?? 0)).rejects.toThrow('change');
});

test('an entity without statistics and history gets all of its predecessor', async () => {
  await parts.samples.forget(NEW);
  compile(OLD, ENERGY, [
    [0, 1],
    [5, 6],
  ]);
  const { changeId } = await take(false);
  expect([await states(NEW), sums(NEW)]).toEqual([
    [0, 1, 2, 5],
    [
      [0, 1],
      [5, 6],
    ],
  ]);
  await undoChange(parts, changeId ?? 0);
  expect([await states(NEW), sums(NEW)]).toEqual([undefined, undefined]);
  expect(sums(OLD)).toEqual([
    [0, 1],
    [5, 6],
  ]);
});

test('entities that measure different things and unknown predecessors are refused', async () => {
  compile(OLD, ENERGY, [[0, 1]]);
  compile(NEW, TEMPERATURE, [[4, 1]]);
  await expect(take(false)).rejects.toThrow('kWh');
  expect(await states(NEW)).toEqual([4, 6]);
  await parts.samples.forget(OLD);
  opened.store.rename(OLD, 'sensor.elsewhere');
  await expect(take(true)).rejects.toThrow('no history');
});

test('a newer change is undone first', async () => {
  compile(OLD, ENERGY, [[0, 1]]);
  compile(NEW, ENERGY, [[4, 1]]);
  const { changeId } = await take(false);
  parts.statistics.changes.record({ at: T0, kind: 'clear', statisticId: NEW }, () => {});
  await expect(undoChange(parts, changeId ?? 0)).rejects.toThrow('newer');
  expect(await states(NEW)).toEqual([0, 1, 2, 4, 6]);
});
