import type { Acting } from '../../core/acting.ts';
import type { Database } from '../database.ts';
import type { Statement } from '../sqlite.ts';

/** How many rows the journal has at most before they are sorted into the list of changes. */
const MAX_ROWS = 100;

/** The text of a document before and after a write, and whose change that is: one row, in the transaction of the write. */
const APPEND = `INSERT INTO change_journal (part_id, at, change, name, id, before, after)
  SELECT ?, ?, ?, ?, ?, (SELECT body FROM documents WHERE collection = ? AND id = ?), ?`;
const PARTS_FROM_JOURNAL = `INSERT INTO change_parts (part_id, change_id, kind, name, id, before, after)
  SELECT part_id, change ->> '$.id', 'document', name, id, before, after FROM change_journal WHERE true ORDER BY part_id
  ON CONFLICT (name, id, change_id, kind) DO UPDATE SET after = excluded.after`;
const CHANGES_FROM_JOURNAL = `INSERT INTO changes (id, at, user_id, token_id, act, undoes, acts, state)
  SELECT change ->> '$.id', min(at), change ->> '$.userId', change ->> '$.tokenId', change ->> '$.act',
    change ->> '$.undoes', change ->> '$.acts', 'made'
  FROM change_journal WHERE true GROUP BY change ->> '$.id' ON CONFLICT (id) DO NOTHING`;

/** Sorts the rows of the journal into the list of changes. */
export const SORT_JOURNAL: readonly Statement[] = [
  { sql: PARTS_FROM_JOURNAL },
  { sql: CHANGES_FROM_JOURNAL },
  { sql: 'DELETE FROM change_journal' },
];

/**
 * What was written since the list of changes was read: a write adds one row without an index, and the next reader sorts
 * them into the list. After a crash, the next start does.
 */
export class ChangeJournal {
  private readonly database: Pick<Database, 'writeUnsynced'>;
  private rows = 0;

  constructor(database: Pick<Database, 'writeUnsynced'>) {
    this.database = database;
  }

  /** Records a document; the statement runs before it is written. `at` is in milliseconds since 1970. */
  append(
    part: { readonly partId: number; readonly changeId: number; readonly at: number },
    acting: Acting,
    written: { readonly collection: string; readonly id: string; readonly body: string | null },
  ): Statement {
    const { collection, id, body } = written;
    const { userId, tokenId, act, undoes = null, acts = null } = acting;
    const change = JSON.stringify({ id: part.changeId, userId, tokenId, act, undoes, acts });
    this.rows += 1;
    // The statement comes with the write that it belongs to, after what is sorted here.
    if (this.rows > MAX_ROWS) this.sort(1).catch(() => {});
    return { sql: APPEND, params: [part.partId, part.at, change, collection, id, collection, id, body] };
  }

  /**
   * Sorts the rows into the list of changes: queries made from now on find them there. No row is lost if that fails or
   * the power does: it stays in the journal until the next time.
   */
  async sort(left = 0): Promise<void> {
    const { rows } = this;
    if (rows === left) return;
    this.rows = left;
    try {
      await this.database.writeUnsynced(SORT_JOURNAL);
    } catch (error) {
      this.rows += rows;
      throw error;
    }
  }
}
