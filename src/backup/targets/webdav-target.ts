import { createReadStream, createWriteStream } from 'node:fs';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { AuthType, createClient, type FileStat } from 'webdav';
import { counting } from './counting.ts';
import { ARCHIVE_NAME, type Target } from './target.ts';
import { targetError } from './target-error.ts';
import type { WebDavSettings } from './target-settings.ts';

/** A folder of a WebDAV server, such as Nextcloud or a network storage. */
export function webDavTarget({ name, url, username, password }: WebDavSettings): Target {
  // The client follows redirects of short requests, but sends the password only to this host by this protocol.
  const authType = AuthType.Auto;
  const client = createClient(url, { authType, username, password });
  const named = <T>(work: Promise<T>): Promise<T> =>
    work.catch((error: unknown) => {
      throw targetError(name, error);
    });
  const read = (file: string, options: Parameters<typeof client.createReadStream>[1]): Readable =>
    client.createReadStream(`/${file}`, options) as unknown as Readable;
  const list = async (signal: AbortSignal) => {
    const found = (await client.getDirectoryContents('/', { signal })) as FileStat[];
    return found
      .filter(({ type, basename }) => type === 'file' && ARCHIVE_NAME.test(basename))
      .map(({ basename, size }) => ({ name: basename, bytes: size }));
  };
  return {
    list: (signal) => named(list(signal)),
    put: ({ file, bytes, name: target, onProgress, signal }) =>
      named(
        (async () => {
          const part = `/.${target}.part`;
          const body = createReadStream(file).pipe(counting(onProgress));
          try {
            await client.putFileContents(part, body, { contentLength: bytes, overwrite: true, signal });
            await client.moveFile(part, `/${target}`, { signal });
          } catch (error) {
            body.destroy();
            await client.deleteFile(part).catch(() => {});
            throw error;
          }
        })(),
      ),
    head: (file, length, signal) =>
      named(
        (async () => {
          const content = read(file, { range: { start: 0, end: length - 1 }, signal });
          const chunks: Buffer[] = [];
          let received = 0;
          for await (const chunk of content) {
            chunks.push(chunk as Buffer);
            received += (chunk as Buffer).length;
            // A server that ignores ranges sends everything.
            if (received >= length) break;
          }
          return Buffer.concat(chunks).subarray(0, length);
        })(),
      ),
    fetch: (file, path, signal) =>
      named(
        pipeline(read(file, { signal }), createWriteStream(path, { flags: 'wx', mode: 0o600 }), { signal }),
      ),
    remove: (file, signal) =>
      named(
        client.deleteFile(`/${file}`, { signal }).catch((error: { readonly status?: number }) => {
          if (error.status !== 404) throw error;
        }),
      ),
  };
}
