import { plainNumbers } from '../core/json.ts';
import { splitEntries } from '../storage/yaml/entries.ts';
import { readItems } from '../storage/yaml/items.ts';
import { placeOf } from '../storage/yaml/places.ts';
import type { Fragment, YamlReading } from '../storage/yaml/reading.ts';
import type { SourceFile, YamlProblem } from '../storage/yaml/source-file.ts';

/** The folder whose files are packages: each may hold automations, scripts, scenes and helpers that belong together. */
const FOLDER = 'packages';

/** A section of a package: `automation`, or `automation kitchen` as people label them. */
export interface PackageSection {
  readonly name: string;
  readonly part: Fragment;
}

/** The files of all packages, in the order of their names; those that cannot be read are told. */
export function packageFiles(
  reading: YamlReading,
  tell: (problem: YamlProblem) => void,
): Promise<SourceFile[]> {
  return reading.filesBelow(FOLDER, tell);
}

/** The sections of a package by the key at the left, each with the part of the file that is its value. */
export function sectionsOf(file: SourceFile): PackageSection[] {
  const spans = splitEntries(file.text);
  if (spans?.kind !== 'map') return [];
  return spans.entries.flatMap(({ whole: lines }) => {
    const text = file.text.slice(lines.from, lines.to);
    const key = /^\s*(["']?)([\w ./-]+?)\1\s*:(?=\s|$)/.exec(text);
    if (key === null) return [];
    const from = lines.from + key[0].length;
    const [domain = ''] = (key[2] ?? '').split(' ');
    return [{ name: domain, part: { file, from: valueStart(file.text, from), to: lines.to } }];
  });
}

/** A value below its key begins with the next line. */
function valueStart(text: string, from: number): number {
  const rest = /^[ \t]*(?:#[^\n]*)?\r?\n/.exec(text.slice(from, from + 1000));
  return rest === null ? from : from + rest[0].length;
}

/** What packages say under one key, such as `input_boolean`: their entries by name, and what could not be read. */
export async function readPackageSection(
  reading: YamlReading,
  name: string,
): Promise<{ readonly entries: ReadonlyMap<string, unknown>; readonly problems: readonly string[] }> {
  const entries = new Map<string, unknown>();
  const places = new Map<string, string>();
  const problems: string[] = [];
  for (const file of await packageFiles(reading, ({ message }) => problems.push(message))) {
    for (const { part } of sectionsOf(file).filter((section) => section.name === name)) {
      const found = await readItems(reading, part, { kind: 'map' });
      problems.push(...found.problems.map(({ message }) => message));
      for (const item of found.items) {
        const first = places.get(item.key ?? '');
        if (item.key === null) continue;
        if (first !== undefined)
          problems.push(`${placeOf(item)}: ${name} ${item.key} is already there, at ${first}`);
        else entries.set(item.key, plainNumbers(item.value));
        places.set(item.key, first ?? placeOf(item));
      }
    }
  }
  return { entries, problems };
}
