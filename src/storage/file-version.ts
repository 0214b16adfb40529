import { closeSync, existsSync, fstatSync, openSync, readSync } from 'node:fs';
import { message } from '../core/messages.ts';
import { DamagedFile } from './failure.ts';

const MAGIC = 'SQLite format 3\0';
const HEADER_BYTES = 100;
const USER_VERSION_AT = 60;
const APPLICATION_ID_AT = 68;
/** The upper half of the application ID of a database whose lower half is the newest migration that was made. */
export const MIGRATED_BY_HEARTH = 0x48540000;
const WAL_HEADER_BYTES = 32;
const FRAME_HEADER_BYTES = 24;

/** Which schema a database file has, and which programs may use it. */
export interface FileVersion {
  /** The newest migration that was made. */
  readonly made: number;
  /** The newest migration that a program must know to use the file: later ones only added to it. */
  readonly needed: number;
}

/**
 * The version in two fields of a database: `user_version` is what is needed, so that programs which only know that field
 * use the file, too. An application ID of zero is that of a file to which nothing was added since.
 */
export function fileVersion(userVersion: number, applicationId: number): FileVersion {
  const made = applicationId - MIGRATED_BY_HEARTH;
  return { made: made > userVersion && made <= 0xffff ? made : userVersion, needed: userVersion };
}

/**
 * Returns the version of a database file, or undefined if there is none yet. Parses the file without SQLite: opening a
 * file with the write-ahead log of a crash would write to it, and a rejected file must stay unchanged. Throws
 * `DamagedFile` if the file is not a database.
 */
export function readFileVersion(file: string): FileVersion | undefined {
  if (!existsSync(file)) return undefined;
  return withFile(file, (descriptor) => {
    if (fstatSync(descriptor).size === 0) return undefined;
    const header = readAt(descriptor, 0, HEADER_BYTES);
    if (header?.toString('latin1', 0, MAGIC.length) !== MAGIC) {
      throw new DamagedFile(message('database_not_readable', { file }));
    }
    return readLogVersion(`${file}-wal`) ?? versionIn(header);
  });
}

function versionIn(header: Buffer): FileVersion {
  return fileVersion(header.readUInt32BE(USER_VERSION_AT), header.readUInt32BE(APPLICATION_ID_AT));
}

/** The version in the newest first page committed to the write-ahead log. */
function readLogVersion(file: string): FileVersion | undefined {
  if (!existsSync(file)) return undefined;
  return withFile(file, (descriptor) => {
    const header = readAt(descriptor, 0, WAL_HEADER_BYTES);
    if (header === undefined) return undefined;
    const pageSize = header.readUInt32BE(8);
    const salt = header.subarray(16, 24);
    let written: FileVersion | undefined;
    let committed: FileVersion | undefined;
    for (let at = WAL_HEADER_BYTES; ; at += FRAME_HEADER_BYTES + pageSize) {
      const frame = readAt(descriptor, at, FRAME_HEADER_BYTES);
      // Frames from before the last log reset have another salt.
      if (frame === undefined || !frame.subarray(8, 16).equals(salt)) return committed;
      if (frame.readUInt32BE(0) === 1) {
        const page = readAt(descriptor, at + FRAME_HEADER_BYTES, HEADER_BYTES);
        written = page === undefined ? undefined : versionIn(page);
      }
      if (frame.readUInt32BE(4) !== 0) committed = written;
    }
  });
}

function withFile<T>(file: string, use: (descriptor: number) => T): T {
  const descriptor = openSync(file, 'r');
  try {
    return use(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

function readAt(descriptor: number, position: number, length: number): Buffer | undefined {
  const buffer = Buffer.alloc(length);
  return readSync(descriptor, buffer, 0, length, position) === length ? buffer : undefined;
}
