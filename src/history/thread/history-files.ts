import { statSync } from 'node:fs';
import type { Clock } from '../../core/clock.ts';
import { isDamage } from '../../storage/failure.ts';
import { type OpenedConnection, openConnection } from '../../storage/open-connection.ts';
import type { WorkerSetup } from '../../storage/protocol.ts';
import type { SqliteConnection } from '../../storage/sqlite.ts';
import { CauseLog } from '../cause-log/cause-log.ts';
import { PostgresSampleStore } from '../postgres/postgres-sample-store.ts';
import { openDamaged } from '../recovery/open-damaged.ts';
import { hasHistory, recoverHistory } from '../recovery/recover-history.ts';
import { isEmptied, setAside } from '../recovery/set-aside.ts';
import type { SampleStore } from '../samples/sample-store.ts';
import { SqliteSampleStore } from '../samples/sqlite-sample-store.ts';
import { openPostgres } from './open-postgres.ts';
import { asTaskError, type HistoryNotice, type StoreSetup } from './protocol.ts';

/** The dependencies of `HistoryFiles`. */
export interface HistoryFilesParts {
  readonly setup: WorkerSetup;
  /** The PostgreSQL server that keeps the samples, if configured. */
  readonly postgres?: { readonly store: StoreSetup; readonly clock: Clock } | undefined;
  readonly pause: () => Promise<void>;
  readonly notify: (notice: HistoryNotice) => void;
}

/** `history.db`, opened, and what reads and writes it. */
interface OpenHistory {
  readonly connection: SqliteConnection;
  readonly samples: SampleStore;
  /** The samples in `history.db`: all of them, or those that PostgreSQL does not have yet. */
  readonly local: SqliteSampleStore;
  readonly causes: CauseLog;
}

/** `history.db` and its samples. A damaged file is set aside, and its readable part is recovered into a new one. */
export class HistoryFiles {
  private readonly parts: HistoryFilesParts;
  private opened: OpenHistory | undefined;
  private recovering: Promise<void> | undefined;
  private isClosed = false;

  constructor(parts: HistoryFilesParts) {
    this.parts = parts;
  }

  get connection(): SqliteConnection {
    return this.current.connection;
  }

  get samples(): SampleStore {
    return this.current.samples;
  }

  /** The samples in `history.db`. */
  get local(): SqliteSampleStore {
    return this.current.local;
  }

  get causes(): CauseLog {
    return this.current.causes;
  }

  /** Opens the file. Throws if it is newer, in use, or if the disk refuses it. */
  open(): Pick<OpenedConnection, 'from' | 'to' | 'copy'> {
    if (isEmptied(this.parts.setup.file)) return this.replace();
    try {
      return this.tryOpen();
    } catch (error) {
      if (!isDamage(error)) throw error;
      return this.replace();
    }
  }

  /** Replaces the file if an error says that it is damaged; what memory holds is kept. */
  examine(error: unknown): void {
    if (this.isClosed || this.opened === undefined || !isDamage(error)) return;
    const { connection, samples, local } = this.opened;
    this.opened = undefined;
    if (samples instanceof PostgresSampleStore) samples.release().catch(() => {});
    connection.close();
    try {
      this.replace();
      this.current.samples.append(local.unmerged());
    } catch (failure) {
      this.parts.notify({ kind: 'failure', error: asTaskError(failure) });
    }
  }

  /** Resolves when nothing is being recovered anymore. */
  async recovered(): Promise<void> {
    await this.recovering;
  }

  async close(): Promise<void> {
    this.isClosed = true;
    await this.recovering;
    const { opened } = this;
    this.opened = undefined;
    if (opened === undefined) return;
    try {
      await opened.samples.close();
      // Everything is durable already: a failed checkpoint only slows down the next start.
      opened.connection.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    } catch {}
    opened.connection.close();
  }

  private get current(): OpenHistory {
    if (this.opened === undefined) throw Object.assign(new Error('closed'), { code: 'CLOSED' });
    return this.opened;
  }

  private tryOpen(): Pick<OpenedConnection, 'from' | 'to' | 'copy'> {
    const { setup, pause, notify } = this.parts;
    const { connection, ...versions } = openConnection(setup);
    try {
      const onDamage = (lost: { entityId: string; first: number; last: number }): void =>
        notify({ kind: 'damaged block', ...lost });
      const local = new SqliteSampleStore({ connection, pause, onDamage });
      const { postgres } = this.parts;
      const samples =
        postgres === undefined ? local : openPostgres({ ...postgres, local, connection, notify });
      this.opened = { connection, samples, local, causes: new CauseLog(connection, pause) };
      return versions;
    } catch (error) {
      connection.close();
      throw error;
    }
  }

  private replace(): Pick<OpenedConnection, 'from' | 'to' | 'copy'> {
    const { setup, notify } = this.parts;
    const path = setAside(setup.file, setup.backup.stamp);
    notify({ kind: 'set aside', path });
    const versions = this.tryOpen();
    this.recovering = this.recover(path).catch((error) =>
      notify({ kind: 'recovery failed', path, error: asTaskError(error) }),
    );
    return versions;
  }

  private async recover(path: string): Promise<void> {
    const { setup, pause, notify } = this.parts;
    if (statSync(path).size === 0) return notify({ kind: 'recovered', path, samples: 0 });
    await pause();
    const { connection: damaged, close } = openDamaged(path, setup, hasHistory);
    try {
      const count = await recoverHistory({ damaged, ...this.current, pause });
      notify({ kind: 'recovered', path, samples: count });
    } finally {
      close();
    }
  }
}
