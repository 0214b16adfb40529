import type { Clock } from '../../core/clock.ts';
import { message } from '../../core/messages.ts';
import { BlockCache } from '../../storage/yaml/block-cache.ts';
import { shownValue, textOf } from '../../storage/yaml/file-edits.ts';
import type { HiddenSecrets } from '../../storage/yaml/hidden-secrets.ts';
import { type ItemsRead, readItems, whole, type YamlItem } from '../../storage/yaml/items.ts';
import { placeOf } from '../../storage/yaml/places.ts';
import { YamlReading } from '../../storage/yaml/resolve-tags.ts';
import { YamlProblem } from '../../storage/yaml/source-file.ts';
import { ITEM_FILES, type ItemDomain } from './item-domain.ts';
import { packageFiles, sectionsOf } from './package-files.ts';

/** An automation, script or scene from a file. */
export interface ConfigItem {
  /** A script's key or the `id` of an automation or scene; null if it has none. */
  readonly id: string | null;
  /**
   * With all tags resolved. Numbers are as in `core/json.ts`: whole floats are `Float`, large integers
   * `bigint`.
   */
  readonly config: unknown;
  /** The same with unresolved tags: `!secret name` is that text. */
  shown(): unknown;
  /** A message about it, with the values of secrets replaced by their names. */
  hide(message: string): string;
  /** Its start: `automations.yaml:12`. */
  readonly place: string;
  /** The place in a file of the value at a path, or of its nearest parent, including included files. */
  placeOf(path: readonly (string | number)[]): string;
}

/** A problem in a file; the message starts with the place. */
export interface ItemProblem {
  readonly place: string;
  readonly message: string;
}

/** All items of a domain, and the problems found. */
export interface ItemsLoaded {
  readonly items: readonly ConfigItem[];
  readonly problems: readonly ItemProblem[];
  /** Harmless oddities with their place, each logged once. */
  readonly warnings?: readonly string[];
}

/** An item and its source. */
export interface FiledItem {
  readonly id: string | null;
  readonly source: YamlItem;
  /** The top-level file, which may include the one with the item. */
  readonly root: string;
  /** The secrets in it and possibly in others. */
  readonly hidden: HiddenSecrets;
}

/** The result of reading the files of a domain. */
export interface FiledItems {
  readonly items: readonly FiledItem[];
  readonly problems: readonly YamlProblem[];
}

/**
 * Reads all items of a domain: its own file, then the packages. Of items with the same ID, the first is used.
 */
export async function readDomain(reading: YamlReading, domain: ItemDomain): Promise<FiledItems> {
  const { file: name, kind } = ITEM_FILES[domain];
  const items: FiledItem[] = [];
  const problems: YamlProblem[] = [];
  const places = new Map<string, YamlItem>();
  const take = (found: ItemsRead, root: string): void => {
    problems.push(...found.problems);
    for (const source of found.items) {
      const id = idOf(domain, source);
      const first = id === null ? undefined : places.get(id);
      if (first === undefined) items.push({ id, source, root, hidden: reading.hidden });
      else problems.push(duplicate(domain, id ?? '', { source, first }));
      if (id !== null && first === undefined) places.set(id, source);
    }
  };
  const guarded = async (read: () => Promise<void>): Promise<void> => {
    try {
      await read();
    } catch (error) {
      if (!(error instanceof YamlProblem)) throw error;
      problems.push(error);
    }
  };
  await guarded(async () => {
    const file = await reading.file(name);
    if (file !== null) take(await readItems(reading, whole(file), { kind }), name);
  });
  await guarded(async () => {
    for (const file of await packageFiles(reading, (problem) => problems.push(problem))) {
      for (const { part } of sectionsOf(file).filter((section) => section.name === domain))
        take(await readItems(reading, part, { kind }), file.name);
    }
  });
  return { items, problems };
}

/** Loads the items of a domain repeatedly; items of a file that became invalid are retained. */
export class ItemFiles {
  readonly domain: ItemDomain;
  private readonly folder: () => Promise<string>;
  private readonly clock: Clock | undefined;
  private readonly listeners = new Set<(loaded: FiledItems) => void>();
  private readonly cache = new BlockCache();
  private warned: ReadonlySet<string> = new Set();
  private last: readonly FiledItem[] = [];
  /** The text of each item as loaded; undefined before the first load. */
  private known: Map<string, string> | undefined;

