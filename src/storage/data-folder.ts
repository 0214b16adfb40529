import { createHash } from 'node:crypto';
import { chmodSync, lstatSync, mkdirSync, readdirSync, realpathSync, rmSync, statSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type Clock, isoTime } from '../core/clock.ts';
import type { Log } from '../core/log.ts';
import { isUnfinished } from './atomic-file.ts';
import { type Database, openDatabase } from './database.ts';
import { isInUse } from './failure.ts';
import { describeHolder, removeHolder, writeHolder } from './folder-holder.ts';
import { hearthMigrations } from './migrations/index.ts';
import { finishPendingFiles } from './pending-files.ts';
import { carryOutReplacement, endReplacement, isReplacementDue, replacementLock } from './replace-folder.ts';
import { SealedFields, sealStored } from './sealed-fields.ts';
import { SecretBox } from './secret-box.ts';
import { StorageThread } from './storage-thread.ts';

/** The data folder, locked by this process. */
export interface DataFolder {
  /** The real path, without symbolic links. */
  readonly path: string;
  /** The path of the control socket. */
  readonly socketPath: string;
  /** `hearth.db`, whose lock marks the folder as in use. */
  readonly database: Database;
  /** Encrypts passwords and tokens that are stored in the folder. */
  readonly secrets: SecretBox;
  /** Encrypts those in documents. */
  readonly fields: SealedFields;
  /** Whether an earlier version had stored passwords as plain text, which are encrypted now. */
  readonly hadPlainSecrets: boolean;
  /** The worker thread for all databases of the folder. */
  readonly thread: StorageThread;
  /** To be called if another thread that holds data of the folder ends by itself; see `StorageThread`. */
  readonly onStorageLost: (reason: string) => void;
  /** Whether files of an interrupted import or a restored backup were put in place: the settings must be read again. */
  readonly hasNewFiles: boolean;
  /** Releases the folder for the next process. Call it last, when nothing here uses the folder anymore. */
  release(): Promise<void>;
}

export interface DataFolderOptions {
  readonly folder: string;
  readonly clock: Clock;
  readonly log: Log;
  /** See `StorageThread`. */
  readonly onStorageLost?: (reason: string) => void;
  /** How long to wait for another process to release the folder, in milliseconds. */
  readonly lockWait?: number;
}

/** Thrown when another process uses the data folder. */
export class FolderInUse extends Error {
  constructor(folder: string) {
    super(
      `the data folder ${folder} is in use by ${describeHolder(folder)}. ` +
        'Stop that server first, or use another folder with --data-dir.',
    );
  }
}

/** The limit is 107 bytes on Linux, 103 elsewhere. */
const MAX_SOCKET_PATH_LENGTH = 100;

/**
 * Locks the folder for this process, creating it if missing and making it private (mode 0700). Rejects with
 * `FolderInUse` if another process holds it. These rules hold for any number of processes, also in other
 * containers (PID namespaces) on the same volume:
 *
 * - The holder of SQLite's exclusive lock on `hearth.db` holds the folder. The kernel releases the lock when
 * the process ends, so after a crash, a power cut or a container restart the folder is free without help.
 * PIDs play no part.
 * - If the control socket accepts connections, the folder is in use whatever the lock says: some network file
 * systems grant every lock.
 * - Before it holds the lock, a process only creates what is missing: the folder and an empty `hearth.db`.
 * - Only the holder creates or removes `hearth.lock` and the control socket, and it removes them before it
 * releases the lock.
 */
