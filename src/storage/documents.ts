import type { z } from 'zod';
import { type Acting, currentActing } from '../core/acting.ts';
import type { Log } from '../core/log.ts';
import type { ChangeRecorder } from './changes/change-recorder.ts';
import type { Database } from './database.ts';
import type { SealedFields } from './sealed-fields.ts';
import type { Statement } from './sqlite.ts';
import {
  type Collection,
  type PendingChange,
  type RestoredBody,
  StoredCollection,
} from './stored-collection.ts';

export type { Collection, RestoredBody } from './stored-collection.ts';

/** The server's records in one table, by collection and ID, all cached in memory. */
export interface Documents {
  /**
   * The documents of one kind; each name may be used once. Documents that no longer match the schema are
   * logged and skipped, but kept in the table.
   */
  collection<T>(name: string, schema: z.ZodType<T>): Collection<T>;
  /** Groups the changes made in `work`, in any collections: all become durable, or none if `work` throws. */
  transact(work: () => void): Promise<void>;
  /**
   * Writes documents as JSON text, byte for byte: all or none. Returns what changed in memory, so that the owners of
   * the collections can follow. Throws before anything changes if one does not match its schema.
   */
  restore(bodies: readonly RestoredBody[]): {
    readonly values: RestoredValue[];
    readonly saved: Promise<void>;
  };
  /** Adds statements to the transaction of `transact` that is being collected. */
  attach(statements: readonly Statement[]): void;
  /** Incremented with each write. */
  readonly revision: number;
}

/** A document before and after it was restored; undefined where there is none. */
export interface RestoredValue {
  readonly collection: string;
  readonly id: string;
  readonly now: unknown;
  readonly was: unknown;
}

const PUT =
  'INSERT INTO documents (collection, id, body) VALUES (?, ?, ?) ON CONFLICT (collection, id) DO UPDATE SET body = excluded.body';
const DELETE = 'DELETE FROM documents WHERE collection = ? AND id = ?';

/** Loads all documents; collections requested later are filled from memory. */
export async function openDocuments(
  database: Database,
  log: Log,
  own: { readonly recorder?: ChangeRecorder; readonly fields?: SealedFields } = {},
): Promise<Documents> {
  const bodies = new Map<string, Map<string, string>>();
  for (const row of await database.query(
    'SELECT collection, id, body FROM documents ORDER BY collection, id',
  )) {
    const collection = String(row.collection);
    const known = bodies.get(collection) ?? new Map<string, string>();
    bodies.set(collection, known.set(String(row.id), String(row.body)));
  }
  return new StoredDocuments({ database, log, ...own }, bodies);
}

interface UnitOfWork {
  readonly statements: Statement[];
  readonly changes: PendingChange[];
  readonly written: Promise<void>;
  /** The operation whose change is to be recorded with this unit. */
  acting?: Acting | undefined;
}

class StoredDocuments implements Documents {
  private readonly database: Database;
  private readonly log: Log;
  private readonly recorder: ChangeRecorder | undefined;
  private readonly fields: SealedFields | undefined;
  private readonly bodies: Map<string, Map<string, string>>;
  private readonly taken = new Map<string, StoredCollection<unknown>>();
  /** The unit that `transact` is collecting. */
  private unit: UnitOfWork | undefined;
  /** Logs only the first failure and the recovery: many changes that nothing awaits fail together. */
  private failing = false;
  private writes = 0;

  constructor(
    parts: { database: Database; log: Log; recorder?: ChangeRecorder; fields?: SealedFields },
    bodies: Map<string, Map<string, string>>,
  ) {
    this.database = parts.database;
    this.log = parts.log;
    this.recorder = parts.recorder;
    this.fields = parts.fields;
    this.bodies = bodies;
  }

  get revision(): number {
    return this.writes;
  }

  collection<T>(name: string, schema: z.ZodType<T>): Collection<T> {
    if (this.taken.has(name)) throw new Error(`The collection ${name} is taken already`);
    const values = new Map<string, T>();
    for (const [id, body] of this.bodies.get(name) ?? []) {
      try {
        values.set(id, schema.parse(JSON.parse(this.fields?.open({ collection: name, id, body }) ?? body)));
      } catch (error) {
        this.log.error(
          `The stored document ${name}/${id} could not be read: it was left in the database and ignored`,
          {
            error,
          },
        );
      }
    }
    this.bodies.delete(name);
    const collection = new StoredCollection(this, { name, schema, values, fields: this.fields });
    this.taken.set(name, collection as StoredCollection<unknown>);
    return collection;
  }

  restore(bodies: readonly RestoredBody[]): ReturnType<Documents['restore']> {
    const all = bodies.map(({ collection: name, id, body }) => {
      const collection = this.taken.get(name);
      if (collection === undefined) throw new Error(`There is no collection ${name}`);
      return { collection, name, id, body, value: collection.read(id, body) };
    });
    const values: RestoredValue[] = [];
    const saved = this.transact(() => {
      for (const { collection, name, id, body, value } of all) {
        values.push({ collection: name, id, now: value, was: collection.entries.get(id) });
        collection.restore(id, body, value);
      }
    });
    return { values, saved };
  }

  transact(work: () => void): Promise<void> {
    if (this.unit !== undefined) {
      work();
      return this.unit.written;
    }
    let settle: (written: Promise<void>) => void = () => {};
    const written = new Promise<void>((resolve) => {
      settle = resolve;
    });
    const unit: UnitOfWork = { statements: [], changes: [], written };
    this.unit = unit;
    try {
      work();
      settle(this.write(unit));
    } catch (error) {
      for (const change of unit.changes.reverse()) change.takeBack();
      settle(Promise.reject(error));
    } finally {
      this.unit = undefined;
    }
    return written;
  }

  attach(statements: readonly Statement[]): void {
    this.unit?.statements.push(...statements);
  }

  /** Adds a change to the current unit. */
  add(written: RestoredBody, change: PendingChange): void {
    const { unit, recorder } = this;
    if (unit === undefined) return;
    const { collection, id, body } = written;
    const acting = recorder === undefined ? undefined : currentActing();
    if (recorder !== undefined && acting !== undefined) {
      const record = recorder.document(acting, written);
      if (record !== undefined) {
        unit.statements.push(record.statement);
        if (!record.isComplete) unit.acting = acting;
      }
    }
    unit.statements.push(
      body === null
        ? { sql: DELETE, params: [collection, id] }
        : { sql: PUT, params: [collection, id, body] },
    );
    unit.changes.push(change);
    this.writes += 1;
  }

  private async write(unit: UnitOfWork): Promise<void> {
    try {
      if (unit.acting !== undefined && this.recorder !== undefined)
        unit.statements.push(this.recorder.change(unit.acting));
      await this.database.write(unit.statements);
    } catch (error) {
      for (const change of unit.changes.reverse()) change.takeBack();
      if (!this.failing) this.log.error('Changes could not be saved and were reverted', { error });
      this.failing = true;
      throw error;
    }
    for (const change of unit.changes) change.keep();
    if (this.failing) this.log.info('Changes are being saved again');
    this.failing = false;
  }
}
