import { posix } from 'node:path';
import type { SourceFolder } from './source-folder.ts';

const TAG =
  /!include(_dir_(?:list|named|merge_list|merge_named))?[ \t]+(["']?)([^"'#\s][^"'#\n]*?)\2[ \t]*(?=[#\n,}\]]|$)/gm;
const MAX_FILES = 20_000;

/** A tag that includes a file or a folder, as a path in the installation. */
export interface IncludeTag {
  readonly isFolder: boolean;
  readonly path: string;
}

/** The include tags of a text that stands in a file. */
export function includesOf(text: string, file: string): IncludeTag[] {
  const uncommented = text.replace(/^[ \t]*#.*$/gm, '');
  return [...uncommented.matchAll(TAG)].map((match) => ({
    isFolder: match[1] !== undefined,
    path: posix.normalize(posix.join(posix.dirname(file), (match[3] ?? '').trim())).replace(/\/$/, ''),
  }));
}

/** All files that a text includes, also through other files. */
export async function includedFiles(folder: SourceFolder, text: string, file: string): Promise<Set<string>> {
  const found = new Set<string>();
  const follow = async (content: string, path: string): Promise<void> => {
    for (const tag of includesOf(content, path)) {
      const files = tag.isFolder ? yamlBelow(folder, tag.path) : [tag.path];
      for (const one of files) {
        if (found.has(one) || !folder.has(one) || found.size > MAX_FILES) continue;
        found.add(one);
        await follow(await folder.text(one), one);
      }
    }
  };
  await follow(text, file);
  return found;
}

/** The files that a text includes, also through other files, and that are missing, each with the file that names it. */
export async function missingIncludes(
  folder: SourceFolder,
  text: string,
  file: string,
): Promise<Map<string, string>> {
  const missing = new Map<string, string>();
  const look = (content: string, path: string): void => {
    for (const tag of includesOf(content, path)) {
      // What is outside of the folder stays an error.
      const isOutside = tag.path.startsWith('../') || tag.path.startsWith('/');
      if (!tag.isFolder && !isOutside && !folder.has(tag.path)) missing.set(tag.path, path);
    }
  };
  look(text, file);
  for (const one of await includedFiles(folder, text, file)) look(await folder.text(one), one);
  return missing;
}

/** The files that a folder tag reads. */
export function yamlBelow(folder: SourceFolder, path: string): string[] {
  const isHidden = (file: string): boolean => file.split('/').some((part) => part.startsWith('.'));
  return folder
    .below(path)
    .filter((file) => file.endsWith('.yaml') && !file.endsWith('/secrets.yaml') && !isHidden(file));
}

/** The text with its include tags written for a file in another folder. */
export function movedIncludes(text: string, prefix: string): string {
  return text.replace(TAG, (tag: string, _kind: string | undefined, quote: string, path: string) => {
    const at = tag.lastIndexOf(`${quote}${path}`);
    return `${tag.slice(0, at)}${quote}${prefix}${tag.slice(at + quote.length)}`;
  });
}
