import type { Bus } from '../core/bus.ts';
import type { HomeModel } from '../entities/home/home-model.ts';
import type { EntityEntry } from '../entities/registry/entity-registry.ts';
import type { EntityPlace, PolicyHome } from './permissions.ts';

/**
 * Resolves areas, devices and labels for policies: an entity is in its own area or else its device's, and has
 * its own labels and those of its device and area. An entity being removed keeps its place until the event
 * has been delivered.
 */
export function policyHome(
  { registry, devices, places, home }: Pick<HomeModel, 'registry' | 'devices' | 'places' | 'home'>,
  bus: Bus,
): PolicyHome {
  let areaChanges = 0;
  bus.on('area_registry_updated', () => {
    areaChanges += 1;
  });
  const placeOf = (entry: EntityEntry | undefined): EntityPlace | undefined => {
    if (entry === undefined) return undefined;
    const device = entry.device_id === null ? undefined : devices.get(entry.device_id);
    const area_id = entry.area_id ?? device?.area_id ?? null;
    const area = area_id === null ? undefined : places.areas.get(area_id);
    const labels = [...entry.labels, ...(device?.labels ?? []), ...(area?.labels ?? [])];
    return { device_id: entry.device_id, area_id, labels };
  };
  return {
    placeOf: (id) => {
      const before = registry.former.get(id);
      const place = placeOf(registry.get(id) ?? before);
      // Policies follow a rename only after its first events have been dispatched.
      return place === undefined || before === undefined || before.entity_id === id
        ? place
        : { ...place, former_id: before.entity_id };
    },
    placeBefore: (id) => placeOf(registry.former.get(id) ?? registry.get(id)),
    version: () => registry.revision + registry.former.revision + devices.revision + areaChanges,
    timeZone: () => home.facts.time_zone,
  };
}
