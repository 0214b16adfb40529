import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { type FileHandle, mkdir, open } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { Header, type ReadEntry, Unpack } from 'tar';
import { fault } from '../../core/errors.ts';
import { unlockKey } from './backup-key.ts';
import { decrypting } from './chunk-cipher.ts';
import {
  BackupMetadata,
  ENCRYPTED,
  FORMAT,
  HISTORY_MEMBER,
  MAX_METADATA_BYTES,
  METADATA_FILE,
  SETTINGS_MEMBER,
} from './metadata.ts';
import { BLOCK_BYTES, padding } from './tar-blocks.ts';
import { archiveEnd } from './write-archive.ts';

/** An archive that was opened, and where its parts are. */
export interface OpenedArchive {
  readonly file: string;
  readonly metadata: BackupMetadata;
  /** The bytes of `backup.json`, which encrypted parts are bound to. */
  readonly description: Buffer;
  readonly members: ReadonlyMap<string, { readonly start: number; readonly size: number }>;
  /** Where the checksum begins, which covers everything before. */
  readonly end: number;
  readonly bytes: number;
}

/** What an archive may unpack to: a multiple of its size, beside a basic amount. */
const MAX_RATIO = 200;
const BASIC_BYTES = 1024 ** 3;
const MAX_FILES = 400_000;
const MEMBERS = [SETTINGS_MEMBER, HISTORY_MEMBER];
const CHECKSUM_BYTES = archiveEnd('0'.repeat(64), 0).length;

/**
 * Opens a backup and reads its description. Throws `not_supported` for a file that is no backup of Hearth, or one of a
 * newer version, and `failed` for one that is damaged.
 */
export async function openArchive(file: string): Promise<OpenedArchive> {
  const handle = await open(file, 'r');
  try {
    const { size: bytes } = await handle.stat();
    const first = await memberAt(handle, 0);
    if (first?.name !== METADATA_FILE || first.size > MAX_METADATA_BYTES) throw notABackup(file);
    const description = await readBytes(handle, first.start, first.size);
    const metadata = metadataOf(description, file);
    const members = new Map<string, { start: number; size: number }>();
    let at = nextOf(first);
    const end = bytes - CHECKSUM_BYTES;
    while (at < end) {
      const member = await memberAt(handle, at);
      const name = member?.name.replace(/\.enc$/, '') ?? '';
      const isEncrypted = member?.name.endsWith(ENCRYPTED) === true;
      if (member === undefined || !MEMBERS.includes(name) || isEncrypted !== metadata.protected)
        throw damaged();
      members.set(name, { start: member.start, size: member.size });
      at = nextOf(member);
    }
    if (at !== end || !members.has(SETTINGS_MEMBER)) throw damaged();
    return { file, metadata, description, members, end, bytes };
  } finally {
    await handle.close();
  }
}

/** Compares every byte of an archive with its checksum; throws `failed` if one differs. */
export async function verifyArchive({ file, end, metadata }: OpenedArchive): Promise<void> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(file, { end: end - 1 })) hash.update(chunk);
  const expected = archiveEnd(hash.digest('hex'), Date.parse(metadata.date));
  const handle = await open(file, 'r');
  try {
    if (!(await readBytes(handle, end, CHECKSUM_BYTES)).equals(expected)) throw damaged();
  } finally {
    await handle.close();
  }
}

/** What opens an archive: nothing if it is not encrypted, a passphrase, or the key itself for one just written. */
export type Opener = { readonly passphrase?: string | undefined } | { readonly archiveKey: Buffer };

/** The key of an archive; null if it is not encrypted. Throws if the passphrase is missing or opens nothing. */
export async function keyOf({ metadata }: OpenedArchive, opener: Opener): Promise<Buffer | null> {
  if (!metadata.protected) return null;
  if ('archiveKey' in opener) return opener.archiveKey;
  const { keys } = metadata.hearth;
  const fingerprints = keys.map(({ fingerprint }) => fingerprint).join(', ');
  if (opener.passphrase === undefined) throw fault('invalid_info', 'backup_key_needed', { fingerprints });
  return unlockKey(keys, opener.passphrase);
}

