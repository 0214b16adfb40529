import { chmodSync, closeSync, fsyncSync, mkdirSync, openSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { SqliteConnection } from './sqlite.ts';

/** How many copies of a database are kept. */
export const MAX_COPIES = 5;

/** Copies an open database to a file in a folder and returns its path. The copy is complete or does not exist. */
export function copyDatabase(
  connection: Pick<SqliteConnection, 'run'>,
  { folder, name }: { readonly folder: string; readonly name: string },
): string {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const copy = join(folder, name);
  const unfinished = `${copy}.part`;
  rmSync(unfinished, { force: true });
  try {
    connection.run({ sql: 'VACUUM INTO ?', params: [unfinished] });
    chmodSync(unfinished, 0o600);
    sync(unfinished);
    renameSync(unfinished, copy);
    sync(folder);
  } catch (error) {
    rmSync(unfinished, { force: true });
    throw error;
  }
  return copy;
}

function sync(path: string): void {
  const descriptor = openSync(path, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