export async function openDataFolder(options: DataFolderOptions): Promise<DataFolder> {
  const { folder, clock, log, lockWait } = options;
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const path = realpathSync(folder);
  const isDataFolder = looksLikeDataFolder(path);
  if (await isAnswered(socketPathOf(path))) throw new FolderInUse(path);
  const isReplaced = await finishReplacement(path, options);
  const thread = new StorageThread(options.onStorageLost);
  const database = await openDatabase({
    file: join(path, 'hearth.db'),
    migrations: hearthMigrations,
    backupFolder: join(path, 'backups'),
    clock,
    log,
    thread,
    ...(lockWait === undefined ? {} : { lockWait }),
  }).catch((error: unknown) => {
    throw isInUse(error) ? new FolderInUse(path) : error;
  });
  try {
    writeHolder(path, isoTime(clock.now()));
    keepOthersOut(path, isDataFolder, log);
    removeUnfinished(path);
    const hasNewFiles = (await finishPendingFiles(path, database)) || isReplaced;
    const secrets = new SecretBox(path);
    const fields = new SealedFields(secrets);
    const hadPlainSecrets = await sealStored(database, fields);
    const socketPath = prepareSocketPath(path);
    const release = async (): Promise<void> => {
      if (dirname(socketPath) !== path) rmSync(dirname(socketPath), { recursive: true, force: true });
      removeHolder(path);
      await database.close();
    };
    const { onStorageLost = () => {} } = options;
    const opened = { path, socketPath, database, secrets, fields, hadPlainSecrets, thread };
    return { ...opened, onStorageLost, hasNewFiles, release };
  } catch (error) {
    removeHolder(path);
    await database.close();
    throw error;
  }
}

/** Puts content that waits for this start into place, such as a restored backup. Returns whether there was any. */
async function finishReplacement(path: string, { clock, log }: DataFolderOptions): Promise<boolean> {
  if (!isReplacementDue(path)) return false;
  const lock = await openDatabase({
    ...{ file: replacementLock(path), migrations: [], backupFolder: path, clock, log, lockWait: 0 },
  }).catch((error: unknown) => {
    throw isInUse(error) ? new FolderInUse(path) : error;
  });
  try {
    // Another process may have been faster.
    if (isReplacementDue(path)) carryOutReplacement(path);
  } finally {
    await lock.close();
  }
  endReplacement(path);
  log.info('The content of the data folder was replaced', { path });
  return true;
}

/** Removes temporary files left by a crash. */
function removeUnfinished(path: string): void {
  for (const name of readdirSync(path)) if (isUnfinished(name)) rmSync(join(path, name), { force: true });
}

/**
 * The control socket of the server that uses the folder; null if there is no such folder. Throws if the
 * socket's folder is not private to this user.
 */
export function controlSocketOf(folder: string): string | null {
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return null;
  const path = realpathSync(folder);
  const socketPath = socketPathOf(path);
  const socketFolder = dirname(socketPath);
  if (socketFolder !== path && lstatSync(socketFolder, { throwIfNoEntry: false }) !== undefined)
    checkOurs(socketFolder);
  return socketPath;
}

/** Whether a process listens on a Unix socket; one that is too busy to accept (`EAGAIN`) does. */
function isAnswered(socketPath: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(socketPath);
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', (error: NodeJS.ErrnoException) => resolve(error.code === 'EAGAIN'));
  });
}

/** In the data folder; if that path is too long for a socket, in a private folder under the temp folder. */
function socketPathOf(path: string): string {
  const inside = join(path, 'control.sock');
  if (Buffer.byteLength(inside) <= MAX_SOCKET_PATH_LENGTH) return inside;
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

/** Any user may have created a folder of that name under the temp folder before us. */
function checkOurs(folder: string): void {
  const stat = lstatSync(folder);
  const ours = stat.uid === (process.getuid?.() ?? stat.uid) && (stat.mode & 0o077) === 0;
  if (!stat.isDirectory() || !ours) throw new Error(`${folder} is not a folder of this user alone`);
}

/** Whether a folder is empty or already a data folder; one with only other files is not. */
function looksLikeDataFolder(path: string): boolean {
  const names = readdirSync(path);
  return names.length === 0 || names.some((name) => /^hearth\.(?:db|yaml)$/.test(name));
}

/** Makes a data folder private; leaves the mode of any other folder alone. */
function keepOthersOut(path: string, isDataFolder: boolean, log: Log): void {
  const stat = statSync(path);
  if ((stat.mode & 0o077) === 0) return;
  const isOurs = stat.uid === (process.getuid?.() ?? stat.uid) && (stat.mode & 0o1000) === 0;
  if (isDataFolder && isOurs) chmodSync(path, 0o700);
  else log.warn('Other users of this machine can read the data folder', { path });
}
