import { createReadStream } from 'node:fs';
import { lstat, readdir, readFile, realpath } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import type { Readable } from 'node:stream';

/** An installation that cannot be imported; the message says what to do. */
export class ImportError extends Error {}

/** Thrown for an encrypted backup without its key. */
export class MissingKey extends ImportError {}

const MAX_FILES = 200_000;
const DEEPEST = 30;
/** Larger files are copied or left, but never read into memory. */
const MAX_READ_BYTES = 256 * 1024 * 1024;
/** Folders whose content means nothing outside the other server. */
const WITHOUT_CONTENT = new Set(['__pycache__', '.git', '.cache', 'deps', 'node_modules']);

/** The files of the other installation. */
export interface SourceFolder {
  /** The real path. */
  readonly root: string;
  /** The paths of all files, with slashes, sorted. */
  readonly files: readonly string[];
  /** What is not followed or read: links and special files. */
  readonly refused: readonly string[];
  has(path: string): boolean;
  /** The paths below a folder. */
  below(folder: string): readonly string[];
  /** Throws `ImportError` for a file that is too large. */
  text(path: string): Promise<string>;
  bytes(path: string): Promise<Buffer>;
  stream(path: string): Readable;
}

/** Lists a configuration folder. Links are not followed. Throws `ImportError` if it is not one. */
export async function openSourceFolder(path: string): Promise<SourceFolder> {
  const root = await realpath(path);
  const files: string[] = [];
  const refused: string[] = [];
  const list = async (folder: string, depth: number): Promise<void> => {
    if (depth > DEEPEST) throw new ImportError(`${folder} is nested too deeply`);
    for (const entry of await readdir(folder, { withFileTypes: true })) {
      const full = join(folder, entry.name);
      const name = relative(root, full).split(sep).join('/');
      if (files.length > MAX_FILES) throw new ImportError(`${root} contains more than ${MAX_FILES} files`);
      if (entry.isDirectory()) {
        if (!WITHOUT_CONTENT.has(entry.name)) await list(full, depth + 1);
      } else if (entry.isFile()) files.push(name);
      else refused.push(name);
    }
  };
  await list(root, 0);
  files.sort();
  const known = new Set(files);
  const isInstallation =
    known.has('configuration.yaml') || files.some((name) => name.startsWith('.storage/core.'));
  if (!isInstallation)
    throw new ImportError(
      `${path} is not a configuration folder of Home Assistant: it has no configuration.yaml and no .storage`,
    );
  const bytes = async (name: string): Promise<Buffer> => {
    const full = join(root, name);
    const { size } = await lstat(full);
    if (size > MAX_READ_BYTES) throw new ImportError(`${name} is too large to read: ${size} bytes`);
    return readFile(full);
  };
  return {
    root,
    files,
    refused,
    has: (name) => known.has(name),
    below: (folder) => files.filter((name) => name.startsWith(`${folder}/`)),
    bytes,
    text: async (name) => (await bytes(name)).toString('utf8').replace(/^\uFEFF/, ''),
    stream: (name) => createReadStream(join(root, name)),
  };
}
