import { realpath } from 'node:fs/promises';
import { dirname, join, relative, resolve, sep } from 'node:path';
import type { Clock } from '../../core/clock.ts';
import { type Message, message } from '../../core/messages.ts';
import { TickBudget } from '../../core/pacer.ts';
import type { BlockCache } from './block-cache.ts';
import { readBlocks } from './block-reader.ts';
import { HiddenSecrets } from './hidden-secrets.ts';
import { joinFiles } from './join-files.ts';
import { readItemsText, readShown, readText } from './read-text.ts';
import type { Included, ReadValue } from './read-value.ts';
import type { ItemsReadout, TextReadout } from './readout.ts';
import type { YamlValue } from './scalar.ts';
import { lineIn, readSource, type SourceFile, YamlProblem } from './source-file.ts';
import { type Tagged, YamlFault } from './tree.ts';
import { SECRETS, yamlFilesIn } from './yaml-files.ts';

/** A part of a file that is parsed on its own. */
export interface Fragment {
  readonly file: SourceFile;
  readonly from: number;
  readonly to: number;
}

const MAX_FILES = 10_000;
const MAX_CHARACTERS = 64_000_000;
const DEEPEST = 20;
/** Longer parts are left to the YAML thread. */
const MAX_QUICK = 64_000;

/** Options for reading files; `input` resolves `!input name` where that is allowed. */
export interface ReadingOptions {
  readonly input?: (name: string) => YamlValue;
  /** Texts that replace files on disk, by path; null for a file to treat as missing. */
  readonly texts?: ReadonlyMap<string, string | null>;
  /** Caches parts that were read before. */
  readonly cache?: BlockCache;
  /** The clock for yielding to the event loop; without it short parts are read without a pause. */
  readonly clock?: Clock;
}

/**
 * Reads the files of a folder, each at most once. Resolves tags (`!include`, `!include_dir_list`, `_named`,
 * `_merge_list`, `_merge_named`, `!secret`), but never outside the folder. Throws `YamlProblem`.
 */
export class YamlReading {
  /** The real path, without symbolic links. */
  readonly root: string;
  /** The secrets used by the values read so far. */
  readonly hidden = new HiddenSecrets();
  /** Warnings about suspicious but harmless input, each with its location. */
  readonly warnings = new Set<string>();
  private readonly options: ReadingOptions;
  private readonly files = new Map<string, Promise<SourceFile | null>>();
  private readonly secrets = new Map<string, Promise<Readonly<Record<string, YamlValue>>>>();
  /** Texts that replace files on disk, by path. */
  private readonly texts: ReadonlyMap<string, string | null>;
  private characters = 0;
  private readonly tickBudget: TickBudget | undefined;

  /** `root` must be a real path. */
  constructor(root: string, options: ReadingOptions = {}) {
    this.texts = options.texts ?? new Map();
    this.root = root;
    this.options = options;
    this.tickBudget = options.clock === undefined ? undefined : new TickBudget(options.clock);
  }

  /** Returns a file by its absolute path or its path in the folder; null if it does not exist. */
  file(path: string): Promise<SourceFile | null> {
    const requested = resolve(this.root, path);
    const known = this.files.get(requested) ?? this.read(requested);
    this.files.set(requested, known);
    return known;
  }

  /** A reading in which one file has another text; null treats the file as missing. */
  with(file: Pick<SourceFile, 'path'>, text: string | null): YamlReading {
    return new YamlReading(this.root, { ...this.options, texts: new Map([[file.path, text]]) });
  }

  /** The value of a part in the common subset of YAML; see `readBlocks`. */
  quick(text: string): { readonly value: YamlValue } | undefined {
    if (text.length > MAX_QUICK) return undefined;
    return this.options.cache === undefined ? readBlocks(text) : this.options.cache.read(text);
  }

  /** The value of a part of a file; `above` are the files that include it. */
  async value(part: Fragment, above: readonly string[] = []): Promise<ReadValue> {
    const quick = this.quick(part.file.text.slice(part.from, part.to));
    if (quick !== undefined) return { value: quick.value, included: [] };
    const { value, tagged, fault } = await this.readOut(part);
    if (fault !== undefined) throw this.problem(part, fault.offset, fault.reason);
    return this.filled(part, value, { tagged, above });
  }

