import type { Clock } from '../../core/clock.ts';
import type { Context } from '../../core/context.ts';
import type { Log } from '../../core/log.ts';
import type { Database } from '../../storage/database.ts';
import type { Statement } from '../../storage/sqlite.ts';
import { WriteBehind } from '../../storage/write-behind.ts';
import type { Names } from '../config/scope.ts';
import type { Run } from './run.ts';
import type { BlockCursor } from './run-parts.ts';
import type { RunRecorder, SavedRun } from './runner.ts';
import { fromTagged, type Revive, toTagged } from './tagged.ts';

const KEEP =
  'INSERT INTO runs (id, owner, body, trace) VALUES (?, ?, ?, ?) ON CONFLICT (id) DO UPDATE SET body = excluded.body, trace = excluded.trace';
const DROP = 'DELETE FROM runs WHERE id = ?';

/** A persisted run. */
export interface StoredRun {
  readonly id: string;
  readonly owner: string;
  readonly context: Context;
  readonly names: Names;
  readonly cursor: BlockCursor;
  /** The ID of the parent run whose step waits for this one. */
  readonly parent: string | null;
  /** Identifies the configuration it started with. */
  readonly plan: string;
  /** Whether it acts with the limited permissions of a caller. */
  readonly limited: boolean;
  readonly trace: Readonly<Record<string, unknown>>;
}

/** The delay before a failed write is retried, in milliseconds. */
const RETRY = 5000;

type Change = { readonly run: Run; readonly saved: SavedRun } | null;

/** Persists waiting runs in the database; the changes of one event loop tick are one write. */
export class RunStore implements RunRecorder {
  private readonly database: Pick<Database, 'write' | 'query'>;
  private readonly log: Log;
  /** The runs that are, or may be, in the database. */
  private readonly written = new Set<string>();
  private readonly queue: WriteBehind<Change>;
  private isClosed = false;

  constructor(parts: { database: Pick<Database, 'write' | 'query'>; clock: Clock; log: Log }) {
    this.database = parts.database;
    this.log = parts.log;
    this.queue = new WriteBehind({
      ...{ clock: parts.clock, log: parts.log, subject: 'Waiting runs', retryDelay: RETRY },
      write: (changes) => this.write(changes),
    });
  }

  /** Loads the persisted runs, oldest first. Unreadable ones are logged and dropped. */
  async load(revive: Revive): Promise<StoredRun[]> {
    const stored: StoredRun[] = [];
    for (const { id, owner, body, trace } of await this.database.query('SELECT * FROM runs ORDER BY rowid')) {
      this.written.add(String(id));
      try {
        const read = fromTagged(String(body), revive) as Omit<StoredRun, 'id' | 'owner' | 'trace'>;
        stored.push({ ...read, id: String(id), owner: String(owner), trace: JSON.parse(String(trace)) });
      } catch (error) {
        this.log.error(`A run of ${owner} could not be read and was not resumed`, { error });
        this.forget(String(id));
      }
    }
    return stored;
  }

  /**
   * Settles when the run is durable, or when that has failed, which is logged and retried: a full disk does
   * not stop automations. Never settles once closed, so that a run does nothing that the next start would not
   * know of.
   */
  save(run: Run, saved: SavedRun): Promise<void> {
    if (this.isClosed) return new Promise(() => {});
    this.queue.set(run.parts.id, { run, saved });
    return this.queue.flush();
  }

  drop(run: Run): void {
    if (!this.isClosed) this.forget(run.parts.id);
  }

  /** Deletes a run by its ID. */
  forget(id: string): void {
    if (!this.written.has(id)) {
      this.queue.delete(id);
      return;
    }
    this.queue.set(id, null);
    this.queue.flush().catch(() => {});
  }

  /** Nothing changes after this: the runs resume from this state at the next start. */
  async close(): Promise<void> {
    await this.queue.close();
    this.isClosed = true;
  }

  private async write(changes: ReadonlyMap<string, Change>): Promise<void> {
    const statements: Statement[] = [];
    for (const [id, change] of changes) {
      if (change === null) {
        statements.push({ sql: DROP, params: [id] });
        continue;
      }
      const { run, saved } = change;
      run.isSaved = true;
      try {
        statements.push({ sql: KEEP, params: [id, saved.owner, bodyOf(run, saved), traceOf(run)] });
        this.written.add(id);
      } catch (error) {
        this.log.error(`A run of ${saved.owner} could not be saved: a restart would end it`, { error });
      }
    }
    await this.database.write(statements);
    for (const [id, change] of changes) if (change === null && !this.queue.get(id)) this.written.delete(id);
  }
}

function bodyOf({ parts }: Run, { names, cursor, parent, plan }: SavedRun): string {
  const limited = parts.access.mayRead !== null || !parts.access.isAdmin;
  return toTagged({ context: parts.context, names, cursor, parent, plan: plan(), limited });
}

function traceOf({ parts }: Run): string {
  return JSON.stringify(parts.trace.saved());
}
