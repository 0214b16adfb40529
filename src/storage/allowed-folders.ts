import { randomBytes } from 'node:crypto';
import { lstat, mkdir, open, realpath, rename, rm } from 'node:fs/promises';
import { basename, dirname, join, resolve, sep } from 'node:path';
import { fault, HubError, reasonOf } from '../core/errors.ts';
import { writeFileAtomically } from './atomic-file.ts';
import { writeError } from './failure.ts';

/** The folders in which services may write files that users name. */
export class AllowedFolders {
  private readonly folders: readonly string[];

  /** Absolute paths; relative names are resolved against the first. */
  constructor(folders: readonly [string, ...string[]]) {
    this.folders = folders;
  }

  /** Resolves a name. Throws `service_validation_error` (`path_not_allowed`) outside the folders. */
  locate(name: string): string {
    const path = resolve(this.folders[0] ?? sep, name);
    if (name.includes('\0') || name.endsWith(sep) || !this.folders.some((folder) => isBelow(path, folder)))
      throw notAllowed(name);
    return path;
  }

  /** Writes a file inside one of the folders, creating missing ones; rejects links that lead out of it. */
  write(name: string, content: Uint8Array): Promise<void> {
    return this.make(name, (path) => writeFileAtomically(path, content));
  }

  /** Like `write` for a file written in parts: `fill` writes to a temporary file, which is then renamed. */
  async grow(name: string, fill: (path: string) => Promise<void>): Promise<void> {
    await this.make(name, async (path) => {
      const beside = join(dirname(path), `.${basename(path)}.${randomBytes(6).toString('hex')}.tmp`);
      try {
        await (await open(beside, 'wx', 0o600)).close();
        await fill(beside);
        await rename(beside, path);
      } finally {
        await rm(beside, { force: true });
      }
    });
  }

  private async make(name: string, put: (path: string) => Promise<void>): Promise<void> {
    const path = this.locate(name);
    const folder = this.folders.find((one) => isBelow(path, one)) ?? path;
    try {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const home = await realpath(folder);
      const found = await deepest(dirname(path));
      if (found !== home && !isBelow(found, home)) throw notAllowed(name);
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      const there = await lstat(path).catch(() => null);
      if (there !== null && !there.isFile()) throw notAllowed(name);
      await put(path);
    } catch (error) {
      if (error instanceof HubError && error.code !== 'unavailable') throw error;
      const why = writeError(error, basename(path));
      const shown = JSON.stringify(name);
      throw why instanceof HubError
        ? fault(
            'home_assistant_error',
            'cannot_write_file_because',
            { name: shown, reason: reasonOf(why) },
            { cause: error },
          )
        : fault('home_assistant_error', 'cannot_write_file', { name: shown }, { cause: error });
    }
  }
}

function isBelow(path: string, folder: string): boolean {
  return path.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}

/** The real path of the deepest existing ancestor. */
async function deepest(folder: string): Promise<string> {
  try {
    return await realpath(folder);
  } catch {
    // A dangling link would be followed once its target exists.
    if ((await lstat(folder).catch(() => null)) !== null) return sep;
    const above = dirname(folder);
    return above === folder ? folder : deepest(above);
  }
}

function notAllowed(name: string): HubError {
  const path = name.slice(0, 200);
  return fault(
    'service_validation_error',
    'path_not_allowed',
    { path: JSON.stringify(path) },
    {
      translation: { domain: 'homeassistant', key: 'path_not_allowed', placeholders: { path } },
    },
  );
}
