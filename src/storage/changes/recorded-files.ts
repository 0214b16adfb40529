import { mkdir, readFile, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type Acting, currentActing } from '../../core/acting.ts';
import type { Log } from '../../core/log.ts';
import { replaceFile } from '../atomic-file.ts';
import type { Database } from '../database.ts';
import type { Statement } from '../sqlite.ts';
import { type ChangeRecorder, type FilePart, settled } from './change-recorder.ts';
import type { FileDetail } from './file-part.ts';
import type { SealedTexts } from './sealed-texts.ts';
import { applySplice, type FileSplice, fingerprint, spliceOf } from './splice.ts';

export type { FileDetail } from './file-part.ts';

/** A file to be written. */
export interface FileWrite {
  readonly path: string;
  /** Relative to the data folder. */
  readonly name: string;
  /** The text it must still have; null if it must not exist. */
  readonly expected: string | null;
  /** Null deletes it. */
  readonly text: string | null;
}

/** What is recorded of a file that is written. */
export interface FileRecord extends Pick<FilePart, 'kind' | 'name' | 'id' | 'before' | 'after'> {
  /** Besides the place and the difference in the file. */
  readonly detail?: object | undefined;
  /** Whether the difference in the file must not be recorded, since it has a secret. */
  readonly isSecret?: boolean | undefined;
}

/** A file that is about to be written. */
export interface PreparedFile {
  readonly part: FilePart;
  /** Writes it; false if it has changed meanwhile. */
  write(): Promise<boolean>;
  /** Notes that it was written, for what is remembered of its versions. */
  noted?(): Promise<void>;
  /** Applies what was written. */
  apply(): Promise<void>;
}

/** Writes files and records that as changes: a change is planned first, and made once the file is in place. */
export class RecordedFiles {
  private readonly database: Pick<Database, 'write'>;
  private readonly recorder: ChangeRecorder;

  constructor(database: Pick<Database, 'write'>, recorder: ChangeRecorder) {
    this.database = database;
    this.recorder = recorder;
  }

  /**
   * Writes a file within the running operation, or else as a change of its own, if that is given; false if it does not
   * have the expected text. What the server writes by itself is not recorded.
   */
  async write(file: FileWrite, record: FileRecord, own?: Acting): Promise<boolean> {
    const acting = currentActing() ?? own;
    if (acting === undefined) return writeFile(file);
    const { statements, partId } = this.recorder.planned(acting, partOf(file, record));
    await this.database.write(statements);
    let isMade = false;
    try {
      isMade = await writeFile(file);
    } finally {
      await this.database.write(settled(partId, isMade));
    }
    return isMade;
  }
}

/** Writes, creates or deletes a file; false if it does not have the expected text. */
export async function writeFile({ path, expected, text }: FileWrite): Promise<boolean> {
  if (text !== null) {
    if (expected === null) await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    return replaceFile(path, expected, text);
  }
  // Rewritten before it is deleted, so that a last-moment change is not lost.
  if (!(await replaceFile(path, expected, ''))) return false;
  await rm(path);
  return true;
}

/** What is recorded of a file that is written. */
export function partOf({ name: file, expected, text }: FileWrite, record: FileRecord): FilePart {
  const { detail, isSecret, ...part } = record;
  const splice = spliceOf(expected, text);
  const known = isSecret === true ? { ...splice, before: '', after: '' } : splice;
  return { ...part, detail: JSON.stringify({ file, ...detail, splice: known }) };
}

interface Planned {
  readonly partId: number;
  readonly splice: FileSplice;
  readonly path: string;
  readonly isUndo: boolean;
}

/**
 * Settles what a crash interrupted: a file that was written is a change, one that was not never was. Undo is
 * completed instead, since its documents have been put back already.
 */
export async function settlePlannedFiles(
  folder: string,
  { database, texts, log }: { readonly database: Database; readonly texts: SealedTexts; readonly log: Log },
): Promise<void> {
  const rows = await database.query(
    `SELECT part_id, change_parts.name, change_parts.id, detail, undoes, acts FROM change_parts LEFT JOIN changes ON changes.id = change_id
     WHERE change_parts.state = 'planned' ORDER BY part_id`,
  );
  const statements: Statement[] = [];
  for (const row of rows) {
    const place = { name: String(row.name), id: String(row.id) };
    const stored = JSON.parse(String(row.detail)) as FileDetail;
    const { file, splice } = texts.openDetail(String(row.detail), place) ?? stored;
    // The files of an undo that were waiting for this one are put back later.
    if (splice === undefined) continue;
    const isUndo = row.undoes !== null || row.acts !== null;
    const planned: Planned = { partId: Number(row.part_id), splice, path: join(folder, file), isUndo };
    const isMade = await settle(planned);
    log.warn(`A change of ${file} was interrupted: it is ${isMade ? 'complete' : 'void'}`);
    statements.push(...settled(planned.partId, isMade));
  }
  if (statements.length > 0) await database.write(statements);
}

async function settle({ splice, path, isUndo }: Planned): Promise<boolean> {
  const text = await readFile(path, 'utf8').catch(() => null);
  const hash = text === null ? null : fingerprint(text);
  // A file that is to be deleted may have been emptied already.
  if (splice.hashAfter === null && text === '') await rm(path, { force: true });
  if (hash === splice.hashAfter || (splice.hashAfter === null && text === '')) return true;
  if (!isUndo || hash !== splice.hashBefore) return false;
  const next = applySplice(text, splice);
  if (next === undefined) return false;
  return writeFile({ path, name: '', expected: text, text: next });
}
