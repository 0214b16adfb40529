import { realpath } from 'node:fs/promises';
import type { ItemConfigs } from '../api/item-configs.ts';
import type { ItemDomain } from '../automation/item-files/item-domain.ts';
import { type ConfigItems, ItemEditor } from '../automation/item-files/item-editor.ts';
import { type FiledItems, ItemFiles } from '../automation/item-files/item-files.ts';
import { ItemHistory } from '../automation/item-files/item-history.ts';
import { diffLines } from '../automation/item-files/line-diff.ts';
import {
  readPackageItems,
  readPackageSection,
  unreadSections,
} from '../automation/item-files/package-files.ts';
import type { RestorableFiles } from '../changes/restorable.ts';
import type { Clock } from '../core/clock.ts';
import { isObject } from '../core/coerce.ts';
import { fault, HubError } from '../core/errors.ts';
import type { Log } from '../core/log.ts';
import { SerialQueue } from '../core/serial-queue.ts';
import type { RawSection, SectionItem } from '../core/settings-block.ts';
import type { ChangeRecorder } from '../storage/changes/change-recorder.ts';
import { RecordedFiles } from '../storage/changes/recorded-files.ts';
import type { Database } from '../storage/database.ts';
import { textOf } from '../storage/yaml/file-edits.ts';
import { YamlReading } from '../storage/yaml/resolve-tags.ts';

/** The files of automations, scripts and scenes, and their editors. */
export interface ConfigItemFiles {
  /** The versions of items and dashboards. */
  readonly history: ItemHistory;
  files(domain: ItemDomain): ItemFiles;
  /** A configuration section merged with those of packages; entries of the configuration take precedence. */
  section(name: string, settings: ReadonlyMap<string, unknown>): Promise<ReadonlyMap<string, unknown>>;
  /**
   * The items of a configuration section and of the same section of packages, with their places. A map with one of
   * the keys `ofOne` is one item by itself; `own` is read again by its caller.
   */
  items(own: RawSection | undefined, name: string, ofOne: readonly string[]): Promise<readonly SectionItem[]>;
  /** Logs sections of packages that are not used, once all used ones are known. */
  warnUnread(sections: readonly string[]): Promise<void>;
  /** From now on the items of a domain can be edited over the interface. */
  edit(domain: ItemDomain, items: ConfigItems): void;
  /** Those that can be edited. */
  editable(): ItemConfigs[];
  /** Writes other files of the data folder, and records that. */
  readonly recorded: RecordedFiles;
  /** From now on changes can put back these files as well. */
  putBack(files: RestorableFiles): void;
  /** Those that changes can put back. */
  restorable(): RestorableFiles[];
  /** Runs work while no item is edited. */
  exclusively<T>(work: () => Promise<T>): Promise<T>;
}

/** What the files need. */
interface ConfigItemParts {
  readonly dataDir: string;
  readonly database: Database;
  readonly recorder: ChangeRecorder;
  readonly clock: Clock;
  readonly log: Log;
}