  /**
   * `folder` returns the data folder without symbolic links; `clock` limits how long a load occupies the
   * event loop.
   */
  constructor(domain: ItemDomain, folder: () => Promise<string>, clock?: Clock) {
    this.domain = domain;
    this.folder = folder;
    this.clock = clock;
  }

  /**
   * Reads the files. An item that can no longer be read is retained as last read; at the first load it is
   * absent.
   */
  async load(): Promise<ItemsLoaded> {
    const { reading, found: now } = await this.read();
    this.cache.turn();
    const all = [...now.items, ...(await survivors(this.last, now, reading))];
    this.last = all;
    this.known = new Map(all.flatMap(({ id, source }) => (id === null ? [] : [[id, textOf(source)]])));
    for (const listener of this.listeners) listener({ items: all, problems: now.problems });
    const warnings = [...reading.warnings].filter((text) => !this.warned.has(text));
    this.warned = reading.warnings;
    return { items: all.map(asConfigItem), problems: now.problems, warnings };
  }

  /** Reads the files again. */
  async read(): Promise<{ readonly reading: YamlReading; readonly found: FiledItems }> {
    const reading = new YamlReading(await this.folder(), {
      cache: this.cache,
      ...(this.clock === undefined ? {} : { clock: this.clock }),
    });
    return { reading, found: await readDomain(reading, this.domain) };
  }

  /** What would be read if one file had another text; null removes the file. */
  readWith(
    reading: YamlReading,
    file: { readonly path: string; readonly name: string },
    text: string | null,
  ): Promise<FiledItems> {
    return readDomain(reading.with(file, text), this.domain);
  }

  /** The text of an item as loaded; null for an unknown ID, undefined before the first load. */
  knownText(id: string): string | null | undefined {
    return this.known === undefined ? undefined : (this.known.get(id) ?? null);
  }

  /** Records the result of an edit. */
  note(id: string, text: string | null): void {
    if (text === null) this.known?.delete(id);
    else this.known?.set(id, text);
  }

  /** Subscribes to loads. */
  onLoad(listener: (loaded: FiledItems) => void): void {
    this.listeners.add(listener);
  }
}

/** Items that can no longer be read from a file that now has a problem but still mentions them. */
async function survivors(
  last: readonly FiledItem[],
  now: FiledItems,
  reading: YamlReading,
): Promise<FiledItem[]> {
  const broken = new Set(now.problems.map(({ file }) => file));
  const found = new Set(now.items.map(({ id }) => id));
  const saved: FiledItem[] = [];
  for (const item of broken.size === 0 ? [] : last) {
    const { name } = item.source.part.file;
    if (item.id === null || found.has(item.id) || !(broken.has(name) || broken.has(item.root))) continue;
    const text = await reading.file(name).then(
      (file) => file?.text,
      () => item.id ?? '',
    );
    if (text?.includes(item.id) || item.source.form === 'file') saved.push(item);
  }
  return saved;
}

/** The ID of an item as written in its file. */
function idOf(domain: ItemDomain, { key, value }: YamlItem): string | null {
  if (domain === 'script') return key;
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, 'id')) return null;
  const { id } = value as { readonly id: unknown };
  return typeof id === 'string' || typeof id === 'number' || typeof id === 'bigint' ? String(id) : null;
}

function asConfigItem({ id, source, hidden }: FiledItem): ConfigItem {
  return {
    id,
    config: source.value,
    shown: () => shownValue(source),
    hide: (message) => hidden.hide(message),
    place: placeOf(source),
    placeOf: (path) => placeOf(source, path),
  };
}

function duplicate(
  domain: ItemDomain,
  id: string,
  { source, first }: { readonly source: YamlItem; readonly first: YamlItem },
): YamlProblem {
  const { name } = source.part.file;
  const line = Number(placeOf(source).slice(name.length + 1));
  return new YamlProblem(name, message('duplicate_item', { domain, id, place: placeOf(first) }), { line });
}