  /** Parses a part of a file with tags unresolved, and warns of duplicate keys. */
  async readOut(part: Fragment): Promise<TextReadout> {
    const readout = await readText(part.file.text.slice(part.from, part.to));
    this.warnOfDoubled(part, readout);
    return readout;
  }

  /** Like `readOut` for a part that holds items: the caller checks the keys of the outermost map. */
  async readOutItems(part: Fragment, kind: 'list' | 'map'): Promise<ItemsReadout> {
    const readout = await readItemsText(part.file.text.slice(part.from, part.to), kind);
    this.warnOfDoubled(part, readout);
    return readout;
  }

  /** Yields to the event loop if this reading has used up the budget of a tick. */
  async breathe(): Promise<void> {
    if (this.tickBudget?.isDue() === true) await this.tickBudget.nextTick();
  }

  private warnOfDoubled(part: Fragment, { doubled }: TextReadout): void {
    for (const { key, first, offset } of doubled) {
      const line = lineIn(part.file, part.from + first);
      this.warnings.add(this.problem(part, offset, message('yaml_duplicate_key', { key, line })).message);
    }
  }

  /** Resolves the tags found in a value. */
  async filled(
    part: Fragment,
    value: YamlValue,
    { tagged, above = [] }: { readonly tagged: readonly Tagged[]; readonly above?: readonly string[] },
  ): Promise<ReadValue> {
    const included: Included[] = [];
    let whole = value;
    for (const tag of tagged) {
      const found = await this.ofTag(tag, part, above);
      if (tag.path.length === 0) whole = found.value;
      else tag.fill(found.value);
      for (const one of found.included) included.push({ ...one, path: [...tag.path, ...one.path] });
    }
    return { value: whole, included };
  }

  /**
   * All YAML files below a folder, folder by folder, sorted by name. Unreadable files are passed to `tell`
   * and skipped; without `tell`, the error is thrown.
   */
  async filesBelow(folder: string, report?: (problem: YamlProblem) => void): Promise<SourceFile[]> {
    const found: SourceFile[] = [];
    const below = resolve(this.root, folder);
    const paths = await yamlFilesIn(below);
    for (const path of this.texts.keys())
      if (isInside(below, path) && !paths.includes(path)) paths.push(path);
    for (const path of paths) {
      try {
        const file = await this.file(path);
        if (file !== null) found.push(file);
      } catch (error) {
        if (report === undefined || !(error instanceof YamlProblem)) throw error;
        report(error);
      }
    }
    return found;
  }

  /** The files that a directory tag includes, in order. */
  async directory(
    text: string,
    where: {
      readonly part: Fragment;
      readonly offset: number;
      readonly report?: (problem: YamlProblem) => void;
    },
  ): Promise<SourceFile[]> {
    const folder = resolve(dirname(where.part.file.path), text);
    await this.mustBeInside(folder, where.part, where.offset);
    return this.filesBelow(folder, where.report);
  }

  /** The file that an `!include` names. */
  async include(text: string, part: Fragment, offset: number): Promise<SourceFile> {
    const path = resolve(dirname(part.file.path), text);
    await this.mustBeInside(path, part, offset);
    const file = await this.file(path);
    if (file === null) throw this.problem(part, offset, message('yaml_include_not_found', { file: text }));
    return file;
  }

  problem(part: Fragment, offset: number, reason: Message): YamlProblem {
    return new YamlProblem(part.file.name, reason, { line: lineIn(part.file, part.from + offset) });
  }

