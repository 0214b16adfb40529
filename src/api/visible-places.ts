import type { Access } from '../core/access.ts';
import type { DeviceRegistry } from '../entities/device-registry.ts';
import type { EntityRegistry } from '../entities/entity-registry.ts';
import type { Places } from '../entities/places.ts';

/** What decides which places a caller sees. */
export interface PlacesOfEntities {
  readonly places: Places;
  readonly registry: Pick<EntityRegistry, 'list'>;
  readonly devices: Pick<DeviceRegistry, 'get'>;
}

/** The ids of the places a caller sees. */
export interface VisiblePlaces {
  readonly area: ReadonlySet<string>;
  readonly floor: ReadonlySet<string>;
  readonly label: ReadonlySet<string>;
}

/**
 * The areas in which a limited caller may read something, the floors of these areas, and the labels on what it may read and on these areas:
 * the rest is as if it did not exist. Null for callers who see everything.
 */
export function visiblePlaces(
  { mayRead }: Access,
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
