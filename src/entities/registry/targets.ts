import { type EntityId, isEntityId } from '../../core/entity-id.ts';
import { fault, type HubError } from '../../core/errors.ts';
import { type MessageKey, message } from '../../core/messages.ts';
import { show } from '../../core/parse.ts';
import type { DeviceEntry, DeviceRegistry } from './device-registry.ts';
import type { EntityEntry, EntityRegistry } from './entity-registry.ts';

/** The target keys of a service call. */
export const TARGET_KEYS = ['entity_id', 'device_id', 'area_id', 'floor_id', 'label_id'] as const;
type TargetKey = (typeof TARGET_KEYS)[number];

/** The most IDs in a target: more than any home has, and few enough to look up in one go. */
const MAX_NAMES = 10_000;
const NONE: readonly string[] = [];

/** A validated target. */
export interface Target {
  /** The named entities; `all` for every entity of the service's domain. */
  readonly entities: 'all' | readonly EntityId[];
  readonly devices: readonly string[];
  readonly areas: readonly string[];
  readonly floors: readonly string[];
  readonly labels: readonly string[];
  /** The excluded part; it has no `exclude` of its own and no `all`. */
  readonly exclude?: Target;
}

/** The areas by floor and label. */
export interface AreaIndex {
  areasOfFloor(floorId: string): readonly string[];
  areasWithLabel(labelId: string): readonly string[];
}

/** Whether a key of a call's data belongs to the target: a target key, or `exclude`. */
export function isTargetKey(key: string): key is TargetKey | 'exclude' {
  return key === 'exclude' || (TARGET_KEYS as readonly string[]).includes(key);
}

/**
 * Parses the target in a call's data; undefined without any target key. Throws `invalid_format` naming the
 * key.
 */
export function parseTarget(data: Readonly<Record<string, unknown>>): Target | undefined {
  const exclude = data.exclude === undefined ? undefined : parseExclude(data.exclude);
  if (!TARGET_KEYS.some((key) => data[key] !== undefined)) return undefined;
  const names = parseNames(data);
  return exclude === undefined ? names : { ...names, exclude };
}

function parseNames(data: Readonly<Record<string, unknown>>): Target {
  const target = {
    entities: entityIds(data.entity_id),
    devices: words('device_id', data.device_id),
    areas: words('area_id', data.area_id),
    floors: words('floor_id', data.floor_id),
    labels: words('label_id', data.label_id),
  };
  const { entities, devices, areas, floors, labels } = target;
  const others = devices.length + areas.length + floors.length + labels.length;
  if (others + (entities === 'all' ? 0 : entities.length) > MAX_NAMES)
    throw fault('invalid_format', 'too_many_target_names', { max: MAX_NAMES });
  return target;
}

function parseExclude(value: unknown): Target {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw fault('invalid_format', 'expected_exclude_object', { value: show(value) });
  const strange = Object.keys(value).find((key) => !(TARGET_KEYS as readonly string[]).includes(key));
  if (strange !== undefined) throw fault('invalid_format', 'unknown_exclude_key', { strange });
  const exclude = parseNames(value as Readonly<Record<string, unknown>>);
  if (exclude.entities === 'all') throw wrong('entity_id', 'all', 'expects_entity_id');
  return exclude;
}

/**
 * Parses entity IDs from a list, a text, or comma-separated text; `all` and `none` only as the whole value.
 */
export function entityIds(value: unknown): 'all' | readonly EntityId[] {
  if (value === undefined || value === null) return [];
  if (typeof value === 'string') {
    const word = value.trim().toLowerCase();
    if (word === 'all') return 'all';
    if (word === 'none') return [];
    if (isEntityId(word)) return [word];
    return unique(bounded('entity_id', value.split(',', MAX_NAMES + 1)).map((id) => oneEntityId(id.trim())));
  }
  if (!Array.isArray(value)) throw wrong('entity_id', value, 'expects_entity_ids');
  return unique(bounded('entity_id', value).map(oneEntityId));
}

function oneEntityId(value: unknown): EntityId {
  if (typeof value !== 'string') throw wrong('entity_id', value, 'expects_entity_id');
  const id = value.trim().toLowerCase();
  if (!isEntityId(id)) throw wrong('entity_id', value, 'expects_entity_id');
  return id;
}

function words(key: TargetKey, value: unknown): readonly string[] {
  if (value === undefined || value === null || value === 'none') return NONE;
  if (typeof value === 'string') return [value];
  if (Array.isArray(value) && bounded(key, value).every((item) => typeof item === 'string'))
    return unique(value);
  throw wrong(key, value, 'expects_texts');
}

