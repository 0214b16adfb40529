import type { z } from 'zod';
import { fault } from '../core/errors.ts';
import type { Log } from '../core/log.ts';
import type { Database } from './database.ts';
import type { Statement } from './sqlite.ts';

/** The server's records in one table, by collection and ID, all cached in memory. */
export interface Documents {
  /**
   * The documents of one kind; each name may be used once. Documents that no longer match the schema are
   * logged and skipped, but kept in the table.
   */
  collection<T>(name: string, schema: z.ZodType<T>): Collection<T>;
  /** Groups the changes made in `work`, in any collections: all become durable, or none if `work` throws. */
  transact(work: () => void): Promise<void>;
}

/**
 * Documents of one kind. Memory changes immediately; the promise resolves when the change is durable. If it
 * rejects, memory reverts to the durable value, unless a later change has replaced it. Values must not be
 * mutated.
 */
export interface Collection<T> {
  readonly entries: ReadonlyMap<string, T>;
  put(id: string, value: T): Promise<void>;
  /** Stores several documents, all or none. */
  putAll(values: Iterable<readonly [id: string, value: T]>): Promise<void>;
  delete(id: string): Promise<void>;
}

/** A generous limit: a document is a registry entry, a user, a helper, or a dashboard of at most one WebSocket message. */
const MAX_BODY = 6_000_000;

const PUT =
  'INSERT INTO documents (collection, id, body) VALUES (?, ?, ?) ON CONFLICT (collection, id) DO UPDATE SET body = excluded.body';
const DELETE = 'DELETE FROM documents WHERE collection = ? AND id = ?';

/** Loads all documents; collections requested later are filled from memory. */
export async function openDocuments(database: Database, log: Log): Promise<Documents> {
  const bodies = new Map<string, Map<string, string>>();
  for (const row of await database.query(
    'SELECT collection, id, body FROM documents ORDER BY collection, id',
  )) {
    const collection = String(row.collection);
    const known = bodies.get(collection) ?? new Map<string, string>();
    bodies.set(collection, known.set(String(row.id), String(row.body)));
  }
  return new StoredDocuments(database, log, bodies);
}

/** A change made in memory and not yet durable; exactly one of the two methods is called in the end. */
interface Change {
  keep(): void;
  takeBack(): void;
}

interface UnitOfWork {
  readonly statements: Statement[];
  readonly changes: Change[];
  readonly written: Promise<void>;
}

class StoredDocuments implements Documents {
  private readonly database: Database;
  private readonly log: Log;
  private readonly bodies: Map<string, Map<string, string>>;
  private readonly taken = new Set<string>();
  /** The unit that `transact` is collecting. */
  private unit: UnitOfWork | undefined;
  /** Logs only the first failure and the recovery: many changes that nothing awaits fail together. */
  private failing = false;

  constructor(database: Database, log: Log, bodies: Map<string, Map<string, string>>) {
    this.database = database;
    this.log = log;
    this.bodies = bodies;
  }

  collection<T>(name: string, schema: z.ZodType<T>): Collection<T> {
    if (this.taken.has(name)) throw new Error(`The collection ${name} is taken already`);
    this.taken.add(name);
    const values = new Map<string, T>();
    for (const [id, body] of this.bodies.get(name) ?? []) {
      try {
        values.set(id, schema.parse(JSON.parse(body)));
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
    return new StoredCollection(this, { name, schema, values });
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

  /** Adds a change to the current unit. */
  add(statement: Statement, change: Change): void {
    this.unit?.statements.push(statement);
    this.unit?.changes.push(change);
  }

  private async write(unit: UnitOfWork): Promise<void> {
    try {
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

/** The value of an ID; undefined if it has none. */
type Held<T> = { readonly value: T } | undefined;

/** The durable value of an ID and the pending changes to it, oldest first. Memory holds the last of them. */
interface Underway<T> {
  durable: Held<T>;
  readonly coming: { readonly to: Held<T> }[];
}

class StoredCollection<T> implements Collection<T> {
  private readonly documents: StoredDocuments;
  private readonly name: string;
  private readonly schema: z.ZodType<T>;
  private readonly values: Map<string, T>;
  private readonly underway = new Map<string, Underway<T>>();

  constructor(
    documents: StoredDocuments,
    own: { name: string; schema: z.ZodType<T>; values: Map<string, T> },
  ) {
    this.documents = documents;
    this.name = own.name;
    this.schema = own.schema;
    this.values = own.values;
  }

  get entries(): ReadonlyMap<string, T> {
    return this.values;
  }

  put(id: string, value: T): Promise<void> {
    return this.putAll([[id, value]]);
  }

  putAll(values: Iterable<readonly [id: string, value: T]>): Promise<void> {
    return this.documents.transact(() => {
      for (const [id, value] of values) {
        const body = JSON.stringify(value);
        if (body?.length > MAX_BODY) {
          throw fault('too_large', 'document_too_long', {
            name: this.name,
            id,
            length: body.length,
            max: MAX_BODY,
          });
        }
        // Fail now: a value that cannot be read back would be lost at the next start.
        this.schema.parse(JSON.parse(body));
        this.documents.add({ sql: PUT, params: [this.name, id, body] }, this.change(id, { value }));
      }
    });
  }

  delete(id: string): Promise<void> {
    return this.documents.transact(() => {
      this.documents.add({ sql: DELETE, params: [this.name, id] }, this.change(id, undefined));
    });
  }

  /**
   * Changes the value in memory immediately. Writes finish in order, so the first of `coming` becomes durable
   * first.
   */
  private change(id: string, to: Held<T>): Change {
    const underway = this.underway.get(id) ?? { durable: this.held(id), coming: [] };
    this.underway.set(id, underway);
    const step = { to };
    underway.coming.push(step);
    this.hold(id, to);
    const end = (): void => {
      underway.coming.splice(underway.coming.indexOf(step), 1);
      const newest = underway.coming.at(-1);
      this.hold(id, newest === undefined ? underway.durable : newest.to);
      if (newest === undefined) this.underway.delete(id);
    };
    return {
      keep: () => {
        underway.durable = to;
        end();
      },
      takeBack: end,
    };
  }

  private held(id: string): Held<T> {
    return this.values.has(id) ? { value: this.values.get(id) as T } : undefined;
  }

  private hold(id: string, to: Held<T>): void {
    if (to === undefined) this.values.delete(id);
    else this.values.set(id, to.value);
  }
}
