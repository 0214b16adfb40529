import { z } from 'zod';
import type { Bus } from '../core/bus.ts';
import { type Clock, isoTime, type Undo } from '../core/clock.ts';
import { type Context, hexId } from '../core/context.ts';
import { fault } from '../core/errors.ts';
import { ignoreLogged } from '../core/ignore-logged.ts';
import type { Part } from '../core/lifecycle.ts';
import { parse } from '../core/parse.ts';
import { type TagValues, tagDomain } from '../domains/tag/tag.ts';
import type { Entities } from '../entities/entity/entities.ts';
import type { Entity } from '../entities/entity/entity.ts';
import type { EntityDescription } from '../entities/entity/entity-description.ts';
import type { Collection } from '../storage/documents.ts';
import type { ItemChange } from './helper-collection.ts';

/** An NFC or QR tag. */
export const Tag = z.object({
  id: z.string(),
  name: z.string().optional(),
  description: z.string().optional(),
  /** An ISO 8601 timestamp. */
  last_scanned: z.string().optional(),
  /** The device that last scanned it. */
  device_id: z.string().nullish(),
});
type Tag = z.infer<typeof Tag>;

const MAX_TAG_LENGTH = 200;
/** The maximum number of tags created by scans: a reader may send any number of IDs. */
const MAX_TAGS = 5000;
const words = { name: z.string().min(1).optional(), description: z.string().optional() };
const Created = z.strictObject({ tag_id: z.string().min(1).max(MAX_TAG_LENGTH).optional(), ...words });
const Changed = z.strictObject(words);

/** The dependencies of `Tags`. */
export interface TagParts {
  readonly store: Collection<Tag>;
  readonly entities: Entities;
  readonly bus: Bus;
  readonly clock: Clock;
}

/** The tags of the home, each with an entity. Scans are `tag_scanned` events; they add unknown tags. */
export class Tags implements Part {
  readonly name = 'tags';
  readonly domain = 'tag';
  private readonly parts: TagParts;
  private readonly listeners = new Set<(change: ItemChange) => void>();
  private readonly shown = new Map<string, Entity>();
  private undo: Undo = () => {};

  constructor(parts: TagParts) {
    this.parts = parts;
  }

  start(): void {
    for (const tag of this.list()) this.show(tag);
    this.undo = this.parts.bus.on('tag_scanned', ({ data, firedAt }) => {
      const { tag_id: id, device_id: device } = data;
      if (typeof id !== 'string' || id === '' || id.length > MAX_TAG_LENGTH) return;
      this.noteScan(id, firedAt, typeof device === 'string' ? device : null);
    });
  }

  stop(): void {
    this.undo();
    for (const entity of this.shown.values()) this.parts.entities.remove(entity);
    this.shown.clear();
  }

  /** All tags, each with a name. */
  list(): Tag[] {
    return [...this.parts.store.entries.values()].map((tag) => ({
      ...tag,
      name: tag.name ?? plainName(tag),
    }));
  }

  /** Creates a tag; resolves when it is durable. */
  async create(fields: unknown): Promise<Tag> {
    const { tag_id: id = hexId(), ...rest } = parse(Created, fields);
    if (this.parts.store.entries.has(id)) throw fault('home_assistant_error', 'tag_exists', { id });
    return this.put('added', { id, ...rest });
  }

  /** Changes the given fields of a tag; resolves when that is durable. */
  async update(id: string, fields: unknown): Promise<Tag> {
    const known = this.known(id);
    return this.put('updated', { ...known, ...parse(Changed, fields) });
  }

  /** Deletes a tag and its entity; resolves when that is durable. */
  async delete(id: string): Promise<void> {
    const item = this.known(id);
    await this.parts.store.delete(id);
    const entity = this.shown.get(id);
    this.shown.delete(id);
    if (entity !== undefined) await this.parts.entities.forget(entity);
    this.notify({ change_type: 'removed', item });
  }

  /** Follows a tag that was put back or taken away. */
  restored(id: string, now: Tag | undefined, was: Tag | undefined): void {
    const entity = this.shown.get(id);
    const { entities } = this.parts;
    if (now !== undefined && (entity !== undefined || entities.isRegistered('tag', 'tag', id)))
      this.show(now);
    if (now === undefined && entity !== undefined) {
      this.shown.delete(id);
      this.parts.entities.remove(entity);
    }
    const item = now ?? was;
    const change_type = now === undefined ? 'removed' : was === undefined ? 'added' : 'updated';
    if (item !== undefined) this.notify({ change_type, item });
  }

  /** Subscribes to changes. */
  subscribe(listener: (change: ItemChange) => void): Undo {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** Fires `tag_scanned` for a device. */
  scan(tagId: string, deviceId: string | null, context: Context): void {
    const name = this.parts.store.entries.get(tagId)?.name ?? null;
    const data = { tag_id: tagId, name, device_id: deviceId };
    this.parts.bus.fire('tag_scanned', data, this.parts.clock.now(), context);
  }

  private noteScan(id: string, at: number, device_id: string | null): void {
    const known = this.parts.store.entries.get(id);
    if (known === undefined && this.parts.store.entries.size >= MAX_TAGS) return;
    const tag = { ...(known ?? { id, name: `Tag ${id}` }), last_scanned: isoTime(at), device_id };
    this.put(known === undefined ? 'added' : 'updated', tag).catch(ignoreLogged);
  }

  private async put(change_type: 'added' | 'updated', item: Tag): Promise<Tag> {
    const saved = this.parts.store.put(item.id, item);
    this.show(item);
    this.notify({ change_type, item });
    await saved;
    return item;
  }

  private show(tag: Tag): void {
    const { entities } = this.parts;
    const known = this.shown.get(tag.id);
    if (known === undefined) this.shown.set(tag.id, entities.add(describe(tag)));
    else entities.redescribe(known, describe(tag), valuesOf(tag));
  }

  private known(id: string): Tag {
    const tag = this.parts.store.entries.get(id);
    if (tag === undefined) throw fault('not_found', 'unable_to_find_tag_id', { id });
    return tag;
  }

  private notify(change: { change_type: ItemChange['change_type']; item: Tag }): void {
    const item = { ...change.item, name: change.item.name ?? '' };
    for (const listener of this.listeners) listener({ ...change, item });
  }
}

/** The name of an unnamed tag. */
function plainName({ id }: Tag): string {
  return `Tag ${id}`;
}

function describe(tag: Tag): EntityDescription {
  const name = tag.name || plainName(tag);
  return {
    domain: tagDomain,
    platform: 'tag',
    uniqueId: tag.id,
    name,
    objectId: name === plainName(tag) ? tag.id : name,
    capabilities: { tag_id: tag.id },
    values: valuesOf(tag),
    driver: { execute: () => undefined },
  };
}

function valuesOf({ last_scanned, device_id }: Tag): TagValues {
  return {
    last_scanned: last_scanned === undefined ? null : Date.parse(last_scanned),
    device_id: device_id ?? null,
  };
}
