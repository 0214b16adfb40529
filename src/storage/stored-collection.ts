import type { z } from 'zod';
import { fault } from '../core/errors.ts';
import type { SealedFields } from './sealed-fields.ts';

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

/** A document to write as it was: its JSON text, or null to delete it. */
export interface RestoredBody {
  readonly collection: string;
  readonly id: string;
  readonly body: string | null;
}

/** A generous limit: a document is a registry entry, a user, a helper, or a dashboard of at most one WebSocket message. */
const MAX_BODY = 6_000_000;

/** A change made in memory and not yet durable; exactly one of the two methods is called in the end. */
export interface PendingChange {
  keep(): void;
  takeBack(): void;
}

/** What collections write through. */
interface DocumentWriter {
  transact(work: () => void): Promise<void>;
  /** Adds a change to the current transaction. */
  add(written: RestoredBody, change: PendingChange): void;
}

/** The value of an ID; undefined if it has none. */
type Held<T> = { readonly value: T } | undefined;

/** The durable value of an ID and the pending changes to it, oldest first. Memory holds the last of them. */
interface Underway<T> {
  durable: Held<T>;
  readonly coming: { readonly to: Held<T> }[];
}

/** The documents of one kind. */
export class StoredCollection<T> implements Collection<T> {
  private readonly documents: DocumentWriter;
  private readonly name: string;
  private readonly schema: z.ZodType<T>;
  private readonly values: Map<string, T>;
  private readonly fields: SealedFields | undefined;
  private readonly underway = new Map<string, Underway<T>>();

  constructor(
    documents: DocumentWriter,
    own: {
      name: string;
      schema: z.ZodType<T>;
      values: Map<string, T>;
      fields: SealedFields | undefined;
    },
  ) {
    this.documents = documents;
    this.name = own.name;
    this.schema = own.schema;
    this.values = own.values;
    this.fields = own.fields;
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
        this.documents.add(this.written(id, body), this.change(id, { value }));
      }
    });
  }

  delete(id: string): Promise<void> {
    return this.documents.transact(() => {
      this.documents.add({ collection: this.name, id, body: null }, this.change(id, undefined));
    });
  }

  /** The value of a stored text; undefined for none. Throws if it does not match the schema. */
  read(id: string, body: string | null): T | undefined {
    const opened = this.fields?.open({ collection: this.name, id, body }) ?? body;
    return opened === null ? undefined : this.schema.parse(JSON.parse(opened));
  }

  /** Stores a text that `read` has accepted, within a transaction. */
  restore(id: string, body: string | null, value: T | undefined): void {
    const to = body === null ? undefined : { value: value as T };
    this.documents.add(this.written(id, body), this.change(id, to));
  }

  /** What is stored: without readable secrets. */
  private written(id: string, body: string | null): RestoredBody {
    const written = { collection: this.name, id, body };
    return this.fields === undefined ? written : { ...written, body: this.fields.seal(written) };
  }

  /**
   * Changes the value in memory immediately. Writes finish in order, so the first of `coming` becomes durable
   * first.
   */
  private change(id: string, to: Held<T>): PendingChange {
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
