import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { fault } from '../../core/errors.ts';
import { counting } from './counting.ts';
import { ARCHIVE_NAME, type SentFile, type Target } from './target.ts';
import { targetError } from './target-error.ts';
import type { FolderSettings } from './target-settings.ts';

/** The file that says that the share is mounted: an empty mount point has none. */
const MARK = '.hearth-backups';

/** A folder, such as a mounted share. It is only used while it contains the mark that was put there when it was added. */
export function folderTarget({ name, path }: FolderSettings): Target {
  const checked = <T>(work: () => Promise<T>): Promise<T> =>
    requireMark(name, path)
      .then(work)
      .catch((error: unknown) => {
        throw targetError(name, error);
      });
  return {
    list: () => checked(() => listArchives(path)),
    put: (sent) => checked(() => put(path, sent)),
    head: (file, length) => checked(() => firstBytes(join(path, file), length)),
    fetch: (file, to, signal) =>
      checked(() =>
        pipeline(createReadStream(join(path, file)), createWriteStream(to, { flags: 'wx', mode: 0o600 }), {
          signal,
        }),
      ),
    remove: (file) => checked(() => rm(join(path, file), { force: true })),
  };
}

/** Marks a folder as a location for backups. It must exist: a share that is not mounted often does not. */
export async function markFolder({ name, path }: FolderSettings): Promise<void> {
  try {
    if (!(await stat(path)).isDirectory()) throw fault('failed', 'backup_target_no_folder', { name, path });
    await mkdir(path, { recursive: true });
    await writeFile(join(path, MARK), 'Backups of Hearth are stored in this folder.\n', { mode: 0o600 });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR')
      throw fault('failed', 'backup_target_no_folder', { name, path });
    throw targetError(name, error);
  }
}

async function requireMark(name: string, path: string): Promise<void> {
  await readFile(join(path, MARK)).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR')
      throw fault('failed', 'backup_target_vanished', { name, path });
    throw error;
  });
}

async function listArchives(path: string) {
  const names = (await readdir(path)).filter((one) => ARCHIVE_NAME.test(one));
  return Promise.all(names.map(async (one) => ({ name: one, bytes: (await stat(join(path, one))).size })));
}

async function put(path: string, { file, name, onProgress, signal }: SentFile): Promise<void> {
  const part = join(path, `.${name}.part`);
  try {
    const write = createWriteStream(part, { mode: 0o600, flush: true });
    await pipeline(createReadStream(file), counting(onProgress), write, { signal });
    await rename(part, join(path, name));
  } finally {
    await rm(part, { force: true }).catch(() => {});
  }
}

async function firstBytes(path: string, length: number): Promise<Buffer> {
  const file = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}
