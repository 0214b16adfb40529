import { basename } from 'node:path';
import type { MessagePort } from 'node:worker_threads';
import { type Clock, isoTime } from '../core/clock.ts';
import type { Log } from '../core/log.ts';
import { type Failure, failureError } from './failure.ts';
import { logMigration } from './log-migration.ts';
import type { Migration } from './migrate.ts';
import {
  type Answer,
  parseAnswer,
  type Request,
  SHARED_WEIGHT,
  type Unit,
  type WorkerSetup,
  weightOf,
} from './protocol.ts';
import type { Row, Statement, Value } from './sqlite.ts';
import { StorageThread } from './storage-thread.ts';

/** A SQLite file accessed through a worker thread. Calls run in the order they are made. */
export interface Database {
  /**
   * Runs the statements as a unit; resolves once they are synced to disk. Calls of one event loop tick share
   * a commit, but not each other's failures. Rejects with a `HubError` if the disk is full, read-only or
   * damaged.
   */
  write(statements: readonly Statement[]): Promise<void>;
  /**
   * Like `write`, but without a sync: the data survives this process, but a power cut may lose it until the
   * next `write` has completed.
   */
  writeUnsynced(statements: readonly Statement[]): Promise<void>;
  /** Like `write` for one statement; resolves with the number of changed rows, for purges in chunks. */
  change(statement: Statement): Promise<number>;
  /** Returns the rows of a query, including the effect of all earlier writes. */
  query(sql: string, params?: readonly Value[]): Promise<readonly Row[]>;
  /** Waits for pending writes and rejects later ones. The worker ends with the last of its databases. */
  close(): Promise<void>;
}

/**
 * `backupFolder` receives a copy of the file before a migration. Databases of one `thread` share its memory;
 * otherwise each has its own. `lockWait` is how long to wait for another process to release the file, in
 * milliseconds.
 */
export interface DatabaseOptions {
  readonly file: string;
  readonly migrations: readonly Migration[];
  readonly backupFolder: string;
  readonly clock: Clock;
  readonly log: Log;
  readonly thread?: StorageThread;
  readonly lockWait?: number;
}

const LOCK_WAIT = 5000;

/**
 * Opens a database, creating or migrating it, and locks it until it is closed or the process ends. Rejects
 * with a `HubError`, and leaves the file unchanged, if it is in use (`isInUse`), newer than the program,
 * damaged, not a database, or not writable.
 */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  const stamp = isoTime(options.clock.now()).slice(0, 19).replaceAll(':', '-');
  const { file, migrations, backupFolder, log, thread = new StorageThread(), lockWait = LOCK_WAIT } = options;
  const setup = { file, migrations, backup: { folder: backupFolder, stamp }, lockWait };
  const database = new WorkerDatabase(setup, thread, log);
  try {
    await database.opened;
    return database;
  } catch (error) {
    await database.close();
    throw error;
  }
}

interface Waiting {
  readonly done: (value: number) => void;
  readonly fail: (error: Error) => void;
  /** The rows of a query received so far. */
  readonly rows: Row[];
}

class WorkerDatabase implements Database {
  readonly opened: Promise<void>;
  private readonly name: string;
  private readonly log: Log;
  private readonly thread: StorageThread;
  private readonly port: MessagePort;
  private readonly ended: Promise<void>;
  private readonly waiting = new Map<number, Waiting>();
  /** The writes of this event loop tick and their total size. */
  private units: Unit[] = [];
  private weight = 0;
  private lastId = 0;
  private closing: Promise<void> | undefined;
  /** Why no more writes are accepted; undefined while they are. */
  private end: Failure | undefined;

  constructor(setup: WorkerSetup, thread: StorageThread, log: Log) {
    this.name = basename(setup.file);
    this.log = log;
    this.thread = thread;
    this.port = thread.serve(setup);
    const closed = new Promise<void>((resolve) => {
      this.port.once('close', () => resolve());
    });
    this.opened = this.untilOpen(closed);
    this.ended = closed.then(() => this.finish());
  }

  async write(statements: readonly Statement[]): Promise<void> {
    if (statements.length > 0) await this.post(statements);
  }

