import { crc32 } from 'node:zlib';
import type { Cause } from '../../core/cause-notes.ts';
import type { SqliteConnection } from '../../storage/sqlite.ts';

const FIND = 'SELECT id, text FROM cause_texts WHERE hash = ?';
const ADD = 'INSERT INTO cause_texts (id, hash, text) VALUES (?, ?, ?)';
const READ = 'SELECT text FROM cause_texts WHERE id = ?';
/** Texts in memory; a home uses a few hundred. */
const MAX_CACHED = 5000;

/** The texts that causes repeat, each stored once: what they concern, and the details that do not vary. */
export class CauseTexts {
  private readonly connection: SqliteConnection;
  private readonly ids = new Map<string, number>();
  private readonly texts = new Map<number, string>();
  /** Parsed texts, of those that are JSON. */
  private readonly details = new Map<number, Cause['detail']>();
  private lastId: number;
  /** Texts used since the search for unused ones began. */
  private usedMeanwhile: Set<number> | undefined;

  constructor(connection: SqliteConnection) {
    this.connection = connection;
    this.lastId = Number(connection.value('SELECT max(id) FROM cause_texts') ?? 0);
  }

  /** The number of a text, which is added if it is new. */
  idOf(text: string): number {
    const id = this.ids.get(text) ?? this.find(text) ?? this.add(text);
    this.usedMeanwhile?.add(id);
    return id;
  }

  /** The number of a text; undefined if it is not stored. */
  find(text: string): number | undefined {
    for (const row of [...this.connection.rows(FIND, [hashOf(text)])])
      if (row.text === text) return this.cache(Number(row.id), text);
    return undefined;
  }

  /** The text of a number. */
  text(id: number): string {
    const known = this.texts.get(id);
    if (known !== undefined) return known;
    const [row] = [...this.connection.rows(READ, [id])];
    const text = String(row?.text ?? '');
    if (row !== undefined) this.cache(id, text);
    return text;
  }

  /** The details that a text contains as JSON. */
  detail(id: number): Cause['detail'] {
    let detail = this.details.get(id);
    if (detail === undefined) {
      detail = JSON.parse(this.text(id)) as Cause['detail'];
      this.details.set(id, detail);
    }
    return detail;
  }

  /** Replaces a text wherever it is used. */
  reword(id: number, text: string): void {
    const sql = 'UPDATE cause_texts SET hash = ?, text = ? WHERE id = ?';
    this.connection.run({ sql, params: [hashOf(text), text, id] });
    this.forgetCached();
  }

  /** Begins the search for unused texts; returns the number of the newest text. */
  beginCleaning(): number {
    this.usedMeanwhile = new Set();
    return this.lastId;
  }

  /** Deletes the texts up to a number that are neither in `used` nor were used meanwhile. */
  endCleaning(until: number, used: ReadonlySet<number>): void {
    const meanwhile = this.usedMeanwhile ?? new Set();
    this.usedMeanwhile = undefined;
    const unused: number[][] = [];
    for (const row of this.connection.rows('SELECT id FROM cause_texts WHERE id <= ?', [until])) {
      const id = Number(row.id);
      if (!used.has(id) && !meanwhile.has(id)) unused.push([id]);
    }
    this.connection.run({ sql: 'DELETE FROM cause_texts WHERE id = ?', rows: unused });
    this.forgetCached();
  }

  /** Drops what memory holds, after a transaction that was rolled back. */
  forgetCached(): void {
    this.ids.clear();
    this.texts.clear();
    this.details.clear();
  }

  private add(text: string): number {
    this.lastId += 1;
    this.connection.run({ sql: ADD, params: [this.lastId, hashOf(text), text] });
    return this.cache(this.lastId, text);
  }

  private cache(id: number, text: string): number {
    if (this.ids.size >= MAX_CACHED) this.forgetCached();
    this.ids.set(text, id);
    this.texts.set(id, text);
    return id;
  }
}

function hashOf(text: string): number {
  return crc32(text);
}
