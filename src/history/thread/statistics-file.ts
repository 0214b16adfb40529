import { isDamage } from '../../storage/failure.ts';
import { openConnection } from '../../storage/open-connection.ts';
import type { WorkerSetup } from '../../storage/protocol.ts';
import type { SqliteConnection } from '../../storage/sqlite.ts';
import { isEmptied, removeDatabase, restoreCopy, setAside } from '../recovery/set-aside.ts';
import type { StatisticsEditor } from '../statistics/edit-statistics.ts';
import { statisticsCopies } from '../statistics/statistics-copies.ts';
import { StatisticsStore } from '../statistics/statistics-store.ts';
import { UndoableChanges } from '../statistics/undoable-changes.ts';
import { asTaskError, type HistoryNotice } from './protocol.ts';

/** The dependencies of `StatisticsFile`. */
export interface StatisticsFileParts {
  /** `backup.folder` is also where the nightly copies are. */
  readonly setup: WorkerSetup;
  readonly pause: () => Promise<void>;
  readonly notify: (notice: HistoryNotice) => void;
}

/** `statistics.db`, opened, and what reads and writes it. */
interface OpenStatistics {
  readonly connection: SqliteConnection;
  readonly editor: StatisticsEditor;
}

/** `statistics.db`. A damaged file is set aside and replaced by the newest copy that can be read. */
export class StatisticsFile {
  private readonly parts: StatisticsFileParts;
  private opened: OpenStatistics | undefined;

  constructor(parts: StatisticsFileParts) {
    this.parts = parts;
  }

  get editor(): StatisticsEditor {
    if (this.opened === undefined) throw Object.assign(new Error('closed'), { code: 'CLOSED' });
    return this.opened.editor;
  }

  /** Opens the file. Throws if it is newer, in use, or if the disk refuses it. */
  open(): void {
    try {
      if (isEmptied(this.parts.setup.file)) this.replace();
      else this.opened = this.tryOpen();
    } catch (error) {
      if (!isDamage(error)) throw error;
      this.replace();
    }
  }

  /** Replaces the file if an error means damage and the damage is in this file. Returns whether it was. */
  examine(error: unknown): boolean {
    if (this.opened === undefined || !isDamage(error) || !this.isDamaged()) return false;
    this.opened.connection.close();
    this.opened = undefined;
    try {
      this.replace();
    } catch (failure) {
      this.parts.notify({ kind: 'failure', error: asTaskError(failure) });
    }
    return true;
  }

  async close(): Promise<void> {
    const { opened } = this;
    this.opened = undefined;
    if (opened === undefined) return;
    await opened.editor.store.close();
    try {
      // Everything is durable already: a failed checkpoint only slows down the next start.
      opened.connection.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    } catch {}
    opened.connection.close();
  }

  private tryOpen(): OpenStatistics {
    const { setup, pause, notify } = this.parts;
    const { connection } = openConnection(setup);
    try {
      const store = new StatisticsStore({
        connection,
        pause,
        onDamage: ({ statisticId: entityId, ...range }) =>
          notify({ kind: 'damaged block', entityId, ...range }),
      });
      return { connection, editor: { store, changes: new UndoableChanges(store) } };
    } catch (error) {
      connection.close();
      throw error;
    }
  }

  private isDamaged(): boolean {
    try {
      return this.opened?.connection.value('PRAGMA quick_check(1)') !== 'ok';
    } catch (error) {
      return isDamage(error);
    }
  }

  private replace(): void {
    const { setup, notify } = this.parts;
    const path = setAside(setup.file, setup.backup.stamp);
    for (const copy of statisticsCopies(setup.backup.folder)) {
      restoreCopy(copy, setup.file);
      try {
        this.opened = this.tryOpen();
        notify({ kind: 'statistics restored', path, copy });
        return;
      } catch (error) {
        removeDatabase(setup.file);
        if (!isDamage(error)) throw error;
      }
    }
    this.opened = this.tryOpen();
    notify({ kind: 'statistics restored', path, copy: undefined });
  }
}
