import { fault, faultOf, HubError } from '../../core/errors.ts';
import { withTexts } from '../../core/messages.ts';
import type { SerialQueue } from '../../core/serial-queue.ts';
import { shownValue, textOf, valueOfText, withItem, withValue } from '../../storage/yaml/file-edits.ts';
import { canonical } from '../../storage/yaml/same-value.ts';
import { placeIn } from '../../storage/yaml/source-file.ts';
import { isMapping } from '../../storage/yaml/write-value.ts';
import { atFault } from './at-fault.ts';
import { type Plan, Planner } from './edit-plan.ts';
import type { ItemDomain } from './item-domain.ts';
import type { FiledItem, FiledItems, ItemFiles } from './item-files.ts';
import { fingerprint, type ItemHistory, type VersionKind } from './item-history.ts';
import { requireItemSize } from './item-size.ts';
import { targetOf } from './item-target.ts';
import { refuseNewTags, refuseServerFiles } from './new-tags.ts';
import { writeItemFile } from './write-item-file.ts';

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

/** Keys whose values depend on the order of their own keys. */
const ORDERED: ReadonlySet<string> = new Set(['variables', 'trigger_variables']);
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
        const after = await this.outcome(id, plan, { reading, before: found });
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
        if (!(await writeItemFile(plan))) continue;
        const text = after === undefined ? null : textOf(after.source);
        this.files.note(id, text);
        this.saw(by.reader, id, text === null ? null : fingerprint(text));
        const noted = after ?? item;
        if (noted !== undefined)
          await this.history.edited(
            this.domain,
            { ...itemText(id, noted), text },
            { kind, userId: by.userId },
          );
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

  /** The item after the change. Throws if other items would change in meaning or a file would break. */
  private async outcome(
    id: string,
    { file, text }: Plan,
    { reading, before }: { readonly reading: Parameters<typeof targetOf>[0]; readonly before: FiledItems },
  ): Promise<FiledItem | undefined> {
    const after = await this.files.readWith(reading, file, text);
    const others = (items: readonly FiledItem[]): FiledItem[] => items.filter((one) => one.id !== id);
    const [was, is] = [others(before.items), others(after.items)];
    const compare = /[&*]\w/.test(text ?? '') || text === null ? meaning : textOfItem;
    const changed = was.find((one, i) => is[i] === undefined || compare(one) !== compare(is[i]));
    const [problem] = after.problems.filter(
      ({ message }) => !before.problems.some((one) => one.message === message),
    );
    if (changed !== undefined || was.length !== is.length) {
      const { domain } = this;
      if (changed === undefined) throw fault('not_allowed', 'item_holds_anchor', { domain, id });
      const place = placeIn(changed.source.part.file, changed.source.part.from);
      throw fault('not_allowed', 'item_holds_anchor_used_at', { domain, id, place });
    }
    const item = after.items.find((one) => one.id === id);
    if (item === undefined && problem !== undefined) throw faultOf('invalid_format', problem.reason);
    return item;
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

function itemText(id: string, { source }: FiledItem): Parameters<ItemHistory['found']>[1][number] {
  return { id, text: textOf(source), file: source.part.file.name, form: source.form };
}

function says({ source }: FiledItem, requested: unknown): boolean {
  return canonical(shownValue(source), ORDERED) === canonical(requested, ORDERED);
}

function textOfItem({ id, source }: FiledItem): string {
  return `${id}\n${textOf(source)}`;
}

function meaning({ id, source }: FiledItem): string {
  return `${id}\n${canonical(source.value, ORDERED)}`;
}

function seenKey(reader: string, id: string): string {
  return `${reader}\n${id}`;
}

function missing({ problems }: FiledItems, id: string): HubError {
  const [problem] = problems;
  if (problem === undefined) return fault('not_found', 'resource_not_found');
  return fault('home_assistant_error', 'id_cannot_be_found', { id, reason: problem.reason });
}
