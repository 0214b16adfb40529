import { closeSync, existsSync, fstatSync, openSync, readSync } from 'node:fs';
import { message } from '../core/messages.ts';
import { DamagedFile } from './failure.ts';

const MAGIC = 'SQLite format 3\0';
const HEADER_BYTES = 100;
const VERSION_AT = 60;
const WAL_HEADER_BYTES = 32;
const FRAME_HEADER_BYTES = 24;

/**
 * Returns the `user_version` of a database file, or undefined if there is none yet. Parses the file without
 * SQLite: opening a file with the write-ahead log of a crash would write to it, and a rejected file must stay
 * unchanged. Throws `DamagedFile` if the file is not a database.
 */
export function readFileVersion(file: string): number | undefined {
  if (!existsSync(file)) return undefined;
  return withFile(file, (descriptor) => {
    if (fstatSync(descriptor).size === 0) return undefined;
    const header = readAt(descriptor, 0, HEADER_BYTES);
    if (header?.toString('latin1', 0, MAGIC.length) !== MAGIC) {
      throw new DamagedFile(message('database_not_readable', { file }));
    }
    return readLogVersion(`${file}-wal`) ?? header.readUInt32BE(VERSION_AT);
  });
}

/** The version in the newest first page committed to the write-ahead log. */
function readLogVersion(file: string): number | undefined {
  if (!existsSync(file)) return undefined;
  return withFile(file, (descriptor) => {
    const header = readAt(descriptor, 0, WAL_HEADER_BYTES);
    if (header === undefined) return undefined;
    const pageSize = header.readUInt32BE(8);
    const salt = header.subarray(16, 24);
    let written: number | undefined;
    let committed: number | undefined;
    for (let at = WAL_HEADER_BYTES; ; at += FRAME_HEADER_BYTES + pageSize) {
      const frame = readAt(descriptor, at, FRAME_HEADER_BYTES);
      // Frames from before the last log reset have another salt.
      if (frame === undefined || !frame.subarray(8, 16).equals(salt)) return committed;
      if (frame.readUInt32BE(0) === 1) {
        written = readAt(descriptor, at + FRAME_HEADER_BYTES + VERSION_AT, 4)?.readUInt32BE(0);
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
