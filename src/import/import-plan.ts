import type { Report } from './report.ts';
import type { SourceFolder } from './source-folder.ts';
import type { StoredFiles } from './stored-files.ts';

/** The last state of an entity. Times are milliseconds since 1970. */
export interface PlannedState {
  readonly entityId: string;
  readonly state: string;
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly changedAt: number;
  readonly updatedAt: number;
  /** The values of the entity's source, as its domain has them. */
  readonly values: Readonly<Record<string, unknown>>;
}

/** A file of the data folder: its text, or the path of the source file that is copied. */
export type PlannedFile = { readonly text: string } | { readonly from: string };

/** What an import writes: documents by collection and ID, last states and files of the data folder. */
export class ImportPlan {
  readonly documents = new Map<string, Map<string, unknown>>();
  readonly states = new Map<string, PlannedState>();
  readonly files = new Map<string, PlannedFile>();
  /** Sections to add to `hearth.yaml`, by name, each with its text. */
  readonly settings = new Map<string, string>();

  put(collection: string, id: string, value: unknown): void {
    const known = this.documents.get(collection) ?? new Map<string, unknown>();
    this.documents.set(collection, known.set(id, value));
  }

  has(collection: string, id: string): boolean {
    return this.documents.get(collection)?.has(id) === true;
  }

  get<T>(collection: string, id: string): T | undefined {
    return this.documents.get(collection)?.get(id) as T | undefined;
  }

  *all<T>(collection: string): IterableIterator<T> {
    for (const value of this.documents.get(collection)?.values() ?? []) yield value as T;
  }

  count(collection: string): number {
    return this.documents.get(collection)?.size ?? 0;
  }
}

/** What every part of an import works with. */
export interface ImportContext {
  readonly folder: SourceFolder;
  readonly stored: StoredFiles;
  readonly report: Report;
  readonly plan: ImportPlan;
  /** Milliseconds since 1970. */
  readonly now: number;
  /** Users and tokens that are left out, by name or ID. */
  readonly excluded: ReadonlySet<string>;
  /** Whether recorded history is imported. */
  readonly withHistory: boolean;
}
