import { createHash, randomBytes } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { type FileHandle, open, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable, type Transform, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { type LockingKey, lockKey } from './backup-key.ts';
import { encryptedSize, encrypting } from './chunk-cipher.ts';
import { HISTORY_DATABASES, listHomeFiles } from './home-files.ts';
import {
  type BackupMetadata,
  CHECKSUM_FILE,
  ENCRYPTED,
  HISTORY_MEMBER,
  METADATA_FILE,
  SETTINGS_MEMBER,
} from './metadata.ts';
import { packFiles } from './pack-files.ts';
import { padding, TAR_END, tarHeader, tarSize } from './tar-blocks.ts';

/** A backup to write. */
export interface ArchiveJob {
  /** The data folder; its databases must not change their main files meanwhile. */
  readonly folder: string;
  /** The file to create. */
  readonly target: string;
  /** Everything but what the archive itself decides. */
  readonly metadata: Omit<BackupMetadata, 'protected' | 'hearth'> & {
    readonly hearth: Omit<BackupMetadata['hearth'], 'keys' | 'left_out'>;
  };
  /** Whoever has one of these keys can open the archive; without any it is not encrypted. */
  readonly keys: readonly LockingKey[];
}

/** What an archive became. */
export interface WrittenArchive {
  readonly bytes: number;
  /** Opens the archive, for the rehearsal; null if it is not encrypted. Never stored. */
  readonly archiveKey: Buffer | null;
}

/**
 * Writes a backup: a tar archive of `backup.json`, the settings, the history if it is included, and the checksum of all
 * of these. `onRead` is called once the databases have been read. The file is synced to the disk.
 */
export async function writeArchive(job: ArchiveJob, onRead: () => void): Promise<WrittenArchive> {
  const { folder, target, metadata, keys } = job;
  const isEncrypted = keys.length > 0;
  const { files, leftOut } = await listHomeFiles(folder, isEncrypted);
  const archiveKey = isEncrypted ? randomBytes(32) : null;
  const whole: BackupMetadata = {
    ...metadata,
    protected: isEncrypted,
    hearth: {
      ...metadata.hearth,
      left_out: [...leftOut],
      keys: archiveKey === null ? [] : keys.map((key) => lockKey(archiveKey, key)),
    },
  };
  const description = Buffer.from(`${JSON.stringify(whole, null, 1)}\n`);
  const bound = createHash('sha256').update(description).digest();
  const lock = (member: string): Transform[] =>
    archiveKey === null ? [] : [encrypting({ key: archiveKey, member, bound })];
  const nameOf = (member: string): string => (isEncrypted ? member + ENCRYPTED : member);
  const modified = Date.parse(metadata.date);
  const packed = join(dirname(target), `.${metadata.slug}.settings.part`);
  try {
    await pipeline([
      Readable.from(packFiles(folder, files)),
      createGzip({ level: 6 }),
      ...lock(SETTINGS_MEMBER),
      createWriteStream(packed, { flags: 'wx', mode: 0o600 }),
    ]);
    const archive = await Archive.create(target, modified);
    try {
      await archive.add(METADATA_FILE, description.length, Readable.from([description]));
      const { size } = await stat(packed);
      await archive.add(nameOf(SETTINGS_MEMBER), size, createReadStream(packed));
      if (!metadata.homeassistant.exclude_database) {
        const sizes = await Promise.all(
          HISTORY_DATABASES.map(async (name) => (await stat(join(folder, name))).size),
        );
        const content = packFiles(
          folder,
          HISTORY_DATABASES.map((path, index) => ({ path, size: sizes[index] ?? 0, modified })),
        );
        const bytes = tarSize(sizes);
        await archive.add(nameOf(HISTORY_MEMBER), isEncrypted ? encryptedSize(bytes) : bytes, [
          Readable.from(content),
          ...lock(HISTORY_MEMBER),
        ]);
      }
      onRead();
      return { bytes: await archive.finish(), archiveKey };
    } finally {
      await archive.close();
    }
  } finally {
    await rm(packed, { force: true });
  }
}

/** The end of an archive whose bytes before have this SHA-256, in hexadecimal. */
export function archiveEnd(checksum: string, modified: number): Buffer {
  const content = Buffer.from(`${checksum}\n`);
  return Buffer.concat([
    tarHeader({ path: CHECKSUM_FILE, size: content.length, modified }),
    content,
    padding(content.length),
    TAR_END,
  ]);
}

/** An archive that is being written. */
class Archive {
  private readonly file: FileHandle;
  private readonly modified: number;
  private readonly hash = createHash('sha256');
  private bytes = 0;

  private constructor(file: FileHandle, modified: number) {
    this.file = file;
    this.modified = modified;
  }

  static async create(path: string, modified: number): Promise<Archive> {
    return new Archive(await open(path, 'wx', 0o600), modified);
  }

  /** Adds a file of a known size. */
  async add(
    path: string,
    size: number,
    content: Readable | readonly (Readable | Transform)[],
  ): Promise<void> {
    await this.write(tarHeader({ path, size, modified: this.modified }));
    const before = this.bytes;
    const sink = new Writable({
      write: (chunk, _, done) => void this.write(chunk).then(() => done(), done),
    });
    await pipeline([...(content instanceof Readable ? [content] : content), sink]);
    if (this.bytes - before !== size)
      throw new Error(`${path} has ${this.bytes - before} bytes, not ${size}`);
    await this.write(padding(size));
  }

  /** Adds the checksum and syncs the file. Returns its size. */
  async finish(): Promise<number> {
    await this.write(archiveEnd(this.hash.copy().digest('hex'), this.modified));
    await this.file.sync();
    return this.bytes;
  }

  close(): Promise<void> {
    return this.file.close();
  }

  private async write(chunk: Buffer): Promise<void> {
    this.hash.update(chunk);
    this.bytes += chunk.length;
    for (let at = 0; at < chunk.length; ) at += (await this.file.write(chunk, at)).bytesWritten;
  }
}