function bounded<T>(key: TargetKey, names: readonly T[]): readonly T[] {
  if (names.length <= MAX_NAMES) return names;
  throw fault('invalid_format', 'too_many_target_names_at', { max: MAX_NAMES, key });
}

function unique<T>(values: readonly T[]): readonly T[] {
  return values.length < 2 ? values : [...new Set(values)];
}

function wrong(key: TargetKey, value: unknown, form: MessageKey): HubError {
  return fault('invalid_format', 'wrong_value_at', {
    expected: message(form),
    path: key,
    value: show(value),
  });
}

/**
 * The entities a target reaches through devices, areas, floors and labels, and the devices and areas
 * involved.
 */
export interface Reached {
  readonly entities: ReadonlySet<EntityId>;
  readonly devices: ReadonlySet<string>;
  readonly areas: ReadonlySet<string>;
}

interface ReachOptions {
  /** Includes config and diagnostic entities. */
  readonly all?: boolean;
  /** Includes hidden entities as well as all others. */
  readonly hidden?: boolean;
}

/** Resolves what a target reaches besides the entities it names. */
export class TargetResolver {
  private readonly registry: EntityRegistry;
  private readonly devices: DeviceRegistry;
  private readonly areas: AreaIndex;
  private known: { readonly revision: string; readonly index: PlaceIndex } | undefined;

  constructor(registry: EntityRegistry, devices: DeviceRegistry, areas: AreaIndex) {
    this.registry = registry;
    this.devices = devices;
    this.areas = areas;
  }

  /**
   * Omits hidden entities, and config and diagnostic ones unless they carry the label themselves or `all` is
   * set.
   */
  reach(target: Target, { all = false, hidden = false }: ReachOptions = {}): Reached {
    const shows = hidden ? () => true : isShown;
    const counts = hidden ? shows : all ? isShown : isPrimary;
    const entities = new Set<EntityId>();
    const devices = new Set(target.devices);
    const areas = new Set(target.areas);
    for (const floor of target.floors) for (const area of this.areas.areasOfFloor(floor)) areas.add(area);
    const places = this.places();
    for (const label of target.labels) {
      for (const area of this.areas.areasWithLabel(label)) areas.add(area);
      for (const device of places.labeledDevices.get(label) ?? []) devices.add(device.id);
      for (const entry of places.labeled.get(label) ?? []) if (shows(entry)) entities.add(entry.entity_id);
    }
    for (const device of devices) {
      for (const entry of this.registry.ofDevice(device)) if (counts(entry)) entities.add(entry.entity_id);
    }
    for (const area of areas) {
      for (const entry of places.inArea.get(area) ?? []) if (counts(entry)) entities.add(entry.entity_id);
      for (const device of places.devicesInArea.get(area) ?? []) {
        devices.add(device.id);
        for (const entry of this.registry.ofDevice(device.id))
          if (entry.area_id === null && counts(entry)) entities.add(entry.entity_id);
      }
    }
    return { entities, devices, areas };
  }

  /** The index by area and label, rebuilt when a registry has changed. */
  private places(): PlaceIndex {
    const revision = `${this.registry.revision} ${this.devices.revision}`;
    if (this.known?.revision !== revision)
      this.known = { revision, index: indexPlaces(this.registry.list(), this.devices.list()) };
    return this.known.index;
  }
}

interface PlaceIndex {
  readonly inArea: Groups<EntityEntry>;
  readonly labeled: Groups<EntityEntry>;
  readonly devicesInArea: Groups<DeviceEntry>;
  readonly labeledDevices: Groups<DeviceEntry>;
}

type Groups<T> = ReadonlyMap<string, readonly T[]>;

function indexPlaces(entries: Iterable<EntityEntry>, devices: Iterable<DeviceEntry>): PlaceIndex {
  const [inArea, labeled] = groupPlaces(entries);
  const [devicesInArea, labeledDevices] = groupPlaces(devices);
  return { inArea, labeled, devicesInArea, labeledDevices };
}

/** Indexes items by area and by label. */
function groupPlaces<T extends { readonly area_id: string | null; readonly labels: readonly string[] }>(
  items: Iterable<T>,
): readonly [byArea: Groups<T>, byLabel: Groups<T>] {
  const [byArea, byLabel] = [new Map<string, T[]>(), new Map<string, T[]>()];
  const add = (groups: Map<string, T[]>, key: string, item: T): void => {
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [item]);
    else group.push(item);
  };
  for (const item of items) {
    if (item.area_id !== null) add(byArea, item.area_id, item);
    for (const label of item.labels) add(byLabel, label, item);
  }
  return [byArea, byLabel];
}

function isShown(entry: EntityEntry): boolean {
  return entry.hidden_by === null;
}

function isPrimary(entry: EntityEntry): boolean {
  return entry.hidden_by === null && entry.entity_category === null;
}
