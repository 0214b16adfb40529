import type { Bus } from '../core/bus.ts';
import type { House } from '../entities/house.ts';
import type { PolicyHome } from './rights.ts';

const CHANGES = ['entity_registry_updated', 'device_registry_updated', 'area_registry_updated'] as const;

/**
 * What policies ask of the registries: an entity stands in its own area or else in its device's, and carries its own labels and those of its
 * device and its area.
 */
export function policyHome(
  { registry, devices, places, home }: Pick<House, 'registry' | 'devices' | 'places' | 'home'>,
  bus: Bus,
): PolicyHome {
  let version = 0;
  for (const change of CHANGES) {
    bus.on(change, () => {
      version += 1;
    });
  }
  return {
    placeOf: (id) => {
      const entry = registry.get(id);
      if (entry === undefined) return undefined;
      const device = entry.device_id === null ? undefined : devices.get(entry.device_id);
      const area_id = entry.area_id ?? device?.area_id ?? null;
      const area = area_id === null ? undefined : places.areas.get(area_id);
      const labels = [...entry.labels, ...(device?.labels ?? []), ...(area?.labels ?? [])];
      return { device_id: entry.device_id, area_id, labels };
    },
    version: () => version,
    timeZone: () => home.facts.time_zone,
  };
}
