import type { Access } from '../core/access.ts';
import type { EntityRegistry } from '../entities/registry/entity-registry.ts';

/** Which entities belong to a device. */
export type DeviceEntities = Pick<EntityRegistry, 'ofDevice'>;

/** Which entities of a device a caller sees, by their registry ids and their entity ids. */
export function seenOfDevice({ mayRead }: Access, registry: DeviceEntities, deviceId: string): Set<string> {
  const seen = registry.ofDevice(deviceId).filter((entry) => mayRead === null || mayRead(entry.entity_id));
  return new Set(seen.flatMap(({ id, entity_id }) => [id, entity_id]));
}

/** Whether a caller sees a device: a limited one does when it may read one of the device's entities. */
export function seesDevice({ mayRead }: Access, registry: DeviceEntities, deviceId: string): boolean {
  return mayRead === null || registry.ofDevice(deviceId).some((entry) => mayRead(entry.entity_id));
}
