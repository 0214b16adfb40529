import { currentActing } from '../../core/acting.ts';
import type { Bus } from '../../core/bus.ts';
import type { Clock } from '../../core/clock.ts';
import { hexId, newContext } from '../../core/context.ts';
import { domainOf, type EntityId } from '../../core/entity-id.ts';
import { fault, type HubError } from '../../core/errors.ts';
import { ignoreLogged } from '../../core/ignore-logged.ts';
import { seconds } from '../../core/state.ts';
import { isSameJson } from '../../core/state-machine.ts';
import type { Collection } from '../../storage/documents.ts';
import type { EntityEntry, SourceFields } from './entity-entry.ts';
import { FormerEntries } from './former-entries.ts';
import { uniqueKey, withoutWholeName } from './unique-key.ts';

export { EntityEntry, type SourceFields } from './entity-entry.ts';

/**
 * Called after each change; `old` is null for a new entry, `entry` for a removed one. An entry whose removal
 * could not be persisted is passed again as the same object.
 */
export type EntryListener = (entry: EntityEntry | null, old: EntityEntry | null) => void;

/** The user settings of removed entities, by unique key, for when they return. */
export interface RemovedMemory {
  save(entry: EntityEntry): void;
  find(key: string): Partial<EntityEntry> | undefined;
  drop(key: string): void;
}

/** The registry of entities with a unique ID: their entity IDs, names and user settings. */
export class EntityRegistry {
  /** Entries before the change being announced, which decide who may receive its events. */
  readonly former: FormerEntries<EntityEntry>;
  private readonly store: Collection<EntityEntry>;
  private readonly bus: Bus;
  private readonly clock: Clock;
  private readonly removed: RemovedMemory | undefined;
  private readonly byEntityId = new Map<EntityId, string>();
  private readonly byUniqueId = new Map<string, string>();
  private readonly byDevice = new Map<string, Set<string>>();
  private readonly listeners = new Set<EntryListener>();
  private changes = 0;

  constructor(
    store: Collection<EntityEntry>,
    { bus, clock, removed }: { bus: Bus; clock: Clock; removed?: RemovedMemory | undefined },
  ) {
    this.store = store;
    this.bus = bus;
    this.clock = clock;
    this.former = new FormerEntries(clock);
    this.removed = removed;
    for (const entry of store.entries.values()) this.index(null, entry);
  }

  /** Incremented on each change, to invalidate caches. */
  get revision(): number {
    return this.changes;
  }

  /** Whether the running operation is an undo, which puts back entries by itself. */
  get isBeingRestored(): boolean {
    return currentActing()?.restores === true;
  }

  /** All entries in order of creation. */
  list(): IterableIterator<EntityEntry> {
    return this.store.entries.values();
  }

  /** The entry of an entity. */
  get(entityId: EntityId): EntityEntry | undefined {
    return this.store.entries.get(this.byEntityId.get(entityId) ?? '');
  }

  /** The entry with this registry ID. */
  byId(id: string): EntityEntry | undefined {
    return this.store.entries.get(id);
  }

  find(domain: string, platform: string, uniqueId: string): EntityEntry | undefined {
    return this.store.entries.get(this.byUniqueId.get(uniqueKey(domain, platform, uniqueId)) ?? '');
  }

  /** The entries of a device. */
  ofDevice(deviceId: string): EntityEntry[] {
    const entries: EntityEntry[] = [];
    for (const id of this.byDevice.get(deviceId) ?? []) {
      const entry = this.store.entries.get(id);
      if (entry !== undefined) entries.push(entry);
    }
    return entries;
  }

  /** Adds a listener called after each change, before its event. */
  onChange(listener: EntryListener): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** The entity ID before it was removed; undefined if unknown. */
  formerId(domain: string, platform: string, uniqueId: string): EntityId | undefined {
    return this.removed?.find(uniqueKey(domain, platform, uniqueId))?.entity_id as EntityId | undefined;
  }

  /** Creates an entry, with the user settings from before it was removed. The entity ID must be free. */
  create(
    entityId: EntityId,
    platform: string,
    uniqueId: string,
    fields: SourceFields & Partial<EntityEntry>,
  ): EntityEntry {
    const now = seconds(this.clock.now());
    const key = uniqueKey(domainOf(entityId), platform, uniqueId);
    const former = this.removed?.find(key);
    const entry: EntityEntry = {
      id: hexId(),
      area_id: null,
      name: null,
      icon: null,
      device_class: null,
      disabled_by: null,
      hidden_by: null,
      aliases: [],
      labels: [],
      categories: {},
      created_at: now,
      modified_at: now,
      ...fields,
      ...former,
      options: { ...fields.options, ...former?.options },
      entity_id: entityId,
      unique_id: uniqueId,
      platform,
    };
    this.save(null, entry).catch(ignoreLogged);
    if (former !== undefined) this.removed?.drop(key);
    this.fire({ action: 'create', entity_id: entityId });
    return entry;
  }

  /** Applies the source's fields; does nothing if none differs. */
  notify(entry: EntityEntry, reported: Partial<EntityEntry>): EntityEntry {
    // What undo has put back stays as it was until its source reports by itself.
    if (this.isBeingRestored) return entry;
    const { entry: now, saved } = this.change(entry, reported);
    saved.catch(ignoreLogged);
    return now;
  }

