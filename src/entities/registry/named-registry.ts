import type { Bus } from '../../core/bus.ts';
import type { Clock } from '../../core/clock.ts';
import { newContext } from '../../core/context.ts';
import { slugify, uniqueId } from '../../core/entity-id.ts';
import { fault } from '../../core/errors.ts';
import { seconds } from '../../core/state.ts';
import { isSameJson } from '../../core/state-machine.ts';
import type { Collection } from '../../storage/documents.ts';

/** What areas, floors and labels have in common. Times are seconds since 1970. */
export interface NamedItem {
  readonly id: string;
  readonly name: string;
  /** The place in the list. */
  readonly order: number;
  readonly created_at: number;
  readonly modified_at: number;
}

/** What tells one kind from another. */
export interface NamedKind<T extends NamedItem> {
  /** `area`, `floor` or `label`: the event is `<kind>_registry_updated`, its data carry `<kind>_id`. */
  readonly kind: string;
  /** The fields an item has before anybody says otherwise. */
  readonly blank: Omit<T, keyof NamedItem>;
  /** Puts given fields in order: trims, drops what does not exist. Throws `invalid_info` for what cannot be. */
  tidy(fields: Partial<T>): Partial<T>;
}

/** Called after an item was deleted, so that those who refer to it let go. */
export type ItemGone = (id: string) => void;

/** What a registry works with. */
export interface NamedRegistryParts {
  readonly bus: Bus;
  readonly clock: Clock;
  /** Makes changes of several collections one, so that nothing refers to what is gone after a failure. */
  readonly transact?: (work: () => void) => Promise<void>;
}

/** Items that people name: names are unique whatever their case and spaces, ids are slugs of the first name. */
export class NamedRegistry<T extends NamedItem> {
  private readonly kind: NamedKind<T>;
  private readonly store: Collection<T>;
  private readonly bus: Bus;
  private readonly clock: Clock;
  private readonly transact: NonNullable<NamedRegistryParts['transact']>;
  private readonly goneListeners: ItemGone[] = [];

  constructor(kind: NamedKind<T>, store: Collection<T>, parts: NamedRegistryParts) {
    this.kind = kind;
    this.store = store;
    this.bus = parts.bus;
    this.clock = parts.clock;
    this.transact = parts.transact ?? (async (work) => work());
  }

  /** All items in the order people gave them. */
  list(): T[] {
    return [...this.store.entries.values()].sort((a, b) => a.order - b.order);
  }

  /** The item with this id. */
  get(id: string): T | undefined {
    return this.store.entries.get(id);
  }

  /** Whether there is an item with this id. */
  has(id: string): boolean {
    return this.store.entries.has(id);
  }

  /** The item of this name, whatever its case and spaces. */
  named(name: string): T | undefined {
    const normal = normalized(name);
    return [...this.store.entries.values()].find((item) => normalized(item.name) === normal);
  }

  /** Runs when an item is deleted. */
  onGone(listener: ItemGone): void {
    this.goneListeners.push(listener);
  }

  /** Makes an item; settles when it is durable. Throws `invalid_info` for an empty or a taken name. */
  async create(fields: Partial<T> & { readonly name: string }): Promise<T> {
    const name = this.freeName(fields.name, undefined);
    const now = seconds(this.clock.now());
    const id = uniqueId(slugify(name), (wished) => this.has(wished));
    let order = 0;
    for (const item of this.store.entries.values()) order = Math.max(order, item.order + 1);
    const item = {
      ...this.kind.blank,
      ...this.kind.tidy(fields),
      id,
      name,
      order,
      created_at: now,
      modified_at: now,
    } as T;
    await this.told(this.store.put(id, item), 'create', id);
    return item;
  }

  /** Changes an item; settles when that is durable. Throws `invalid_info` for an unknown id or a taken name. */
  async update(id: string, fields: Partial<T>): Promise<T> {
    const known = this.known(id);
    const changes = this.kind.tidy(fields);
    const named = fields.name === undefined ? {} : { name: this.freeName(fields.name, id) };
    const item: T = { ...known, ...changes, ...named };
    if (isSameJson(item, known)) return known;
    const changed: T = { ...item, modified_at: seconds(this.clock.now()) };
    await this.told(this.store.put(id, changed), 'update', id);
    return changed;
  }

  /** Deletes an item and lets go of it everywhere; settles when that is durable. Throws `invalid_info` for an unknown id. */
  async delete(id: string): Promise<void> {
    this.known(id);
    let deleted: Promise<void> | undefined;
    const letGo = this.transact(() => {
      deleted = this.store.delete(id);
      for (const listener of this.goneListeners) listener(id);
    });
    await this.told(
      Promise.all([deleted, letGo]).then(() => {}),
      'remove',
      id,
    );
  }

  /** Gives all items their order. Throws `invalid_format` unless each id is there exactly once. */
  async reorder(ids: readonly string[]): Promise<void> {
    if (
      ids.length !== this.store.entries.size ||
      new Set(ids).size !== ids.length ||
      !ids.every((id) => this.has(id))
    ) {
      throw fault('invalid_format', 'order_must_hold_all', { kind: this.kind.kind });
    }
    const moved = ids.map((id, order): [string, T] => [id, { ...this.known(id), order }]);
    await this.told(this.store.putAll(moved), 'reorder', null);
  }

  private known(id: string): T {
    const item = this.get(id);
    const title = `${this.kind.kind.charAt(0).toUpperCase()}${this.kind.kind.slice(1)}`;
    if (item === undefined) throw fault('invalid_info', 'item_id_doesnt_exist', { title, id });
    return item;
  }

  private freeName(wished: string, own: string | undefined): string {
    const name = wished.trim();
    if (name === '') throw fault('invalid_info', 'name_must_not_be_empty', { kind: this.kind.kind });
    const normal = normalized(name);
    for (const item of this.store.entries.values()) {
      if (item.id !== own && normalized(item.name) === normal) {
        throw fault('invalid_info', 'name_in_use_2', { name, normal });
      }
    }
    return name;
  }

  /** Tells of a change at once, and of its opposite should it not be kept; settles as `saved` does. */
  private async told(saved: Promise<void>, action: Action, id: string | null): Promise<void> {
    this.fire(action, id);
    try {
      await saved;
    } catch (error) {
      this.fire(OPPOSITE[action], id);
      throw error;
    }
  }

  private fire(action: Action, id: string | null): void {
    const at = this.clock.now();
    const { kind } = this.kind;
    this.bus.fire(`${kind}_registry_updated`, { action, [`${kind}_id`]: id }, at, newContext(at));
  }
}

type Action = 'create' | 'update' | 'remove' | 'reorder';

const OPPOSITE: Readonly<Record<Action, Action>> = {
  create: 'remove',
  update: 'update',
  remove: 'create',
  reorder: 'reorder',
};

function normalized(name: string): string {
  return name.toLowerCase().replaceAll(' ', '');
}
