import { z } from 'zod';
import type { Undo } from '../core/clock.ts';
import { uniqueId } from '../core/entity-id.ts';
import { fault, faultOf } from '../core/errors.ts';
import type { Log } from '../core/log.ts';
import { issuesText, parse } from '../core/parse.ts';
import { slugify } from '../core/slug.ts';
import type { Entities } from '../entities/entity/entities.ts';
import type { Entity } from '../entities/entity/entity.ts';
import type { EntityDescription } from '../entities/entity/entity-description.ts';
import type { Collection } from '../storage/documents.ts';
import type { HelperItem, HelperKind } from './helper-kind.ts';

/** A stored item. */
export const StoredItem = z.looseObject({ id: z.string(), name: z.string() });

/** A change of an item. */
export interface ItemChange {
  readonly change_type: 'added' | 'updated' | 'removed';
  readonly item: HelperItem;
}

/** The dependencies of `HelperCollection`. */
export interface HelperCollectionParts {
  readonly kind: HelperKind;
  readonly store: Collection<HelperItem>;
  /** Groups the changes of several collections. */
  readonly transact: (work: () => void) => Promise<void>;
  readonly entities: Entities;
  readonly log: Log;
  /** Reads the items of the settings file, by object ID. */
  readonly readSettings: () => Promise<ReadonlyMap<string, unknown>>;
}

/** The helpers of one kind: those created in the app, which are stored, and those of the settings file. */
export class HelperCollection {
  readonly kind: HelperKind;
  private readonly parts: HelperCollectionParts;
  private readonly living = new Map<string, Entity>();
  private readonly fromFile = new Map<string, Entity>();
  private readonly listeners = new Set<(change: ItemChange) => void>();

  constructor(parts: HelperCollectionParts) {
    this.parts = parts;
    this.kind = parts.kind;
  }

  get domain(): string {
    return this.kind.domain.name;
  }

  /** The items created in the app. */
  list(): HelperItem[] {
    return [...this.parts.store.entries.values()];
  }

  /** The response of `list` for the items a caller may see. */
  listed(items: readonly HelperItem[]): unknown {
    return this.kind.listed?.(items) ?? items;
  }

  /** Adds all items to the home. */
  async start(): Promise<void> {
    for (const item of this.parts.store.entries.values()) {
      try {
        this.add(this.read(item), true);
      } catch (error) {
        this.parts.log.error(`The ${this.domain} ${item.id} cannot be used`, { error });
      }
    }
    await this.reload();
  }

  /** Stops the timers of all items. */
  stop(): void {
    for (const entity of [...this.living.values(), ...this.fromFile.values()]) this.kind.end?.(entity);
  }

  /** Creates an item; resolves when it is durable. Throws `invalid_format` for invalid fields. */
  async create(fields: unknown): Promise<HelperItem> {
    const settings = parse(this.kind.schema, fields) as Pick<HelperItem, 'name'>;
    const { store } = this.parts;
    const id = uniqueId(
      slugify(settings.name),
      (requested) => store.entries.has(requested) || this.fromFile.has(requested),
    );
    const item: HelperItem = { id, ...settings } as HelperItem;
    this.requireFree(item);
    await store.put(id, item);
    this.add(item, true);
    this.notify('added', item);
    return item;
  }

  /** Changes an item's settings; resolves when that is durable. A rejected change changes nothing. */
  async update(id: string, fields: unknown): Promise<HelperItem> {
    const requested = this.kind.merges === true ? this.merged(id, fields) : fields;
    const item = { id, ...parse(this.kind.schema, requested) } as HelperItem;
    this.known(id);
    this.requireFree(item);
    const entity = this.living.get(id);
    const shape = this.kind.shape(item);
    const refusal = entity === undefined ? undefined : shape.refuses?.(entity.values);
    if (refusal !== undefined) throw faultOf('invalid_format', refusal);
    await this.parts.store.put(id, item);
    if (entity !== undefined) this.show(entity, item);
    this.notify('updated', item);
    return item;
  }

  /** Deletes an item; resolves when that is durable. */
  async delete(id: string): Promise<void> {
    const item = this.known(id);
    let forgotten: Promise<void> | undefined;
    const deleted = this.parts.transact(() => {
      void this.parts.store.delete(id);
      forgotten = this.kind.forget?.(item);
    });
    await Promise.all([deleted, forgotten]);
    const entity = this.living.get(id);
    this.living.delete(id);
    if (entity !== undefined) {
      this.kind.end?.(entity);
      await this.parts.entities.forget(entity);
    }
    this.notify('removed', item);
  }

