import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { toRows } from '../../../src/history/statistics/statistic-columns.ts';
import {
  copyStatistics,
  forgetInCopies,
  statisticsCopies,
} from '../../../src/history/statistics/statistics-copies.ts';
import { StatisticsStore } from '../../../src/history/statistics/statistics-store.ts';
import { statisticsMigrations } from '../../../src/storage/migrations/statistics.ts';
import { openConnection } from '../../../src/storage/open-connection.ts';
import { ENERGY, HOUR, OpenedStatistics, rowAt } from './opened-statistics.ts';

const names = Array.from({ length: 45 }, (_, i) => `sensor.meter_${i}`);

function add(store: StatisticsStore, from: number, to: number): void {
  const rows = Array.from({ length: to - from }, (_, i) =>
    rowAt((from + i) * HOUR, { state: from + i, sum: from + i }),
  );
  store.append(
    names.map((name) => ({ kind: 'statistic', name, term: 'hour', rows })),
    new Map(names.map((name) => [name, ENERGY])),
  );
}

/** The rows of each statistic in a copy, which is opened as a copy of it. */
function rowsOf(copy: string): Map<string, readonly number[]> {
  const file = `${copy}.opened`;
  writeFileSync(file, readFileSync(copy));
  const { connection } = openConnection({
    ...{ file, migrations: statisticsMigrations, backup: { folder: file, stamp: '' }, lockWait: 0 },
  });
  const store = new StatisticsStore({ connection, pause: async () => {}, onDamage: () => {} });
  const found = new Map(
    store.all('statistic').map((series) => {
      const range = { term: 'hour', from: 0, to: Number.MAX_SAFE_INTEGER } as const;
      return [
        series.name,
        toRows(store.read(series, range)).map(({ start, sum }) =>
          start === (sum ?? 0) * HOUR ? (sum ?? -1) : -1,
        ),
      ];
    }),
  );
  expect(connection.value('PRAGMA integrity_check')).toBe('ok');
  expect(connection.value('PRAGMA auto_vacuum')).toBe(2);
  connection.close();
  return found;
}

it('a copy that is made while statistics are written and merged has no row less or twice', async () => {
  const opened = new OpenedStatistics();
  add(opened.store, 0, 900);
  await opened.store.mergeLog();
  add(opened.store, 900, 1000);
  let hours = 1000;
  let pauses = 0;
  const pause = async (): Promise<void> => {
    pauses += 1;
    add(opened.store, hours, hours + 10);
    hours += 10;
    if (pauses % 2 === 0) await opened.store.mergeLog();
  };
  const folder = join(opened.folder, 'copies');
  for (const stamp of ['2026-01-01', '2026-01-02']) {
    const before = hours;
    const { connection } = opened;
    const found = rowsOf(await copyStatistics({ connection, pause }, { folder, stamp }));
    expect([...found.keys()]).toEqual(names);
    for (const sums of found.values()) {
      expect(sums.length).toBeGreaterThanOrEqual(before);
      expect(sums).toEqual(sums.map((_, i) => i));
    }
  }
  expect(pauses).toBeGreaterThan(8);
});

it('what is forgotten is in no copy any more', async () => {
  const opened = new OpenedStatistics();
  add(opened.store, 0, 100);
  const folder = join(opened.folder, 'copies');
  for (const stamp of ['2026-01-01', '2026-01-02']) await copyStatistics(opened.store, { folder, stamp });
  for (const name of ['statistics-v0-2026-01-01.db', 'history-v3-2026-01-01.db', 'hearth-v3-2026-01-01.db'])
    writeFileSync(join(folder, name), '');
  await forgetInCopies({ folder, entityIds: ['sensor.meter_7', 'sensor.none'] }, async () => {});
  const copies = statisticsCopies(folder);
  expect(copies).toHaveLength(2);
  for (const copy of copies) {
    const found = rowsOf(copy);
    expect([...found.keys()]).toEqual(names.filter((name) => name !== 'sensor.meter_7'));
    expect(found.get('sensor.meter_8')).toHaveLength(100);
    expect(readFileSync(copy).includes('sensor.meter_7')).toBe(false);
  }
  expect(() => readFileSync(join(folder, 'statistics-v0-2026-01-01.db'))).toThrow('ENOENT');
  expect(() => readFileSync(join(folder, 'history-v3-2026-01-01.db'))).toThrow('ENOENT');
  expect(readFileSync(join(folder, 'hearth-v3-2026-01-01.db'))).toHaveLength(0);
});
