import { fault, faultOf, HubError } from '../../core/errors.ts';
import { withTexts } from '../../core/messages.ts';
import type { SerialQueue } from '../../core/serial-queue.ts';
import {
  type FileDetail,
  type PreparedFile,
  partOf,
  writeFile,
} from '../../storage/changes/recorded-files.ts';
import { fingerprint } from '../../storage/changes/splice.ts';
import { shownValue, textOf, valueOfText, withItem, withValue } from '../../storage/yaml/file-edits.ts';
import { isMapping } from '../../storage/yaml/write-value.ts';
import { atFault } from './at-fault.ts';
import { ORDERED, outcomeOf, says } from './edit-outcome.ts';
import { type Plan, Planner } from './edit-plan.ts';
import { changeTexts, exactPlan, fileOf, itemText } from './edit-record.ts';
import type { ItemDomain } from './item-domain.ts';
import type { FiledItem, FiledItems, ItemFiles } from './item-files.ts';
import type { ItemHistory, VersionKind } from './item-history.ts';
import { requireItemSize } from './item-size.ts';
import { targetOf } from './item-target.ts';
import { refuseNewTags, refuseServerFiles } from './new-tags.ts';

/** The part of a domain's items that the editor uses. */
export interface ConfigItems {
  /** Throws `invalid_format` for an invalid configuration, with its tags resolved. */
  validate(config: unknown, id: string): Promise<void> | void;
  /** Applies one item as its file has it now; it may be new or removed. */
  reload(id: string): Promise<void>;
}

/** The caller of an edit, and what it last read. */
export interface EditBy {
  readonly userId: string | null;
  /** Identifies the caller: an edit is based on what it last read. */
  readonly reader: string;
  /** The ETag of what it read, if it sent one. */
  readonly etag?: string | undefined;
  /** Only the owner may add `!secret`. */
  readonly isOwner?: boolean;
}

/** An item, as shown in the editor. */
export interface ShownItem {
  /** With tags as written: `!secret name` is the text of the tag. */
  readonly config: unknown;
  readonly etag: string;
}

const ATTEMPTS = 3;
const MAX_SEEN = 2000;

/** Edits items in the file that contains them, and changes nothing else in it. */
export class ItemEditor {
  readonly domain: ItemDomain;
  private readonly files: ItemFiles;
  private readonly history: ItemHistory;
  private readonly items: ConfigItems;
  private readonly queue: SerialQueue;
  /** What callers last read, by caller and item; null for an absent item. */
  private readonly seen = new Map<string, string | null>();

  constructor(parts: {
    readonly files: ItemFiles;
    readonly history: ItemHistory;
    readonly items: ConfigItems;
    readonly queue: SerialQueue;
  }) {
    this.domain = parts.files.domain;
    this.files = parts.files;
    this.history = parts.history;
    this.items = parts.items;
    this.queue = parts.queue;
  }

  /** Returns an item as its file has it now; throws `not_found`. */
  async read(id: string, reader: string): Promise<ShownItem> {
    const { found } = await this.files.read();
    const item = found.items.find((one) => one.id === id);
    this.saw(reader, id, item === undefined ? null : fingerprint(textOf(item.source)));
    if (item === undefined) throw missing(found, id);
    return { config: shownValue(item.source), etag: fingerprint(textOf(item.source)) };
  }

  /** The text of an item in its file now; null if there is none. */
  async textOf(id: string): Promise<string | null> {
    const { found } = await this.files.read();
    const item = found.items.find((one) => one.id === id);
    return item === undefined ? null : textOf(item.source);
  }

  /**
   * Saves an item; new ones go to the end of the file for new items. Throws `conflict` if the text has
   * changed since the caller read it.
   */
  async save(id: string, config: unknown, by: EditBy): Promise<void> {
    if (!isMapping(config)) throw fault('invalid_format', 'expected_object');
    requireItemSize(config);
    const { id: given, ...rest } = config;
    // An ID that is a number in the file remains one.
    const requested = this.domain === 'script' ? config : { id: String(given) === id ? given : id, ...rest };
    await this.edit(id, { by, kind: 'saved', check: true, requested }, (item, plan) =>
      item === undefined
        ? plan.newItem(requested)
        : { ...plan.inFile(item), gives: true, text: withValue(item.source, requested, ORDERED) },
    );
  }

