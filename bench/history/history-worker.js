// The history worker of the build on a data folder, without a hub.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { silentLog } from '../../dist/core/log.js';
import { HistoryThread } from '../../dist/history/thread/history-thread.js';
import { historyMigrations } from '../../dist/storage/migrations/history.js';
import { statisticsMigrations } from '../../dist/storage/migrations/statistics.js';

/** Starts the worker: `{append(columns), commit(columns), compile(until), close()}`. */
export async function openHistoryWorker(folder) {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const backup = { folder: join(folder, 'backups'), stamp: 'bench' };
  const opening = { backup, lockWait: 0, releasesSpace: true };
  let saved = () => {};
  const thread = await HistoryThread.start({
    setup: {
      history: { ...opening, file: join(folder, 'history.db'), migrations: historyMigrations },
      statistics: { ...opening, file: join(folder, 'statistics.db'), migrations: statisticsMigrations },
      store: undefined,
    },
    log: silentLog,
    beforeQuestion: () => {},
    onCommitted: (error) => saved(error),
    onNotice: () => {},
    onLost: () => {},
  });
  return {
    append: (columns) => thread.append(columns, false),
    /** Resolves when these samples and all before are durable. */
    commit: (columns) =>
      new Promise((resolve, reject) => {
        saved = (error) => (error === undefined ? resolve() : reject(error));
        thread.append(columns, true);
      }),
    /** Compiles roll-ups, and statistics of `sensors` (samples by id), up to a time, a multiple of five minutes. */
    compile: (until, sensors) =>
      thread.call('statistics.compile', { until, earliest: 0, sensors, timeZone: 'UTC' }),
    /** Deletes rows of five minutes before a time, as every night. */
    tidy: (shortTermBefore) =>
      thread.call('statistics.tidy', {
        ...{ shortTermBefore, rollupsBefore: shortTermBefore, changesBefore: 0 },
        copies: { folder: backup.folder, stamp: 'bench' },
      }),
    /** How many samples are kept. */
    count: async () => {
      const usage = await thread.call('samples.usage', undefined);
      return usage.reduce((sum, { samples }) => sum + samples, 0);
    },
    close: () => thread.close(),
  };
}
