import type { Bus } from '../../core/bus.ts';
import type { Clock } from '../../core/clock.ts';
import { newContext } from '../../core/context.ts';
import { fault } from '../../core/errors.ts';
import { ignoreLogged } from '../../core/ignore-logged.ts';
import { seconds } from '../../core/state.ts';
import { isSameJson } from '../../core/state-machine.ts';
import type { Collection } from '../../storage/documents.ts';
import { blankDevice, type DeviceEntry } from './device-entry.ts';
import { connectionOf, type DeviceKeys, key, keysOf, merged } from './device-keys.ts';

export { DeviceEntry } from './device-entry.ts';

/** The source's description of a device; at least one identifier or connection. */
export interface DeviceDescription {
  readonly identifiers?: readonly (readonly [string, string])[];
  readonly connections?: readonly (readonly [string, string])[];
  readonly name?: string | null;
  /** The name of a device created without one, and of the stub of its `via` device. */
  readonly fallbackName?: string;
  /** The area assigned when the device is created, by name. */
  readonly area?: string | undefined;
  readonly manufacturer?: string | null;
  readonly model?: string | null;
  readonly model_id?: string | null;
  readonly serial_number?: string | null;
  readonly sw_version?: string | null;
  readonly hw_version?: string | null;
  readonly configuration_url?: string | null;
  readonly entry_type?: 'service' | null;
  /** The identifier of the device this one is connected through; a stub is created if it is unknown. */
  readonly via?: readonly [string, string];
  /** The same by a connection, of a device that is known. */
  readonly viaConnection?: readonly [string, string];
  /** The parent device, such as the power strip of a socket; created or updated as well. */
  readonly parent?: DeviceDescription;
}

/** The fields of a device that users may change. */
export type DeviceChanges = Partial<Pick<DeviceEntry, 'area_id' | 'name_by_user' | 'disabled_by' | 'labels'>>;

const DESCRIBED = [
  'name',
  'manufacturer',
  'model',
  'model_id',
  'serial_number',
  'sw_version',
  'hw_version',
  'configuration_url',
  'entry_type',
] as const;

/** The most devices, and the most keys of each: devices are untrusted. */
const MAX_DEVICES = 60_000;
const MAX_KEYS = 200;

/** The device registry, with lookup by identifier and connection. */
export class DeviceRegistry {
  private readonly store: Collection<DeviceEntry>;
  private readonly bus: Bus;
  private readonly clock: Clock;
  private readonly byKey = new Map<string, string>();
  private changes = 0;
  /** Finds or creates the area of a name; undefined if areas are not available. */
  areaNamed: (name: string) => string | undefined = () => undefined;

  constructor(store: Collection<DeviceEntry>, bus: Bus, clock: Clock) {
    this.store = store;
    this.bus = bus;
    this.clock = clock;
    for (const entry of store.entries.values()) this.index(entry);
  }

  /** Incremented on each change, to invalidate caches. */
  get revision(): number {
    return this.changes;
  }

  /** All devices in order of creation. */
  list(): IterableIterator<DeviceEntry> {
    return this.store.entries.values();
  }

  /** The device with this id. */
  get(id: string): DeviceEntry | undefined {
    return this.store.entries.get(id);
  }

  /** The device with this identifier, e.g. `['mqtt', 'plug-1']`. */
  byIdentifier(identifier: readonly [string, string]): DeviceEntry | undefined {
    return this.get(this.byKey.get(key('identifier', identifier)) ?? '');
  }

  /** The device with this connection, e.g. `['mac', 'aa:bb:cc:dd:ee:ff']`. */
  byConnection(connection: readonly [string, string]): DeviceEntry | undefined {
    return this.get(this.byKey.get(key('connection', connectionOf(connection))) ?? '');
  }

  /** Finds and updates the described device, or creates it. Throws if there are too many. */
  ensure(configEntryId: string, description: DeviceDescription): DeviceEntry {
    const identifiers = (description.identifiers ?? []).map(([a, b]): [string, string] => [a, b]);
    const connections = (description.connections ?? []).map(connectionOf);
    const known = this.find(identifiers, connections);
    // A device with the keys of several devices changes none of them.
    if (known !== undefined && this.isOfOthers(known, { identifiers, connections })) return known;
    const keys = {
      identifiers: merged(known?.identifiers ?? [], identifiers),
      connections: merged(known?.connections ?? [], connections),
    };
    if (keysOf(keys).length > MAX_KEYS)
      throw new Error(`A device has at most ${MAX_KEYS} identifiers and connections`);
    if (known === undefined && this.store.entries.size >= MAX_DEVICES)
      throw new Error(`There are ${MAX_DEVICES} devices, and more are not taken`);
    const via = this.ensureVia(configEntryId, description);
    const parent =
      description.parent === undefined ? undefined : this.ensure(configEntryId, description.parent);
    const reported: Record<string, unknown> = {
      ...(via === undefined ? {} : { via_device_id: via }),
      ...(parent === undefined ? {} : { parent_device_id: parent.id }),
    };
    for (const name of DESCRIBED) if (description[name] !== undefined) reported[name] = description[name];
    if (known !== undefined) {
      const { entry, saved } = this.change(known, { ...reported, ...keys });
      saved.catch(ignoreLogged);
      return entry;
    }
    const now = seconds(this.clock.now());
    const entry: DeviceEntry = {
      ...blankDevice(configEntryId, now),
      name: description.fallbackName ?? null,
      ...reported,
      area_id: description.area === undefined ? null : (this.areaNamed(description.area) ?? null),
      ...keys,
    };
    this.save(entry).catch(ignoreLogged);
    this.fire('create', entry.id);
    return entry;
  }

