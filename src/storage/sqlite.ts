import Libsql from 'libsql';

/** What a column holds. Numbers are bound as REAL; a column of type INTEGER makes them whole again. */
export type Value = null | number | string | Uint8Array;

/** One row by column name. */
export type Row = Readonly<Record<string, Value>>;

/** One SQL statement with its parameters, or with `rows` of them: it then runs once for each row. */
export type Statement =
  | { readonly sql: string; readonly params?: readonly Value[] }
  | { readonly sql: string; readonly rows: readonly (readonly Value[])[] };

const CACHED_STATEMENTS = 100;
const PRAGMAS = [
  // Before the first access: the write-ahead log then keeps its index in memory, and no other process can read the file.
  'locking_mode = EXCLUSIVE',
  'foreign_keys = ON',
  'cache_size = -2048',
  'temp_store = MEMORY',
];

/**
 * A connection to one SQLite file: the only place that knows the driver. Every failure is thrown with the SQLite code in `code`.
 * It keeps prepared statements, so SQL text comes from a fixed set and values are always parameters.
 *
 * The file belongs to this connection alone from the constructor on: SQLite's exclusive lock is taken there, before anything is read or
 * written, and the kernel releases it when the process ends, however it ends. Two rules keep it:
 * - Nothing else in this process opens the file meanwhile, not even to read it: closing any descriptor of a file drops the locks that the
 *   process has on it (POSIX).
 * - The lock is free after `close` only when the thread has ended too, because the driver keeps the file open for each statement that
 *   is not collected yet.
 */
export class SqliteConnection {
  private readonly database: Libsql.Database;
  private readonly prepared = new Map<string, Libsql.Statement>();
  private isSynced = true;

  /** Throws with the code `SQLITE_BUSY` if another process has the file for longer than `lockWait` milliseconds. */
  constructor(file: string, lockWait: number) {
    this.database = new Libsql(file);
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
   * Makes commits durable: a write-ahead log, synced at each commit. FULL rather than NORMAL, for the states of each second too: they come
   * as one batch, so the sync is not felt.
   */
  makeDurable(): void {
    this.exec('PRAGMA journal_mode = WAL');
    this.exec('PRAGMA synchronous = FULL');
    this.exec('PRAGMA journal_size_limit = 4194304');
  }

  /** Whether the commits to come are synced. One that is not outlives this process, and is safe from a power cut with the next that is. */
  syncCommits(isSynced: boolean): void {
    if (isSynced === this.isSynced) return;
    this.exec(`PRAGMA synchronous = ${isSynced ? 'FULL' : 'NORMAL'}`);
    this.isSynced = isSynced;
  }

  /** Runs statements that give nothing back. */
  exec(sql: string): void {
    this.database.exec(sql);
  }

  /** Runs a statement and tells how many rows it changed, all its parameter rows together. */
  run(statement: Statement): number {
    const prepared = this.prepare(statement.sql);
    if (!('rows' in statement)) return prepared.run(checked(statement.params ?? [])).changes;
    let changes = 0;
    for (const params of statement.rows) changes += prepared.run(checked(params)).changes;
    return changes;
  }

  /** The rows of a query, read as they are asked for. */
  *rows(sql: string, params: readonly Value[] = []): Generator<Row> {
    const prepared = this.prepare(sql);
    let whole = false;
    try {
      for (const row of prepared.iterate(checked(params))) yield withBytes(row as Record<string, Value>);
      whole = true;
    } finally {
      // A statement left in the middle would keep its snapshot and hold up the checkpoint.
      if (!whole) this.prepared.delete(sql);
    }
  }

  /** The first column of the first row, for pragmas and counts. */
  value(sql: string): Value | undefined {
    for (const row of [...this.rows(sql)]) return Object.values(row)[0];
    return undefined;
  }

  get inTransaction(): boolean {
    return this.database.inTransaction;
  }

  close(): void {
    this.prepared.clear();
    this.database.close();
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

/** The driver aborts the whole process on a boolean, stores `undefined` as null and cuts text at a NUL: none of them gets that far. */
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

/** The driver answers blobs as bare ArrayBuffers. */
function withBytes(row: Record<string, Value | ArrayBuffer>): Row {
  for (const key in row) {
    const value = row[key];
    if (value instanceof ArrayBuffer) row[key] = new Uint8Array(value);
  }
  return row as Row;
}
