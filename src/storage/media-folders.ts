import { createReadStream, type Dirent } from 'node:fs';
import { mkdir, readdir, realpath, rm, stat } from 'node:fs/promises';
import { basename, extname, join, sep } from 'node:path';
import { fault } from '../core/errors.ts';
import { writeFileAtomically } from './atomic-file.ts';

/** The content types of media files by extension; other files are not shown. */
const TYPES: Readonly<Record<string, string>> = {
  '.aac': 'audio/aac',
  '.avi': 'video/x-msvideo',
  '.bmp': 'image/bmp',
  '.flac': 'audio/flac',
  '.gif': 'image/gif',
  '.jpeg': 'image/jpeg',
  '.jpg': 'image/jpeg',
  '.m4a': 'audio/mp4',
  '.m4v': 'video/mp4',
  '.mkv': 'video/x-matroska',
  '.mov': 'video/quicktime',
  '.mp3': 'audio/mpeg',
  '.mp4': 'video/mp4',
  '.mpeg': 'video/mpeg',
  '.mpg': 'video/mpeg',
  '.oga': 'audio/ogg',
  '.ogg': 'audio/ogg',
  '.ogv': 'video/ogg',
  '.opus': 'audio/ogg',
  '.png': 'image/png',
  '.wav': 'audio/wav',
  '.webm': 'video/webm',
  '.webp': 'image/webp',
};
const MAX_CHILDREN = 1000;
const MAX_FOUND = 100;
const MAX_VISITED = 20_000;

/** A file or folder of the media folders; `path` is without the folder's name, separated by `/`. */
export interface MediaItem {
  readonly folder: string;
  readonly path: string;
  readonly name: string;
  /** The content type; null for folders. */
  readonly type: string | null;
}

/** A file to send. */
export interface MediaFile {
  readonly path: string;
  readonly type: string;
  readonly bytes: number;
}

/** The content type of a media file by its name; undefined for other files. */
export function mediaType(name: string): string | undefined {
  return TYPES[extname(name).toLowerCase()];
}

/** The folders with pictures, music and films of the home: `media` of the data folder, and those of the settings. */
export class MediaFolders {
  private readonly folders: ReadonlyMap<string, string>;

  /** The first folder is named `local`, others by their last part. */
  constructor(paths: readonly [string, ...string[]]) {
    const folders = new Map<string, string>();
    paths.forEach((path, i) => {
      const wanted = i === 0 ? 'local' : basename(path) || 'media';
      let name = wanted;
      for (let count = 2; folders.has(name); count += 1) name = `${wanted}_${count}`;
      folders.set(name, path);
    });
    this.folders = folders;
  }

  names(): string[] {
    return [...this.folders.keys()];
  }

  /** The folders and media files in a folder, folders first. Throws `not_found` if there is no such folder. */
  async children(
    folder: string,
    path: string,
  ): Promise<{ readonly items: readonly MediaItem[]; readonly more: number }> {
    const found = await this.find(folder, path, path === '');
    const entries = await readdir(found, { withFileTypes: true }).catch((error: unknown) => {
      throw fault('not_found', 'media_folder_not_found', { path: shown(folder, path) }, { cause: error });
    });
    const items = entries.flatMap((entry) => itemOf(folder, path, entry) ?? []);
    items.sort(
      (a, b) =>
        Number(a.type !== null) - Number(b.type !== null) || (a.name < b.name ? -1 : a.name > b.name ? 1 : 0),
    );
    return { items: items.slice(0, MAX_CHILDREN), more: Math.max(0, items.length - MAX_CHILDREN) };
  }

  /** The folders and media files below a folder whose name contains a text, in at most a few levels of many. */
  async search(folder: string, path: string, text: string): Promise<MediaItem[]> {
    const wanted = text.toLowerCase();
    const found: MediaItem[] = [];
    const waiting = [path];
    let visited = 0;
    for (let here = waiting.shift(); here !== undefined; here = waiting.shift()) {
      const at = await this.find(folder, here, here === '').catch(() => undefined);
      const entries = at === undefined ? [] : await readdir(at, { withFileTypes: true }).catch(() => []);
      for (const entry of entries) {
        visited += 1;
        if (found.length >= MAX_FOUND || visited > MAX_VISITED) return found;
        const item = itemOf(folder, here, entry);
        if (item === undefined) continue;
        if (item.name.toLowerCase().includes(wanted)) found.push(item);
        if (item.type === null) waiting.push(item.path);
      }
    }
    return found;
  }

  /** A media file. Throws `not_found` for anything else, also for links that lead elsewhere. */
  async file(folder: string, path: string): Promise<MediaFile> {
    const found = await this.find(folder, path);
    const type = mediaType(found);
    const facts = await stat(found);
    if (type === undefined || !facts.isFile()) throw notFound(folder, path);
    return { path: found, type, bytes: facts.size };
  }

  /** The content of a file from one byte to another, both included. */
  read({ path }: MediaFile, start: number, end: number): AsyncIterable<Buffer> {
    return createReadStream(path, { start, end });
  }

  /** Saves an uploaded file in a folder. Throws `invalid_format` for a name that is not that of a media file. */
  async save(
    folder: string,
    path: string,
    { name, bytes }: { readonly name: string; readonly bytes: Buffer },
  ): Promise<void> {
    if (mediaType(name) === undefined || name.startsWith('.') || /[\\/\0]/.test(name) || name.length > 200)
      throw fault('invalid_format', 'media_name_unknown', { name: name.slice(0, 100) });
    const root = this.folders.get(folder);
    if (root !== undefined && path === '') await mkdir(root, { recursive: true, mode: 0o700 });
    const at = await this.find(folder, path, path === '');
    if (!(await stat(at)).isDirectory()) throw notFound(folder, path);
    await writeFileAtomically(join(at, name), bytes);
  }

  /** Deletes a media file. Throws `not_found` for anything else. */
  async delete(folder: string, path: string): Promise<void> {
    await rm((await this.file(folder, path)).path);
  }

  /** The real path of something below a folder. */
  private async find(folder: string, path: string, isRoot = false): Promise<string> {
    const root = this.folders.get(folder);
    const parts = path.split('/');
    const isPlain =
      isRoot || parts.every((part) => part !== '' && !part.startsWith('.') && !/[\\\0]/.test(part));
    if (root === undefined || !isPlain) throw notFound(folder, path);
    try {
      const home = await realpath(root);
      const found = await realpath(join(home, ...(isRoot ? [] : parts)));
      if (found !== home && !found.startsWith(home + sep)) throw notFound(folder, path);
      return found;
    } catch (error) {
      throw fault('not_found', 'media_not_found', { path: shown(folder, path) }, { cause: error });
    }
  }
}

function itemOf(folder: string, path: string, entry: Dirent): MediaItem | undefined {
  const { name } = entry;
  if (name.startsWith('.') || name.includes('\\')) return undefined;
  const isFolder = entry.isDirectory();
  const type = isFolder ? null : mediaType(name);
  if (type === undefined || (!isFolder && !entry.isFile())) return undefined;
  return { folder, path: path === '' ? name : `${path}/${name}`, name, type };
}

function notFound(folder: string, path: string) {
  return fault('not_found', 'media_not_found', { path: shown(folder, path) });
}

function shown(folder: string, path: string): string {
  return `${folder}/${path}`.slice(0, 200);
}
