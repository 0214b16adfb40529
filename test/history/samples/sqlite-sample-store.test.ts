import { copyFileSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { SqliteSampleStore } from '../../../src/history/samples/sqlite-sample-store.ts';
import { historyMigrations } from '../../../src/storage/migrations/history.ts';
import { openConnection } from '../../../src/storage/open-connection.ts';
import type { SqliteConnection } from '../../../src/storage/sqlite.ts';
import { tempFolder } from '../../support/temp-folder.ts';
import { sampleStoreSuite } from '../sample-store-suite.ts';

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
