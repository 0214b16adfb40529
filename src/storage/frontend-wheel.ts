import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, open, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Entry } from 'yauzl';

/** The published official frontend that Hearth has been tested with, and the SHA-256 of its wheel. */
export const PINNED_FRONTEND = {
  version: '20261028.4',
  file: 'home_assistant_frontend-20261028.4-py3-none-any.whl',
  sha256: 'e5e59b82e63b288323d35886272f2e490ee62f6c7aaa2c56e7ef45e300d44757',
} as const;

const FOLDER = 'official-frontend';
const VERSION_FILE = 'version.txt';
const WHEEL_ROOT = 'hass_frontend/';
const NAME = /^home_assistant_frontend-(\d{8}\.\d+)-/;
/** What modern browsers need; source maps and the build for old browsers are left out. */
const KEPT = /^(index\.html|robots\.txt|service_worker\.js|sw-modern\.js|frontend_latest\/.+|static\/.+)$/;
const LEFT_OUT = /\.(gz|map|map\.br|map\.gz)$|^index\.html\.br$/;
/** The start page, which is filled in by the server. */
const TEMPLATE = 'index.html';
const MAX_ENTRIES = 60_000;
const MAX_FILE_BYTES = 64 * 1024 * 1024;
const MAX_BYTES = 600 * 1024 * 1024;

/** An installed official frontend. */
export interface InstalledFrontend {
  readonly folder: string;
  readonly version: string;
}

/** The official frontend in a data folder; undefined if none is installed. */
export async function installedFrontend(dataDir: string): Promise<InstalledFrontend | undefined> {
  const folder = join(dataDir, FOLDER);
  const version = await readFile(join(folder, VERSION_FILE), 'utf8').catch(() => undefined);
  return version === undefined ? undefined : { folder, version: version.trim() };
}

/** Removes the official frontend from a data folder; resolves to whether there was one. */
export async function removeFrontend(dataDir: string): Promise<boolean> {
  const isInstalled = (await installedFrontend(dataDir)) !== undefined;
  await rm(join(dataDir, FOLDER), { recursive: true, force: true });
  return isInstalled;
}

/** The SHA-256 of a file, in hexadecimal. */
export async function sha256Of(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}

/** The version in the name of a wheel of the official frontend; undefined for other files. */
export function wheelVersion(fileName: string): string | undefined {
  return NAME.exec(fileName)?.[1];
}

/**
 * Unpacks a wheel into the data folder, in place of the installed one. Nothing of it is run. It is unpacked beside the
 * installed one first, so that a failure leaves that as it is. Throws for a file that is no such wheel.
 */
export async function unpackFrontend(
  wheel: string,
  dataDir: string,
  version: string,
): Promise<InstalledFrontend> {
  const folder = join(dataDir, FOLDER);
  const unpacked = `${folder}.new`;
  const former = `${folder}.old`;
  await Promise.all([unpacked, former].map((path) => rm(path, { recursive: true, force: true })));
  try {
    await unpack(wheel, unpacked);
    await writeFile(join(unpacked, VERSION_FILE), `${version}\n`);
    await rename(folder, former).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error;
    });
    await rename(unpacked, folder);
  } finally {
    await Promise.all([unpacked, former].map((path) => rm(path, { recursive: true, force: true })));
  }
  return { folder, version };
}

async function unpack(wheel: string, target: string): Promise<void> {
  // The library checks that names stay below the target, and that files have the stated size.
  const { openPromise } = await import('yauzl');
  const zip = await openPromise(wheel, { strictFileNames: true, autoClose: false });
  try {
    if (zip.entryCount > MAX_ENTRIES) throw new Error(`the file has more than ${MAX_ENTRIES} entries`);
    const entries: Entry[] = [];
    for await (const entry of zip.eachEntry()) entries.push(entry);
    const kept = keptFiles(entries);
    if (!kept.some(({ name }) => name === TEMPLATE))
      throw new Error('the file contains no official frontend');
    const folders = new Set<string>();
    for (const { name, entry } of kept) {
      const path = join(target, name);
      const parent = dirname(path);
      if (!folders.has(parent)) await mkdir(parent, { recursive: true, mode: 0o700 });
      folders.add(parent);
      await pipeline(await zip.openReadStreamPromise(entry), createWriteStream(path, { mode: 0o600 }));
    }
    const handle = await open(target);
    await handle.sync();
    await handle.close();
  } finally {
    zip.close();
  }
}

/** The files to keep, compressed where the wheel has them so. Throws if they are too large. */
function keptFiles(entries: readonly Entry[]): { readonly name: string; readonly entry: Entry }[] {
  const found = entries
    .filter(({ fileName }) => fileName.startsWith(WHEEL_ROOT) && !fileName.endsWith('/'))
    .map((entry) => ({ name: entry.fileName.slice(WHEEL_ROOT.length), entry }));
  const names = new Set(found.map(({ name }) => name));
  const kept = found.filter(({ name }) => {
    if (!KEPT.test(name.replace(/\.br$/, '')) || LEFT_OUT.test(name)) return false;
    return name.endsWith('.br') || name === TEMPLATE || !names.has(`${name}.br`);
  });
  let bytes = 0;
  for (const { name, entry } of kept) {
    bytes += entry.uncompressedSize;
    if (entry.uncompressedSize > MAX_FILE_BYTES || bytes > MAX_BYTES)
      throw new Error(`the file is too large to be unpacked: ${name}`);
  }
  return kept;
}