/** Which parts of an archive to unpack. */
export type Part = typeof SETTINGS_MEMBER | typeof HISTORY_MEMBER;

/**
 * Unpacks parts of an archive into a new folder. Nothing of an encrypted archive is written before it is verified.
 * Throws `failed` for damage.
 */
export async function unpackArchive(
  archive: OpenedArchive,
  {
    key,
    target,
    parts,
  }: { readonly key: Buffer | null; readonly target: string; readonly parts: readonly Part[] },
): Promise<void> {
  await mkdir(target, { mode: 0o700 });
  const bound = createHash('sha256').update(archive.description).digest();
  const limit = MAX_RATIO * archive.bytes + BASIC_BYTES;
  let bytes = 0;
  let files = 0;
  for (const member of parts) {
    const place = archive.members.get(member);
    if (place === undefined) continue;
    const { start, size } = place;
    const source = createReadStream(archive.file, { start, end: start + size - 1 });
    const unlock = key === null ? [] : [decrypting({ key, member, bound })];
    const unzip = member.endsWith('.gz') ? [createGunzip()] : [];
    const unpack = new Unpack({
      ...{ cwd: target, strict: true, preserveOwner: false, dmode: 0o700, fmode: 0o600 },
      filter: (path, entry) => {
        const { size: length = 0, type } = entry as ReadEntry;
        bytes += length;
        files += 1;
        if (bytes > limit || files > MAX_FILES) unpack.abort(damaged());
        return type === 'File' && !path.split('/').includes('..') && !path.startsWith('/');
      },
    });
    try {
      await pipeline([source, ...unlock, ...unzip, unpack as unknown as NodeJS.WritableStream]);
    } catch (error) {
      if (isFull(error)) throw error;
      throw fault('failed', 'backup_is_damaged', {}, { cause: error });
    }
  }
}

/** The description in the first bytes of an archive; null if they do not contain one of Hearth as a whole. */
export function metadataAtStart(first: Buffer): BackupMetadata | null {
  const member = memberIn(first.subarray(0, BLOCK_BYTES), 0);
  if (member?.name !== METADATA_FILE || member.start + member.size > first.length) return null;
  try {
    return metadataOf(first.subarray(member.start, member.start + member.size), METADATA_FILE);
  } catch {
    return null;
  }
}

interface Member {
  readonly name: string;
  readonly start: number;
  readonly size: number;
}

async function memberAt(handle: FileHandle, at: number): Promise<Member | undefined> {
  return memberIn(await readBytes(handle, at, BLOCK_BYTES), at);
}

function memberIn(block: Buffer, at: number): Member | undefined {
  if (block.length < BLOCK_BYTES) return undefined;
  try {
    const { path, size, type, cksumValid } = new Header(block);
    if (!cksumValid || path === undefined || size === undefined || type !== 'File') return undefined;
    return { name: path, start: at + BLOCK_BYTES, size };
  } catch {
    return undefined;
  }
}

function nextOf({ start, size }: Member): number {
  return start + size + padding(size).length;
}

async function readBytes(handle: FileHandle, at: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, at);
  return buffer.subarray(0, bytesRead);
}

function metadataOf(description: Buffer, file: string): BackupMetadata {
  let found: unknown;
  try {
    found = JSON.parse(description.toString('utf8'));
  } catch {
    throw damaged();
  }
  const hearth = (found as { hearth?: { format?: unknown; version?: unknown } } | null)?.hearth;
  if (typeof hearth?.format !== 'number') throw notABackup(file);
  if (hearth.format > FORMAT)
    throw fault('not_supported', 'backup_is_newer', { version: String(hearth.version).slice(0, 50) });
  const parsed = BackupMetadata.safeParse(found);
  if (!parsed.success) throw damaged();
  return parsed.data;
}

function isFull(error: unknown): boolean {
  const { code } = error as NodeJS.ErrnoException;
  return code === 'ENOSPC' || code === 'EROFS' || code === 'EDQUOT' || code === 'EACCES';
}

const damaged = () => fault('failed', 'backup_is_damaged');
const notABackup = (file: string) => fault('not_supported', 'not_a_backup', { file });
