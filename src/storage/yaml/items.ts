import { isObject } from '../../core/coerce.ts';
import { message } from '../../core/messages.ts';
import { type EntrySpans, type Span, splitEntries } from './entries.ts';
import type { Included } from './read-value.ts';
import type { EntryReadout, ItemsReadout, Readout } from './readout.ts';
import type { Fragment, YamlReading } from './resolve-tags.ts';
import type { YamlValue } from './scalar.ts';
import { type SourceFile, YamlProblem } from './source-file.ts';
import type { Fault, Path, Tagged } from './tree.ts';

/** An item of a list or an entry of a map, in whatever file it is written. */
export interface YamlItem {
  /** The key in a map; in a folder of `!include_dir_named`, the file's name. */
  readonly key: string | null;
  readonly value: YamlValue;
  /** The lines of an entry, or a whole file. */
  readonly part: Fragment;
  /** An entry among others, or a file with this item alone. */
  readonly form: 'entry' | 'file';
  /** The entry that includes the file, if an entry does. */
  readonly entry?: Fragment;
  /** Whether the item is written on lines of its own, so that it can be edited. */
  readonly hasLines: boolean;
  readonly included: readonly Included[];
}

/** The items found. A broken item becomes a problem and does not affect the others. */
export interface ItemsRead {
  readonly items: YamlItem[];
  readonly problems: YamlProblem[];
}

export type ItemsKind = 'list' | 'map';

/** The path of an item within the text it was read from. */
export function prefixOf(item: Pick<YamlItem, 'form' | 'key' | 'hasLines'>): Path {
  if (item.form === 'file' || !item.hasLines) return [];
  return item.key === null ? [0] : [item.key];
}

/** Reads the items of a part of a file: a list, a map by key, or a tag that includes other files. */
export async function readItems(
  reading: YamlReading,
  part: Fragment,
  options: { readonly kind: ItemsKind; readonly above?: readonly string[] },
): Promise<ItemsRead> {
  const reader = new ItemReader(reading, options.kind, [...(options.above ?? []), part.file.path]);
  try {
    await reader.read(part);
  } catch (error) {
    if (!(error instanceof YamlProblem)) throw error;
    reader.found.problems.push(error);
  }
  return reader.found;
}

/** An entry whose tags are not resolved yet. */
interface Candidate {
  readonly own: Span;
  readonly hasLines: boolean;
  /** The part to which offsets of faults and tags are relative. */
  readonly base: Fragment;
  readonly key: string | null;
  readonly value: YamlValue;
  readonly tagged: readonly Tagged[];
}

/** A map with one of these keys is an automation or a scene by itself. */
const ONE_ITEM = ['trigger', 'triggers', 'use_blueprint', 'entities'];

class ItemReader {
  readonly found: ItemsRead = { items: [], problems: [] };
  private readonly reading: YamlReading;
  private readonly kind: ItemsKind;
  private readonly above: readonly string[];

  constructor(reading: YamlReading, kind: ItemsKind, above: readonly string[]) {
    this.reading = reading;
    this.kind = kind;
    this.above = above;
  }

  async read(part: Fragment): Promise<void> {
    const { text } = part.file;
    const spans = splitEntries(text, part);
    if (spans?.kind === this.kind) await this.inLines(part, spans);
    else await this.otherwise(part);
  }

  private async inLines(part: Fragment, spans: EntrySpans): Promise<void> {
    const { file } = part;
    let whole: ItemsReadout | undefined;
    for (const [i, { own, whole: lines }] of spans.entries.entries()) {
      await this.reading.breathe();
      const base = { file, ...lines };
      const found = await this.entry(base);
      if (!('reason' in found)) {
        await this.take({ own, hasLines: true, base, ...found });
        continue;
      }
      // It may use an anchor of another entry.
      whole ??= await this.reading.readOutItems(part, this.kind);
      const entry = whole.entries?.[i];
      if (entry === undefined || whole.entries?.length !== spans.entries.length) {
        this.found.problems.push(this.reading.problem(base, found.offset, found.reason));
        continue;
      }
      await this.takeRead(entry, { own, hasLines: true, base: part });
    }
  }

  /** Parses an entry on its own; returns its value or the fault. */
  private async entry(base: Fragment): Promise<Pick<Candidate, 'key' | 'value' | 'tagged'> | Fault> {
    const quick = this.reading.quick(base.file.text.slice(base.from, base.to));
    const { value, tagged, fault }: Readout =
      quick === undefined ? await this.reading.readOut(base) : { value: quick.value, tagged: [] };
    if (fault !== undefined) return fault;
    if (this.kind === 'list') {
      if (Array.isArray(value) && value.length === 1) return { key: null, value: value[0], tagged };
    } else if (isObject(value)) {
      const [entry, ...more] = Object.entries(value);
      if (entry !== undefined && more.length === 0) return { key: entry[0], value: entry[1], tagged };
    }
    return { reason: message('yaml_not_an_entry'), offset: 0 };
  }

