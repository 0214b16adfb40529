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
  // The driver releases a file only when its statements are collected as garbage: a copy stands for it.
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
