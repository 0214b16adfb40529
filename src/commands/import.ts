import { existsSync } from 'node:fs';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { dataFolderOf } from '../config/load.ts';
import { SystemClock } from '../core/clock.ts';
import { unpackBackup } from '../import/archive/unpack.ts';
import type { HomeRead } from '../import/home-read.ts';
import { readHome } from '../import/read-home.ts';
import { openSourceFolder, type SourceFolder } from '../import/source-folder.ts';
import { compareHome, writeHome } from '../import/write-home.ts';
import { writeFileAtomically } from '../storage/atomic-file.ts';
import { type DataFolder, FolderInUse, openDataFolder } from '../storage/data-folder.ts';
import type { FlagValues } from './command.ts';
import { endedText, followHub, stopFollowing } from './follow.ts';
import { reportText } from './import-report.ts';
import { keyIn } from './key-file.ts';
import { problemsToStderr } from './problems-to-stderr.ts';
import { settingSources } from './setting-sources.ts';

/** The report of the last import, in the data folder. */
const REPORT = 'import-report.json';
const LOCK_WAIT = 300;

/** `hearth import`: reads an installation of Home Assistant and writes it into the data folder of a stopped server. */
export async function importHome(flags: FlagValues): Promise<void> {
  const { path, follow } = flags;
  if (path !== undefined && (follow !== undefined || flags['stop-following'] === true))
    throw new Error('import takes either a path, --follow or --stop-following');
  if (typeof follow === 'string') return followHub(follow, flags, (work) => onFolder(flags, work));
  if (flags['stop-following'] === true) return stopFollowing((work) => onFolder(flags, work));
  if (typeof path !== 'string')
    throw new Error('import needs a configuration folder or a backup of Home Assistant, or --follow');
  const source = resolve(path);
  if ((await stat(source)).isDirectory()) return importFolder(source, flags);
  const temporary = await mkdtemp(join(tmpdir(), 'hearth-import-'));
  try {
    await importFolder(await unpackBackup(source, await keyIn(flags.key), temporary), flags);
  } finally {
    // A failed unpacking may still be writing a file.
    await rm(temporary, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 });
  }
}

async function importFolder(source: string, flags: FlagValues): Promise<void> {
  const { check = false, json = false } = flags;
  const withHistory = flags['no-history'] !== true;
  const clock = new SystemClock();
  const excluded = new Set(namesOf(flags.exclude));
  const folder = await openSourceFolder(source);
  const home = await readHome(folder, { now: clock.now(), excluded, withHistory });
  const result = check === true ? await compared(home, flags) : await written(home, folder, flags);
  process.stdout.write(
    json === true ? `${JSON.stringify(home.report.entries, null, 1)}\n` : reportText(home.report),
  );
  process.stdout.write(json === true ? '' : `\n${result}\n`);
}

/** Checks what the data folder holds, if there is one that no server uses. */
async function compared(home: HomeRead, flags: FlagValues): Promise<string> {
  const nothing = 'Nothing was written.';
  if (!existsSync(join(dataFolderOf(settingSources(flags)), 'hearth.db'))) return nothing;
  try {
    await onFolder(flags, (folder) => compareHome(home, folder));
    return nothing;
  } catch (error) {
    if (!(error instanceof FolderInUse)) throw error;
    return `${nothing} A server is using the data folder, so it was not compared.`;
  }
}

async function written(home: HomeRead, source: SourceFolder, flags: FlagValues): Promise<string> {
  return onFolder(flags, async (folder) => {
    const { written, unchanged, kept, ended } = await writeHome(home, source, folder, {
      mergesNames: flags.merge === true,
    });
    const report = JSON.stringify(home.report.entries, null, 1);
    await writeFileAtomically(join(folder.path, REPORT), `${report}\n`);
    const held =
      kept.length === 0 ? '' : `\nKept as they are here:\n${kept.map((one) => `  ${one}\n`).join('')}`;
    const following = ended.length === 0 ? '' : `${endedText(ended)}\n`;
    return `${following}${written} written, ${unchanged} already here, ${kept.length} kept.${held}\nThe report is in ${REPORT}.`;
  });
}

async function onFolder<T>(flags: FlagValues, work: (folder: DataFolder) => Promise<T>): Promise<T> {
  const folder = await openDataFolder({
    folder: dataFolderOf(settingSources(flags)),
    clock: new SystemClock(),
    log: problemsToStderr,
    lockWait: LOCK_WAIT,
  });
  try {
    return await work(folder);
  } finally {
    await folder.release();
  }
}

function namesOf(text: string | boolean | undefined): string[] {
  return typeof text === 'string' ? text.split(',').map((name) => name.trim()) : [];
}
