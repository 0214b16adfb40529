import { z } from 'zod';
import type { Clock } from '../core/clock.ts';
import { type ChangeRecorder, MAX_PARTS, partsOf } from '../storage/changes/change-recorder.ts';
import type { FileDetail } from '../storage/changes/recorded-files.ts';
import type { Database } from '../storage/database.ts';
import type { Row, Value } from '../storage/sqlite.ts';

/** A recorded change, without what it changed. */
export interface Change {
  readonly id: number;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly userId: string | null;
  readonly tokenId: string | null;
  readonly act: string;
  readonly undoes: number | null;
  /** The commands whose permissions its undo requires. */
  readonly acts: readonly string[];
  /** The change that undid this one, if one has. */
  readonly undoneBy: number | null;
}

/** One document, item or file of a change: its text before and after, null where there was none. */
export interface ChangePart {
  readonly changeId: number;
  readonly kind: 'document' | 'item' | 'file' | 'private';
  readonly name: string;
  readonly id: string;
  readonly before: string | null;
  readonly after: string | null;
  readonly detail: FileDetail | null;
}

/** Selects changes, newest first. */
export interface ChangeQuery {
  /** Only older ones than this ID. */
  readonly before?: number | undefined;
  readonly limit: number;
  readonly userId?: string | undefined;
  /** Only those of one document, item or file. */
  readonly subject?: { readonly name: string; readonly id: string } | undefined;
}

/** How long changes are kept, how many, and how many characters they may have in total. */
const YEAR = 365 * 86_400_000;
const MAX_CHANGES = 10_000;
const MAX_LENGTH = 256_000_000;

const COLUMNS = `id, at, user_id, token_id, act, undoes, acts,
  (SELECT max(later.id) FROM changes AS later WHERE later.undoes = changes.id
    AND NOT EXISTS (SELECT 1 FROM changes AS redone WHERE redone.undoes = later.id)) AS undone_by`;
const LIST = `SELECT ${COLUMNS} FROM changes WHERE id < ? AND state = 'made'
  AND (? IS NULL OR user_id = ?)
  AND (? IS NULL OR EXISTS (SELECT 1 FROM change_parts WHERE name = ? AND change_parts.id = ? AND change_id = changes.id))
  ORDER BY id DESC LIMIT ?`;
const PARTS = `SELECT change_id, kind, name, id, before, after, detail FROM change_parts
  WHERE part_id >= ? AND part_id < ? AND state = 'made' AND (kind = 'private' OR before IS NOT after) ORDER BY part_id`;
const Acts = z.array(z.string());

/** The recorded changes of the configuration. */
export class ChangeLog {
  private readonly database: Pick<Database, 'query' | 'write'>;
  private readonly clock: Pick<Clock, 'now'>;
  private readonly recorder: Pick<ChangeRecorder, 'sort' | 'texts'>;

  constructor(
    database: Pick<Database, 'query' | 'write'>,
    clock: Pick<Clock, 'now'>,
    recorder: Pick<ChangeRecorder, 'sort' | 'texts'>,
  ) {
    this.recorder = recorder;
    this.database = {
      // A full disk must not hide what is in the list already.
      query: async (sql, params) => {
        await recorder.sort().catch(() => {});
        return database.query(sql, params);
      },
      write: (statements) => database.write(statements),
    };
    this.clock = clock;
  }

  /** Resolves once all that was recorded is in the list on disk. */
  sorted(): Promise<void> {
    return this.recorder.sort();
  }

  async list({ before, limit, userId, subject }: ChangeQuery): Promise<Change[]> {
    const rows = await this.database.query(LIST, [
      before ?? Number.MAX_SAFE_INTEGER,
      ...[userId ?? null, userId ?? null],
      ...[subject?.name ?? null, subject?.name ?? null, subject?.id ?? null],
      limit,
    ]);
    return rows.map(changeOf);
  }

  /** Undefined for an unknown ID. */
  async get(id: number): Promise<Change | undefined> {
    const [row] = await this.database.query(
      `SELECT ${COLUMNS} FROM changes WHERE id = ? AND state = 'made'`,
      [id],
    );
    return row === undefined ? undefined : changeOf(row);
  }

  /** What a change wrote, in order. */
  async parts(id: number): Promise<ChangePart[]> {
    return (await this.database.query(PARTS, partsOf(id))).map((row) => this.partOf(row));
  }

  /** What consecutive changes wrote, in order. */
  async partsFrom(first: number, last: number): Promise<ChangePart[]> {
    return (await this.database.query(PARTS, [first * MAX_PARTS, (last + 1) * MAX_PARTS])).map((row) =>
      this.partOf(row),
    );
  }

