import type { Category } from '../registry/categories.ts';
import type { ConfigEntry } from '../registry/config-entries.ts';
import type { DeviceEntry, DeviceRegistry } from '../registry/device-registry.ts';
import type { EntityEntry, EntityRegistry } from '../registry/entity-registry.ts';
import type { Places } from '../registry/places.ts';
import { sees, type Viewer } from './visible-state.ts';

/** The registries that a view limits. */
export interface ViewedHome {
  readonly places: Places;
  readonly registry: Pick<EntityRegistry, 'list' | 'ofDevice'>;
  readonly devices: Pick<DeviceRegistry, 'get'>;
}

/** The areas, floors and labels a caller may query. */
export interface PlaceViews {
  readonly areas: Pick<Places['areas'], 'get' | 'list'>;
  readonly floors: Pick<Places['floors'], 'get' | 'list'>;
  readonly labels: Pick<Places['labels'], 'get' | 'list'>;
  areasOfFloor(floorId: string): readonly string[];
  areasWithLabel(labelId: string): readonly string[];
}

/**
 * Devices, areas, floors, labels, categories and integrations as a caller sees them: a limited caller sees
 * those of the entities it may read; all others are treated as missing. Made for one answer, as it
 * remembers what it found.
 */
export class HomeView {
  private readonly viewer: Viewer;
  private readonly home: ViewedHome;
  private knownPlaces: PlaceViews | undefined;

  constructor(viewer: Viewer, home: ViewedHome) {
    this.viewer = viewer;
    this.home = home;
  }

  /** Whether the caller sees an entity. */
  sees(entityId: string): boolean {
    return sees(this.viewer, entityId);
  }

  /** The entities of a device. */
  entitiesOf(deviceId: string): EntityEntry[] {
    return this.home.registry.ofDevice(deviceId).filter((entry) => this.sees(entry.entity_id));
  }

  /** Whether a device is not hidden; for unlimited callers also if there is none. */
  seesDevice(id: string): boolean {
    return this.viewer.mayRead === null || this.entitiesOf(id).length > 0;
  }

  /** A device, without a hidden area or parent device. */
  device(id: string): DeviceEntry | undefined {
    const device = this.home.devices.get(id);
    if (device === undefined || this.viewer.mayRead === null) return device;
    if (!this.seesDevice(id)) return undefined;
    const { area_id: area, via_device_id: via, parent_device_id: parent } = device;
    const seenDevice = (of: string | null) => (of !== null && this.seesDevice(of) ? of : null);
    return {
      ...device,
      area_id: area !== null && this.places.areas.get(area) !== undefined ? area : null,
      via_device_id: seenDevice(via),
      parent_device_id: seenDevice(parent),
    };
  }

  /** Areas with an entity the caller may read, their floors, and the labels on these entities and areas. */
  get places(): PlaceViews {
    this.knownPlaces ??= this.viewer.mayRead === null ? this.home.places : this.limitedPlaces();
    return this.knownPlaces;
  }

  /** The integrations, of those given. */
  integrations<Entry extends Pick<ConfigEntry, 'entry_id'>>(entries: Iterable<Entry>): Entry[] {
    if (this.viewer.mayRead === null) return [...entries];
    const seen = new Set(this.entries().map(({ config_entry_id: id }) => id));
    return [...entries].filter(({ entry_id }) => seen.has(entry_id));
  }

  /** The categories of a scope, of those given. */
  categories(scope: string, categories: readonly Category[]): readonly Category[] {
    if (this.viewer.mayRead === null) return categories;
    const of = ({ categories: own }: EntityEntry) => (Object.hasOwn(own, scope) ? own[scope] : undefined);
    const seen = new Set(this.entries().map(of));
    return categories.filter(({ category_id }) => seen.has(category_id));
  }

  private entries(): EntityEntry[] {
    return [...this.home.registry.list()].filter((entry) => this.sees(entry.entity_id));
  }

  private limitedPlaces(): PlaceViews {
    const { places, devices } = this.home;
    const area = new Set<string>();
    const floor = new Set<string>();
    const label = new Set<string>();
    const addLabels = (labels: readonly string[]): void => {
      for (const one of labels) label.add(one);
    };
    for (const entry of this.entries()) {
      const device = entry.device_id === null ? undefined : devices.get(entry.device_id);
      const areaId = entry.area_id ?? device?.area_id ?? null;
      if (areaId !== null) area.add(areaId);
      addLabels(entry.labels);
      addLabels(device?.labels ?? []);
    }
    for (const id of area) {
      const found = places.areas.get(id);
      if (found?.floor_id) floor.add(found.floor_id);
      addLabels(found?.labels ?? []);
    }
    const areasIn = (ids: readonly string[]) => ids.filter((id) => area.has(id));
    return {
      areas: only(places.areas, area),
      floors: only(places.floors, floor),
      labels: only(places.labels, label),
      areasOfFloor: (id) => (floor.has(id) ? areasIn(places.areasOfFloor(id)) : []),
      areasWithLabel: (id) => (label.has(id) ? areasIn(places.areasWithLabel(id)) : []),
    };
  }
}

interface Registry<T> {
  get(id: string): T | undefined;
  list(): T[];
}

function only<T extends { readonly id: string }>(
  registry: Registry<T>,
  seen: ReadonlySet<string>,
): Registry<T> {
  return {
    get: (id) => (seen.has(id) ? registry.get(id) : undefined),
    list: () => registry.list().filter(({ id }) => seen.has(id)),
  };
}
