import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { mkdir, open, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import type { Database } from './database.ts';
import type { Statement } from './sqlite.ts';

const STAGING = '.pending-files';
const COLLECTION = 'pending_files';

/** A file to put into the data folder together with a database transaction. */
export interface PendingFile {
  /** The path in the data folder. */
  readonly path: string;
  /** Opened when it is written. */
  readonly content: () => string | Readable;
  /** Whether it takes the place of an existing file, which is kept otherwise. */
  readonly replaces: boolean;
}

/**
 * Writes files to a folder beside their targets, and returns the statements that make them due. Once a transaction
 * with these statements is committed, `finishPendingFiles` moves them to their places, now or at the next start:
 * files and documents appear together or not at all.
 */
export async function stageFiles(folder: string, files: readonly PendingFile[]): Promise<Statement[]> {
  const staging = join(folder, STAGING);
  rmSync(staging, { recursive: true, force: true });
  if (files.length === 0) return [];
  await mkdir(staging, { mode: 0o700 });
  const rows: string[][] = [];
  for (const [index, { path, content, replaces }] of files.entries()) {
    const handle = await open(join(staging, String(index)), 'wx', 0o600);
    try {
      await writeFile(handle, content());
      await handle.sync();
    } finally {
      await handle.close();
    }
    rows.push([COLLECTION, String(index), JSON.stringify({ path, replaces })]);
  }
  await syncFolder(staging);
  await syncFolder(folder);
  return [{ sql: 'INSERT INTO documents (collection, id, body) VALUES (?, ?, ?)', rows }];
}

/** Moves files that are due to their places, and removes what a crash left. Returns whether there were any. */
export async function finishPendingFiles(folder: string, database: Database): Promise<boolean> {
  const staging = join(folder, STAGING);
  if (!existsSync(staging)) return false;
  const due = await database.query('SELECT id, body FROM documents WHERE collection = ?', [COLLECTION]);
  const folders = new Set<string>();
  for (const { id, body } of due) {
    const staged = join(staging, String(id));
    if (!existsSync(staged)) continue;
    const { path, replaces } = JSON.parse(String(body)) as Pick<PendingFile, 'path' | 'replaces'>;
    const target = join(folder, path);
    mkdirSync(dirname(target), { recursive: true, mode: 0o700 });
    if (replaces || !existsSync(target)) renameSync(staged, target);
    folders.add(dirname(target));
  }
  for (const one of folders) await syncFolder(one);
  if (due.length > 0)
    await database.write([{ sql: 'DELETE FROM documents WHERE collection = ?', params: [COLLECTION] }]);
  rmSync(staging, { recursive: true, force: true });
  return due.length > 0;
}

async function syncFolder(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
