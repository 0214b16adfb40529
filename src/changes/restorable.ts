import type { HubError } from '../core/errors.ts';
import type { FileDetail, PreparedFile } from '../storage/changes/recorded-files.ts';
import type { RestoredValue } from '../storage/documents.ts';

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
  /** Removes references to a document that is about to be deleted, within the same transaction. */
  release?(id: string): void;
  /** Lets go of a document before it is written. */
  leave?(id: string, next: unknown): Promise<void>;
  /** Whether a user may undo changes of a document; anybody who may make them by default. */
  guards?(id: string, userId: string): boolean;
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
