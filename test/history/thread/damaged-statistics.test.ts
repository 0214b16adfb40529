import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { copyStatistics } from '../../../src/history/statistics/statistics-copies.ts';
import type { HistoryNotice } from '../../../src/history/thread/protocol.ts';
import { StatisticsFile } from '../../../src/history/thread/statistics-file.ts';
import { statisticsMigrations } from '../../../src/storage/migrations/statistics.ts';
import { tempFolder } from '../../support/temp-folder.ts';
import { ENERGY, HOUR, OpenedStatistics, rowAt } from '../statistics/opened-statistics.ts';

const T0 = Date.UTC(2026, 0, 1);
const NAME = 'sensor.meter';

/** A `statistics.db` of 200 hours and its copies of the nights, which have 100 and 150. */
async function makeStatistics(): Promise<{ readonly file: Buffer; readonly copies: readonly Buffer[] }> {
  const made = new OpenedStatistics();
  const copies: Buffer[] = [];
  let hours = 0;
  const add = (count: number) => {
    const rows = Array.from({ length: count }, () => {
      hours += 1;
      return rowAt(T0 + hours * HOUR, { state: hours, sum: hours });
    });
    const metadata = new Map([[NAME, ENERGY]]);
    made.store.append([{ kind: 'statistic', name: NAME, term: 'hour', rows }], metadata);
  };
  for (const [count, stamp] of [
    [100, '2026-01-05'],
    [50, '2026-01-07'],
  ] as const) {
    add(count);
    copies.push(readFileSync(await copyStatistics(made.store, { folder: made.folder, stamp })));
  }
  add(50);
  await made.store.mergeLog();
  await made.store.close();
  made.connection.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  const file = readFileSync(made.file);
  made.connection.close();
  return { file, copies };
}

const flipped = (file: Buffer, at: number): Buffer => {
  const damaged = Buffer.from(file);
  damaged[at] = (damaged[at] ?? 0) ^ 0x55;
  return damaged;
};

/** Opens files as a start does, and returns how many hours are left. */
async function start(file: Buffer, copies: readonly Buffer[]) {
  const folder = tempFolder();
  writeFileSync(join(folder, 'statistics.db'), file);
  for (const [night, copy] of copies.entries())
    writeFileSync(join(folder, `statistics-2026-01-0${night + 5}.db`), copy);
  const notices: HistoryNotice[] = [];
  const opened = new StatisticsFile({
    setup: {
      ...{ file: join(folder, 'statistics.db'), migrations: statisticsMigrations, lockWait: 0 },
      ...{ backup: { folder, stamp: 'now' }, releasesSpace: true },
    },
    pause: async () => {},
    notify: (notice) => notices.push(notice),
  });
  opened.open();
  const { store } = opened.editor;
  const series = store.series('statistic', NAME);
  const hours =
    series === undefined ? 0 : store.read(series, { term: 'hour', from: 0, to: Infinity }).starts.length;
  return { opened, hours, notices, names: readdirSync(folder) };
}

test('a damaged statistics.db is replaced by its newest copy', async () => {
  const { file, copies } = await makeStatistics();
  expect((await start(file, copies)).hours).toBe(200);
  for (const damaged of [flipped(file, 20), flipped(file, 100), file.subarray(0, 5000), Buffer.alloc(0)]) {
    const { hours, notices, names } = await start(damaged, copies);
    expect(hours).toBe(150);
    expect(notices).toMatchObject([
      { kind: 'statistics restored', copy: expect.stringMatching(/2026-01-06\.db$/) },
    ]);
    expect(names).toContain('statistics.db.damaged-now');
  }
});

test('a copy that is damaged itself is passed over, and without a copy statistics begin anew', async () => {
  const { file, copies } = await makeStatistics();
  const broken = file.subarray(0, 5000);
  expect((await start(broken, [copies[0] ?? file, broken])).hours).toBe(100);
  for (const damaged of [broken, Buffer.alloc(0)]) {
    const { hours, notices } = await start(damaged, []);
    expect(hours).toBe(0);
    expect(notices).toMatchObject([{ kind: 'statistics restored', copy: undefined }]);
  }
});

test('an error replaces the file only if the damage is in it', async () => {
  const { file, copies } = await makeStatistics();
  const { opened, notices } = await start(file, copies);
  const error = Object.assign(new Error('malformed'), { code: 'SQLITE_CORRUPT' });
  expect(opened.examine(error)).toBe(false);
  expect(opened.examine(new Error('other'))).toBe(false);
  expect(notices).toEqual([]);
});
