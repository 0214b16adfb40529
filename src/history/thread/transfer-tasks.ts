import type { ExportPage, ExportPageQuery } from '../../core/history-export.ts';
import type { ImportReport, ImportRequest } from '../../core/history-import.ts';
import { exportHistory } from '../transfer/export-history.ts';
import { exportPage } from '../transfer/export-page.ts';
import { importHistory } from '../transfer/import-history.ts';
import type { TaskContext } from './task.ts';

/** What the main thread asks of whole histories. */
export const transferTasks = {
  /** A page of an export. */
  'history.exportPage': (context: TaskContext, query: ExportPageQuery): Promise<ExportPage> =>
    exportPage(context, query),

  /** Imports what an export wrote, or counts it. */
  'history.import': (context: TaskContext, request: ImportRequest): Promise<ImportReport> =>
    importHistory(context, request),

  /**
   * Deletes the samples, causes, statistics and roll-ups of entities, and what could undo that; returns the number of
   * samples.
   */
  'history.forget': async (
    { samples, causes, statistics: { store } }: TaskContext,
    entityIds: readonly string[],
  ): Promise<number> => {
    let dropped = 0;
    for (const entityId of entityIds) {
      dropped += await samples.forget(entityId);
      await causes.forget(entityId);
      store.transaction(() => {
        for (const kind of ['statistic', 'rollup'] as const) {
          const series = store.series(kind, entityId);
          if (series !== undefined) store.remove(series);
        }
        const sql = 'DELETE FROM statistic_changes WHERE statistic_id = ?';
        store.connection.run({ sql, params: [entityId] });
      });
    }
    await store.mergeLog();
    return dropped;
  },
};

export const transferStreams = { 'history.export': exportHistory };
