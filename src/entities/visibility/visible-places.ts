import type { Access } from '../../core/access.ts';
import type { DeviceEntry, DeviceRegistry } from '../registry/device-registry.ts';
import type { EntityRegistry } from '../registry/entity-registry.ts';
import type { Places } from '../registry/places.ts';

/** What determines the areas, floors and labels a caller sees. */
export interface PlacesOfEntities {
  readonly places: Places;
  readonly registry: Pick<EntityRegistry, 'list'>;
  readonly devices: Pick<DeviceRegistry, 'get'>;
}

/** The IDs of the areas, floors and labels a caller sees. */
export interface VisiblePlaces {
  readonly area: ReadonlySet<string>;
  readonly floor: ReadonlySet<string>;
  readonly label: ReadonlySet<string>;
}

/**
 * The areas in which a limited caller may read an entity, their floors, and the labels on these entities and
 * areas; everything else is treated as missing. Null for callers who see everything.
 */
export function visiblePlaces(
  { mayRead }: Pick<Access, 'mayRead'>,
  { places, registry, devices }: PlacesOfEntities,
): VisiblePlaces | null {
  if (mayRead === null) return null;
  const area = new Set<string>();
  const floor = new Set<string>();
  const label = new Set<string>();
  const addLabels = (labels: readonly string[]): void => {
    for (const one of labels) label.add(one);
  };
  for (const entry of registry.list()) {
    if (!mayRead(entry.entity_id)) continue;
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
  return { area, floor, label };
}

/** The areas, floors and labels a caller may query. */
export interface PlaceViews {
  readonly areas: Pick<Places['areas'], 'get' | 'list'>;
  readonly floors: Pick<Places['floors'], 'get' | 'list'>;
  readonly labels: Pick<Places['labels'], 'get' | 'list'>;
  areasOfFloor(floorId: string): readonly string[];
  areasWithLabel(labelId: string): readonly string[];
}

/** The areas, floors and labels as a caller sees them. */
export function placesFor(access: Pick<Access, 'mayRead'>, home: PlacesOfEntities): PlaceViews {
  const { places } = home;
  const seen = visiblePlaces(access, home);
  if (seen === null) return places;
  return {
    areas: only(places.areas, seen.area),
    floors: only(places.floors, seen.floor),
    labels: only(places.labels, seen.label),
    areasOfFloor: (id) =>
      seen.floor.has(id) ? places.areasOfFloor(id).filter((one) => seen.area.has(one)) : [],
    areasWithLabel: (id) =>
      seen.label.has(id) ? places.areasWithLabel(id).filter((one) => seen.area.has(one)) : [],
  };
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

/** A device as a limited caller sees it, without a hidden area or parent device. */
export function readableDevice(
  device: DeviceEntry,
  sees: { area(id: string): boolean; device(id: string): boolean },
): DeviceEntry {
  const only = (id: string | null, isSeen: (id: string) => boolean) =>
    id !== null && isSeen(id) ? id : null;
  return {
    ...device,
    area_id: only(device.area_id, sees.area),
    via_device_id: only(device.via_device_id, sees.device),
    parent_device_id: only(device.parent_device_id, sees.device),
  };
}