  /** Applies a user's changes; resolves once they are durable. Throws `not_found` for an unknown device. */
  async update(id: string, changes: DeviceChanges): Promise<DeviceEntry> {
    const known = this.get(id);
    if (known === undefined) throw fault('not_found', 'device_not_found_2', { id });
    const { entry, saved } = this.change(known, changes);
    await saved;
    return entry;
  }

  /** Removes a device; resolves once that is durable. */
  async remove(id: string): Promise<void> {
    const entry = this.get(id);
    if (entry === undefined) throw fault('not_found', 'device_not_found_2', { id });
    this.unindex(entry);
    const done = this.store.delete(id);
    this.fire('remove', id);
    try {
      await done;
    } catch (error) {
      this.index(entry);
      this.fire('create', id);
      throw error;
    }
  }

  /** Follows a device that was put back or taken away. */
  restored(now: DeviceEntry | undefined, was: DeviceEntry | undefined): void {
    if (was !== undefined) this.unindex(was);
    if (now !== undefined) this.index(now);
    const id = (now ?? was)?.id;
    if (id === undefined) return;
    if (now === undefined || was === undefined) this.fire(now === undefined ? 'remove' : 'create', id);
    else this.fire('update', id, differences(was, now));
  }

  private find(
    identifiers: readonly [string, string][],
    connections: readonly [string, string][],
  ): DeviceEntry | undefined {
    for (const one of keysOf({ identifiers, connections })) {
      const id = this.byKey.get(one);
      if (id !== undefined) return this.get(id);
    }
    return undefined;
  }

  private isOfOthers(known: DeviceEntry, reported: DeviceKeys): boolean {
    return keysOf(reported).some((one) => (this.byKey.get(one) ?? known.id) !== known.id);
  }

  /** The device it is connected through; none if that is itself. */
  private ensureVia(
    configEntryId: string,
    { via, viaConnection, identifiers = [], fallbackName }: DeviceDescription,
  ): string | undefined {
    if (viaConnection !== undefined) return this.byConnection(viaConnection)?.id;
    if (via === undefined || identifiers.some((one) => isSameJson(one, via))) return undefined;
    const stub = { identifiers: [via], ...(fallbackName === undefined ? {} : { fallbackName }) };
    return (this.byIdentifier(via) ?? this.ensure(configEntryId, stub)).id;
  }

  private change(
    known: DeviceEntry,
    changes: Readonly<Record<string, unknown>>,
  ): { entry: DeviceEntry; saved: Promise<void> } {
    const before: Record<string, unknown> = {};
    for (const [name, value] of Object.entries(changes)) {
      const old = known[name as keyof DeviceEntry];
      if (!isSameJson(old, value)) before[name] = old;
    }
    if (Object.keys(before).length === 0) return { entry: known, saved: Promise.resolve() };
    const entry = { ...known, ...changes, modified_at: seconds(this.clock.now()) };
    const saved = this.save(entry);
    this.fire('update', entry.id, before);
    return { entry, saved };
  }

  private save(entry: DeviceEntry): Promise<void> {
    this.index(entry);
    const saved = this.store.put(entry.id, entry);
    saved.catch(() => this.takeBack(entry));
    return saved;
  }

  /** Reverts a change that could not be persisted, and announces the stored entry. */
  private takeBack(entry: DeviceEntry): void {
    this.unindex(entry);
    const held = this.get(entry.id);
    if (held === undefined) {
      this.fire('remove', entry.id);
      return;
    }
    this.index(held);
    this.fire('update', entry.id, differences(entry, held));
  }

  private unindex(entry: DeviceEntry): void {
    this.changes += 1;
    for (const one of keysOf(entry)) if (this.byKey.get(one) === entry.id) this.byKey.delete(one);
  }

  private index(entry: DeviceEntry): void {
    this.changes += 1;
    for (const one of keysOf(entry)) this.byKey.set(one, entry.id);
  }

  private fire(
    action: 'create' | 'update' | 'remove',
    id: string,
    changes?: Readonly<Record<string, unknown>>,
  ): void {
    const at = this.clock.now();
    const data = { action, device_id: id, ...(changes === undefined ? {} : { changes }) };
    this.bus.fire('device_registry_updated', data, at, newContext(at));
  }
}

/** The fields of the first that differ in the second. */
function differences(was: DeviceEntry, now: DeviceEntry): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(was).filter(([name, value]) => !isSameJson(now[name as keyof DeviceEntry], value)),
  );
}
