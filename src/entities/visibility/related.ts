import type { StateMachine } from '../../core/state-machine.ts';
import type { ConfigEntries } from '../registry/config-entries.ts';
import type { DeviceRegistry } from '../registry/device-registry.ts';
import type { EntityRegistry } from '../registry/entity-registry.ts';
import type { ViewedHome } from './home-view.ts';
import { sees, type Viewer } from './visible-state.ts';

/** The types of items that can be queried and returned. */
export const ITEM_TYPES = [
  'area',
  'automation',
  'automation_blueprint',
  'config_entry',
  'device',
  'entity',
  'floor',
  'group',
  'integration',
  'label',
  'person',
  'scene',
  'script',
  'script_blueprint',
] as const;
export type ItemType = (typeof ITEM_TYPES)[number];

/** IDs by type; types without any are omitted. */
export type Related = Readonly<Partial<Record<ItemType, readonly string[]>>>;

/** The items referenced by an automation or script. */
export interface ItemReferences {
  readonly type: 'automation' | 'script';
  /** Its entity ID. */
  readonly id: string;
  readonly entities: ReadonlySet<string>;
  readonly devices: ReadonlySet<string>;
  readonly areas: ReadonlySet<string>;
  readonly floors: ReadonlySet<string>;
  readonly labels: ReadonlySet<string>;
  readonly blueprints: ReadonlySet<string>;
}

/** The dependencies of `relatedTo`. */
export interface RelatedParts extends ViewedHome {
  readonly registry: EntityRegistry;
  readonly devices: DeviceRegistry;
  readonly configEntries: ConfigEntries;
  readonly states: StateMachine;
  /** The automations and scripts with their references. */
  readonly mentioning?: () => Iterable<ItemReferences>;
}

/** The field of `ItemReferences` by item type. */
const MENTIONED = {
  entity: 'entities',
  device: 'devices',
  area: 'areas',
  floor: 'floors',
  label: 'labels',
} as const;

/** Domains whose entities are an item type of their own. */
export const OWN_TYPES: ReadonlySet<string> = new Set(['automation', 'group', 'person', 'scene', 'script']);

/** Domains whose entities list others, and the attribute with the list. */
const NAMING = [
  ['group', 'entity_id'],
  ['scene', 'entity_id'],
  ['person', 'device_trackers'],
] as const;

/** The containers and members of an item and what references it, skipping entities hidden from the viewer. */
export function relatedTo(parts: RelatedParts, type: ItemType, id: string, viewer: Viewer): Related {
  const found = new Found(parts, viewer);
  switch (type) {
    case 'area':
      found.ofArea(id);
      break;
    case 'device':
      found.ofDevice(id);
      break;
    case 'entity':
      found.ofEntity(id);
      break;
    case 'group':
    case 'person':
    case 'scene':
      found.ofEntity(id);
      found.namedBy(id);
      break;
    case 'automation':
    case 'script':
      found.ofEntity(id);
      found.mentionedBy(id);
      break;
    case 'automation_blueprint':
    case 'script_blueprint':
      found.ofBlueprint(type, id);
      break;
    case 'floor':
      for (const area of parts.places.areasOfFloor(id)) found.ofArea(area, true);
      break;
    case 'label':
      found.ofLabel(id);
      break;
    case 'config_entry':
      found.ofConfigEntry(id);
      break;
    case 'integration':
      for (const entry of parts.configEntries.list())
        if (entry.domain === id) found.ofConfigEntry(entry.entry_id, true);
      for (const entry of parts.registry.list())
        if (entry.platform === id) found.add('entity', entry.entity_id);
      break;
  }
  if (Object.hasOwn(MENTIONED, type)) found.mentioning(type as keyof typeof MENTIONED, id);
  if (OWN_TYPES.has(type)) found.mentioning('entity', id);
  return found.without(type, id);
}

/** The groups, scenes and persons that list an entity, by entity. */
type Namers = ReadonlyMap<string, readonly (readonly [type: ItemType, id: string])[]>;

function namersOf(states: StateMachine): Namers {
  const namers = new Map<string, (readonly [ItemType, string])[]>();
  for (const state of states.all()) {
    for (const [domain, attribute] of NAMING) {
      const named = state.entity_id.startsWith(`${domain}.`) ? state.attributes[attribute] : undefined;
      if (!Array.isArray(named)) continue;
      for (const id of named) {
        const found = namers.get(id);
        if (found === undefined) namers.set(id, [[domain, state.entity_id]]);
        else found.push([domain, state.entity_id]);
      }
    }
  }
  return namers;
}

class Found {
  private readonly parts: RelatedParts;
  private readonly viewer: Viewer;
  private readonly ids = new Map<ItemType, Set<string>>();
  private namers: Namers | undefined;

  constructor(parts: RelatedParts, viewer: Viewer) {
    this.parts = parts;
    this.viewer = viewer;
  }

  add(type: ItemType, id: string | null | undefined): void {
    if (id === null || id === undefined) return;
    this.ids.set(type, (this.ids.get(type) ?? new Set()).add(id));
  }

  without(type: ItemType, id: string): Related {
    this.ids.get(type)?.delete(id);
    const lists = [...this.ids].filter(([, ids]) => ids.size > 0).map(([name, ids]) => [name, [...ids]]);
    return Object.fromEntries(lists);
  }

