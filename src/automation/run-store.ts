import type { Clock, Undo } from '../core/clock.ts';
import type { Context } from '../core/context.ts';
import type { Log } from '../core/log.ts';
import type { Database } from '../storage/database.ts';
import type { Statement } from '../storage/sqlite.ts';
import type { Run } from './run.ts';
import type { BlockCursor } from './run-parts.ts';
import type { KeptRun, RunKeeper } from './runner.ts';
import type { Names } from './scope.ts';
import { fromTagged, type Revive, toTagged } from './tagged.ts';

const KEEP =
  'INSERT INTO runs (id, owner, body, trace) VALUES (?, ?, ?, ?) ON CONFLICT (id) DO UPDATE SET body = excluded.body, trace = excluded.trace';
const DROP = 'DELETE FROM runs WHERE id = ?';

/** A run as it stood when the process ended. */
export interface StoredRun {
  readonly id: string;
  readonly owner: string;
  readonly context: Context;
  readonly names: Names;
  readonly cursor: BlockCursor;
  /** The id of the run whose step waits for it. */
  readonly parent: string | null;
  /** What says that the configuration is still the one it began with. */
  readonly plan: string;
  /** Whether it acts in the rights of a caller who may not do everything. */
  readonly limited: boolean;
  readonly trace: Readonly<Record<string, unknown>>;
}

/** What a refusing disk did not take is tried again after so many milliseconds. */
const RETRY = 5000;

type Change = { readonly run: Run; readonly kept: KeptRun } | null;

/** Keeps runs that wait in the database; what changes in one turn is one write. */
export class RunStore implements RunKeeper {
  private readonly database: Pick<Database, 'write' | 'query'>;
  private readonly clock: Clock;
  private readonly log: Log;
  private readonly written = new Set<string>();
  private changes = new Map<string, Change>();
  /** The last change of each run that is on its way or waits: one that failed is tried again only while it is the last. */
  private readonly last = new Map<string, Change>();
  private cancelRetry: Undo | undefined;
  private writing: Promise<void> | undefined;
  private isFailing = false;
  private isClosed = false;

  constructor(parts: { database: Pick<Database, 'write' | 'query'>; clock: Clock; log: Log }) {
    this.database = parts.database;
    this.clock = parts.clock;
    this.log = parts.log;
  }

  /** Reads what was kept, oldest first. What cannot be read is told of and dropped. */
  async load(revive: Revive): Promise<StoredRun[]> {
    const stored: StoredRun[] = [];
    for (const { id, owner, body, trace } of await this.database.query('SELECT * FROM runs ORDER BY rowid')) {
      this.written.add(String(id));
      try {
        const read = fromTagged(String(body), revive) as Omit<StoredRun, 'id' | 'owner' | 'trace'>;
        stored.push({ ...read, id: String(id), owner: String(owner), trace: JSON.parse(String(trace)) });
      } catch (error) {
        this.log.error(`A run of ${owner} cannot be read and does not go on`, { error });
        this.forget(String(id));
      }
    }
    return stored;
  }

  /**
   * Settles when the run is durable as it stands, or when that failed, which is logged and tried again: a full disk stops no automation. Once
   * closed it never settles, so that a run does nothing more that the next start would not know of.
   */
  keep(run: Run, kept: KeptRun): Promise<void> {
    return this.isClosed ? new Promise(() => {}) : this.change(run.parts.id, { run, kept });
  }

  drop(run: Run): void {
    if (!this.isClosed) this.forget(run.parts.id);
  }

  /** Forgets a run by its id. */
  forget(id: string): void {
    if (this.written.has(id)) this.change(id, null).catch(() => {});
    else {
      this.changes.delete(id);
      this.last.delete(id);
    }
  }

  /** From now on nothing changes: the runs are to go on as they stand at the next start. */
  async close(): Promise<void> {
    if (this.changes.size > 0) this.schedule();
    await this.writing;
    this.cancelRetry?.();
    this.isClosed = true;
  }

  private change(id: string, change: Change): Promise<void> {
    this.changes.set(id, change);
    this.last.set(id, change);
    return this.schedule();
  }

  private schedule(): Promise<void> {
    this.writing ??= Promise.resolve().then(() => this.write());
    return this.writing;
  }

  private async write(): Promise<void> {
    const { changes } = this;
    this.changes = new Map();
    this.writing = undefined;
    const statements: Statement[] = [];
    for (const [id, change] of changes) {
      if (change === null) {
        this.written.delete(id);
        statements.push({ sql: DROP, params: [id] });
        continue;
      }
      const { run, kept } = change;
      run.isKept = true;
      try {
        statements.push({ sql: KEEP, params: [id, kept.owner, bodyOf(run, kept), traceOf(run)] });
        this.written.add(id);
      } catch (error) {
        this.log.error(`A run of ${kept.owner} cannot be kept: a restart would end it`, { error });
      }
    }
    try {
      await this.database.write(statements);
      for (const [id, change] of changes) if (this.last.get(id) === change) this.last.delete(id);
      if (this.isFailing) this.log.info('Runs are being kept again');
      this.isFailing = false;
    } catch (error) {
      if (!this.isFailing) this.log.error('Runs cannot be kept: a restart would not know of them', { error });
      this.isFailing = true;
      this.tryAgain(changes);
    }
  }

  /** What is on the disk is not what runs do by now: the next start would do steps twice. */
  private tryAgain(changes: ReadonlyMap<string, Change>): void {
    for (const [id, change] of changes) {
      if (this.last.get(id) !== change) continue;
      if (change === null) this.written.add(id);
      this.changes.set(id, change);
    }
    this.cancelRetry?.();
    this.cancelRetry = this.clock.after(RETRY, () => {
      this.schedule();
    });
  }
}

function bodyOf({ parts }: Run, { names, cursor, parent, plan }: KeptRun): string {
  const limited = parts.access.mayRead !== null || !parts.access.isAdmin;
  return toTagged({ context: parts.context, names, cursor, parent, plan: plan(), limited });
}

function traceOf({ parts }: Run): string {
  return JSON.stringify(parts.trace.kept());
}
