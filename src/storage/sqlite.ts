import { closeSync, fdatasyncSync, fstatSync, ftruncateSync, openSync, writeSync } from 'node:fs';
import Libsql from 'libsql';
import { LOG_PAGES } from './log-pages.ts';

/** A column value. Numbers are bound as REAL; columns of type INTEGER convert them back to integers. */
export type Value = null | number | string | Uint8Array;

/** One row, by column name. */
export type Row = Readonly<Record<string, Value>>;

/** One SQL statement with its parameters, or with `rows` of parameters, for each of which it runs once. */
export type Statement =
  | { readonly sql: string; readonly params?: readonly Value[] }
  | { readonly sql: string; readonly rows: readonly (readonly Value[])[] };

const CACHED_STATEMENTS = 100;
/** The length that the write-ahead log may keep. SQLite writes its pages from the start again after 4.1 MB. */
const LOG_BYTES = 4_194_304;
const PAGE_BYTES = 4096;
/** Synced commits before the log gets this length: most programs and tests make fewer. */
const COMMITS_BEFORE_LENGTH = 100;
const PRAGMAS = [
  // Before the first access: keeps the log's index in memory and other processes from reading the file.
  'locking_mode = EXCLUSIVE',
  'foreign_keys = ON',
  'cache_size = -2048',
  'temp_store = MEMORY',
];

/**
 * A connection to one SQLite file; the only code that knows the driver. Every error is thrown with SQLite's
 * code in `code`. Prepared statements are cached, so SQL text must come from a fixed set and values must be
 * parameters.
 *
 * The constructor takes SQLite's exclusive lock on the file before it reads or writes anything; the kernel
 * releases it when the process ends, however it ends. Two rules protect the lock:
 * - Nothing else in this process may open the file meanwhile, not even for reading: closing any descriptor of
 * a file drops all locks of the process on it (POSIX).
 * - After `close` the lock is only free once the thread has ended, because the driver keeps the file open for
 * each statement that is not garbage-collected yet.
 */
export class SqliteConnection {
  private readonly database: Libsql.Database;
  private readonly prepared = new Map<string, Libsql.Statement>();
  private readonly logFile: string;
  private isSynced = true;
  /** The write-ahead log, opened to sync it; undefined while SQLite does that. */
  private log: number | undefined;
  private maySyncLog = false;
  private isFileHeld = false;
  private syncs = 0;

  /** Throws with the code `SQLITE_BUSY` if another process holds the file longer than `lockWait` ms. */
  constructor(file: string, lockWait: number) {
    this.database = new Libsql(file);
    this.logFile = `${file}-wal`;
    try {
      this.exec(`PRAGMA busy_timeout = ${lockWait}`);
      for (const pragma of PRAGMAS) this.exec(`PRAGMA ${pragma}`);
      this.exec('BEGIN EXCLUSIVE');
      this.exec('COMMIT');
    } catch (error) {
      this.database.close();
      throw error;
    }
  }

  /**
   * Makes commits durable: a write-ahead log, synced at each commit, even for the states written every second: they
   * come as one batch, so one sync is cheap.
   */
  makeDurable(): void {
    this.exec('PRAGMA journal_mode = WAL');
    this.exec('PRAGMA synchronous = FULL');
    this.exec(`PRAGMA journal_size_limit = ${LOG_BYTES}`);
    this.maySyncLog = true;
  }

  /** Sets whether SQLite syncs what is committed outside of `transaction`. */
  syncCommits(isSynced: boolean): void {
    if (isSynced === this.isSynced) return;
    this.exec(`PRAGMA synchronous = ${isSynced ? 'FULL' : 'NORMAL'}`);
    this.isSynced = isSynced;
  }

  /** Runs statements that return nothing. */
  exec(sql: string): void {
    this.database.exec(sql);
  }

  /** Runs a statement and returns the total number of rows it changed. */
  run(statement: Statement): number {
    const prepared = this.prepare(statement.sql);
    if (!('rows' in statement)) return prepared.run(checked(statement.params ?? [])).changes;
    let changes = 0;
    for (const params of statement.rows) changes += prepared.run(checked(params)).changes;
    return changes;
  }

  /** Yields the rows of a query lazily. */
  *rows(sql: string, params: readonly Value[] = []): Generator<Row> {
    const prepared = this.prepare(sql);
    let whole = false;
    try {
      for (const row of prepared.iterate(checked(params))) yield withBytes(row as Record<string, Value>);
      whole = true;
    } finally {
      // A statement that is not finished would hold its snapshot and block the checkpoint.
      if (!whole) this.prepared.delete(sql);
    }
  }