  private async ofTag(tagged: Tagged, part: Fragment, above: readonly string[]): Promise<ReadValue> {
    const { tag, text, offset } = tagged;
    const inside = [...above, part.file.path];
    const whole = async (file: SourceFile): Promise<ReadValue> => {
      if (inside.includes(file.path))
        throw this.problem(part, offset, message('yaml_included_in_circle', { file: text }));
      if (inside.length > DEEPEST)
        throw this.problem(
          part,
          offset,
          message('yaml_included_too_deep', { tag, file: text, max: DEEPEST }),
        );
      const read = await this.value({ file, from: 0, to: file.text.length }, inside);
      return { value: read.value, included: [{ path: [], file, inner: [] }, ...read.included] };
    };
    switch (tag) {
      case '!secret':
        return { value: await this.secret(text, part, offset), included: [] };
      case '!input':
        if (this.options.input !== undefined) return { value: this.options.input(text), included: [] };
        throw this.problem(part, offset, message('yaml_input_outside_blueprint'));
      case '!include': {
        const read = await whole(await this.include(text, part, offset));
        return { ...read, value: read.value ?? {} };
      }
      case '!include_dir_list':
      case '!include_dir_merge_list':
      case '!include_dir_named':
      case '!include_dir_merge_named': {
        const reads: [SourceFile, ReadValue][] = [];
        for (const file of await this.directory(text, { part, offset }))
          reads.push([file, await whole(file)]);
        return joinFiles(tag, reads, (reason) => this.problem(part, offset, reason));
      }
      case '!env_var':
        throw this.problem(part, offset, message('yaml_env_var'));
      default:
        throw this.problem(part, offset, message('yaml_unknown_tag', { tag }));
    }
  }

  private async secret(name: string, part: Fragment, offset: number): Promise<YamlValue> {
    for (let folder = dirname(part.file.path); ; folder = dirname(folder)) {
      const path = join(folder, SECRETS);
      const found = this.secrets.get(path) ?? this.readSecrets(path);
      this.secrets.set(path, found);
      const secrets = await found;
      if (Object.hasOwn(secrets, name)) {
        this.hidden.add(name, secrets[name]);
        return secrets[name];
      }
      if (folder === this.root || !isInside(this.root, folder)) break;
    }
    throw this.problem(part, offset, message('yaml_unknown_secret', { name, file: SECRETS }));
  }

  private async readSecrets(path: string): Promise<Readonly<Record<string, YamlValue>>> {
    const file = await this.file(path);
    if (file === null) return {};
    const part = { file, from: 0, to: file.text.length };
    const value = await readShown(file.text).catch((error: unknown) => {
      throw error instanceof YamlFault ? this.problem(part, error.offset, error.reason) : error;
    });
    if (value === null) return {};
    if (typeof value !== 'object' || Array.isArray(value))
      throw this.problem(part, 0, message('yaml_not_a_map'));
    return value as Readonly<Record<string, YamlValue>>;
  }

  private async read(requested: string): Promise<SourceFile | null> {
    const name = relative(this.root, requested) || requested;
    try {
      const path = this.texts.has(requested) ? requested : await realpath(requested);
      if (!isInside(this.root, path)) throw new YamlProblem(name, message('yaml_outside_data_folder'));
      if (this.files.size > MAX_FILES)
        throw new YamlProblem(name, message('yaml_too_many_files', { max: MAX_FILES }));
      const text = this.texts.get(path);
      if (text === null) return null;
      const inFolder = relative(this.root, path);
      const file = text === undefined ? await readSource(path, inFolder) : { path, name: inFolder, text };
      this.characters += file.text.length;
      if (this.characters > MAX_CHARACTERS)
        throw new YamlProblem(name, message('yaml_too_many_characters', { max: MAX_CHARACTERS }));
      return file;
    } catch (error) {
      if (error instanceof YamlProblem) throw error;
      const code = (error as NodeJS.ErrnoException).code;
      if (code === 'ENOENT' || code === 'ENOTDIR') return null;
      throw new YamlProblem(name, message('yaml_cannot_be_read', { code: code ?? '?' }), { cause: error });
    }
  }

  private async mustBeInside(path: string, part: Fragment, offset: number): Promise<void> {
    const real = await realpath(path).catch(() => path);
    if (!isInside(this.root, path) || !isInside(this.root, real))
      throw this.problem(part, offset, message('yaml_leads_outside'));
  }
}

/** Whether a path is the folder or below it. */
export function isInside(folder: string, path: string): boolean {
  return path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}