  /** The part is empty, a tag, or a flow collection. */
  private async otherwise(part: Fragment): Promise<void> {
    const { value, tagged, fault, entries, offset } = await this.reading.readOutItems(part, this.kind);
    if (fault !== undefined) throw this.reading.problem(part, fault.offset, fault.reason);
    const [tag] = tagged;
    if (tag?.path.length === 0) return this.follow(tag, part);
    if (entries === undefined) {
      if (value === null) return;
      if (this.kind === 'list' && isObject(value) && ONE_ITEM.some((key) => Object.hasOwn(value, key)))
        return this.takeOne(part);
      throw this.reading.problem(
        part,
        offset,
        message(this.kind === 'list' ? 'yaml_not_a_list' : 'yaml_not_a_map'),
      );
    }
    for (const entry of entries) {
      await this.reading.breathe();
      const own = { from: part.from + entry.from, to: part.from + entry.to };
      await this.takeRead(entry, { own, hasLines: false, base: part });
    }
  }

  /** Adds a part that is one item instead of a list. */
  private async takeOne(part: Fragment): Promise<void> {
    const { value, included } = await this.reading.value(part, this.above);
    this.found.items.push({ key: null, value, included, part, form: 'entry', hasLines: false });
  }

  /** Adds an entry that was parsed with the others; prefixes its tag paths as if it were parsed alone. */
  private async takeRead(
    { key, value, tagged, fault }: EntryReadout,
    where: Pick<Candidate, 'own' | 'hasLines' | 'base'>,
  ): Promise<void> {
    if (fault !== undefined)
      this.found.problems.push(this.reading.problem(where.base, fault.offset, fault.reason));
    else {
      const prefixed = tagged.map((one) => ({ ...one, path: [key ?? 0, ...one.path] }));
      await this.take({ ...where, key, value, tagged: prefixed });
    }
  }

  /** Reads the items from the files that a tag names. */
  private async follow(tagged: Tagged, part: Fragment): Promise<void> {
    const { tag, text, offset } = tagged;
    const report = (problem: YamlProblem): void => void this.found.problems.push(problem);
    const merges = `!include_dir_merge_${this.kind === 'list' ? 'list' : 'named'}`;
    const one = `!include_dir_${this.kind === 'list' ? 'list' : 'named'}`;
    if (tag === '!include') await this.readFile(await this.reading.include(text, part, offset), part, offset);
    else if (tag === merges) {
      for (const file of await this.reading.directory(text, { part, offset, report: report }))
        await this.readFile(file, part, offset);
    } else if (tag === one) {
      for (const file of await this.reading.directory(text, { part, offset, report: report }))
        await this.wholeFile(file, null);
    } else
      throw this.reading.problem(
        part,
        offset,
        message(this.kind === 'list' ? 'yaml_tag_gives_no_list' : 'yaml_tag_gives_no_map', { tag }),
      );
  }

  private async readFile(file: SourceFile, part: Fragment, offset: number): Promise<void> {
    if (this.above.includes(file.path))
      throw this.reading.problem(part, offset, message('yaml_included_in_circle', { file: file.name }));
    const inner = await readItems(this.reading, whole(file), { kind: this.kind, above: this.above });
    this.found.items.push(...inner.items);
    this.found.problems.push(...inner.problems);
  }

  private async wholeFile(file: SourceFile, key: string | null, entry?: Fragment): Promise<void> {
    try {
      const { value, included } = await this.reading.value(whole(file), this.above);
      const name = this.kind === 'map' ? (key ?? file.name.replace(/^.*\/|\.yaml$/g, '')) : null;
      if (value === null && entry === undefined) return;
      this.found.items.push({
        key: name,
        value,
        included,
        part: whole(file),
        form: 'file',
        hasLines: true,
        ...(entry === undefined ? {} : { entry }),
      });
    } catch (error) {
      if (!(error instanceof YamlProblem)) throw error;
      this.found.problems.push(error);
    }
  }

  private async take({ own, hasLines, base, key, value, tagged }: Candidate): Promise<void> {
    try {
      const self = tagged.find(({ path }) => path.length === 1);
      if (self?.tag === '!include')
        return await this.wholeFile(await this.reading.include(self.text, base, self.offset), key, {
          file: base.file,
          ...own,
        });
      const filled = await this.fill(base, value, tagged);
      const part = { file: base.file, ...own };
      this.found.items.push({ key, ...filled, part, form: 'entry', hasLines });
    } catch (error) {
      if (!(error instanceof YamlProblem)) throw error;
      this.found.problems.push(error);
    }
  }

  private async fill(
    base: Fragment,
    value: YamlValue,
    tagged: readonly Tagged[],
  ): Promise<Pick<YamlItem, 'value' | 'included'>> {
    if (tagged.length === 0) return { value, included: [] };
    const holder = { item: value };
    const below = tagged.map((tag) => ({
      ...tag,
      fill: (found: YamlValue): void => {
        if (tag.path.length === 1) holder.item = found;
        else tag.fill(found);
      },
    }));
    const { included } = await this.reading.filled(base, value, { tagged: below, above: this.above });
    return { value: holder.item, included: included.map((one) => ({ ...one, path: one.path.slice(1) })) };
  }
}

/** A file as a part. */
export function whole(file: SourceFile): Fragment {
  return { file, from: 0, to: file.text.length };
}
