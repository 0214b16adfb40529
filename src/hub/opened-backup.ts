import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readInProcess } from '../backup/archive/archive-process.ts';
import { SETTINGS_MEMBER } from '../backup/archive/metadata.ts';
import type { Clock } from '../core/clock.ts';
import { silentLog } from '../core/log.ts';
import { type DataFolder, openDataFolder } from '../storage/data-folder.ts';
import { type BackupItem, readBackupItems } from './backup-items.ts';

/** Prepares the data folder `home`, which does not exist yet, and may fill it once it is open. */
type Prepare = (
  temporary: string,
  home: string,
) => Promise<((folder: DataFolder) => Promise<unknown>) | undefined>;

/** Reads what can be restored one by one from an archive of Hearth. */
export function itemsOfBackup(
  { file, passphrase }: { readonly file: string; readonly passphrase: string | undefined },
  clock: Clock,
): Promise<BackupItem[]> {
  return itemsThrough(async (_, target) => {
    const { signal } = new AbortController();
    const parts = [SETTINGS_MEMBER] as const;
    await readInProcess({ kind: 'unpack', file, opener: { passphrase }, target, parts }, signal);
    return undefined;
  }, clock);
}

/** Reads what can be restored one by one through a data folder that exists only meanwhile. */
export async function itemsThrough(prepare: Prepare, clock: Clock): Promise<BackupItem[]> {
  const temporary = await realpath(await mkdtemp(join(tmpdir(), 'hearth-items-')));
  const home = join(temporary, 'home');
  try {
    const fill = await prepare(temporary, home);
    const folder = await openDataFolder({ folder: home, clock, log: silentLog });
    try {
      await fill?.(folder);
      return await readBackupItems(folder);
    } finally {
      await folder.release();
    }
  } finally {
    await rm(temporary, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 });
  }
}
