import type { FileSplice } from './splice.ts';

/** What is recorded of a file or of an item in a file. */
export interface FilePart {
  readonly kind: 'item' | 'file' | 'private';
  readonly name: string;
  readonly id: string;
  readonly before: string | null;
  readonly after: string | null;
  readonly detail: string;
}

/** How a file was before and after a change: where its text differs, and how to know that nothing else has. */
export interface FileDetail {
  /** Relative to the data folder. */
  readonly file: string;
  readonly form?: 'entry' | 'file';
  readonly version?: number;
  readonly kind?: string;
  readonly splice?: FileSplice;
}
