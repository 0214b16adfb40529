import { randomBytes } from 'node:crypto';
import { readdirSync, rmSync } from 'node:fs';
import { type FileHandle, mkdir, open, rm, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock, Undo } from '../core/clock.ts';
import { fault } from '../core/errors.ts';
import { writeError } from './failure.ts';

/** How far an upload has come. */
export interface UploadState {
  readonly upload_id: string;
  /** The size of the whole file in bytes. */
  readonly bytes: number;
  /** How many bytes have arrived: where the next part begins. */
  readonly received: number;
}

interface Upload {
  readonly bytes: number;
  readonly owner: string | null;
  received: number;
  isReceiving: boolean;
  forget: Undo;
}

/** The folder in the data folder that holds uploads; neither part of a backup nor replaced by a restore. */
export const UPLOADS_FOLDER = '.uploads';
const MAX_UPLOADS = 4;
/** One that nothing arrives for is deleted. */
const LIFETIME = 24 * 3_600_000;
/** What an upload leaves free on the disk. */
const SPARE_BYTES = 200_000_000;

/**
 * Files that clients send in parts and can continue after a lost connection: an upload says how many bytes have
 * arrived. They are temporary; a restart deletes them.
 */
export class Uploads {
  private readonly folder: string;
  private readonly clock: Clock;
  private readonly open = new Map<string, Upload>();

  /** `dataFolder` is where the home is stored. */
  constructor(dataFolder: string, clock: Clock) {
    this.folder = join(dataFolder, UPLOADS_FOLDER);
    this.clock = clock;
  }

  /** Deletes what the last run of the server left. */
  tidy(): void {
    try {
      for (const name of readdirSync(this.folder)) rmSync(join(this.folder, name), { force: true });
    } catch {
      // The folder does not exist yet.
    }
  }

  /**
   * Begins the upload of a file of `bytes` bytes for the user `owner`. Throws `unavailable` without room on the disk
   * and `too_many_requests` beside too many others.
   */
  async begin(bytes: number, owner: string | null): Promise<UploadState> {
    if (this.open.size >= MAX_UPLOADS)
      throw fault('too_many_requests', 'too_many_uploads', { max: MAX_UPLOADS });
    await mkdir(this.folder, { recursive: true, mode: 0o700 });
    const { bavail, bsize } = await statfs(this.folder);
    const free = bavail * bsize - SPARE_BYTES;
    if (bytes > free) {
      const [needed, room] = [bytes, Math.max(0, free)].map((size) => `${Math.ceil(size / 1e6)} MB`);
      throw fault('unavailable', 'upload_needs_space', { needed: needed ?? '', free: room ?? '' });
    }
    const id = randomBytes(16).toString('hex');
    await (await open(this.path(id), 'wx', 0o600)).close();
    const forget = this.clock.after(LIFETIME, () => void this.remove(id, owner));
    this.open.set(id, { bytes, owner, received: 0, isReceiving: false, forget });
    return this.state(id, owner);
  }

  /** Throws `not_found` for an unknown upload and for one of another user. */
  state(id: string, owner: string | null): UploadState {
    const { bytes, received } = this.found(id, owner);
    return { upload_id: id, bytes, received };
  }

  /**
   * Adds a part that begins at byte `offset`. Throws `conflict` if that is not where the upload has come to, and
   * `too_large` beyond its size; what has arrived before an error stays.
   */
  async append(
    id: string,
    owner: string | null,
    {
      offset,
      content,
    }: { readonly offset: number; readonly content: AsyncIterable<Buffer> | Iterable<Buffer> },
  ): Promise<UploadState> {
    const upload = this.found(id, owner);
    const { received } = upload;
    if (upload.isReceiving || offset !== received)
      throw fault('conflict', 'upload_offset', { received, offset });
    upload.isReceiving = true;
    try {
      const file = await open(this.path(id), 'r+').catch(full);
      try {
        for await (const chunk of content) await add(file, upload, chunk);
      } finally {
        await file.close();
      }
    } finally {
      upload.isReceiving = false;
      upload.forget();
      upload.forget = this.clock.after(LIFETIME, () => void this.remove(id, owner));
    }
    return this.state(id, owner);
  }

  /** Ends an upload whose size was only known as a limit: what has arrived is all of it. */
  seal(id: string, owner: string | null): void {
    const upload = this.found(id, owner);
    this.open.set(id, { ...upload, bytes: upload.received });
  }

  /** The path of a file that has arrived completely. Throws `failed` for one that has not. */
  complete(id: string, owner: string | null): string {
    const { received, bytes } = this.found(id, owner);
    if (received !== bytes) throw fault('failed', 'upload_incomplete', { received, bytes });
    return this.path(id);
  }

  /** Deletes an upload and its file; one that is unknown is ignored. */
  async remove(id: string, owner: string | null): Promise<void> {
    const upload = this.open.get(id);
    if (upload === undefined || upload.owner !== owner) return;
    upload.forget();
    this.open.delete(id);
    await rm(this.path(id), { force: true });
  }

  private path(id: string): string {
    return join(this.folder, id);
  }

  private found(id: string, owner: string | null): Upload {
    const upload = this.open.get(id);
    if (upload === undefined || upload.owner !== owner)
      throw fault('not_found', 'upload_not_found', { id: id.slice(0, 100) });
    return upload;
  }
}

async function add(file: FileHandle, upload: Upload, chunk: Buffer): Promise<void> {
  if (upload.received + chunk.length > upload.bytes)
    throw fault('too_large', 'upload_too_long', { bytes: upload.bytes });
  let at = 0;
  while (at < chunk.length) {
    const { bytesWritten } = await file.write(chunk, at, chunk.length - at, upload.received).catch(full);
    at += bytesWritten;
    upload.received += bytesWritten;
  }
}

function full(error: unknown): never {
  throw writeError(error, 'upload');
}
