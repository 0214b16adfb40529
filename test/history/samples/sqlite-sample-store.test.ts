import { copyFileSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { SqliteSampleStore } from '../../../src/history/samples/sqlite-sample-store.ts';
import { historyMigrations } from '../../../src/storage/migrations/history.ts';
import { openConnection } from '../../../src/storage/open-connection.ts';
import type { SqliteConnection } from '../../../src/storage/sqlite.ts';
import { tempFolder } from '../../support/temp-folder.ts';
import { readAll, sample, sampleStoreSuite } from '../sample-store-suite.ts';

sampleStoreSuite('SQLite', async () => {
  const folder = tempFolder();
  let connection: SqliteConnection;
  let store: SqliteSampleStore;
  let copies = 0;
  const fileOf = (number: number) => join(folder, `history-${number}.db`);
  const open = () => {
    ({ connection } = openConnection({
      file: fileOf(copies),
      migrations: historyMigrations,
      backup: { folder, stamp: 'test' },
      lockWait: 0,
      releasesSpace: true,
    }));
    store = new SqliteSampleStore({ connection, pause: async () => {}, onDamage: () => {} });
    return store;
  };
  const end = async () => {
    await store.close();
    connection.close();
  };
  // The driver releases a file only when its statements are garbage-collected, so the test opens a copy.
  const copy = () => {
    copies += 1;
    for (const suffix of ['', '-wal'])
      if (existsSync(fileOf(copies - 1) + suffix))
        copyFileSync(fileOf(copies - 1) + suffix, fileOf(copies) + suffix);
  };
  return {
    store: open(),
    reopen: async () => {
      await end();
      copy();
      return open();
    },
    end,
  };
});

test('the file is small again after a burst', async () => {
  const folder = tempFolder();
  const { connection } = openConnection({
    ...{ file: join(folder, 'a.db'), migrations: historyMigrations, lockWait: 0, releasesSpace: true },
    backup: { folder, stamp: 'test' },
  });
  const pages = (pragma: string) => Number(connection.value(`PRAGMA ${pragma}`));
  const store = new SqliteSampleStore({ connection, pause: async () => {}, onDamage: () => {} });
  const attributes = '{"friendly_name":"A sensor with a long name","unit_of_measurement":"°C"}';
  store.append(
    Array.from({ length: 100_000 }, (_, n) => ({
      entityId: `sensor.s${n % 50}`,
      samples: [sample(n, String(n), { attributes })],
    })),
  );
  await store.commit();
  const most = pages('page_count');
  await store.mergeLog();
  expect(most).toBeGreaterThan(600);
  expect(pages('freelist_count')).toBeLessThanOrEqual(256);
  expect(pages('page_count')).toBeLessThan(most / 2);
  await store.close();
  connection.close();
});

test('a merge pauses between some thousand samples, those of the blocks that grow included', async () => {
  const folder = tempFolder();
  const { connection } = openConnection({
    ...{ file: join(folder, 'a.db'), migrations: historyMigrations, lockWait: 0 },
    backup: { folder, stamp: 'test' },
  });
  let pauses = 0;
  const pause = async () => {
    pauses += 1;
  };
  const store = new SqliteSampleStore({ connection, pause, onDamage: () => {} });
  const append = (from: number, to: number) =>
    store.append(
      Array.from({ length: 40 }, (_, n) => ({
        entityId: `sensor.s${n}`,
        samples: Array.from({ length: to - from }, (_, i) => sample(from + i, String(i))),
      })),
    );
  append(0, 400);
  await store.mergeLog();
  pauses = 0;
  append(400, 401);
  await store.mergeLog();
  expect(pauses).toBeGreaterThanOrEqual(5);
  await store.close();
  connection.close();
});

test('damaged blocks stay until all of them is older than what is deleted', async () => {
  const folder = tempFolder();
  const { connection } = openConnection({
    ...{ file: join(folder, 'a.db'), migrations: historyMigrations, lockWait: 0 },
    backup: { folder, stamp: 'test' },
  });
  const lost: unknown[] = [];
  const store = new SqliteSampleStore({
    ...{ connection, pause: async () => {} },
    onDamage: ({ first }) => lost.push(first),
  });
  const all = Array.from({ length: 1400 }, (_, i) => sample(i, String(i)));
  const read = async () => (await readAll(store, { entityIds: ['sensor.a'] }))['sensor.a'] ?? [];
  store.append([{ entityId: 'sensor.a', samples: all.slice(0, 1300) }]);
  await store.mergeLog();
  // Two sealed blocks of 512 and a head of 276.
  const damage = (table: string, id: number) => {
    const [row] = [...connection.rows(`SELECT data, first FROM ${table} WHERE rowid = ?`, [id])];
    const data = row?.data as Uint8Array;
    const put = (into: string, bytes: Uint8Array) =>
      connection.run({ sql: `UPDATE ${into} SET data = ? WHERE rowid = ?`, params: [bytes, id] });
    put(
      table,
      data.map((byte, i) => (i === 20 ? byte ^ 1 : byte)),
    );
    return () =>
      connection.run({
        sql: 'UPDATE sample_blocks SET data = ? WHERE first = ?',
        params: [data, row?.first ?? 0],
      });
  };
  const repairSecond = damage('sample_blocks', 2);
  const repairHead = damage('sample_heads', 1);
  // What was decoded last is remembered: something else.
  await store.lastBefore(['sensor.a'], sample(2, '').at);
  store.append([{ entityId: 'sensor.a', samples: all.slice(1300) }]);
  await store.mergeLog();
  expect(await store.dropBefore(sample(600, '').at)).toBe(511);
  expect((await read()).map(({ state }) => Number(state))).toEqual([
    511,
    ...Array.from({ length: 100 }, (_, i) => 1300 + i),
  ]);
  expect(lost.length).toBeGreaterThan(0);
  // What is salvaged is all there, with the head that was damaged.
  repairSecond();
  repairHead();
  expect(await read()).toEqual(all.slice(511));
  damage('sample_blocks', 2);
  await store.dropBefore(sample(1024, '').at);
  repairSecond();
  expect((await read()).map(({ state }) => Number(state)).slice(0, 3)).toEqual([511, 1024, 1025]);
  await store.close();
  connection.close();
});

test('an entity that is renamed while the log is merged loses nothing', async () => {
  const folder = tempFolder();
  const open = (name: string, pause: () => Promise<void>) => {
    const backup = { folder, stamp: 'test' };
    const file = join(folder, name);
    const { connection } = openConnection({ file, migrations: historyMigrations, backup, lockWait: 0 });
    return { connection, store: new SqliteSampleStore({ connection, pause, onDamage: () => {} }) };
  };
  const ids = Array.from({ length: 10 }, (_, i) => `sensor.s${i}`);
  let renamed = false;
  const { connection, store } = open('a.db', async () => {
    if (renamed) return;
    renamed = true;
    for (const id of ids) await store.rename(id, `${id}_new`);
  });
  const samples = Array.from({ length: 1500 }, (_, i) => sample(i, String(i)));
  for (const entityId of ids) store.append([{ entityId, samples }]);
  await store.mergeLog();
  await store.close();
  connection.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  copyFileSync(join(folder, 'a.db'), join(folder, 'b.db'));
  connection.close();
  const copy = open('b.db', async () => {});
  const found = await readAll(copy.store, { entityIds: ids.map((id) => `${id}_new`) });
  expect(Object.values(found).map((list) => list.length)).toEqual(ids.map(() => 1500));
  copy.connection.close();
});