  /** Follows an item that was put back or taken away. */
  restored(id: string, now: HelperItem | undefined, was: HelperItem | undefined): void {
    const entity = this.living.get(id);
    if (now === undefined) {
      this.living.delete(id);
      if (entity !== undefined) {
        this.kind.end?.(entity);
        this.parts.entities.remove(entity);
      }
      if (was !== undefined) this.notify('removed', was);
      return;
    }
    try {
      if (entity !== undefined) this.show(entity, this.read(now));
      else if (this.parts.entities.isRegistered(this.domain, this.domain, id)) this.add(this.read(now), true);
    } catch (error) {
      this.parts.log.error(`The ${this.domain} ${id} cannot be used`, { error });
    }
    this.notify(was === undefined ? 'added' : 'updated', now);
  }

  /** Subscribes to changes. */
  subscribe(listener: (change: ItemChange) => void): Undo {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** Reloads the settings file: adds, updates and removes items; invalid ones are logged. */
  async reload(): Promise<void> {
    const items = new Map<string, HelperItem>();
    for (const [key, settings] of await this.parts.readSettings()) {
      const named = typeof settings === 'object' && settings !== null ? settings : {};
      const id = itemId(key, named, items);
      const result = this.kind.schema.safeParse({ name: id, ...named });
      if (result.success) items.set(id, { id, ...result.data } as HelperItem);
      else
        this.parts.log.error(
          `${this.domain} ${id} in the settings: ${issuesText(result.error.issues, named)}`,
        );
    }
    for (const [id, entity] of this.fromFile) {
      if (items.has(id)) continue;
      this.fromFile.delete(id);
      this.kind.end?.(entity);
      await this.parts.entities.forget(entity);
    }
    for (const [id, item] of items) {
      const entity = this.fromFile.get(id);
      if (entity === undefined) this.add(item, false);
      else {
        this.parts.entities.redescribe(
          entity,
          this.describe(item, false),
          this.kind.shape(item).fit(entity.values),
        );
        this.kind.begin?.(entity);
      }
    }
  }

  private read(item: HelperItem): HelperItem {
    const { id, ...settings } = item;
    return { id, ...parse(this.kind.schema, settings) } as HelperItem;
  }

  private requireFree(item: HelperItem): void {
    const others = this.list().filter(({ id }) => id !== item.id);
    const taken = this.kind.isFree?.(item, others);
    if (taken !== undefined) throw faultOf('invalid_format', taken);
  }

  private merged(id: string, fields: unknown): object {
    const { id: _id, ...before } = this.known(id);
    return { ...before, ...(fields as object) };
  }

  private known(id: string): HelperItem {
    const item = this.parts.store.entries.get(id);
    if (item === undefined) throw fault('not_found', 'unable_to_find_item', { domain: this.domain, id });
    return item;
  }

  private add(item: HelperItem, editable: boolean): void {
    const entity = this.parts.entities.add(this.describe(item, editable));
    (editable ? this.living : this.fromFile).set(item.id, entity);
    this.kind.begin?.(entity);
  }

  private show(entity: Entity, item: HelperItem): void {
    const shape = this.kind.shape(item);
    const values = (shape.change ?? shape.fit)(entity.values);
    this.parts.entities.redescribe(entity, this.describe(item, true), values);
    this.kind.begin?.(entity);
  }

  private describe(item: HelperItem, editable: boolean): EntityDescription {
    const shape = this.kind.shape(item);
    const { capabilities, values, restoresState, unit, deviceClass, picture, fit } = shape;
    return {
      domain: this.kind.domain,
      platform: this.domain,
      uniqueId: item.id,
      objectId: item.id,
      name: item.name,
      capabilities: { ...capabilities, editable },
      registered: shape.registered ?? [],
      values,
      restoresValues: restoresState,
      savedImmediately: restoresState && this.kind.domain.services.length > 0,
      fit,
      driver: this.kind.driver,
      ...(this.kind.features === undefined ? {} : { features: this.kind.features }),
      ...(item.icon === undefined ? {} : { icon: item.icon }),
      ...(unit === undefined ? {} : { unit }),
      ...(deviceClass === undefined ? {} : { deviceClass }),
      ...(picture === undefined ? {} : { picture }),
      ...(this.kind.forceUpdate === true ? { forceUpdate: true } : {}),
    };
  }

  private notify(change_type: ItemChange['change_type'], item: HelperItem): void {
    for (const listener of this.listeners) listener({ change_type, item });
  }
}

/** The key of an item, or for an item of a list, which has none, the slug of its name. */
function itemId(
  key: string,
  named: { readonly name?: unknown },
  taken: ReadonlyMap<string, unknown>,
): string {
  const isOfList = /^\d+$|[^\w-]/.test(key);
  if (!isOfList || typeof named.name !== 'string') return key;
  return uniqueId(slugify(named.name), (id) => taken.has(id));
}
