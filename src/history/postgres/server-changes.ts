import type { SqliteConnection } from '../../storage/sqlite.ts';
import type { SampleTables } from './sample-tables.ts';

/** A change of stored samples that the server has yet to make. */
export type ServerChange =
  | { readonly kind: 'rename'; readonly from: string; readonly to: string }
  | { readonly kind: 'forget'; readonly entityId: string }
  | { readonly kind: 'remove'; readonly entityId: string; readonly at: number }
  | { readonly kind: 'drop'; readonly at: number; readonly entityIds?: readonly string[] | undefined };

/** A queued change under the number of its row. */
interface QueuedChange {
  readonly id: number;
  readonly change: ServerChange;
}

/**
 * The changes that the server has yet to make, in `history.db`. They are made in order and before any sample is sent,
 * and removed durably after each one: repeating a change that the server made just before a crash has no effect then.
 */
export class ServerChanges {
  private readonly connection: SqliteConnection;
  private queued: QueuedChange[];

  constructor(connection: SqliteConnection) {
    this.connection = connection;
    this.queued = this.stored();
  }

  get isEmpty(): boolean {
    return this.queued.length === 0;
  }

  /** Runs `write` with a function that adds the change to its transaction. */
  async addWithin<T>(change: ServerChange, write: (add: () => void) => Promise<T>): Promise<T> {
    try {
      return await write(() => this.insert(change));
    } catch (error) {
      // If the transaction failed before its commit, its row is gone, too.
      this.queued = this.stored();
      throw error;
    }
  }

  /** Adds a change. A drop replaces those right before it that drop less of the same entities. */
  add(change: ServerChange): void {
    const replaced: number[] = [];
    for (let index = this.queued.length - 1; index >= 0; index -= 1) {
      const { id, change: earlier } = this.queued[index] as QueuedChange;
      if (change.kind !== 'drop' || earlier.kind !== 'drop') break;
      if (earlier.at <= change.at && String(earlier.entityIds) === String(change.entityIds))
        replaced.push(id);
    }
    try {
      this.connection.transaction(true, () => {
        this.deleteRows(replaced);
        this.insert(change);
      });
    } finally {
      this.queued = this.stored();
    }
  }

  /** Has the server make all queued changes. Rejects, and keeps the rest, if it cannot be reached. */
  async makeAll(
    tables: SampleTables,
    { onDropped = () => {}, onRefused }: ServerChangeReports,
  ): Promise<void> {
    for (let next = this.queued[0]; next !== undefined; next = this.queued[0]) {
      const { id, change } = next;
      if (change.kind === 'rename') {
        if (!(await tables.rename(change.from, change.to))) onRefused(change);
      } else if (change.kind === 'forget') onDropped(change.entityId, await tables.forget(change.entityId));
      else if (change.kind === 'remove') await tables.removeBefore(change.entityId, change.at);
      else await tables.dropBefore(change.at, change.entityIds);
      this.connection.transaction(true, () => this.deleteRows([id]));
      this.leave(id);
    }
  }

  private insert(change: ServerChange): void {
    const sql = 'INSERT INTO server_changes (change) VALUES (?)';
    this.connection.run({ sql, params: [JSON.stringify(change)] });
    this.queued.push({ id: Number(this.connection.value('SELECT last_insert_rowid()')), change });
  }

  private stored(): QueuedChange[] {
    const rows = [...this.connection.rows('SELECT id, change FROM server_changes ORDER BY id')];
    return rows.map(({ id, change }) => ({ id: Number(id), change: JSON.parse(String(change)) }));
  }

  private deleteRows(ids: readonly number[]): void {
    this.connection.run({ sql: 'DELETE FROM server_changes WHERE id = ?', rows: ids.map((id) => [id]) });
  }

  private leave(id: number): void {
    const index = this.queued.findIndex((one) => one.id === id);
    if (index >= 0) this.queued.splice(index, 1);
  }
}

/** What is reported while the server makes changes. */
export interface ServerChangeReports {
  /** How many samples the server forgot of an entity. */
  readonly onDropped?: (entityId: string, count: number) => void;
  /** A renaming that was not made, since the new ID already has samples on the server. */
  readonly onRefused: (change: ServerChange & { readonly kind: 'rename' }) => void;
}
