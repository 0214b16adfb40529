import { dirname, join, relative, resolve } from 'node:path';
import { slugify } from '../../core/slug.ts';
import { whole } from '../../storage/yaml/items.ts';
import type { YamlReading } from '../../storage/yaml/resolve-tags.ts';
import type { SourceFile } from '../../storage/yaml/source-file.ts';
import { ITEM_FILES, type ItemDomain } from './item-domain.ts';

/** Where a new item is written. */
export interface ItemTarget {
  readonly path: string;
  /** Relative to the data folder. */
  readonly name: string;
  /** The content of the file; null if it does not exist yet. */
  readonly text: string | null;
  /** After other items, or as a file of its own. */
  readonly form: 'entry' | 'file';
}

const ROOT_TAG = /^(?:\s*(?:#[^\n]*|---\s*)?\n)*\s*(!include\w*)[ \t]+([^\n#]*[^\s#])/;

/**
 * The file for a new item of a domain: the domain's own, or the one that a tag at the top of that file
 * includes.
 */
export async function targetOf(reading: YamlReading, domain: ItemDomain, id: string): Promise<ItemTarget> {
  let name = ITEM_FILES[domain].file;
  for (let depth = 0; depth < 20; depth += 1) {
    const file = await reading.file(name);
    const path = file?.path ?? resolve(reading.root, name);
    const [, tag, text = ''] = ROOT_TAG.exec(file?.text ?? '') ?? [];
    if (file === null || tag === undefined) return { path, name, text: file?.text ?? null, form: 'entry' };
    if (tag === '!include') {
      name = (await reading.include(text, whole(file), 0)).path;
      continue;
    }
    return inFolder(reading, { file, tag, text }, { domain, id });
  }
  throw new Error(`${ITEM_FILES[domain].file} leads through too many files`);
}

async function inFolder(
  reading: YamlReading,
  { file, tag, text }: { readonly file: SourceFile; readonly tag: string; readonly text: string },
  { domain, id }: { readonly domain: ItemDomain; readonly id: string },
): Promise<ItemTarget> {
  const folder = resolve(dirname(file.path), text);
  const files = await reading.directory(text, { part: whole(file), offset: 0, report: () => {} });
  const last = files.at(-1);
  if (tag.includes('_merge_') && last !== undefined)
    return { path: last.path, name: last.name, text: last.text, form: 'entry' };
  const isMerged = tag.includes('_merge_');
  const requested = isMerged ? ITEM_FILES[domain].file : `${domain === 'script' ? id : slugify(id)}.yaml`;
  const path = join(folder, requested);
  const taken = files.some((one) => one.path === path);
  const free = taken
    ? join(folder, `${slugify(id)}_${Buffer.from(id).toString('hex').slice(0, 16)}.yaml`)
    : path;
  return { path: free, name: relative(reading.root, free), text: null, form: isMerged ? 'entry' : 'file' };
}
