import {
  chmodSync,
  closeSync,
  copyFileSync,
  existsSync,
  ftruncateSync,
  openSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';

const SUFFIXES = ['-wal', '-shm', ''];
const PAGE = 4096;
/** Fields of the header that describe this very file: its pages, its free pages, its largest root page. */
const PAGES_AT = 28;
const FREE_AT = 32;

/**
 * Whether a database that exists has lost its content. SQLite would take the empty file for a new one; one whose
 * content is still in the write-ahead log is no such file.
 */
export function isEmptied(file: string): boolean {
  const sizeOf = (path: string): number | undefined => statSync(path, { throwIfNoEntry: false })?.size;
  return sizeOf(file) === 0 && (sizeOf(`${file}-wal`) ?? 0) === 0;
}

/** Renames a damaged database and its log, and returns the new path. */
export function setAside(file: string, stamp: string): string {
  let path = `${file}.damaged-${stamp}`;
  for (let copy = 2; existsSync(path); copy += 1) path = `${file}.damaged-${stamp}-${copy}`;
  for (const suffix of SUFFIXES) if (existsSync(file + suffix)) renameSync(file + suffix, path + suffix);
  return path;
}

/**
 * A copy of a database whose first page is damaged, with the first page of a new database of the same schema: it
 * contains the header and the schema, which are the same in both.
 */
export function withFirstPageOf(fresh: string, damaged: string): string {
  const repaired = `${damaged}.repaired`;
  copyFileSync(damaged, repaired);
  const page = Buffer.alloc(PAGE);
  const from = openSync(fresh, 'r');
  readSync(from, page, 0, PAGE, 0);
  closeSync(from);
  // A file that was cut off gets empty pages in place of those that the schema names.
  const pages = Math.floor(Math.max(statSync(damaged).size, statSync(fresh).size) / PAGE);
  page.writeUInt32BE(pages, PAGES_AT);
  page.fill(0, FREE_AT, FREE_AT + 8);
  const to = openSync(repaired, 'r+');
  writeSync(to, page, 0, PAGE, 0);
  ftruncateSync(to, pages * PAGE);
  closeSync(to);
  return repaired;
}

/** Puts a copy of a database in the place of the database itself. */
export function restoreCopy(copy: string, file: string): void {
  removeDatabase(file);
  copyFileSync(copy, file);
  chmodSync(file, 0o600);
}

/** Removes a database and its log. */
export function removeDatabase(file: string): void {
  for (const suffix of SUFFIXES) rmSync(file + suffix, { force: true });
}
