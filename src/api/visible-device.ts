import type { Access } from '../core/access.ts';
import type { EntityRegistry } from '../entities/entity-registry.ts';

/** Which entities belong to a device. */
export type DeviceEntities = Pick<EntityRegistry, 'ofDevice'>;

/** Whether a caller sees a device: a limited one does when it may read one of the device's entities. */
export function seesDevice({ mayRead }: Access, registry: DeviceEntities, deviceId: string): boolean {
  return mayRead === null || registry.ofDevice(deviceId).some((entry) => mayRead(entry.entity_id));
}
