import type { Bus } from '../../core/bus.ts';
import type { Clock } from '../../core/clock.ts';
import { newContext } from '../../core/context.ts';
import { uniqueId } from '../../core/entity-id.ts';
import { fault, type HubError } from '../../core/errors.ts';
import { slugify } from '../../core/slug.ts';
import { seconds } from '../../core/state.ts';
import { isSameJson } from '../../core/state-machine.ts';
import type { Collection } from '../../storage/documents.ts';

/** The common fields of areas, floors and labels. Times are seconds since 1970. */
export interface NamedItem {
  readonly id: string;
  readonly name: string;
  /** The position in the list. */
  readonly order: number;
  readonly created_at: number;
  readonly modified_at: number;
}

/** What distinguishes one kind of item from another. */
export interface NamedKind<T extends NamedItem> {
  /** The event is `<kind>_registry_updated`, with `<kind>_id` in its data. */
  readonly kind: 'area' | 'floor' | 'label';
  /** The default fields. */
  readonly blank: Omit<T, keyof NamedItem>;
  /**
   * Normalizes the given fields: trims texts, drops references to missing items. Throws `invalid_info` for
   * invalid ones.
   */
  tidy(fields: Partial<T>): Partial<T>;
}

const MESSAGES = {
  area: { unknown: 'area_id_doesnt_exist', unnamed: 'area_name_must_not_be_empty' },
  floor: { unknown: 'floor_id_doesnt_exist', unnamed: 'floor_name_must_not_be_empty' },
  label: { unknown: 'label_id_doesnt_exist', unnamed: 'label_name_must_not_be_empty' },
} as const;

/** Called after an item is deleted, to remove references to it. */
export type ItemGone = (id: string) => void;

/** The dependencies of a registry. */
export interface NamedRegistryParts {
  readonly bus: Bus;
  readonly clock: Clock;
  /**
   * Combines changes of several collections into one transaction, so that a failure leaves no dangling
   * references.
   */
  readonly transact?: (work: () => void) => Promise<void>;
}

/**
 * A registry of named items: names are unique regardless of case and spaces, IDs are slugs of the first name.
 */
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

  /** All items in user-defined order. */
  list(): T[] {
    return [...this.store.entries.values()].sort((a, b) => a.order - b.order);
  }

  /** The item with this id. */
  get(id: string): T | undefined {
    return this.store.entries.get(id);
  }

  has(id: string): boolean {
    return this.store.entries.has(id);
  }

  /** The item with this name, regardless of case and spaces. */
  named(name: string): T | undefined {
    const normal = normalized(name);
    return [...this.store.entries.values()].find((item) => normalized(item.name) === normal);
  }

  /** Adds a listener for deleted items. */
  onGone(listener: ItemGone): void {
    this.goneListeners.push(listener);
  }

  /** Creates an item; resolves once it is durable. Throws `invalid_info` for an empty or taken name. */
  async create(fields: Partial<T> & { readonly name: string }): Promise<T> {
    const name = this.freeName(fields.name, undefined);
    const now = seconds(this.clock.now());
    const id = uniqueId(slugify(name), (requested) => this.has(requested));
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
    await this.notifyWhenSaved(this.store.put(id, item), 'create', id);
    return item;
  }

  /**
   * Changes an item; resolves once that is durable. Throws `invalid_info` for an unknown ID or a taken name.
   */
  async update(id: string, fields: Partial<T>): Promise<T> {
    const known = this.known(id);
    const changes = this.kind.tidy(fields);
    const named = fields.name === undefined ? {} : { name: this.freeName(fields.name, id) };
    const item: T = { ...known, ...changes, ...named };
    if (isSameJson(item, known)) return known;
    const changed: T = { ...item, modified_at: seconds(this.clock.now()) };
    await this.notifyWhenSaved(this.store.put(id, changed), 'update', id);
    return changed;
  }

  /**
   * Deletes an item and all references to it; resolves once that is durable. Throws `invalid_info` for an
   * unknown ID.
   */
  async delete(id: string): Promise<void> {
    this.known(id);
    let deleted: Promise<void> | undefined;
    const letGo = this.transact(() => {
      deleted = this.store.delete(id);
      this.release(id);
    });
    await this.notifyWhenSaved(
      Promise.all([deleted, letGo]).then(() => {}),
      'remove',
      id,
    );
  }

  /** Sets the order of all items. Throws `invalid_format` unless `ids` contains each ID exactly once. */
  async reorder(ids: readonly string[]): Promise<void> {
    if (
      ids.length !== this.store.entries.size ||
      new Set(ids).size !== ids.length ||
      !ids.every((id) => this.has(id))
    ) {
      throw fault('invalid_format', 'order_must_hold_all', { key: `${this.kind.kind}_ids` });
    }
    const moved = ids.map((id, order): [string, T] => [id, { ...this.known(id), order }]);
    await this.notifyWhenSaved(this.store.putAll(moved), 'reorder', null);
  }

  /** Why an item cannot be put back: its name is taken by one that is not in `batch`. */
  refuses(id: string, { name }: T, batch: ReadonlySet<string>): HubError | undefined {
    const other = this.named(name);
    if (other === undefined || other.id === id || batch.has(other.id)) return undefined;
    return fault('conflict', 'name_in_use_2', { name, normal: normalized(name) });
  }

  /** Removes all references to an item. */
  private release(id: string): void {
    for (const listener of this.goneListeners) listener(id);
  }

  /** Announces an item that was put back or taken away. */
  restored(id: string, now: T | undefined, was: T | undefined): void {
    if (now !== was) this.fire(now === undefined ? 'remove' : was === undefined ? 'create' : 'update', id);
  }

  private known(id: string): T {
    const item = this.get(id);
    if (item === undefined)
      throw fault('invalid_info', MESSAGES[this.kind.kind].unknown, { [this.kind.kind]: id });
    return item;
  }

  private freeName(requested: string, own: string | undefined): string {
    const name = requested.trim();
    if (name === '') throw fault('invalid_info', MESSAGES[this.kind.kind].unnamed);
    const normal = normalized(name);
    for (const item of this.store.entries.values()) {
      if (item.id !== own && normalized(item.name) === normal) {
        throw fault('invalid_info', 'name_in_use_2', { name, normal });
      }
    }
    return name;
  }

  /**
   * Fires the event of a change immediately, and the opposite one if it cannot be persisted; settles like
   * `saved`.
   */
  private async notifyWhenSaved(saved: Promise<void>, action: Action, id: string | null): Promise<void> {
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
