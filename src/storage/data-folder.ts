import { createHash } from 'node:crypto';
import { chmodSync, lstatSync, mkdirSync, readdirSync, realpathSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Undo } from '../core/clock.ts';
import type { Log } from '../core/log.ts';
import { isUnfinished } from './atomic-file.ts';
import { folderHolder, lockFolder } from './folder-lock.ts';

/** The data folder while this process holds it. */
export interface DataFolder {
  /** Without symbolic links. */
  readonly path: string;
  /** Where the control socket listens. */
  readonly socketPath: string;
  /** Gives the folder to the next process. */
  readonly release: Undo;
}

/** Linux takes 107 bytes, others 103. */
const LONGEST_SOCKET_PATH = 100;

/** Makes the folder where it is missing, keeps others out (mode 0700) and locks it; throws naming the process that has it. */
export function openDataFolder(folder: string, log: Log): DataFolder {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const path = realpathSync(folder);
  keepOthersOut(path, log);
  const release = lockFolder(path);
  try {
    removeUnfinished(path);
    const socketPath = prepareSocketPath(path);
    const giveBack = (): void => {
      if (dirname(socketPath) !== path) rmSync(dirname(socketPath), { recursive: true, force: true });
      release();
    };
    return { path, socketPath, release: giveBack };
  } catch (error) {
    release();
    throw error;
  }
}

/** What a crash left of files that were being written. */
function removeUnfinished(path: string): void {
  for (const name of readdirSync(path)) if (isUnfinished(name)) rmSync(join(path, name), { force: true });
}

/** The control socket of the server that runs on this folder; null when none does. Throws when the socket's folder is not ours alone. */
export function runningServer(folder: string): { readonly pid: number; readonly socketPath: string } | null {
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return null;
  const path = realpathSync(folder);
  const pid = folderHolder(path);
  if (pid === null) return null;
  const socketPath = socketPathOf(path);
  if (dirname(socketPath) !== path) checkOurs(dirname(socketPath));
  return { pid, socketPath };
}

/** In the data folder; in a folder of ours under the temp folder where that path is too long for a socket. */
function socketPathOf(path: string): string {
  const inside = join(path, 'control.sock');
  if (Buffer.byteLength(inside) <= LONGEST_SOCKET_PATH) return inside;
  const name = createHash('sha256').update(path).digest('hex').slice(0, 16);
  return join(tmpdir(), `hearth-${process.getuid?.() ?? 'user'}-${name}`, 'control.sock');
}

function prepareSocketPath(path: string): string {
  const socketPath = socketPathOf(path);
  const folder = dirname(socketPath);
  if (folder !== path) {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    checkOurs(folder);
  }
  return socketPath;
}

/** Under the temp folder anyone may have made a folder of that name before us. */
function checkOurs(folder: string): void {
  const stat = lstatSync(folder);
  const ours = stat.uid === (process.getuid?.() ?? stat.uid) && (stat.mode & 0o077) === 0;
  if (!stat.isDirectory() || !ours) throw new Error(`${folder} is not a folder of this user alone`);
}

/** Narrows the mode of a folder that is plainly a data folder; one that holds other things as well is left alone. */
function keepOthersOut(path: string, log: Log): void {
  const stat = statSync(path);
  if ((stat.mode & 0o077) === 0) return;
  const names = readdirSync(path);
  const isDataFolder = names.length === 0 || names.some((name) => /^hearth\.(?:db|yaml|lock)$/.test(name));
  const isOurs = stat.uid === (process.getuid?.() ?? stat.uid) && (stat.mode & 0o1000) === 0;
  if (isDataFolder && isOurs) chmodSync(path, 0o700);
  else log.warn('others on this machine can look into the data folder', { path });
}
