import { randomBytes } from 'node:crypto';
import { open, readFile, realpath, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { writeError } from './failure.ts';

/**
 * Replaces a file's content, or makes the file (mode 0600): after a crash at any moment there is the old content or the new, never a part.
 * On the disk when the promise resolves. A symbolic link keeps pointing where it did. Rejects with `unavailable` where the disk is full or read-only.
 */
export function writeFileAtomically(path: string, content: string | Uint8Array): Promise<void> {
  return write(path, content, async () => ({ mode: 0o600 }));
}

/**
 * The same where people edit the file too: false, and nothing is written, if at the last moment the file does not hold `expected` (null: if it
 * is there). Who may read and write the file stays as it was.
 */
export async function replaceFile(path: string, expected: string | null, content: string): Promise<boolean> {
  try {
    await write(path, content, async () => {
      const bytes = await readFile(path).catch(absent);
      if (expected === null ? bytes !== null : bytes === null || !bytes.equals(Buffer.from(expected)))
        throw new Changed();
      return bytes === null ? { mode: 0o600 } : stat(path);
    });
    return true;
  } catch (error) {
    if (error instanceof Changed) return false;
    throw error;
  }
}

class Changed extends Error {}

function absent(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null;
  throw error;
}

/** Whether a file in a folder is one that was being written when the process ended. */
export function isUnfinished(name: string): boolean {
  return /^\..+\.[0-9a-f]{12}\.tmp$/.test(name);
}

/** `last` runs when all but the rename is done, and says whose the file is to be. */
async function write(
  path: string,
  content: string | Uint8Array,
  last: () => Promise<{ readonly mode: number; readonly uid?: number; readonly gid?: number }>,
): Promise<void> {
  const target = await realpath(path).catch(() => path);
  const temporary = join(dirname(target), `.${basename(target)}.${randomBytes(6).toString('hex')}.tmp`);
  try {
    const file = await open(temporary, 'wx', 0o600);
    try {
      await file.writeFile(content);
      await file.sync();
      const { mode, uid, gid } = await last();
      // Only root may give files away; for others the file becomes their own.
      if (uid !== undefined && gid !== undefined && uid !== process.getuid?.())
        await file.chown(uid, gid).catch(() => {});
      if ((mode & 0o777) !== 0o600) await file.chmod(mode & 0o777);
    } finally {
      await file.close();
    }
    await rename(temporary, target);
  } catch (error) {
    // On a disk that is read-only there is nothing to remove, and the reason is the error above.
    await rm(temporary, { force: true }).catch(() => {});
    throw writeError(error, basename(target));
  }
  const folder = await open(dirname(target), 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
