import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import { readInProcess } from '../backup/archive/archive-process.ts';
import type { Inventory } from '../backup/archive/metadata.ts';
import { openArchive } from '../backup/archive/read-archive.ts';
import { LocalBackups } from '../backup/local-backups.ts';
import { rehearse } from '../backup/rehearsal.ts';
import { prepareRestore } from '../backup/restore.ts';
import { dataFolderOf } from '../config/load.ts';
import { SystemClock } from '../core/clock.ts';
import { silentLog } from '../core/log.ts';
import { FolderInUse, openDataFolder } from '../storage/data-folder.ts';
import { callServer, pause } from './call-server.ts';
import type { FlagValues } from './command.ts';
import { settingSources } from './setting-sources.ts';
import { table } from './table.ts';

const Begun = z.object({ slug: z.string() });
const State = z.object({
  working: z.boolean(),
  stage: z.string().nullable(),
  bytes: z.number().nullable(),
  error: z.string().nullable(),
});
const POLL_INTERVAL = 500;
const LOCK_WAIT = 300;

/** `hearth backup create`: waits until a server has started from the backup, and prints its ID. */
export async function createBackup(flags: FlagValues): Promise<void> {
  const { name, history = false } = flags;
  const clock = new SystemClock();
  const request = { history: history === true, ...(name === undefined ? {} : { name }) };
  const { slug } = Begun.parse(await callServer('backup/begin', request, flags));
  for (;;) {
    const { working, bytes, error } = State.parse(await callServer('backup/state', { slug }, flags));
    if (error !== null) throw new Error(`the backup failed: ${error}`);
    if (!working) {
      process.stderr.write(`A server started from the backup. It has ${sizeText(bytes ?? 0)}.\n`);
      process.stdout.write(`${slug}\n`);
      return;
    }
    await pause(clock, POLL_INTERVAL);
  }
}

/** `hearth backup list`. */
export async function listBackups(flags: FlagValues): Promise<void> {
  const rows = (await backupsOf(flags).list()).map(({ metadata, bytes }) => [
    metadata.slug,
    metadata.date.slice(0, 16).replace('T', ' '),
    sizeText(bytes),
    metadata.homeassistant.exclude_database ? 'settings' : 'settings, history',
    metadata.hearth.keys.map(({ fingerprint }) => fingerprint).join(' ') || '-',
    metadata.name,
  ]);
  process.stdout.write(table([['ID', 'DATE (UTC)', 'SIZE', 'CONTAINS', 'KEYS', 'NAME'], ...rows]));
}

/** `hearth backup check`. */
export async function checkBackup(flags: FlagValues): Promise<void> {
  const { file, passphrase } = await chosen(flags);
  const { signal } = new AbortController();
  const metadata = await readInProcess({ kind: 'verify', file }, signal);
  process.stdout.write('Every byte is as it was written.\n');
  if (metadata.protected && passphrase === undefined) {
    const keys = metadata.hearth.keys.map(({ fingerprint }) => fingerprint).join(', ');
    process.stdout.write(
      `It is encrypted: --key with the passphrase of ${keys} also starts a server from it.\n`,
    );
    return;
  }
  const folder = await mkdtemp(join(tmpdir(), 'hearth-check-'));
  try {
    const target = join(folder, 'home');
    process.stdout.write(
      contents(await rehearse({ file, opener: { passphrase }, target, metadata, signal })),
    );
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** `hearth backup restore`; with `--only`, single items as a change that can be undone. */
export async function restoreBackup(flags: FlagValues): Promise<void> {
  if (flags.only !== undefined) return (await import('./backup-items.ts')).restoreItems(flags);
  const { file, passphrase } = await chosen(flags);
  const folder = dataFolderOf(settingSources(flags));
  const clock = new SystemClock();
  const open = () => openDataFolder({ folder, clock, log: silentLog, lockWait: LOCK_WAIT });
  // A folder that is damaged or of a newer version is restored, one that a server uses is not.
  const held = await open().catch((error: unknown) => {
    if (error instanceof FolderInUse) throw error;
    return undefined;
  });
  const prepared = await prepareRestore({
    ...{ folder, file, clock, opener: { passphrase }, withHistory: flags.history === true },
    signal: new AbortController().signal,
  }).finally(() => held?.release());
  await (await open()).release();
  process.stdout.write(
    `${contents(prepared.inventory)}It was restored. What it replaced is in ${prepared.kept}.\n`,
  );
}

function backupsOf(flags: FlagValues): LocalBackups {
  return new LocalBackups(join(dataFolderOf(settingSources(flags)), 'backups'));
}

/** The file of a backup, given by its path or its ID, and the passphrase in the file of `--key`. */
async function chosen(flags: FlagValues): Promise<{ file: string; passphrase: string | undefined }> {
  const { backup, key } = flags;
  if (typeof backup !== 'string') throw new Error('name the file or the ID of a backup');
  const passphrase = typeof key === 'string' ? (await readFile(key, 'utf8')).trim() : undefined;
  const found = await backupsOf(flags).find(backup);
  if (found !== undefined) return { file: found.file, passphrase };
  const file = resolve(backup);
  if (!existsSync(file)) throw new Error(`there is no backup ${backup}; bin/hearth backup list shows all`);
  await openArchive(file);
  return { file, passphrase };
}

function contents({ entities, automations, scripts, scenes, users, history }: Inventory): string {
  const past = history === null ? '' : `, ${history.samples} changes and ${history.statistics} statistics`;
  return (
    `A server started from it with ${entities} entities, ${automations} automations, ${scripts} scripts, ` +
    `${scenes} scenes, ${users} users${past}.\n`
  );
}

function sizeText(bytes: number): string {
  return bytes < 1e6 ? `${Math.ceil(bytes / 1000)} kB` : `${(bytes / 1e6).toFixed(1)} MB`;
}
