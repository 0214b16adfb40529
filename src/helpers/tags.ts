import { z } from 'zod';
import type { Bus } from '../core/bus.ts';
import { type Clock, isoTime, type Undo } from '../core/clock.ts';
import { type Context, hexId } from '../core/context.ts';
import { HubError } from '../core/errors.ts';
import { ignoreLogged } from '../core/ignore-logged.ts';
import type { Part } from '../core/lifecycle.ts';
import { parse } from '../core/parse.ts';
import type { Collection } from '../storage/documents.ts';
import type { ItemChange } from './helper-collection.ts';

/** A tag people hold their phone to. */
export const Tag = z.object({
  id: z.string(),
  name: z.string().optional(),
  description: z.string().optional(),
  /** ISO 8601. */
  last_scanned: z.string().optional(),
});
type Tag = z.infer<typeof Tag>;

const LONGEST_TAG = 200;
/** Tags that become known by being scanned: a reader may make up any number. */
const MOST_TAGS = 5000;
const words = { name: z.string().min(1).optional(), description: z.string().optional() };
const Created = z.strictObject({ tag_id: z.string().min(1).max(LONGEST_TAG).optional(), ...words });
const Changed = z.strictObject(words);

/** What tags need. */
export interface TagParts {
  readonly store: Collection<Tag>;
  readonly bus: Bus;
  readonly clock: Clock;
}

/** The tags of the house. Scanning one is the event `tag_scanned`, from whoever it comes; a tag nobody knew is known from then on. */
export class Tags implements Part {
  readonly name = 'tags';
  readonly domain = 'tag';
  private readonly parts: TagParts;
  private readonly listeners = new Set<(change: ItemChange) => void>();
  private undo: Undo = () => {};

  constructor(parts: TagParts) {
    this.parts = parts;
  }

  start(): void {
    this.undo = this.parts.bus.on('tag_scanned', ({ data, firedAt }) => {
      const { tag_id: id } = data;
      if (typeof id === 'string' && id !== '' && id.length <= LONGEST_TAG) this.noteScan(id, firedAt);
    });
  }

  stop(): void {
    this.undo();
  }

  list(): Tag[] {
    return [...this.parts.store.entries.values()];
  }

  /** Makes a tag; settles when it is durable. */
  async create(fields: unknown): Promise<Tag> {
    const { tag_id: id = hexId(), ...rest } = parse(Created, fields);
    if (this.parts.store.entries.has(id))
      throw new HubError('invalid_format', `There is a tag ${id} already`);
    return this.put('added', { id, ...rest });
  }

  /** Changes what is given of a tag; settles when that is durable. */
  async update(id: string, fields: unknown): Promise<Tag> {
    const known = this.known(id);
    return this.put('updated', { ...known, ...parse(Changed, fields) });
  }

  async delete(id: string): Promise<void> {
    const item = this.known(id);
    await this.parts.store.delete(id);
    this.tell({ change_type: 'removed', item });
  }

  /** Hears of each change. */
  subscribe(listener: (change: ItemChange) => void): Undo {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** Says that a device has scanned a tag. */
  scan(tagId: string, deviceId: string | null, context: Context): void {
    const name = this.parts.store.entries.get(tagId)?.name ?? null;
    const data = { tag_id: tagId, name, device_id: deviceId };
    this.parts.bus.fire('tag_scanned', data, this.parts.clock.now(), context);
  }

  private noteScan(id: string, at: number): void {
    const known = this.parts.store.entries.get(id);
    if (known === undefined && this.parts.store.entries.size >= MOST_TAGS) return;
    const tag = { ...(known ?? { id, name: `Tag ${id}` }), last_scanned: isoTime(at) };
    this.put(known === undefined ? 'added' : 'updated', tag).catch(ignoreLogged);
  }

  private async put(change_type: 'added' | 'updated', item: Tag): Promise<Tag> {
    const saved = this.parts.store.put(item.id, item);
    this.tell({ change_type, item });
    await saved;
    return item;
  }

  private known(id: string): Tag {
    const tag = this.parts.store.entries.get(id);
    if (tag === undefined) throw new HubError('not_found', `Unable to find tag_id ${id}`);
    return tag;
  }

  private tell(change: { change_type: ItemChange['change_type']; item: Tag }): void {
    const item = { ...change.item, name: change.item.name ?? '' };
    for (const listener of this.listeners) listener({ ...change, item });
  }
}
