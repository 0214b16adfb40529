import { createReadStream } from 'node:fs';
import { mkdir, open, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { type ReadEntry, Unpack } from 'tar';
import { ImportError, MissingKey } from '../source-folder.ts';
import { DAMAGED, decrypting, isPlain, MAX_HEADER_BYTES } from './decrypt.ts';

const INNER = /^(?:\.\/)?homeassistant\.tar(?:\.gz)?$/;
const DATA = /^(?:\.\/)?data\//;
const MAX_MEMBERS = 300_000;
/** What an archive may unpack to: a multiple of its size, beside a basic amount. */
const MAX_RATIO = 200;
const BASIC_BYTES = 1024 ** 3;
const PROBE_BYTES = 512;

/**
 * Unpacks the configuration folder in a backup of Home Assistant into a folder of its own below `target`, and returns
 * that. Links and paths out of the archive are refused. Throws `ImportError` for a file that is no such backup, a key
 * that is missing or wrong, and for damage.
 */
export async function unpackBackup(file: string, key: string | undefined, target: string): Promise<string> {
  const [outer, home] = [join(target, 'archive'), join(target, 'home')];
  await Promise.all([outer, home].map((path) => mkdir(path, { mode: 0o700 })));
  const limit = MAX_RATIO * (await stat(file)).size + BASIC_BYTES;
  await unpacked(() => pipeline(createReadStream(file), unpacking(outer, INNER, { limit, strip: 0 })));
  const [name] = await readdir(outer);
  if (name === undefined)
    throw new ImportError(`${file} is not a backup of Home Assistant with its configuration`);
  const inner = join(outer, name);
  const start = await startOf(inner);
  const source = createReadStream(inner);
  const folder = unpacking(home, DATA, { limit, strip: 1 });
  if (isPlain(start)) {
    await unpacked(() => pipeline([source, ...gunzipping(name), folder]));
    return home;
  }
  if (key === undefined)
    throw new MissingKey('The backup is encrypted: name the file that contains its key with --key');
  const decrypt = await decrypting(start, key);
  await unpacked(() => pipeline([source, decrypt, ...gunzipping(name), folder]));
  return home;
}

/** Padding and other bytes after the compressed data are ignored. */
function gunzipping(name: string): NodeJS.ReadWriteStream[] {
  return name.endsWith('.gz') ? [createGunzip()] : [];
}

/** Writes the regular files and folders of an archive whose paths match. */
function unpacking(
  cwd: string,
  wanted: RegExp,
  { limit, strip }: { readonly limit: number; readonly strip: number },
): NodeJS.WritableStream {
  let bytes = 0;
  let members = 0;
  const unpack = new Unpack({
    ...{ cwd, strip, strict: true, preserveOwner: false, noMtime: true, dmode: 0o700, fmode: 0o600 },
    filter: (path, entry) => {
      const { size = 0, type } = entry as ReadEntry;
      bytes += size;
      members += 1;
      if (bytes > limit || members > MAX_MEMBERS)
        unpack.abort(
          new ImportError('The archive unpacks to far more than its size, so it was not unpacked'),
        );
      const isRegular = type === 'File' || type === 'OldFile' || type === 'Directory';
      return isRegular && wanted.test(path) && !path.split('/').includes('..');
    },
  });
  return unpack as unknown as NodeJS.WritableStream;
}

async function unpacked(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (error instanceof ImportError) throw error;
    throw new ImportError(DAMAGED, { cause: error });
  }
}

async function startOf(file: string): Promise<Buffer> {
  const handle = await open(file);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(Math.max(PROBE_BYTES, MAX_HEADER_BYTES)), 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}