  /**
   * Applies a user's changes; resolves once they are durable. Throws `not_found` for an unknown entity,
   * `invalid_info` for an entity ID that is taken or of another domain.
   */
  async update(entityId: EntityId, changes: Partial<EntityEntry>): Promise<EntityEntry> {
    const known = this.get(entityId);
    if (known === undefined) throw fault('not_found', 'entity_not_found');
    const requested = changes.entity_id;
    if (requested !== undefined && requested !== entityId) {
      if (domainOf(requested) !== domainOf(entityId))
        throw fault('invalid_info', 'new_entity_id_should_be_same_domain');
      if (this.byEntityId.has(requested))
        throw fault('invalid_info', 'entity_with_this_id_is_already_registered');
    }
    const { entry, saved } = this.change(known, changes);
    await saved;
    return entry;
  }

  /** Removes an entry; resolves once that is durable. */
  async remove(entityId: EntityId): Promise<void> {
    const entry = this.get(entityId);
    if (entry === undefined) throw fault('not_found', 'entity_not_found');
    this.index(entry, null);
    const done = this.store.delete(entry.id);
    for (const listener of this.listeners) listener(null, entry);
    this.fire({ action: 'remove', entity_id: entityId });
    try {
      await done;
      this.removed?.save(entry);
    } catch (error) {
      this.takeBackRemoval(entry);
      throw error;
    }
  }

  /** Why an entry cannot be put back: its entity ID or unique ID is taken by one that is not in `batch`. */
  refuses(id: string, entry: EntityEntry, batch: ReadonlySet<string>): HubError | undefined {
    const { entity_id, platform, unique_id } = entry;
    const others = [
      this.byEntityId.get(entity_id),
      this.byUniqueId.get(uniqueKey(domainOf(entity_id), platform, unique_id)),
    ];
    const isTaken = others.some((other) => other !== undefined && other !== id && !batch.has(other));
    return isTaken ? fault('conflict', 'entity_with_this_id_is_already_registered') : undefined;
  }

  /** Follows an entry that was put back or taken away. */
  restored(now: EntityEntry | undefined, was: EntityEntry | undefined): void {
    this.index(was ?? null, now ?? null);
    for (const listener of this.listeners) listener(now ?? null, was ?? null);
    if (now !== undefined && was !== undefined) this.fireUpdate(was, now);
    else if (now !== undefined) this.fire({ action: 'create', entity_id: now.entity_id });
    else if (was !== undefined) this.fire({ action: 'remove', entity_id: was.entity_id });
  }

  private change(
    known: EntityEntry,
    changes: Partial<EntityEntry>,
  ): { entry: EntityEntry; saved: Promise<void> } {
    const before: Record<string, unknown> = {};
    for (const [name, value] of Object.entries(changes)) {
      const old = known[name as keyof EntityEntry];
      if (!isSameJson(old, value)) before[name] = old;
    }
    if (Object.keys(before).length === 0) return { entry: known, saved: Promise.resolve() };
    const whole = 'name' in before || 'device_id' in before ? withoutWholeName(known) : {};
    const entry: EntityEntry = { ...known, ...changes, ...whole, modified_at: seconds(this.clock.now()) };
    const saved = this.save(known, entry);
    const renamed = entry.entity_id === known.entity_id ? {} : { old_entity_id: known.entity_id };
    this.fire({ action: 'update', entity_id: entry.entity_id, changes: before, ...renamed });
    return { entry, saved };
  }

  private save(old: EntityEntry | null, entry: EntityEntry): Promise<void> {
    this.index(old, entry);
    const saved = this.store.put(entry.id, entry);
    for (const listener of this.listeners) listener(entry, old);
    saved.catch(() => this.takeBack(entry));
    return saved;
  }

  /** Reverts a change that could not be persisted, and announces the stored entry. */
  private takeBack(entry: EntityEntry): void {
    const held = this.store.entries.get(entry.id) ?? null;
    this.index(entry, held);
    for (const listener of this.listeners) listener(held, entry);
    if (held === null) {
      this.fire({ action: 'remove', entity_id: entry.entity_id });
      return;
    }
    this.fireUpdate(entry, held);
  }

  private fireUpdate(was: EntityEntry, now: EntityEntry): void {
    const changes = Object.fromEntries(
      Object.entries(was).filter(([name, value]) => !isSameJson(now[name as keyof EntityEntry], value)),
    );
    const renamed = now.entity_id === was.entity_id ? {} : { old_entity_id: was.entity_id };
    this.fire({ action: 'update', entity_id: now.entity_id, changes, ...renamed });
  }

  private takeBackRemoval(entry: EntityEntry): void {
    const held = this.store.entries.get(entry.id);
    if (held === undefined || this.byEntityId.has(held.entity_id)) return;
    this.index(null, held);
    for (const listener of this.listeners) listener(held, null);
    this.fire({ action: 'create', entity_id: held.entity_id });
  }

  private index(old: EntityEntry | null, entry: EntityEntry | null): void {
    this.changes += 1;
    if (old !== null) {
      this.former.remember(old, entry);
      const key = uniqueKey(domainOf(old.entity_id), old.platform, old.unique_id);
      // Of several entries that are put back at once, another one may have taken the ID already.
      if (this.byEntityId.get(old.entity_id) === old.id) this.byEntityId.delete(old.entity_id);
      if (this.byUniqueId.get(key) === old.id) this.byUniqueId.delete(key);
      if (old.device_id !== null) this.byDevice.get(old.device_id)?.delete(old.id);
    }
    if (entry === null) return;
    this.byEntityId.set(entry.entity_id, entry.id);
    this.byUniqueId.set(uniqueKey(domainOf(entry.entity_id), entry.platform, entry.unique_id), entry.id);
    if (entry.device_id === null) return;
    const ofDevice = this.byDevice.get(entry.device_id) ?? new Set();
    this.byDevice.set(entry.device_id, ofDevice.add(entry.id));
  }

  private fire(data: Readonly<Record<string, unknown>>): void {
    const at = this.clock.now();
    this.bus.fire('entity_registry_updated', data, at, newContext(at));
  }
}
