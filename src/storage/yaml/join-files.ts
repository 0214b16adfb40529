import { basename } from 'node:path';
import { type Message, message } from '../../core/messages.ts';
import type { Included, ReadValue } from './read-value.ts';
import type { YamlValue } from './scalar.ts';
import type { SourceFile, YamlProblem } from './source-file.ts';
import type { Path } from './tree.ts';

/** The value of a tag that includes a folder: a list or a map, with the files as entries or merged. */
export function joinFiles(
  tag: string,
  reads: readonly (readonly [SourceFile, ReadValue])[],
  problem: (reason: Message) => YamlProblem,
): ReadValue {
  const included: Included[] = [];
  const take = (read: ReadValue, path: Path, inner: Path): void => {
    for (const one of read.included) {
      const isBelow = inner.every((key, i) => one.path[i] === key);
      if (isBelow && one.path.length >= inner.length)
        included.push({ ...one, path: [...path, ...one.path.slice(inner.length)] });
      else if (one.path.length === 0) included.push({ path, file: one.file, inner });
    }
  };
  if (tag.endsWith('list')) {
    const list: YamlValue[] = [];
    for (const [file, read] of reads) {
      if (read.value === null) continue;
      if (tag === '!include_dir_merge_list' && !Array.isArray(read.value))
        throw problem(message('yaml_file_not_a_list', { file: file.name }));
      const items = tag === '!include_dir_list' ? [read.value] : (read.value as YamlValue[]);
      items.forEach((item, i) => {
        take(read, [list.length], tag === '!include_dir_list' ? [] : [i]);
        list.push(item);
      });
    }
    return { value: list, included };
  }
  const entries: [string, YamlValue][] = [];
  for (const [file, read] of reads) {
    const value = read.value ?? {};
    if (tag === '!include_dir_named') {
      const key = basename(file.path, '.yaml');
      take(read, [key], []);
      entries.push([key, value]);
      continue;
    }
    if (typeof value !== 'object' || Array.isArray(value))
      throw problem(message('yaml_file_not_a_map', { file: file.name }));
    for (const [key, item] of Object.entries(value)) {
      take(read, [key], [key]);
      entries.push([key, item]);
    }
  }
  return { value: Object.fromEntries(entries), included };
}
