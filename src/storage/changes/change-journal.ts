import type { Acting } from '../../core/acting.ts';
import type { Database } from '../database.ts';
import type { Row, Statement, Value } from '../sqlite.ts';
import type { RestoredBody } from '../stored-collection.ts';
import type { SealedTexts } from './sealed-texts.ts';

/** A row of the journal besides its texts. */
interface JournalPart {
  readonly partId: number;
  readonly changeId: number;
  readonly at: number;
  readonly mayHaveSecrets: boolean;
}

/** How many rows the journal has at most before they are sorted into the list of changes. */
const MAX_ROWS = 100;

/** The text of a document before and after a write, and whose change that is: one row, in the transaction of the write. */
const APPEND = `INSERT INTO change_journal (part_id, at, change, waits, name, id, before, after)
  SELECT ?, ?, ?, ?, ?, ?, (SELECT body FROM documents WHERE collection = ? AND id = ?), ?`;
const PARTS_FROM_JOURNAL = `INSERT INTO change_parts (part_id, change_id, kind, name, id, before, after)
  SELECT part_id, change ->> '$.id', 'document', name, id, before, after FROM change_journal WHERE waits = 0 ORDER BY part_id
  ON CONFLICT (name, id, change_id, kind) DO UPDATE SET after = excluded.after`;
const CHANGES_FROM_JOURNAL = `INSERT INTO changes (id, at, user_id, token_id, act, undoes, acts, state)
  SELECT change ->> '$.id', min(at), change ->> '$.userId', change ->> '$.tokenId', change ->> '$.act',
    change ->> '$.undoes', change ->> '$.acts', 'made'
  FROM change_journal WHERE waits = 0 GROUP BY change ->> '$.id' ON CONFLICT (id) DO NOTHING`;

const WAITING = 'SELECT part_id, name, id, before, after FROM change_journal WHERE waits = 1';
const CHECKED = 'UPDATE change_journal SET before = ?, after = ?, waits = 0 WHERE part_id = ?';

/** Sorts the rows of the journal into the list of changes, without those that are not checked for secrets yet. */
export const SORT_JOURNAL: readonly Statement[] = [
  { sql: PARTS_FROM_JOURNAL },
  { sql: CHANGES_FROM_JOURNAL },
  { sql: 'DELETE FROM change_journal WHERE waits = 0' },
];

/**
 * What was written since the list of changes was read: a write adds one row without an index, and the next reader sorts
 * them into the list. After a crash, the next start does.
 */
export class ChangeJournal {
  private readonly database: Pick<Database, 'query' | 'writeUnsynced'>;
  private readonly texts: SealedTexts;
  private rows = 0;
  /** Whether there are rows whose texts may have secrets: they are encrypted before they are sorted. */
  private hasWaiting = false;
  private sorting: Promise<void> = Promise.resolve();

  constructor(database: Pick<Database, 'query' | 'writeUnsynced'>, texts: SealedTexts) {
    this.database = database;
    this.texts = texts;
  }

  /** Records a document; the statement runs before it is written. `at` is in milliseconds since 1970. */
  append(part: JournalPart, acting: Acting, written: RestoredBody): Statement {
    const { partId, at, mayHaveSecrets } = part;
    const { collection, id, body } = written;
    const { userId, tokenId, act, undoes = null, acts = null } = acting;
    const change = JSON.stringify({ id: part.changeId, userId, tokenId, act, undoes, acts });
    this.rows += 1;
    this.hasWaiting ||= mayHaveSecrets;
    // After the write that the statement belongs to, which has been sent by then.
    if (mayHaveSecrets || this.rows === MAX_ROWS) this.sort().catch(() => {});
    const place = [collection, id];
    return {
      sql: APPEND,
      params: [partId, at, change, mayHaveSecrets ? 1 : 0, ...place, ...place, body],
    };
  }

  /**
   * Sorts the rows into the list of changes: once this resolves, queries find them there. No row is lost if that fails or
   * the power does: it stays in the journal until the next time.
   */
  sort(): Promise<void> {
    const isDone = this.sorting.catch(() => {}).then(() => this.sortNow());
    this.sorting = isDone;
    return isDone;
  }

  /** Sorts what a crash left. */
  sortAll(): Promise<void> {
    this.rows += 1;
    this.hasWaiting = true;
    return this.sort();
  }

  private async sortNow(): Promise<void> {
    const { rows, hasWaiting } = this;
    if (rows === 0) return;
    this.rows = 0;
    this.hasWaiting = false;
    try {
      const checked = hasWaiting ? (await this.database.query(WAITING)).map((row) => this.checked(row)) : [];
      const sealing = checked.length === 0 ? [] : [{ sql: CHECKED, rows: checked }];
      await this.database.writeUnsynced([...sealing, ...SORT_JOURNAL]);
    } catch (error) {
      this.rows += rows;
      this.hasWaiting ||= hasWaiting;
      throw error;
    }
  }

  private checked(row: Row): Value[] {
    const place = { name: String(row.name), id: String(row.id) };
    const text = (value: Value | undefined): string | null =>
      value === null || value === undefined ? null : this.texts.seal(String(value), place);
    return [text(row.before), text(row.after), Number(row.part_id)];
  }
}
