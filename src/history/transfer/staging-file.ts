import { closeSync, existsSync, openSync, rmSync } from 'node:fs';
import { fault, messageOf } from '../../core/errors.ts';
import { type Row, SqliteConnection, type Value } from '../../storage/sqlite.ts';
import { removeDatabase } from '../recovery/set-aside.ts';
import type { Sample } from '../samples/sample.ts';
import type { EncodedBlock } from '../samples/sample-store.ts';

/** Where the changes of an entity that an import adds begin and end. */
export interface ImportedRange {
  readonly entityId: string;
  readonly first: number;
  readonly last: number;
  /** The first change that existed before the import; null if there was none. */
  readonly earliest: number | null;
}

const SCHEMA = [
  'CREATE TABLE texts (id INTEGER PRIMARY KEY, text TEXT NOT NULL) STRICT',
  // Sorts what arrives in any order, and keeps the first of equal times.
  `CREATE TABLE samples (entity INTEGER, at INTEGER, attributes INTEGER NOT NULL, rest TEXT NOT NULL,
    PRIMARY KEY (entity, at)) STRICT, WITHOUT ROWID`,
  `CREATE TABLE blocks (id INTEGER PRIMARY KEY, entity_id TEXT NOT NULL, first INTEGER NOT NULL, last INTEGER NOT NULL,
    count INTEGER NOT NULL, data BLOB NOT NULL) STRICT`,
  `CREATE TABLE ranges (entity_id TEXT NOT NULL, first INTEGER NOT NULL, last INTEGER NOT NULL,
    earliest INTEGER) STRICT`,
  'CREATE TABLE complete (short_from INTEGER NOT NULL) STRICT',
];
const ADD = 'INSERT OR IGNORE INTO samples (entity, at, attributes, rest) VALUES (?, ?, ?, ?)';
const PAGE = `SELECT at, text, rest FROM samples JOIN texts ON texts.id = attributes
  WHERE entity = ? AND at > ? ORDER BY at LIMIT ?`;
const ADD_BLOCK = 'INSERT INTO blocks (entity_id, first, last, count, data) VALUES (?, ?, ?, ?, ?)';
const ADD_RANGE = 'INSERT INTO ranges (entity_id, first, last, earliest) VALUES (?, ?, ?, ?)';
const BLOCKS = 'SELECT entity_id, first, last, count, data FROM blocks WHERE id > ? ORDER BY id LIMIT 100';
/** What waits in memory for the next write. */
const MAX_WAITING = 5000;
const MAX_WAITING_LENGTH = 4_000_000;
/** The length of the texts whose numbers are remembered. */
const MAX_KNOWN_LENGTH = 4_000_000;

type Rest = readonly [changedBefore: number, state: string | null, ...ids: (string | null)[]];

/**
 * The temporary database of one import: what was read from the file, sorted by entity and time, and then the blocks
 * that the import adds. It is not durable until it is complete, and is removed otherwise.
 */
export class StagingFile {
  private readonly path: string;
  private readonly connection: SqliteConnection;
  private waiting: Value[][] = [];
  private waitingTexts: Value[][] = [];
  private waitingLength = 0;
  private texts = new Map<string, number>();
  private knownLength = 0;
  private lastText = 0;

  private constructor(path: string) {
    this.path = path;
    this.connection = new SqliteConnection(path, 0);
    // A crash may damage this file, which is removed then.
    this.connection.syncCommits(false);
    for (const pragma of ['cache_size = -16384', 'journal_mode = MEMORY', 'synchronous = OFF'])
      this.connection.exec(`PRAGMA ${pragma}`);
  }

  /** Creates an empty file, in place of what an interrupted import left. */
  static create(path: string): StagingFile {
    removeStaging(path);
    closeSync(openSync(path, 'a', 0o600));
    const file = new StagingFile(path);
    for (const sql of SCHEMA) file.connection.exec(sql);
    return file;
  }

  /** The complete file of an import that was interrupted; otherwise what was left of it is removed. */
  static left(path: string): { readonly file: StagingFile; readonly shortFrom: number } | undefined {
    if (!existsSync(path)) return undefined;
    let file: StagingFile | undefined;
    try {
      file = new StagingFile(path);
      const shortFrom = file.connection.value('SELECT short_from FROM complete');
      if (shortFrom !== undefined) return { file, shortFrom: Number(shortFrom) };
    } catch {
      // An interrupted import may leave any bytes.
    }
    file?.connection.close();
    removeStaging(path);
    return undefined;
  }