  /** Removes an item from its file; throws `not_found` and `conflict`. */
  remove(id: string, by: EditBy): Promise<void> {
    return this.edit(id, { by, kind: 'deleted', check: true }, (item, plan) => {
      if (item === undefined) throw fault('not_found', 'resource_not_found');
      return plan.without(item);
    });
  }

  /** Restores an old text of an item, byte for byte; restoring a deleted version deletes the item. */
  async restore(id: string, version: number, by: EditBy): Promise<void> {
    const old = await this.history.get(this.domain, id, version);
    await this.edit(id, { by, kind: 'restored', check: false }, (item, plan) => {
      if (old.text === null) {
        if (item === undefined) throw fault('not_found', 'resource_not_found');
        return plan.without(item);
      }
      if (item === undefined) return plan.oldItem(old.text, old.form);
      if (item.source.form === old.form)
        return { ...plan.inFile(item), gives: true, text: withItem(item.source, old.text) };
      const value = this.valueOf(old.text, old.form);
      return { ...plan.inFile(item), gives: true, text: withValue(item.source, value, ORDERED) };
    });
  }

  /**
   * Plans to put an item back as it was before a change, within `exclusively`; null removes it. Where its file is as
   * the change left it, the whole file becomes what it was.
   */
  async prepare(id: string, text: string | null, detail: FileDetail): Promise<PreparedFile> {
    const { reading, found } = await this.files.read();
    const item = found.items.find((one) => one.id === id);
    const target = await targetOf(reading, this.domain, id);
    const planner = new Planner(this.domain, id, { target, value: (old, form) => this.valueOf(old, form) });
    const exact = await exactPlan(reading, detail);
    const plan =
      exact ??
      atFault(item, () => {
        if (text === null) return item === undefined ? undefined : planner.without(item);
        const form = detail.form ?? 'entry';
        if (item === undefined) return planner.oldItem(text, form);
        if (item.source.form === form)
          return { ...planner.inFile(item), gives: true, text: withItem(item.source, text) };
        return {
          ...planner.inFile(item),
          gives: true,
          text: withValue(item.source, this.valueOf(text, form), ORDERED),
        };
      });
    if (plan === undefined) throw fault('not_found', 'resource_not_found');
    const after = await outcomeOf(this.files, { id, plan }, { reading, before: found });
    if (after === undefined && text !== null)
      throw fault('not_allowed', 'item_cannot_be_written', { domain: this.domain, id, file: plan.file.name });
    if (item !== undefined) await this.history.found(this.domain, [itemText(id, item)], false);
    const change = changeTexts(id, { item, after, plan });
    const record = await this.history.editOf(this.domain, change, 'restored');
    return {
      part: partOf(fileOf(plan), record),
      write: () => writeFile(fileOf(plan)),
      noted: () => this.history.wrote(this.domain, record),
      apply: async () => {
        this.files.note(id, change.text);
        if (change.text !== null) this.returned(id);
        await this.items.reload(id);
      },
    };
  }

