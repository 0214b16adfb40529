import type { Access } from '../core/access.ts';
import type { EntityRegistry } from '../entities/registry/entity-registry.ts';

/** Looks up the entities of a device. */
export type DeviceEntities = Pick<EntityRegistry, 'ofDevice'>;

/** The registry IDs and entity IDs of a device's entities that the caller may read. */
export function visibleEntitiesOfDevice(
  { mayRead }: Access,
  registry: DeviceEntities,
  deviceId: string,
): Set<string> {
  const seen = registry.ofDevice(deviceId).filter((entry) => mayRead === null || mayRead(entry.entity_id));
  return new Set(seen.flatMap(({ id, entity_id }) => [id, entity_id]));
}

/** Whether a caller sees a device: limited callers do if they may read one of its entities. */
export function seesDevice({ mayRead }: Access, registry: DeviceEntities, deviceId: string): boolean {
  return mayRead === null || registry.ofDevice(deviceId).some((entry) => mayRead(entry.entity_id));
}