  /** Adds a sample of an entity, which the caller numbers. */
  add(entity: number, { at, changedAt, state, attributes, context }: Sample): void {
    const rest: Rest = [at - changedAt, state];
    const ids = context === null ? [] : [context.id, context.parent_id, context.user_id];
    const text = JSON.stringify([...rest, ...ids]);
    this.waiting.push([entity, at, this.textOf(attributes), text]);
    this.waitingLength += text.length;
    if (this.waiting.length >= MAX_WAITING || this.waitingLength >= MAX_WAITING_LENGTH) this.flush();
  }

  /** Writes what waits in memory. */
  flush(): void {
    const { connection, waiting, waitingTexts } = this;
    this.waiting = [];
    this.waitingTexts = [];
    this.waitingLength = 0;
    this.write(() => {
      connection.run({ sql: 'INSERT INTO texts (id, text) VALUES (?, ?)', rows: waitingTexts });
      connection.run({ sql: ADD, rows: waiting });
    });
  }

  /** The next samples of an entity after a time, oldest first. */
  page(entity: number, after: number, limit: number): Sample[] {
    return this.rows(PAGE, [entity, after, limit]).map(sampleOf);
  }

  /** Adds blocks, and the ranges that they add to. */
  addBlocks(blocks: readonly EncodedBlock[]): void {
    const rows = blocks.map(({ entityId, first, last, count, data }) => [entityId, first, last, count, data]);
    this.write(() => this.connection.run({ sql: ADD_BLOCK, rows }));
  }

  addRange({ entityId, first, last, earliest }: ImportedRange): void {
    const params = [entityId, first, last, earliest];
    this.write(() => this.connection.run({ sql: ADD_RANGE, params }));
  }

  /** Everything is in the file, which is durable from now on. */
  complete(shortFrom: number): void {
    const sql = 'INSERT INTO complete (short_from) VALUES (?)';
    this.connection.exec('PRAGMA synchronous = FULL');
    this.write(() => this.connection.run({ sql, params: [shortFrom] }));
  }

  *blocks(): Generator<EncodedBlock> {
    for (let last = 0; ; last += 100) {
      const rows = this.rows(BLOCKS, [last]);
      for (const { entity_id, first, last: end, count, data } of rows) {
        if (!(data instanceof Uint8Array)) throw new Error('A staged block is no blob');
        const numbers = { first: Number(first), last: Number(end), count: Number(count) };
        yield { entityId: String(entity_id), ...numbers, data };
      }
      if (rows.length < 100) return;
    }
  }

  ranges(): ImportedRange[] {
    return this.rows('SELECT entity_id, first, last, earliest FROM ranges').map((row) => ({
      entityId: String(row.entity_id),
      first: Number(row.first),
      last: Number(row.last),
      earliest: row.earliest === null ? null : Number(row.earliest),
    }));
  }

  /** Ends the import and removes the file. */
  remove(): void {
    this.connection.close();
    removeStaging(this.path);
  }

  private rows(sql: string, params: readonly Value[] = []): Row[] {
    return guarded(() => [...this.connection.rows(sql, params)]);
  }

  private write(work: () => unknown): void {
    guarded(() => this.connection.transaction(false, work));
  }

  private textOf(text: string): number {
    const known = this.texts.get(text);
    if (known !== undefined) return known;
    // Limited: remembering all texts would cost memory, writing one again costs a few bytes.
    if (this.knownLength >= MAX_KNOWN_LENGTH) {
      this.texts.clear();
      this.knownLength = 0;
    }
    this.lastText += 1;
    this.knownLength += text.length;
    this.texts.set(text, this.lastText);
    this.waitingTexts.push([this.lastText, text]);
    this.waitingLength += text.length;
    return this.lastText;
  }
}

function removeStaging(path: string): void {
  removeDatabase(path);
  rmSync(`${path}-journal`, { force: true });
}

/** An error of this file must not be taken for damage of `history.db`. */
function guarded<T>(work: () => T): T {
  try {
    return work();
  } catch (cause) {
    throw fault('unavailable', 'history_import_failed', { reason: messageOf(cause) }, { cause });
  }
}

function sampleOf({ at, text, rest }: Row): Sample {
  const [changedBefore, state, id, parent = null, user = null] = JSON.parse(String(rest)) as Rest;
  const context = typeof id === 'string' ? { id, parent_id: parent, user_id: user } : null;
  const time = Number(at);
  return { at: time, changedAt: time - changedBefore, state, attributes: String(text), context };
}
