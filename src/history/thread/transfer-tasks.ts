import type { ExportPage, ExportPageQuery } from '../../core/history-export.ts';
import type { ImportBeginning, ImportReport } from '../../core/history-import.ts';
import type { TakeOverReport, TakeOverRequest } from '../../core/history-take-over.ts';
import { forgetStatistics } from '../statistics/forget-statistics.ts';
import { forgetInCopies } from '../statistics/statistics-copies.ts';
import { addPast, type PastRequest } from '../transfer/add-past.ts';
import { exportHistory } from '../transfer/export-history.ts';
import { exportPage } from '../transfer/export-page.ts';
import type { ImportStores } from '../transfer/history-imports.ts';
import { takeOverHistory } from '../transfer/take-over-history.ts';
import type { TaskContext } from './task.ts';

function storesOf({ samples, statistics: { store } }: TaskContext): ImportStores {
  return { samples, store };
}

/** The tasks that export and import the history. */
export const transferTasks = {
  /** A page of an export. */
  'history.exportPage': (context: TaskContext, query: ExportPageQuery): Promise<ExportPage> =>
    exportPage(context, query),

  /** Begins an import and returns its number. */
  'import.begin': (context: TaskContext, beginning: ImportBeginning): Promise<number> =>
    context.imports.begin(storesOf(context), beginning),

  /** Reads a part of the file of an import. */
  'import.add': (
    { imports }: TaskContext,
    { id, offset, bytes }: { readonly id: number; readonly offset: number; readonly bytes: Uint8Array },
  ): Promise<void> => imports.add(id, offset, bytes),

  /** Counts what an import would add. */
  'import.check': ({ imports }: TaskContext, id: number): Promise<ImportReport> => imports.check(id),

  /** Adds what was checked, as a unit. */
  'import.commit': (
    context: TaskContext,
    { id, shortFrom }: { readonly id: number; readonly shortFrom: number },
  ): Promise<ImportReport> => context.imports.commit(id, storesOf(context), shortFrom),

  /** Ends an import without adding anything. */
  'import.cancel': ({ imports }: TaskContext, id: number): Promise<void> => imports.cancel(id),

  /** Copies the past of a predecessor to an entity, or counts it. */
  'history.takeOver': (context: TaskContext, request: TakeOverRequest): Promise<TakeOverReport> =>
    takeOverHistory(context, request),

  /** Adds a generated past to entities without history. */
  'history.addPast': (
    { samples, statistics: { store }, pause }: TaskContext,
    request: PastRequest,
  ): Promise<void> => addPast({ samples, store, pause }, request),

  /**
   * Deletes the samples, causes, statistics and roll-ups of entities, and what could undo that, also in the copies of
   * the statistics; returns the number of samples.
   */
  'history.forget': async (
    { connection, samples, causes, statistics: { store }, pause }: TaskContext,
    { entityIds, backups: folder }: { readonly entityIds: readonly string[]; readonly backups: string },
  ): Promise<number> => {
    let dropped = 0;
    connection.exec('PRAGMA secure_delete = ON');
    try {
      for (const entityId of entityIds) {
        dropped += await samples.forget(entityId);
        await causes.forget(entityId);
      }
    } finally {
      connection.exec('PRAGMA secure_delete = OFF');
    }
    await forgetStatistics(store, entityIds);
    await forgetInCopies({ folder, entityIds }, pause);
    return dropped;
  },
};

export const transferStreams = { 'history.export': exportHistory };
