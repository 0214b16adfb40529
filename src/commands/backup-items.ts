import { mkdir, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import { openArchive } from '../backup/archive/read-archive.ts';
import { LocalBackups } from '../backup/local-backups.ts';
import { kindOf } from '../changes/collections.ts';
import { dataFolderOf } from '../config/load.ts';
import { type Clock, SystemClock } from '../core/clock.ts';
import type { BackupItem } from '../hub/backup-items.ts';
import { itemsOfBackup, itemsThrough } from '../hub/opened-backup.ts';
import { pickedParts } from '../hub/restorable-items.ts';
import { unpackBackup } from '../import/archive/unpack.ts';
import { readHome } from '../import/read-home.ts';
import { openSourceFolder } from '../import/source-folder.ts';
import { writeHome } from '../import/write-home.ts';
import { callOrOpen } from './call-server.ts';
import { offline } from './changes.ts';
import { Parts, partLines } from './changes-text.ts';
import type { FlagValues } from './command.ts';
import { keyIn } from './key-file.ts';
import { settingSources } from './setting-sources.ts';
import { table } from './table.ts';

const Restored = z.object({ id: z.number().nullable() });

/** `hearth backup items`: what of a backup of Hearth or Home Assistant can be restored by itself. */
export async function listItems(flags: FlagValues): Promise<void> {
  const rows = (await itemsOf(flags)).map((item) => [nameOf(item), item.label]);
  process.stdout.write(table([['ITEM', 'NAME'], ...rows]));
}

/** `hearth backup restore --only`. */
export async function restoreItems(flags: FlagValues): Promise<void> {
  const items = await itemsOf(flags);
  const known = new Map(items.map((item) => [nameOf(item), item]));
  const picked = String(flags.only)
    .split(',')
    .map((name) => {
      const item = known.get(name.trim());
      if (item === undefined)
        throw new Error(`the backup has no ${name.trim()}; bin/hearth backup items lists what it has`);
      return item;
    });
  const parts = pickedParts(items, picked);
  const call = (command: string): Promise<unknown> => callOrOpen({ command, args: parts }, flags, offline);
  if (flags['dry-run'] === true) {
    const lines = partLines(Parts.parse(await call('backup/items/preview')));
    process.stdout.write(`${lines.join('\n')}\n`);
    return;
  }
  const { id } = Restored.parse(await call('backup/items/restore'));
  process.stdout.write(
    id === null
      ? 'All of it is as in the backup.\n'
      : `Restored. This is change ${id}; bin/hearth changes undo ${id} takes it back.\n`,
  );
}

async function itemsOf(flags: FlagValues): Promise<readonly BackupItem[]> {
  const { backup, key } = flags;
  if (typeof backup !== 'string') throw new Error('name the file or the ID of a backup');
  const own = await new LocalBackups(join(dataFolderOf(settingSources(flags)), 'backups')).find(backup);
  const file = own?.file ?? resolve(backup);
  const isOwn = own !== undefined || (await isOurs(file));
  const clock = new SystemClock();
  if (!isOwn) return foreignItems(file, await keyIn(key), clock);
  const passphrase = typeof key === 'string' ? (await readFile(key, 'utf8')).trim() : undefined;
  return itemsOfBackup({ file, passphrase }, clock);
}

/** A backup of Home Assistant is imported into a folder of its own first. */
function foreignItems(file: string, key: string | undefined, clock: Clock): Promise<BackupItem[]> {
  return itemsThrough(async (temporary) => {
    const target = join(temporary, 'foreign');
    await mkdir(target);
    const source = await openSourceFolder(await unpackBackup(file, key, target));
    const options = { now: clock.now(), excluded: new Set<string>(), withHistory: false };
    const home = await readHome(source, options);
    return (folder) => writeHome(home, source, folder);
  }, clock);
}

/** Whether a file is a backup of Hearth; otherwise it may be one of Home Assistant. */
async function isOurs(file: string): Promise<boolean> {
  try {
    await openArchive(file);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') throw new Error(`there is no backup ${file}`);
    return false;
  }
}

/** How an item is named on the command line: `automation:evening`, `area:kitchen`, `helper:input_boolean.guests`. */
function nameOf({ name, id }: BackupItem): string {
  const [, domain] = /^helpers\.(.+)/.exec(name) ?? [];
  return domain === undefined ? `${kindOf(name) ?? name}:${id}` : `helper:${domain}.${id}`;
}