  ofArea(id: string, isFound = false): void {
    const area = this.parts.places.areas.get(id);
    if (area === undefined) return;
    if (isFound) this.add('area', id);
    this.add('floor', area.floor_id);
    for (const label of area.labels) this.add('label', label);
    const inside = new Set<string>();
    for (const device of this.parts.devices.list()) {
      if (device.area_id !== id) continue;
      inside.add(device.id);
      this.add('device', device.id);
      this.ofOwner(device.config_entry_id);
    }
    for (const entry of this.parts.registry.list()) {
      const byDevice = entry.area_id === null && entry.device_id !== null && inside.has(entry.device_id);
      if (entry.area_id !== id && !byDevice) continue;
      this.add('entity', entry.entity_id);
      this.naming(entry.entity_id);
    }
  }

  ofDevice(id: string): void {
    const device = this.parts.devices.get(id);
    if (device === undefined) return;
    this.place(device.area_id);
    for (const label of device.labels) this.add('label', label);
    this.ofOwner(device.config_entry_id);
    for (const entry of this.parts.registry.ofDevice(id)) {
      this.add('entity', entry.entity_id);
      this.naming(entry.entity_id);
    }
  }

  ofEntity(id: string): void {
    this.naming(id);
    this.above(id);
  }

  /** Adds what contains an entity. */
  private above(id: string): void {
    const entry = this.parts.registry.get(id);
    if (entry === undefined) return;
    const device = entry.device_id === null ? undefined : this.parts.devices.get(entry.device_id);
    this.add('device', device?.id);
    this.place(entry.area_id ?? device?.area_id ?? null);
    for (const label of entry.labels) this.add('label', label);
    this.ofOwner(entry.config_entry_id);
    this.add('integration', entry.platform);
  }

  ofLabel(id: string): void {
    const { places, devices, registry } = this.parts;
    for (const area of places.areasWithLabel(id)) this.add('area', area);
    for (const device of devices.list()) if (device.labels.includes(id)) this.add('device', device.id);
    for (const entry of registry.list()) if (entry.labels.includes(id)) this.add('entity', entry.entity_id);
  }

  ofConfigEntry(id: string, isFound = false): void {
    const entry = [...this.parts.configEntries.list()].find((one) => one.entry_id === id);
    if (entry === undefined) return;
    if (isFound) this.add('config_entry', id);
    this.add('integration', entry.domain);
    for (const device of this.parts.devices.list()) {
      if (device.config_entry_id !== id) continue;
      this.add('device', device.id);
      this.place(device.area_id);
    }
    for (const one of this.parts.registry.list())
      if (one.config_entry_id === id) this.add('entity', one.entity_id);
  }

  /** Adds the entities of a group, scene or person. */
  namedBy(id: string): void {
    for (const [domain, attribute] of NAMING) {
      const named = id.startsWith(`${domain}.`)
        ? this.parts.states.get(id)?.attributes[attribute]
        : undefined;
      if (!Array.isArray(named)) continue;
      for (const member of named) {
        const entry = this.parts.registry.get(member);
        this.add('entity', member);
        this.add('device', entry?.device_id);
        this.place(entry?.area_id ?? null);
      }
    }
  }

  /** Adds the automations and scripts that reference an item. */
  mentioning(type: keyof typeof MENTIONED, id: string): void {
    for (const one of this.parts.mentioning?.() ?? [])
      if (one[MENTIONED[type]].has(id)) this.add(one.type, one.id);
  }

  /** Adds the automations or scripts of a blueprint. */
  ofBlueprint(type: 'automation_blueprint' | 'script_blueprint', path: string): void {
    for (const one of this.parts.mentioning?.() ?? [])
      if (type === `${one.type}_blueprint` && one.blueprints.has(path)) this.add(one.type, one.id);
  }

  /** Adds what an automation or script references, and the areas and floors of that. */
  mentionedBy(id: string): void {
    const one = [...(this.parts.mentioning?.() ?? [])].find((own) => own.id === id);
    if (one === undefined) return;
    for (const blueprint of one.blueprints) this.add(`${one.type}_blueprint`, blueprint);
    for (const floor of one.floors) this.add('floor', floor);
    for (const label of one.labels) this.add('label', label);
    for (const area of one.areas) this.place(area);
    for (const device of one.devices) {
      this.add('device', device);
      const { area_id = null, config_entry_id = null } = this.parts.devices.get(device) ?? {};
      this.place(area_id);
      this.ofOwner(config_entry_id);
    }
    for (const entity of one.entities) {
      this.add('entity', entity);
      const domain = entity.slice(0, entity.indexOf('.'));
      if (OWN_TYPES.has(domain)) this.add(domain as ItemType, entity);
      this.above(entity);
    }
  }

  /** Adds the groups, scenes and persons that list an entity. */
  private naming(id: string): void {
    if (!sees(this.viewer, id)) return;
    this.namers ??= namersOf(this.parts.states);
    for (const [domain, namer] of this.namers.get(id) ?? []) this.add(domain, namer);
  }

  private place(area: string | null): void {
    this.add('area', area);
    if (area !== null) this.add('floor', this.parts.places.areas.get(area)?.floor_id);
  }

  private ofOwner(configEntry: string | null): void {
    this.add('config_entry', configEntry);
    const owner = [...this.parts.configEntries.list()].find((entry) => entry.entry_id === configEntry);
    this.add('integration', owner?.domain);
  }
}