  /**
   * Runs `work` in a transaction, which is rolled back if it throws. Unsynced ones survive a power cut only after the
   * next synced one.
   */
  transaction<T>(isSynced: boolean, work: () => T): T {
    this.syncCommits(isSynced && this.log === undefined);
    this.exec('BEGIN IMMEDIATE');
    let result: T;
    try {
      result = work();
      this.exec('COMMIT');
    } catch (error) {
      // SQLite rolls back by itself when the disk is full.
      if (this.inTransaction) this.exec('ROLLBACK');
      throw error;
    }
    if (isSynced && this.maySyncLog) this.syncLog();
    return result;
  }

  /** The first column of the first row, for pragmas and counts. */
  value(sql: string): Value | undefined {
    for (const row of [...this.rows(sql)]) return Object.values(row)[0];
    return undefined;
  }

  /** Moves the log to the main file and empties it; does nothing while the main file is held. */
  checkpoint(): void {
    if (!this.isFileHeld) this.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  }

  /**
   * Makes the main file complete and keeps it as it is until `releaseFile`, so that another process can copy it. New
   * commits stay in the log. Throws if the log cannot be moved to it.
   */
  holdFile(): void {
    this.exec('PRAGMA wal_autocheckpoint = 0');
    this.isFileHeld = true;
    if (this.value('PRAGMA wal_checkpoint(TRUNCATE)') === 0) return;
    this.releaseFile();
    throw new Error('The log of a database could not be moved to its file');
  }

  /** Lets the main file change again. */
  releaseFile(): void {
    this.isFileHeld = false;
    this.exec(`PRAGMA wal_autocheckpoint = ${LOG_PAGES}`);
  }

  private get inTransaction(): boolean {
    return this.database.inTransaction;
  }

  close(): void {
    this.prepared.clear();
    this.database.close();
    this.closeLog();
  }

  /**
   * Syncs what was committed; throws if that fails. The driver's SQLite calls `fsync`, which also writes the changed time of the file: more
   * than half of the bytes of a small commit. `fdatasync` writes the length, but not the time.
   */
  private syncLog(): void {
    try {
      // SQLite synced the commit itself if the log is not open yet. No locks are on the log: it may be opened twice.
      if (this.log === undefined) this.log = openSync(this.logFile, 'r+');
      else {
        this.lengthen(this.log);
        fdatasyncSync(this.log);
      }
    } catch {
      // From now on SQLite syncs. A checkpoint syncs what was just committed, or throws.
      this.maySyncLog = false;
      this.closeLog();
      this.syncCommits(true);
      this.exec('PRAGMA wal_checkpoint');
    }
  }

  /**
   * Fills the log with zeros up to its length, which SQLite skips. As long as commits append to the file, the file system
   * also writes its journal for each: more than the commit itself.
   */
  private lengthen(log: number): void {
    this.syncs += 1;
    if (this.syncs < COMMITS_BEFORE_LENGTH) return;
    const { size } = fstatSync(log);
    if (size >= LOG_BYTES) return;
    const zeros = Buffer.alloc(PAGE_BYTES);
    try {
      // Page by page: what one write fills, Linux caches as a unit, and may count as written whole with each commit.
      for (let at = size; at < LOG_BYTES; )
        at += writeSync(log, zeros, 0, PAGE_BYTES - (at % PAGE_BYTES), at);
    } catch {
      // A full disk: what is left of it is for the commits themselves.
      ftruncateSync(log, size);
      this.syncs = 0;
    }
  }

  private closeLog(): void {
    if (this.log !== undefined) closeSync(this.log);
    this.log = undefined;
  }

  private prepare(sql: string): Libsql.Statement {
    const known = this.prepared.get(sql);
    if (known !== undefined) return known;
    const prepared = this.database.prepare(sql);
    const [oldest] = this.prepared.keys();
    if (this.prepared.size >= CACHED_STATEMENTS && oldest !== undefined) this.prepared.delete(oldest);
    this.prepared.set(sql, prepared);
    return prepared;
  }
}

/** The driver aborts the process on a boolean, stores `undefined` as null and truncates text at a NUL. */
function checked(params: readonly Value[]): Value[] {
  for (const value of params) {
    if (typeof value === 'string' ? value.includes('\0') : !isBindable(value)) {
      throw new TypeError(
        `A value of type ${typeof value} that SQLite cannot hold: ${String(value).slice(0, 80)}`,
      );
    }
  }
  return params as Value[];
}

function isBindable(value: unknown): boolean {
  return value === null || typeof value === 'number' || value instanceof Uint8Array;
}

/** The driver returns blobs as bare ArrayBuffers. */
function withBytes(row: Record<string, Value | ArrayBuffer>): Row {
  for (const key in row) {
    const value = row[key];
    if (value instanceof ArrayBuffer) row[key] = new Uint8Array(value);
  }
  return row as Row;
}