  /**
   * Plans an edit, validates its outcome, writes it unless the file has changed meanwhile, and applies it.
   */
  private edit(
    id: string,
    how: {
      readonly by: EditBy;
      readonly kind: VersionKind;
      readonly check: boolean;
      /** The requested configuration of the item. */
      readonly requested?: unknown;
    },
    think: (item: FiledItem | undefined, plan: Planner) => Plan,
  ): Promise<void> {
    const { by, kind, check } = how;
    return this.queue.run(async () => {
      for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
        const { reading, found } = await this.files.read();
        const item = found.items.find((one) => one.id === id);
        if (check) this.mustBeSeen(id, by, { item, found });
        if (how.requested !== undefined) refuseNewTags(how.requested, item, by.isOwner === true);
        const target = await targetOf(reading, this.domain, id);
        const plan = atFault(item, () =>
          think(
            item,
            new Planner(this.domain, id, { target, value: (text, form) => this.valueOf(text, form) }),
          ),
        );
        await reading.breathe();
        const after = await outcomeOf(this.files, { id, plan }, { reading, before: found });
        if (after !== undefined) refuseServerFiles(after, item);
        await reading.breathe();
        if (after !== undefined && (how.requested === undefined || says(after, how.requested))) {
          await reading.breathe();
          await this.validate(after, id);
          await reading.breathe();
        } else if (plan.gives)
          throw fault('not_allowed', 'item_cannot_be_written', {
            domain: this.domain,
            id,
            file: plan.file.name,
          });
        if (item !== undefined) await this.history.found(this.domain, [itemText(id, item)], false);
        const change = changeTexts(id, { item, after, plan });
        const edit = { item: change, kind, userId: by.userId };
        if (!(await this.history.write(this.domain, fileOf(plan), edit))) continue;
        const { text } = change;
        this.files.note(id, text);
        this.saw(by.reader, id, text === null ? null : fingerprint(text));
        await this.items.reload(id);
        return;
      }
      throw fault('conflict', 'files_keep_changing', { domain: this.domain, id });
    });
  }

  /** The message must not reveal secrets from the files. */
  private async validate({ source, hidden }: FiledItem, id: string): Promise<void> {
    try {
      await this.items.validate(source.value, id);
    } catch (error) {
      if (!(error instanceof HubError)) throw error;
      if (error.reason === undefined || hidden.hide(error.message) === error.message) throw error;
      throw faultOf(
        error.code,
        withTexts(error.reason, (text) => hidden.hide(text)),
      );
    }
  }

  private mustBeSeen(
    id: string,
    { reader, etag }: EditBy,
    { item, found }: { readonly item: FiledItem | undefined; readonly found: FiledItems },
  ): void {
    const now = item === undefined ? null : fingerprint(textOf(item.source));
    const known = this.files.knownText(id);
    const loaded = typeof known === 'string' ? fingerprint(known) : known;
    const key = seenKey(reader, id);
    const saw = etag ?? (this.seen.has(key) ? this.seen.get(key) : loaded);
    if (saw === undefined || saw === now) return;
    const [problem] = found.problems;
    if (item === undefined && problem !== undefined)
      throw fault('conflict', 'item_cannot_be_found', { domain: this.domain, id, reason: problem.reason });
    const { domain } = this;
    if (item === undefined) throw fault('conflict', 'item_removed_since_read', { domain, id });
    const file = item.source.part.file.name;
    if (saw === null) throw fault('conflict', 'item_added_since_read', { domain, id, file });
    throw fault('conflict', 'item_changed_since_read', { domain, id, file });
  }

  /** Whoever knew that an item was deleted may use it again once undo has put it back. */
  private returned(id: string): void {
    for (const [key, print] of this.seen)
      if (print === null && key.endsWith(`\n${id}`)) this.seen.delete(key);
  }

  private saw(reader: string, id: string, print: string | null): void {
    const key = seenKey(reader, id);
    this.seen.delete(key);
    this.seen.set(key, print);
    for (const oldest of this.seen.keys()) {
      if (this.seen.size <= MAX_SEEN) break;
      this.seen.delete(oldest);
    }
  }

  /** The value of an old text. */
  private valueOf(text: string, form: 'entry' | 'file'): unknown {
    const value = atFault(undefined, () => valueOfText(text));
    if (form === 'file') return value;
    return Object.values(value as object)[0];
  }
}

function seenKey(reader: string, id: string): string {
  return `${reader}\n${id}`;
}

function missing({ problems }: FiledItems, id: string): HubError {
  const [problem] = problems;
  if (problem === undefined) return fault('not_found', 'resource_not_found');
  return fault('home_assistant_error', 'id_cannot_be_found', { id, reason: problem.reason });
}
