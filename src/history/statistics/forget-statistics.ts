import type { StatisticsStore } from './statistics-store.ts';

/** Deletes the statistics and roll-ups of entities, and what could undo that, and overwrites their pages. */
export async function forgetStatistics(store: StatisticsStore, entityIds: readonly string[]): Promise<void> {
  const { connection } = store;
  connection.exec('PRAGMA secure_delete = ON');
  try {
    for (const entityId of entityIds)
      store.transaction(() => {
        for (const kind of ['statistic', 'rollup'] as const) {
          const series = store.series(kind, entityId);
          if (series !== undefined) store.remove(series);
        }
        const sql = 'DELETE FROM statistic_changes WHERE statistic_id = ?';
        connection.run({ sql, params: [entityId] });
      });
    // Rows of the log name the series, too.
    await store.mergeLog();
  } finally {
    connection.exec('PRAGMA secure_delete = OFF');
  }
}
