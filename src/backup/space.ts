import { stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { fault } from '../core/errors.ts';
import { CONFIGURATION_DATABASE, HISTORY_DATABASES } from './archive/home-files.ts';

/** Throws `unavailable` if there is no room for the archive and the rehearsal of it, as far as databases tell. */
export async function requireSpace(home: string, folder: string, withHistory: boolean): Promise<void> {
  const names = withHistory ? [CONFIGURATION_DATABASE, ...HISTORY_DATABASES] : [CONFIGURATION_DATABASE];
  const sizes = await Promise.all(names.map(async (name) => (await stat(join(home, name))).size));
  const bytes = 2 * sizes.reduce((sum, size) => sum + size, 0);
  const { bavail, bsize } = await statfs(folder);
  const free = bavail * bsize;
  if (free >= bytes) return;
  const megabytes = (size: number): string => `${Math.ceil(size / 1e6)} MB`;
  throw fault('unavailable', 'backup_needs_space', {
    folder,
    free: megabytes(free),
    needed: megabytes(bytes),
  });
}
