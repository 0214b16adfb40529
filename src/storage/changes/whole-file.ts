import { readFile } from 'node:fs/promises';
import type { FileDetail, FileRecord, FileWrite, PreparedFile, RecordedFiles } from './recorded-files.ts';
import { partOf, writeFile } from './recorded-files.ts';

/** A file whose changes are recorded as a whole. */
export interface WholeFile {
  readonly path: string;
  /** Relative to the data folder. */
  readonly name: string;
}

/** What is recorded of whole files of one kind, and what follows when one was put back. */
export interface WholeFileKind {
  /** What users call it: a key of `app.changes` in the locales. */
  readonly name: string;
  /** The file of an ID; throws for one that would lead outside of the folder. */
  readonly fileOf: (id: string) => Promise<WholeFile>;
  /** Throws if a file must not be put back, or taken away if `text` is null. */
  readonly allow?: (id: string, text: string | null) => Promise<void>;
  readonly restored: (id: string) => Promise<void>;
}

/** The text of a file; null if there is none. Throws if it cannot be read. */
export function textAt(path: string): Promise<string | null> {
  return readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
}

/** Writes a file as a whole and records it within the running operation; false if it does not have the expected text. */
export function writeWhole(
  files: Pick<RecordedFiles, 'write'>,
  { kind, id, file }: { readonly kind: string; readonly id: string; readonly file: FileWrite },
): Promise<boolean> {
  return files.write(file, recordOf(kind, id, file));
}

/** Files of a kind, as changes put them back. */
export function restorableFiles({ name, fileOf, allow, restored }: WholeFileKind) {
  return {
    kind: 'file' as const,
    name,
    textOf: async (id: string): Promise<string | null> => textAt((await fileOf(id)).path),
    prepare: async (id: string, text: string | null, _detail: FileDetail): Promise<PreparedFile> => {
      await allow?.(id, text);
      const file = await fileOf(id);
      const write = { ...file, expected: await textAt(file.path), text };
      return {
        part: partOf(write, recordOf(name, id, write)),
        write: () => writeFile(write),
        apply: () => restored(id),
      };
    },
  };
}

function recordOf(name: string, id: string, { expected, text }: FileWrite): FileRecord {
  return { kind: 'file', name, id, before: expected, after: text };
}
