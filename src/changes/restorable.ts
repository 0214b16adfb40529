import type { Access } from '../core/access.ts';
import type { HubError } from '../core/errors.ts';
import type { FileDetail, PreparedFile } from '../storage/changes/recorded-files.ts';
import type { RestoredValue } from '../storage/documents.ts';

/** A document that changes when another document, or an item, goes. */
export interface Dependent {
  /** Its collection. */
  readonly name: string;
  readonly id: string;
  /** Its value without the reference; null if it goes as well. Fields keep their order. */
  without(value: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> | null;
}

/** The documents of one collection, which changes can put back. */
export interface Restorable {
  readonly collection: string;
  /** What users call such a document; a key of `app.changes` in the locales. */
  readonly kind: string;
  /** The name of a document as users know it; its ID by default. */
  nameOf?(value: unknown, id: string): string | undefined;
  /** The entity that a document belongs to, for callers who may not read all of them. */
  entityOf?(value: unknown, id: string): string | undefined;
  /** The user whose own data a document is: nobody else sees or undoes its changes. */
  userOf?(id: string): string | undefined;
  /** Why a document cannot be put back now, such as a name that is taken; `batch` has the IDs written with it. */
  refuses?(id: string, value: unknown, batch: ReadonlySet<string>): HubError | undefined;
  /** Whether undo would give somebody more permissions than now, which it never does. */
  widens?(before: unknown, now: unknown): boolean;
  /** What refers to a document, or exists only with it, and therefore changes when undo takes it away. */
  dependents?(id: string, value: unknown): readonly Dependent[];
  /** Lets go of a document before it is written. */
  leave?(id: string, next: unknown): Promise<void>;
  /** Whether a user may undo changes of a document; anybody who may make them by default. */
  guards?(id: string, userId: string): boolean;
  /** Whether a user who is no administrator may put back a text of a document that they changed. */
  ownedBy?(access: Access, id: string, before: string | null): boolean;
  /** Follows a document that was written: indices, entities and events. */
  restored?(value: RestoredValue): void | Promise<void>;
}

/** The items or files of one kind, which changes can put back. */
export interface RestorableFiles {
  readonly kind: 'item' | 'file';
  /** The domain of items, or the kind of files. */
  readonly name: string;
  /** The text now; null if there is none. */
  textOf(id: string): Promise<string | null>;
  /**
   * Plans to write a text, or to remove the item or file: byte for byte where the whole file is as the change left it.
   */
  prepare(id: string, text: string | null, detail: FileDetail): Promise<PreparedFile>;
}