  async writeUnsynced(statements: readonly Statement[]): Promise<void> {
    if (statements.length > 0) await this.post(statements, true);
  }

  change(statement: Statement): Promise<number> {
    return this.post([statement]);
  }

  async query(sql: string, params: readonly Value[] = []): Promise<readonly Row[]> {
    this.sendUnits();
    const rows: Row[] = [];
    await this.request(rows, (id) => this.send({ kind: 'query', id, sql, params }));
    return rows;
  }

  close(): Promise<void> {
    if (this.closing === undefined) {
      this.sendUnits();
      if (this.end === undefined) this.send({ kind: 'close' });
      this.end ??= { code: 'CLOSED', message: 'closed' };
      this.closing = this.ended;
    }
    return this.closing;
  }

  private post(statements: readonly Statement[], unsynced = false): Promise<number> {
    return this.request([], (id) => {
      if (this.units.length === 0) Promise.resolve().then(() => this.sendUnits());
      this.units.push({ id, statements, unsynced });
      this.weight += weightOf(statements);
      if (this.weight > SHARED_WEIGHT) this.sendUnits();
    });
  }

  private request(rows: Row[], begin: (id: number) => void): Promise<number> {
    return new Promise((done, fail) => {
      if (this.end !== undefined) return fail(failureError(this.end, this.name));
      this.lastId += 1;
      this.waiting.set(this.lastId, { done, fail, rows });
      begin(this.lastId);
    });
  }

  private sendUnits(): void {
    if (this.units.length === 0) return;
    const units = this.units;
    this.units = [];
    this.weight = 0;
    try {
      this.send({ kind: 'write', units });
    } catch (error) {
      // A parameter cannot be sent to another thread.
      for (const { id } of units)
        this.settle(id)?.fail(error instanceof Error ? error : new Error(String(error)));
    }
  }

  private send(request: Request): void {
    this.port.postMessage(request);
  }

  private settle(id: number): Waiting | undefined {
    const waiting = this.waiting.get(id);
    this.waiting.delete(id);
    return waiting;
  }

  private untilOpen(closed: Promise<void>): Promise<void> {
    return new Promise((open, refuse) => {
      this.port.on('message', (message) => {
        const answer = parseAnswer(message);
        if (answer.kind === 'opened') {
          this.notifyOpened(answer);
          open();
        } else if (answer.kind === 'refused') {
          this.end = answer.failure;
          refuse(failureError(answer.failure, this.name));
        } else this.take(answer);
      });
      closed.then(() => refuse(failureError({ code: 'WORKER_GONE', message: 'exit' }, this.name)));
    });
  }

  private notifyOpened(opened: Answer & { kind: 'opened' }): void {
    logMigration(this.log, this.name, opened);
  }

  private take(answer: Answer): void {
    if (answer.kind === 'written') {
      for (const outcome of answer.outcomes) {
        const waiting = this.settle(outcome.id);
        if ('failure' in outcome) waiting?.fail(failureError(outcome.failure, this.name));
        else waiting?.done(outcome.changes);
      }
    } else if (answer.kind === 'rows') {
      const waiting = this.waiting.get(answer.id);
      for (const row of answer.rows) waiting?.rows.push(row);
      if (answer.last) this.settle(answer.id)?.done(0);
    } else if (answer.kind === 'failed') {
      this.settle(answer.id)?.fail(failureError(answer.failure, this.name));
    }
  }

  /** The port closes after its last message: on request, after a rejected file, or when the thread died. */
  private async finish(): Promise<void> {
    let message = 'closed';
    if (this.end === undefined) {
      this.end = { code: 'WORKER_GONE', message };
      message = await this.thread.died();
      this.end = { code: 'WORKER_GONE', message };
      this.log.error(`The storage worker of ${this.name} ended: no more writes are accepted`, {
        reason: message,
      });
    }
    const error = failureError({ code: 'WORKER_GONE', message }, this.name);
    for (const waiting of this.waiting.values()) waiting.fail(error);
    this.waiting.clear();
    await this.thread.left();
  }
}
