import { readdir, realpath, stat } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { isUnfinished } from '../../storage/atomic-file.ts';
import { SECRET_KEYS } from '../../storage/secret-box.ts';

/** The databases of a home: configuration, history, statistics. */
export const CONFIGURATION_DATABASE = 'hearth.db';
export const HISTORY_DATABASES = ['history.db', 'statistics.db'];

/** What belongs to the running server or can be made again. */
const NEVER = new Set([
  ...['hearth.lock', 'control.sock', 'logs', 'backups', 'history-import.db', 'official-frontend'],
  ...['.pending-files', '.restore', '.uploads', '.import', 'restored.json', 'last-run.json'],
  ...HISTORY_DATABASES,
]);
const JOURNAL = /\.db-(wal|shm|journal)$/;
/** Private keys and passwords of other machines, which only encrypted backups contain. */
const SECRET = new Set(['tls', 'backup-targets.json', SECRET_KEYS]);
/** What integrations keep secret, such as the keys of a Matter fabric. */
const SECRET_OF_INTEGRATION = /^integrations\/\.data\/[^/]+\/secrets$/;
/** Packages that are downloaded again. */
const DOWNLOADED = 'integrations/.packages';
const MAX_FILES = 300_000;

/** A file of the data folder. */
export interface HomeFile {
  /** In the data folder, with slashes. */
  readonly path: string;
  readonly size: number;
  readonly modified: number;
}

/** The files of a data folder that a backup contains, and the paths of what it cannot contain. */
export interface HomeFiles {
  readonly files: readonly HomeFile[];
  readonly leftOut: readonly string[];
}

/**
 * Lists the files of a data folder for a backup, without the history. Links are followed inside the folder; others,
 * sockets and devices are left out. `withSecrets` adds private keys.
 */
export async function listHomeFiles(folder: string, withSecrets: boolean): Promise<HomeFiles> {
  const root = await realpath(folder);
  const files: HomeFile[] = [];
  const leftOut: string[] = [];
  const add = async (path: string): Promise<void> => {
    if (path === DOWNLOADED) return;
    if (!withSecrets && SECRET_OF_INTEGRATION.test(path)) {
      leftOut.push(path);
      return;
    }
    const absolute = join(root, path);
    const real = await realpath(absolute).catch(() => undefined);
    if (real === undefined || !real.startsWith(root + sep)) {
      leftOut.push(path);
      return;
    }
    const { size, mtimeMs: modified, ...kind } = await describe(real);
    if (kind.isFolder) {
      // A link to a folder above would never end.
      if (real !== absolute) leftOut.push(path);
      else for (const name of (await readdir(absolute)).sort()) await add(`${path}/${name}`);
    } else if (!kind.isFile || files.length >= MAX_FILES) leftOut.push(path);
    else files.push({ path, size, modified });
  };
  for (const name of (await readdir(root)).sort()) {
    if (NEVER.has(name) || JOURNAL.test(name) || isUnfinished(name)) continue;
    if (!withSecrets && SECRET.has(name)) leftOut.push(name);
    else await add(name);
  }
  return { files, leftOut };
}

/** The most bytes that a backup of a data folder takes: before its settings are compressed. */
export async function homeSize(
  folder: string,
): Promise<{ readonly settings: number; readonly history: number }> {
  const { files } = await listHomeFiles(folder, true);
  const sizes = HISTORY_DATABASES.map((name) =>
    stat(join(folder, name)).then(
      ({ size }) => size,
      () => 0,
    ),
  );
  return { settings: sumOf(files.map(({ size }) => size)), history: sumOf(await Promise.all(sizes)) };
}

function sumOf(sizes: readonly number[]): number {
  return sizes.reduce((sum, size) => sum + size, 0);
}

async function describe(path: string) {
  const found = await stat(path);
  return { size: found.size, mtimeMs: found.mtimeMs, isFile: found.isFile(), isFolder: found.isDirectory() };
}
