import { openConnection } from '../../storage/open-connection.ts';
import type { WorkerSetup } from '../../storage/protocol.ts';
import type { SqliteConnection } from '../../storage/sqlite.ts';
import type { StatisticsEditor } from '../statistics/edit-statistics.ts';
import { StatisticChanges } from '../statistics/statistic-changes.ts';
import { StatisticsStore } from '../statistics/statistics-store.ts';
import type { HistoryNotice } from './protocol.ts';

/** `statistics.db`, opened. */
export class StatisticsFile {
  readonly editor: StatisticsEditor;
  private readonly connection: SqliteConnection;

  /** Throws if the file is newer, damaged, in use, or if the disk refuses it. */
  constructor(
    setup: WorkerSetup,
    parts: { readonly pause: () => Promise<void>; readonly notify: (notice: HistoryNotice) => void },
  ) {
    const { connection } = openConnection(setup);
    try {
      const store = new StatisticsStore({
        connection,
        pause: parts.pause,
        onDamage: ({ statisticId: entityId, ...range }) =>
          parts.notify({ kind: 'damaged block', entityId, ...range }),
      });
      this.editor = { store, changes: new StatisticChanges(store) };
      this.connection = connection;
    } catch (error) {
      connection.close();
      throw error;
    }
  }

  async close(): Promise<void> {
    await this.editor.store.close();
    try {
      // Everything is durable already: a failed checkpoint only slows down the next start.
      this.connection.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    } catch {}
    this.connection.close();
  }
}
