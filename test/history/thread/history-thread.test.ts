import { join } from 'node:path';
import { expect, test } from 'vitest';
import { silentLog } from '../../../src/core/log.ts';
import { HistoryThread } from '../../../src/history/thread/history-thread.ts';
import { historyMigrations } from '../../../src/storage/migrations/history.ts';
import { statisticsMigrations } from '../../../src/storage/migrations/statistics.ts';
import { openConnection } from '../../../src/storage/open-connection.ts';
import { tempFolder } from '../../support/temp-folder.ts';

test('a database of a newer version is refused, which is no loss of the thread', async () => {
  const folder = tempFolder();
  const opening = { backup: { folder, stamp: 'test' }, lockWait: 0, releasesSpace: true };
  const history = { ...opening, file: join(folder, 'history.db'), migrations: historyMigrations };
  const { connection } = openConnection(history);
  connection.exec('PRAGMA user_version = 9999');
  connection.close();
  const lost: string[] = [];
  const parts = { log: silentLog, beforeQuestion: () => {}, onCommitted: () => {}, onNotice: () => {} };
  const statistics = { ...opening, file: join(folder, 'statistics.db'), migrations: statisticsMigrations };
  const starting = HistoryThread.start({
    ...parts,
    setup: { history, statistics },
    onLost: (reason) => lost.push(reason),
  });
  await expect(starting).rejects.toThrow('9999');
  expect(lost).toEqual([]);
});