/** Opens the files of the data folder; they are read when the items are loaded. */
export function openConfigItems(parts: ConfigItemParts): ConfigItemFiles {
  const { dataDir, database, recorder, clock, log } = parts;
  const folder = () => realpath(dataDir);
  const recorded = new RecordedFiles(database, recorder);
  const history = new ItemHistory({ database, recorder, files: recorded, clock });
  const queue = new SerialQueue();
  const files: Readonly<Record<ItemDomain, ItemFiles>> = {
    automation: new ItemFiles('automation', folder, clock),
    script: new ItemFiles('script', folder, clock),
    scene: new ItemFiles('scene', folder, clock),
  };
  const note = (domain: ItemDomain, { items, problems }: FiledItems): void => {
    const texts = items.flatMap(({ id, source }) => {
      if (id === null || !source.hasLines) return [];
      return [{ id, text: textOf(source), file: source.part.file.name, form: source.form }];
    });
    history.found(domain, texts, problems.length === 0).catch((error) => {
      log.error(`Could not save versions of ${domain} items`, { error });
    });
  };
  for (const one of Object.values(files)) one.onLoad((loaded) => note(one.domain, loaded));
  const editable: ItemConfigs[] = [];
  const restorable: RestorableFiles[] = [];
  return {
    history,
    recorded,
    putBack: (one) => restorable.push(one),
    files: (domain) => files[domain],
    section: async (name, settings) => {
      const { entries, problems } = await readPackageSection(
        new YamlReading(await folder(), { clock }),
        name,
      );
      for (const problem of problems) log.error(problem);
      const doubled = [...entries.keys()].filter((key) => settings.has(key));
      for (const key of doubled)
        log.error(`${name} ${key} is in hearth.yaml and in a package: the one of the package is ignored`);
      // A section may be one item by itself instead of a list.
      const own =
        settings.has('platform') && entries.size > 0
          ? [['hearth.yaml', Object.fromEntries(settings)] as const]
          : settings;
      return new Map([...entries, ...own]);
    },
    items: async (own, name, ofOne) => {
      const reading = new YamlReading(await folder(), { clock });
      const { items, problems } = await readPackageItems(reading, name, ofOne);
      for (const problem of problems) log.error(problem);
      const first = own === undefined ? [] : ownItems(own, ofOne);
      const keys = new Set(first.flatMap(({ key }) => key ?? []));
      const isTaken = ({ key, place }: SectionItem): boolean => {
        if (key === undefined || !keys.has(key)) return false;
        log.error(`${place()}: ${name} ${key} is in hearth.yaml too, and this one is ignored`);
        return true;
      };
      return [...first, ...items.filter((item) => !isTaken(item))];
    },
    warnUnread: async (sections) => {
      const known = new Set([...Object.keys(files), ...sections]);
      for (const { name, place } of await unreadSections(new YamlReading(await folder(), { clock }), known))
        log.warn(`${place}: the section ${name} of a package is not used`);
    },
    edit: (domain, items) => {
      const editor = new ItemEditor({ files: files[domain], history, items, queue });
      editable.push(configsOf(editor, history, log));
      restorable.push({
        ...{ kind: 'item', name: domain },
        textOf: (id) => editor.textOf(id),
        prepare: (id, text, detail) => editor.prepare(id, text, detail),
      });
    },
    editable: () => editable,
    restorable: () => restorable,
    exclusively: (work) => queue.run(work),
  };
}

/** The items of a section of the settings file. */
function ownItems(section: RawSection, ofOne: readonly string[]): SectionItem[] {
  const { value } = section;
  const item = (key: string | undefined, one: unknown, under: readonly (string | number)[]): SectionItem => ({
    ...{ key, value: one },
    place: (path = []) => section.place([...under, ...path]),
  });
  if (value === null || value === undefined) return [];
  if (Array.isArray(value)) return value.map((one, i) => item(undefined, one, [i]));
  if (!isObject(value) || ofOne.some((key) => Object.hasOwn(value, key))) return [item(undefined, value, [])];
  return Object.entries(value).map(([key, one]) => item(key, one, [key]));
}

function configsOf(editor: ItemEditor, history: ItemHistory, log: Log): ItemConfigs {
  const { domain } = editor;
  const notifyWhenSaved = (id: string, edit: Promise<void>): Promise<void> =>
    edit.catch((error: unknown) => {
      if (error instanceof HubError && error.code === 'unavailable')
        log.error(`${domain} ${id} cannot be saved`, { error });
      throw error;
    });
  return {
    domain,
    read: (id, reader) => editor.read(id, reader),
    save: (id, config, by) => notifyWhenSaved(id, editor.save(id, config, by)),
    remove: (id, by) => notifyWhenSaved(id, editor.remove(id, by)),
    restore: (id, version, by) => notifyWhenSaved(id, editor.restore(id, version, by)),
    versions: (id) => history.list(domain, id),
    diff: async (id, version, against) => {
      const { text: before } = await history.get(domain, id, version);
      const after =
        against === undefined ? await editor.textOf(id) : (await history.get(domain, id, against)).text;
      if (before === null && after === null)
        throw fault('not_found', 'item_gone_in_both_versions', { domain, id });
      return {
        version,
        against: against ?? null,
        before,
        after,
        lines: diffLines(before ?? '', after ?? ''),
      };
    },
  };
}