  /** The changes since a time, newest first. */
  async since(at: number, max: number): Promise<Change[]> {
    const rows = await this.database.query(
      `SELECT ${COLUMNS} FROM changes WHERE at > ? AND state = 'made' ORDER BY id DESC LIMIT ?`,
      [at, max],
    );
    return rows.map(changeOf);
  }

  /** The last change of a document, item or file after another change. */
  async lastAfter(id: number, part: Pick<ChangePart, 'name' | 'id'>): Promise<Change | undefined> {
    const [row] = await this.database.query(
      `SELECT ${COLUMNS} FROM changes WHERE state = 'made' AND id > ? AND id IN
        (SELECT change_id FROM change_parts WHERE name = ? AND change_parts.id = ?) ORDER BY id DESC LIMIT 1`,
      [id, part.name, part.id],
    );
    return row === undefined ? undefined : changeOf(row);
  }

  /** The files of an undo that a crash interrupted before it came to them, in order. */
  async waiting(): Promise<{ readonly partId: number; readonly part: ChangePart }[]> {
    const rows = await this.database.query(
      `SELECT part_id, change_id, kind, name, id, before, after, detail FROM change_parts
       WHERE state = 'planned' ORDER BY part_id`,
    );
    return rows.map((row) => ({ partId: Number(row.part_id), part: this.partOf(row) }));
  }

  /** The stored texts of documents, null for those that do not exist. */
  async bodies(subjects: readonly Pick<ChangePart, 'name' | 'id'>[]): Promise<Map<string, string | null>> {
    const found = await Promise.all(
      subjects.map(({ name, id }) =>
        this.database.query('SELECT body FROM documents WHERE collection = ? AND id = ?', [name, id]),
      ),
    );
    return new Map(
      subjects.map((subject, index) => {
        const [row] = found[index] ?? [];
        return [keyOf(subject), row === undefined ? null : String(row.body)];
      }),
    );
  }

  /** Deletes changes that are over a year old, the oldest of more than 10,000, and those that need too much space. */
  async purge(): Promise<void> {
    const [row] = await this.database.query(
      `SELECT max(
        coalesce((SELECT max(id) FROM changes WHERE at < ?), 0),
        coalesce((SELECT id FROM changes WHERE state = 'made' ORDER BY id DESC LIMIT 1 OFFSET ?), 0),
        coalesce((SELECT max(change_id) FROM (SELECT change_id, sum(coalesce(length(before), 0) +
          coalesce(length(after), 0)) OVER (ORDER BY part_id DESC) AS total FROM change_parts) WHERE total > ?), 0)) AS last`,
      [this.clock.now() - YEAR, MAX_CHANGES, MAX_LENGTH],
    );
    const last = Number(row?.last ?? 0);
    if (last === 0) return;
    await this.database.write([
      { sql: 'DELETE FROM change_parts WHERE part_id < ?', params: [(last + 1) * MAX_PARTS] },
      { sql: 'DELETE FROM changes WHERE id <= ?', params: [last] },
    ]);
  }

  /** A part whose texts were encrypted on another server is never put back. */
  private partOf(row: Row): ChangePart {
    const { texts } = this.recorder;
    const place = { name: String(row.name), id: String(row.id) };
    const [before, after] = [textOf(row.before), textOf(row.after)].map((text) => texts.open(text, place));
    const detail = row.detail === null ? null : texts.openDetail(String(row.detail), place);
    const part = { changeId: Number(row.change_id), ...place };
    if (before === undefined || after === undefined || detail === undefined)
      return { ...part, kind: 'private', before: null, after: null, detail: null };
    return { ...part, kind: String(row.kind) as ChangePart['kind'], before, after, detail };
  }
}

/** Identifies a document, item or file. */
export function keyOf({ name, id }: Pick<ChangePart, 'name' | 'id'>): string {
  return `${name}\n${id}`;
}

function changeOf(row: Row): Change {
  const act = String(row.act);
  return {
    id: Number(row.id),
    at: Number(row.at),
    userId: textOf(row.user_id),
    tokenId: textOf(row.token_id),
    act,
    undoes: row.undoes === null ? null : Number(row.undoes),
    acts: row.acts === null ? [act] : Acts.parse(JSON.parse(String(row.acts))),
    undoneBy: row.undone_by === null ? null : Number(row.undone_by),
  };
}

function textOf(value: Value | undefined): string | null {
  return value === null || value === undefined ? null : String(value);
}
