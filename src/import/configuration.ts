import { join } from 'node:path';
import { sectionsOf } from '../automation/item-files/package-files.ts';
import { isObject } from '../core/coerce.ts';
import { plainNumbers } from '../core/json.ts';
import { type Fragment, YamlReading } from '../storage/yaml/resolve-tags.ts';
import { placeIn, type SourceFile } from '../storage/yaml/source-file.ts';
import { missingIncludes } from './includes.ts';
import type { SourceFolder } from './source-folder.ts';

const FILE = 'configuration.yaml';

/** A section of `configuration.yaml` or of a package. */
export interface Section {
  /** The key, such as `automation kitchen`. */
  readonly key: string;
  /** Its domain, such as `automation`. */
  readonly name: string;
  /** The lines of the file with key and value. */
  readonly text: string;
  readonly isEmpty: boolean;
  /** `configuration.yaml:12` */
  readonly place: string;
  readonly part: Fragment;
}

/** The configuration files of the other installation. */
export class Configuration {
  readonly sections: readonly Section[];
  /** Files that are included and missing, each with the file that names it: they count as empty. */
  readonly missing: ReadonlyMap<string, string>;
  private readonly reading: YamlReading;

  private constructor(
    parts: Pick<Configuration, 'sections' | 'missing'> & { readonly reading: YamlReading },
  ) {
    this.reading = parts.reading;
    this.sections = parts.sections;
    this.missing = parts.missing;
  }

  static async open(folder: SourceFolder): Promise<Configuration> {
    const { root } = folder;
    const text = folder.has(FILE) ? await folder.text(FILE) : '';
    const missing = await missingIncludes(folder, text, FILE);
    const texts = new Map([...missing.keys()].map((path) => [join(root, path), '']));
    const reading = new YamlReading(root, { texts });
    const file = await reading.file(FILE);
    return new Configuration({ reading, missing, sections: file === null ? [] : readSections(file) });
  }

  /** The sections of a file below the folder; none if it is missing. */
  async sectionsIn(path: string): Promise<readonly Section[]> {
    const file = await this.reading.file(path);
    return file === null ? [] : readSections(file);
  }

  /** The value of a section with its tags resolved. Throws `YamlProblem`. */
  async value({ part }: Section): Promise<unknown> {
    return plainNumbers((await this.reading.value(part)).value);
  }

  /** The value of a whole file. Throws `YamlProblem`. */
  async valueOf(path: string): Promise<unknown> {
    const file = await this.reading.file(path);
    if (file === null) return null;
    return plainNumbers((await this.reading.value({ file, from: 0, to: file.text.length })).value);
  }

  /** The value under a key of a section that is a map; undefined if there is none. */
  async valueUnder(name: string, key: string): Promise<unknown> {
    for (const section of this.sections.filter((one) => one.name === name)) {
      const value = section.isEmpty ? null : await this.value(section);
      if (isObject(value) && value[key] !== undefined) return value[key];
    }
    return undefined;
  }
}

function readSections(file: SourceFile): Section[] {
  return sectionsOf(file).map(({ name, part, key: at }) => {
    const text = file.text.slice(at, part.to);
    const key = /^\s*(["']?)([\w ./-]+?)\1\s*:/.exec(text)?.[2] ?? name;
    const value = file.text.slice(part.from, part.to);
    const isEmpty = value.replace(/^[ \t]*#.*$|[ \t]#.*$/gm, '').trim() === '' || /^\s*null\s*$/.test(value);
    return { key, name, text, isEmpty, place: placeIn(file, at), part };
  });
}
