import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Series } from '../../../src/history/statistics/series-list.ts';
import { toRows } from '../../../src/history/statistics/statistic-columns.ts';
import { copyStatistics } from '../../../src/history/statistics/statistics-copies.ts';
import type { StatisticsStore } from '../../../src/history/statistics/statistics-store.ts';
import { dropShortTerm } from '../../../src/history/statistics/statistics-upkeep.ts';
import { statisticsMigrations } from '../../../src/storage/migrations/statistics.ts';
import { openConnection } from '../../../src/storage/open-connection.ts';
import { ENERGY, FIVE_MINUTES, HOUR, OpenedStatistics, rowAt, TEMPERATURE } from './opened-statistics.ts';

const MARCH = Date.UTC(2026, 2, 1);
const ALL = { from: -Infinity, to: Infinity };

function found(store: StatisticsStore, name: string): Series {
  const series = store.series('statistic', name);
  if (series === undefined) throw new Error(`No ${name}`);
  return series;
}

function hours(count: number, from = MARCH) {
  return Array.from({ length: count }, (_, index) =>
    rowAt(from + index * HOUR, { sum: index / 2, state: 100 + index / 2 }),
  );
}

describe('the statistics store', () => {
  it('returns what was written, from memory, from blocks and after a restart', async () => {
    const opened = new OpenedStatistics();
    const rows = hours(2000);
    opened.store.append(
      [{ kind: 'statistic', name: 'sensor.meter', term: 'hour', rows }],
      new Map([['sensor.meter', ENERGY]]),
    );
    const read = (store: StatisticsStore) =>
      toRows(store.read(found(store, 'sensor.meter'), { term: 'hour', ...ALL }));
    expect(read(opened.store)).toEqual(rows);
    expect(read(opened.reopen())).toEqual(rows);
    await opened.store.mergeLog();
    expect(read(opened.store)).toEqual(rows);
    expect(opened.connection.value('SELECT count(*) FROM series_log')).toBe(0);
    expect(opened.connection.value('SELECT count(*) FROM series_blocks')).toBe(3);
    expect(read(opened.reopen())).toEqual(rows);
    expect(found(opened.store, 'sensor.meter').metadata).toEqual(ENERGY);
  });

  it('replaces rows of the same start, in the log and in blocks', async () => {
    const { store } = new OpenedStatistics();
    const write = (values: Parameters<typeof rowAt>[1]) =>
      store.append(
        [{ kind: 'statistic', name: 'sensor.t', term: 'hour', rows: [rowAt(MARCH, values)] }],
        new Map([['sensor.t', TEMPERATURE]]),
      );
    const read = () => toRows(store.read(found(store, 'sensor.t'), { term: 'hour', ...ALL }));
    write({ mean: 1, min: 0 });
    write({ mean: 2 });
    expect(read()).toEqual([rowAt(MARCH, { mean: 2 })]);
    await store.mergeLog();
    write({ mean: 3 });
    expect(read()).toEqual([rowAt(MARCH, { mean: 3 })]);
    await store.mergeLog();
    expect(read()).toEqual([rowAt(MARCH, { mean: 3 })]);
  });

  it('reads ranges from inclusive, to exclusive, with the fields asked for', async () => {
    const { store } = new OpenedStatistics();
    store.append(
      [{ kind: 'statistic', name: 'sensor.meter', term: 'hour', rows: hours(1500) }],
      new Map([['sensor.meter', ENERGY]]),
    );
    const series = found(store, 'sensor.meter');
    const range = {
      term: 'hour',
      from: MARCH + 743 * HOUR,
      to: MARCH + 746 * HOUR,
      fields: ['sum'],
    } as const;
    const expected = hours(1500)
      .slice(743, 746)
      .map(({ start, sum }) => rowAt(start, { sum }));
    await store.mergeLog();
    expect(toRows(store.read(series, range))).toEqual(expected);
  });

  it('finds the newest row before a time, or the newest one with a value', async () => {
    const { store } = new OpenedStatistics();
    const rows = [
      ...hours(800),
      rowAt(MARCH + 800 * HOUR, { state: 7 }),
      rowAt(MARCH + 801 * HOUR, { state: 8 }),
    ];
    store.append(
      [{ kind: 'statistic', name: 'sensor.meter', term: 'hour', rows }],
      new Map([['sensor.meter', ENERGY]]),
    );
    const series = found(store, 'sensor.meter');
    for (const merge of [false, true]) {
      if (merge) await store.mergeLog();
      expect(store.newestBefore(series, 'hour', Infinity)?.state).toBe(8);
      expect(store.newestBefore(series, 'hour', Infinity, 'sum')?.sum).toBe(399.5);
      expect(store.newestBefore(series, 'hour', MARCH + HOUR, 'sum')?.sum).toBe(0);
      expect(store.newestBefore(series, 'hour', MARCH, 'sum')).toBeUndefined();
    }
  });

  it('stores roll-ups beside statistics and moves both to a new name', () => {
    const { store } = new OpenedStatistics();
    const rows = [rowAt(MARCH, { mean: 1, min: 1, max: 1, state: 1 })];
    store.append(
      [
        { kind: 'rollup', name: 'number.a', term: '5minute', rows },
        { kind: 'rollup', name: 'number.a', term: 'hour', rows },
        { kind: 'statistic', name: 'sensor.b', term: 'hour', rows },
      ],
      new Map([['sensor.b', TEMPERATURE]]),
    );
    expect(store.rename('number.a', 'sensor.b')).toBe(false);
    expect(store.rename('sensor.b', 'sensor.c')).toBe(true);
    expect(store.rename('number.a', 'number.b')).toBe(true);
    expect(store.all('statistic').map(({ name }) => name)).toEqual(['sensor.c']);
    const rollup = store.series('rollup', 'number.b') as Series;
    expect(toRows(store.read(rollup, { term: '5minute', ...ALL }))).toEqual(rows);
    expect(() => store.append([{ kind: 'statistic', name: 'sensor.none', term: 'hour', rows }])).toThrow();
  });

  it('drops five-minute rows by whole days and keeps hours', async () => {
    const { store } = new OpenedStatistics();
    const rows = Array.from({ length: 600 }, (_, index) =>
      rowAt(MARCH + index * FIVE_MINUTES, { mean: index }),
    );
    store.append(
      [
        { kind: 'statistic', name: 'sensor.t', term: '5minute', rows },
        { kind: 'statistic', name: 'sensor.t', term: 'hour', rows: [rowAt(MARCH, { mean: 1 })] },
      ],
      new Map([['sensor.t', TEMPERATURE]]),
    );
    await store.mergeLog();
    expect(await dropShortTerm(store, { kind: 'statistic', at: MARCH + 300 * FIVE_MINUTES })).toBe(1);
    const series = found(store, 'sensor.t');
    expect(store.read(series, { term: '5minute', ...ALL }).starts[0]).toBe(MARCH + 288 * FIVE_MINUTES);
    expect(store.read(series, { term: 'hour', ...ALL }).starts).toHaveLength(1);
  });

  it('loses one block and reports it if a byte of it is flipped', async () => {
    const opened = new OpenedStatistics();
    opened.store.append(
      [{ kind: 'statistic', name: 'sensor.meter', term: 'hour', rows: hours(2000) }],
      new Map([['sensor.meter', ENERGY]]),
    );
    await opened.store.mergeLog();
    opened.connection.run({
      sql: "UPDATE series_blocks SET data = CAST(substr(data, 1, length(data) - 1) || x'ff' AS BLOB) WHERE slot = ?",
      params: [(2026 - 1970) * 12 + 3],
    });
    const series = found(opened.store, 'sensor.meter');
    const read = toRows(opened.store.read(series, { term: 'hour', ...ALL }));
    expect(read).toHaveLength(2000 - 720);
    expect(opened.lost).toEqual([
      { statisticId: 'sensor.meter', first: Date.UTC(2026, 3), last: Date.UTC(2026, 4) - 1 },
    ]);
  });

  it('does not start a new file over a newer one', () => {
    const opened = new OpenedStatistics();
    opened.connection.exec('PRAGMA user_version = 99');
    expect(() => opened.reopen()).toThrow('newer');
  });

  it('keeps the newest five copies, each a whole database', async () => {
    const opened = new OpenedStatistics();
    opened.store.append(
      [{ kind: 'statistic', name: 'sensor.meter', term: 'hour', rows: hours(10) }],
      new Map([['sensor.meter', ENERGY]]),
    );
    const folder = join(opened.folder, 'copies');
    for (const day of [1, 2, 3, 4, 5, 6, 7])
      await copyStatistics(opened.store, { folder, stamp: `2026-03-0${day}T04-00-00` });
    writeFileSync(join(folder, 'statistics-v1-2026.db'), '');
    await copyStatistics(opened.store, { folder, stamp: '2026-03-08T04-00-00' });
    const days = readdirSync(folder).sort();
    expect(days).toEqual([
      ...[4, 5, 6, 7, 8].map((day) => `statistics-2026-03-0${day}T04-00-00.db`),
      'statistics-v1-2026.db',
    ]);
    const { connection } = openConnection({
      file: join(folder, days[4] ?? ''),
      migrations: statisticsMigrations,
      backup: { folder, stamp: 'test' },
      lockWait: 0,
    });
    expect(connection.value('SELECT name FROM series')).toBe('sensor.meter');
    connection.close();
  });
});
