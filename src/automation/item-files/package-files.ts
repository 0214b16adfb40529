import { plainNumbers } from '../../core/json.ts';
import type { SectionItem } from '../../core/settings-block.ts';
import { splitEntries } from '../../storage/yaml/entries.ts';
import { type ItemsRead, readItems, type YamlItem } from '../../storage/yaml/items.ts';
import { placeOf } from '../../storage/yaml/places.ts';
import type { Fragment, YamlReading } from '../../storage/yaml/resolve-tags.ts';
import { placeIn, type SourceFile, type YamlProblem } from '../../storage/yaml/source-file.ts';

/** The folder of packages: files that each may contain related automations, scripts, scenes and helpers. */
const FOLDER = 'packages';

/** A section of a package: `automation`, or `automation kitchen` with a label. */
export interface PackageSection {
  readonly name: string;
  readonly part: Fragment;
  /** The offset of its key. */
  readonly key: number;
}

/** The files of all packages, sorted by name; `report` is called for unreadable ones. */
export function packageFiles(
  reading: YamlReading,
  report: (problem: YamlProblem) => void,
): Promise<SourceFile[]> {
  return reading.filesBelow(FOLDER, report);
}

/** The top-level sections of a package by key, each with the part of the file that is its value. */
export function sectionsOf(file: SourceFile): PackageSection[] {
  const spans = splitEntries(file.text);
  if (spans?.kind !== 'map') return [];
  return spans.entries.flatMap(({ whole: lines }) => {
    const text = file.text.slice(lines.from, lines.to);
    const key = /^\s*(["']?)([\w ./-]+?)\1\s*:(?=\s|$)/.exec(text);
    if (key === null) return [];
    const from = lines.from + key[0].length;
    const [domain = ''] = (key[2] ?? '').split(' ');
    return [
      { name: domain, key: lines.from, part: { file, from: valueStart(file.text, from), to: lines.to } },
    ];
  });
}

/** A block value starts on the line after its key. */
function valueStart(text: string, from: number): number {
  const rest = /^[ \t]*(?:#[^\n]*)?\r?\n/.exec(text.slice(from, from + 1000));
  return rest === null ? from : from + rest[0].length;
}

/** The sections of packages that are not supported, with their place. */
export async function unreadSections(
  reading: YamlReading,
  known: ReadonlySet<string>,
): Promise<readonly { readonly name: string; readonly place: string }[]> {
  const files = await packageFiles(reading, () => {});
  return files.flatMap((file) =>
    sectionsOf(file)
      .filter(({ name }) => !known.has(name))
      .map(({ name, key }) => ({ name, place: placeIn(file, key) })),
  );
}

/**
 * The content of packages under one key, such as `input_boolean`: entries by name, list items by place, and
 * problems.
 */
export async function readPackageSection(
  reading: YamlReading,
  name: string,
): Promise<{ readonly entries: ReadonlyMap<string, unknown>; readonly problems: readonly string[] }> {
  const { items, problems } = await readPackageItems(reading, name, ['platform']);
  return { entries: new Map(items.map(({ key, value, place }) => [key ?? place(), value])), problems };
}

/** The items of packages under one key. A map that has one of the keys `ofOne` is one item by itself. */
export async function readPackageItems(
  reading: YamlReading,
  name: string,
  ofOne: readonly string[],
): Promise<{ readonly items: readonly SectionItem[]; readonly problems: readonly string[] }> {
  const items: SectionItem[] = [];
  const places = new Map<string, string>();
  const problems: string[] = [];
  for (const file of await packageFiles(reading, ({ message }) => problems.push(message))) {
    for (const section of sectionsOf(file).filter((one) => one.name === name)) {
      const found = await readEither(reading, section.part);
      problems.push(...found.problems.map(({ message }) => message));
      if (found.items.some(({ key }) => key !== null && ofOne.includes(key))) {
        items.push({
          key: undefined,
          value: plainNumbers(asMap(found.items)),
          place: ([first, ...path] = []) => {
            const part = found.items.find(({ key }) => key === first);
            return part === undefined ? placeIn(file, section.key) : placeOf(part, path);
          },
        });
        continue;
      }
      for (const item of found.items) {
        const place = placeOf(item);
        const first = item.key === null ? undefined : places.get(item.key);
        if (first !== undefined) problems.push(`${place}: ${name} ${item.key} is already there, at ${first}`);
        else
          items.push({
            key: item.key ?? undefined,
            value: plainNumbers(item.value),
            place: (path) => placeOf(item, path),
          });
        if (item.key !== null) places.set(item.key, first ?? place);
      }
    }
  }
  return { items, problems };
}

/** The items of a section, which may be a list or a map. */
async function readEither(reading: YamlReading, part: Fragment): Promise<ItemsRead> {
  const kind = splitEntries(part.file.text, part)?.kind;
  if (kind !== undefined) return readItems(reading, part, { kind });
  const named = await readItems(reading, part, { kind: 'map' });
  if (named.problems.length === 0) return named;
  const listed = await readItems(reading, part, { kind: 'list' });
  return listed.problems.length === 0 ? listed : named;
}

function asMap(items: readonly YamlItem[]): Record<string, unknown> {
  return Object.fromEntries(items.map(({ key, value }) => [key ?? '', value]));
}
