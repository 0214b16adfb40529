import { randomBytes } from 'node:crypto';
import { open, readFile, realpath, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { writeError } from './failure.ts';

/**
 * Creates a file (mode 0600) or replaces its content atomically: after a crash it holds the old content or
 * the new, never a part. The content is synced to disk when the promise resolves. Symbolic links are
 * followed. Rejects with `unavailable` if the disk is full or read-only.
 */
export function writeFileAtomically(path: string, content: string | Uint8Array): Promise<void> {
  return write(path, content, async () => ({ mode: 0o600 }));
}

/**
 * Like `writeFileAtomically`, for files that users edit too: returns false and writes nothing if the file
 * does not hold `expected` just before the rename (null: if it exists). Owner and mode are preserved.
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

/** Whether a file name is that of a temporary file left by a crash. */
export function isUnfinished(name: string): boolean {
  return /^\..+\.[0-9a-f]{12}\.tmp$/.test(name);
}

/** `last` runs just before the rename and returns the file's mode and owner. */
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
      // Only root may change the owner; otherwise the file becomes this process's own.
      if (uid !== undefined && gid !== undefined && uid !== process.getuid?.())
        await file.chown(uid, gid).catch(() => {});
      if ((mode & 0o777) !== 0o600) await file.chmod(mode & 0o777);
    } finally {
      await file.close();
    }
    await rename(temporary, target);
  } catch (error) {
    // On a read-only disk there is nothing to remove; the error above is the one to report.
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
