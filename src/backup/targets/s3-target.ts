import { createWriteStream } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { S3mini, type UploadPart } from 's3mini';
import { ARCHIVE_NAME, type SentFile, type Target } from './target.ts';
import { targetError } from './target-error.ts';
import type { S3Settings } from './target-settings.ts';

/** S3 takes parts of at least 5 MiB, and at most 10,000 of them. */
const PART_BYTES = 16 * 1024 * 1024;
const MAX_PARTS = 10_000;

/** A bucket of S3 or of a storage with its interface. */
export function s3Target(settings: S3Settings): Target {
  const { name, prefix } = settings;
  const named = async <T>(signal: AbortSignal, work: (client: S3mini) => Promise<T>): Promise<T> => {
    // Some errors of the client have the status only in their text.
    let status: number | undefined;
    const noteStatus = (answer: Response): void => {
      status = answer.ok ? undefined : answer.status;
    };
    try {
      return await work(clientOf(settings, signal, noteStatus));
    } catch (error) {
      throw targetError(name, status === undefined ? error : new RefusedRequest(status, error));
    }
  };
  return {
    list: (signal) =>
      named(signal, async (client) => {
        const objects = await client.listObjects('/', prefix);
        if (objects === null) throw Object.assign(new Error('No such bucket'), { status: 404 });
        return objects
          .map(({ Key, Size }) => ({ name: Key.slice(prefix.length), bytes: Number(Size) }))
          .filter((file) => ARCHIVE_NAME.test(file.name));
      }),
    put: (sent) => named(sent.signal, (client) => put(client, prefix + sent.name, sent)),
    head: (file, length, signal) =>
      named(signal, async (client) => {
        const answer = await client.getObjectRaw(prefix + file, false, 0, length);
        return Buffer.from(await answer.arrayBuffer()).subarray(0, length);
      }),
    fetch: (file, path, signal) =>
      named(signal, async (client) => {
        const answer = await client.getObjectResponse(prefix + file);
        if (answer?.body == null) throw Object.assign(new Error(`No object ${file}`), { status: 404 });
        const body = Readable.fromWeb(answer.body as Parameters<typeof Readable.fromWeb>[0]);
        await pipeline(body, createWriteStream(path, { flags: 'wx', mode: 0o600 }), { signal });
      }),
    remove: (file, signal) =>
      named(signal, async (client) => void (await client.deleteObject(prefix + file))),
  };
}

/** An answer other than success. */
class RefusedRequest extends Error {
  readonly status: number;

  constructor(status: number, cause: unknown) {
    super(`HTTP ${status}`, { cause });
    this.status = status;
  }
}

/** A client whose requests end with the signal, and whose signatures never follow a redirect. */
function clientOf(settings: S3Settings, signal: AbortSignal, onAnswer: (answer: Response) => void): S3mini {
  const { url, bucket, region, access_key: accessKeyId, secret_key: secretAccessKey } = settings;
  return new S3mini({
    ...{ accessKeyId, secretAccessKey, region },
    endpoint: `${url.replace(/\/+$/, '')}/${bucket}`,
    fetch: async (input, init) => {
      const answer = await fetch(input, { ...init, signal, redirect: 'error' });
      onAnswer(answer);
      return answer;
    },
  });
}

/** An object exists once its last part has arrived. */
async function put(client: S3mini, key: string, { file, bytes, onProgress }: SentFile): Promise<void> {
  const size = Math.max(PART_BYTES, Math.ceil(bytes / MAX_PARTS));
  const handle = await open(file, 'r');
  let uploadId: string | undefined;
  try {
    if (bytes <= size) {
      await client.putObject(key, await readPart(handle, 0, bytes), 'application/x-tar');
    } else {
      uploadId = await client.getMultipartUploadId(key, 'application/x-tar');
      const parts: UploadPart[] = [];
      for (let at = 0; at < bytes; at += size) {
        const length = Math.min(size, bytes - at);
        const part = await readPart(handle, at, length);
        parts.push(await client.uploadPart(key, uploadId, part, parts.length + 1));
        onProgress(at + length);
      }
      await client.completeMultipartUpload(key, uploadId, parts);
    }
    onProgress(bytes);
  } catch (error) {
    // Unfinished parts would be charged for.
    if (uploadId !== undefined) await client.abortMultipartUpload(key, uploadId).catch(() => {});
    throw error;
  } finally {
    await handle.close();
  }
}

/** Exactly `length` bytes of a file; a single read may return fewer. */
async function readPart(handle: FileHandle, at: number, length: number): Promise<Buffer> {
  const part = Buffer.alloc(length);
  for (let filled = 0; filled < length; ) {
    const { bytesRead } = await handle.read(part, filled, length - filled, at + filled);
    if (bytesRead === 0) throw new Error('The file became shorter while it was sent');
    filled += bytesRead;
  }
  return part;
}
