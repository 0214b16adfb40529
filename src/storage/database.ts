import { basename } from 'node:path';
import { Worker } from 'node:worker_threads';
import { type Clock, isoTime } from '../core/clock.ts';
import type { Log } from '../core/log.ts';
import { type Failure, failureError } from './failure.ts';
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

/** A SQLite file, kept by a worker thread of its own. Calls are carried out in the order they were made. */
export interface Database {
  /**
   * Carries out the statements together or not at all; it is on the disk when the promise resolves. Calls of one turn share a commit,
   * but not each other's failures. Rejects with a `HubError` when the disk is full, read-only or broken.
   */
  write(statements: readonly Statement[]): Promise<void>;
  /** Like `write` for one statement; tells how many rows it changed, so that a purge in chunks knows when it is done. */
  change(statement: Statement): Promise<number>;
  /** The rows a query finds, with the effect of every write called before. */
  query(sql: string, params?: readonly Value[]): Promise<readonly Row[]>;
  /** Waits for everything written, ends the worker, and refuses what comes later. */
  close(): Promise<void>;
}

/** `backupFolder` receives a copy of the file before a migration. */
export interface DatabaseOptions {
  readonly file: string;
  readonly migrations: readonly Migration[];
  readonly backupFolder: string;
  readonly clock: Clock;
  readonly log: Log;
}

/** Workers load from the build, also when this file itself runs from `src`, as in tests. */
const WORKER = import.meta.url.endsWith('.ts')
  ? new URL('../../dist/storage/worker.js', import.meta.url)
  : new URL('./worker.js', import.meta.url);

/** Room for the largest rows the driver reads a hundred at a time; in use the heap stays at a few megabytes. */
const LIMITS = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 4, stackSizeMb: 2 };

/**
 * Opens a database, making or migrating it. Rejects with a `HubError`, and leaves the file as it is, if it is newer than the program,
 * damaged, not a database, or not writable.
 */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  const stamp = isoTime(options.clock.now()).slice(0, 19).replaceAll(':', '-');
  const { file, migrations, backupFolder, log } = options;
  const database = new WorkerDatabase({ file, migrations, backup: { folder: backupFolder, stamp } }, log);
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
  /** The rows of a query that have come so far. */
  readonly rows: Row[];
}

class WorkerDatabase implements Database {
  readonly opened: Promise<void>;
  private readonly name: string;
  private readonly log: Log;
  private readonly worker: Worker;
  private readonly ended: Promise<void>;
  private readonly waiting = new Map<number, Waiting>();
  /** The writes of this turn and what they weigh. */
  private units: Unit[] = [];
  private weight = 0;
  private lastId = 0;
  private closing: Promise<void> | undefined;
  /** Why nothing is taken any more. */
  private end: Failure | undefined;

  constructor(setup: WorkerSetup, log: Log) {
    this.name = basename(setup.file);
    this.log = log;
    this.worker = new Worker(WORKER, {
      name: `storage ${this.name}`,
      workerData: setup,
      execArgv: [],
      resourceLimits: LIMITS,
    });
    this.opened = this.untilOpen();
    this.ended = this.untilEnded();
  }

  async write(statements: readonly Statement[]): Promise<void> {
    if (statements.length > 0) await this.post(statements);
  }

  change(statement: Statement): Promise<number> {
    return this.post([statement]);
  }

  async query(sql: string, params: readonly Value[] = []): Promise<readonly Row[]> {
    this.sendUnits();
    const rows: Row[] = [];
    await this.ask(rows, (id) => this.send({ kind: 'query', id, sql, params }));
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

  private post(statements: readonly Statement[]): Promise<number> {
    return this.ask([], (id) => {
      if (this.units.length === 0) Promise.resolve().then(() => this.sendUnits());
      this.units.push({ id, statements });
      this.weight += weightOf(statements);
      if (this.weight > SHARED_WEIGHT) this.sendUnits();
    });
  }

  private ask(rows: Row[], begin: (id: number) => void): Promise<number> {
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
      // Something in the statements cannot be sent to another thread.
      for (const { id } of units)
        this.settle(id)?.fail(error instanceof Error ? error : new Error(String(error)));
    }
  }

  private send(request: Request): void {
    this.worker.postMessage(request);
  }

  private settle(id: number): Waiting | undefined {
    const waiting = this.waiting.get(id);
    this.waiting.delete(id);
    return waiting;
  }

  private untilOpen(): Promise<void> {
    return new Promise((open, refuse) => {
      this.worker.on('message', (message) => {
        const answer = parseAnswer(message);
        if (answer.kind === 'opened') {
          this.tellOpened(answer);
          open();
        } else if (answer.kind === 'refused') {
          this.end = answer.failure;
          refuse(failureError(answer.failure, this.name));
        } else this.take(answer);
      });
      this.worker.once('exit', () =>
        refuse(failureError({ code: 'WORKER_GONE', message: 'exit' }, this.name)),
      );
    });
  }

  private tellOpened({ from, to, copy }: Answer & { kind: 'opened' }): void {
    if (from === to) return;
    this.log.info(`${this.name} brought from version ${from} to ${to}`, copy === undefined ? {} : { copy });
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

  private untilEnded(): Promise<void> {
    let reason = 'the thread ended by itself';
    this.worker.on('error', (error) => {
      reason = String(error);
      this.log.error(`The storage worker of ${this.name} failed`, { error });
    });
    return new Promise((ended) => {
      this.worker.once('exit', () => {
        if (this.end === undefined) {
          this.end = { code: 'WORKER_GONE', message: reason };
          this.log.error(`The storage worker of ${this.name} ended: nothing is saved from now on`);
        }
        const error = failureError({ code: 'WORKER_GONE', message: reason }, this.name);
        for (const waiting of this.waiting.values()) waiting.fail(error);
        this.waiting.clear();
        ended();
      });
    });
  }
}
