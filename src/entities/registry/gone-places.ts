import { ignoreLogged } from '../../core/ignore-logged.ts';
import type { DeviceRegistry } from './device-registry.ts';
import type { EntityRegistry } from './entity-registry.ts';
import type { Places } from './places.ts';

/** Removes an area or a label from devices and entities when it is deleted. */
export function removeGonePlaces(places: Places, devices: DeviceRegistry, registry: EntityRegistry): void {
  const without = (labels: readonly string[], removed: string): string[] =>
    labels.filter((label) => label !== removed);
  places.areas.onGone((id) => {
    for (const device of devices.list()) {
      if (device.area_id === id) devices.update(device.id, { area_id: null }).catch(ignoreLogged);
    }
    for (const entry of registry.list()) {
      if (entry.area_id === id) registry.update(entry.entity_id, { area_id: null }).catch(ignoreLogged);
    }
  });
  places.labels.onGone((id) => {
    for (const { id: device, labels } of devices.list()) {
      if (labels.includes(id)) devices.update(device, { labels: without(labels, id) }).catch(ignoreLogged);
    }
    for (const { entity_id: entity, labels } of registry.list()) {
      if (labels.includes(id)) registry.update(entity, { labels: without(labels, id) }).catch(ignoreLogged);
    }
  });
}
