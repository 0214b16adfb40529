import { createHash } from 'node:crypto';
import { open, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { message } from '../core/messages.ts';
import type { ImportContext } from './import-plan.ts';

const DATABASE = 'home-assistant_v2.db';
const LOG = `${DATABASE}-wal`;
/** By its beginning, which counts all changes, a database is recognized when it is imported again. */
const READ_BYTES = 1024 * 1024;

/**
 * Copies the database of the recorder into the data folder. The server reads it in the background: years of history must
 * not delay the move.
 */
export async function importRecorder({
  folder,
  stored,
  plan,
  report,
  withHistory,
}: ImportContext): Promise<void> {
  if (!folder.has(DATABASE)) return;
  for (const path of [DATABASE, LOG, `${DATABASE}-shm`]) stored.used.add(path);
  if (!withHistory) return report.skipped('history', DATABASE, message('reason_left_out'));
  const id = await fingerprintOf(join(folder.root, DATABASE));
  if (id === undefined) return report.skipped('history', DATABASE, message('reason_no_sqlite'));
  const file = `history-source-${id}.db`;
  plan.put('history_sources', id, { file });
  plan.files.set(file, { from: DATABASE });
  if (folder.has(LOG)) plan.files.set(`${file}-wal`, { from: LOG });
  report.imported('history', `${DATABASE}: states and statistics, in the background once the server runs`);
}

async function fingerprintOf(path: string): Promise<string | undefined> {
  const handle = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(READ_BYTES), 0, READ_BYTES, 0);
    const start = buffer.subarray(0, bytesRead);
    if (!start.toString('latin1').startsWith('SQLite format 3\0')) return undefined;
    const { size } = await stat(path);
    return createHash('sha256').update(start).update(String(size)).digest('hex').slice(0, 16);
  } finally {
    await handle.close();
  }
}
