import { fault } from '../../core/errors.ts';
import type { StateMachine } from '../../core/state-machine.ts';
import type { DeviceChanges, DeviceEntry, DeviceRegistry } from './device-registry.ts';
import { entityChanges, type WireEntityChanges } from './entity-changes.ts';
import type { EntityEntry, EntityRegistry } from './entity-registry.ts';
import type { Places } from './places.ts';

interface Registries {
  readonly registry: EntityRegistry;
  readonly devices: DeviceRegistry;
  readonly places: Pick<Places, 'areas' | 'labels'>;
}

/**
 * Applies a user's changes to an entity; resolves once they are durable. Throws `not_found`; `invalid_info`
 * for an unknown area, an ID that another entity has, registered or not, and for enabling an entity of a
 * disabled device.
 */
export async function changeEntity(
  { registry, devices, places, states }: Registries & { readonly states: Pick<StateMachine, 'get'> },
  id: string,
  requested: WireEntityChanges,
): Promise<EntityEntry> {
  const entry = registry.get(id);
  if (entry === undefined) throw fault('not_found', 'entity_not_found');
  const changes = placed(places, entityChanges(entry, requested));
  const { entity_id: next = id } = changes;
  if (next !== id && registry.get(next) === undefined && states.get(next) !== undefined)
    throw fault('invalid_info', 'entity_with_this_id_is_already_registered');
  const device = changes.disabled_by === null && entry.disabled_by !== null ? entry.device_id : null;
  if (device !== null && isDisabled(devices.get(device))) throw fault('invalid_info', 'device_is_disabled');
  return registry.update(id, changes);
}

/**
 * Applies a user's changes to a device; resolves once they are durable. Disabling a device disables its
 * entities, enabling it enables those again. Throws `not_found`; `invalid_info` for an unknown area.
 */
export async function changeDevice(
  { registry, devices, places }: Registries,
  id: string,
  requested: DeviceChanges,
): Promise<DeviceEntry> {
  const wasDisabled = isDisabled(devices.get(id));
  const saved = devices.update(id, devices.get(id) === undefined ? requested : placed(places, requested));
  const device = devices.get(id);
  const follow = isDisabled(device) === wasDisabled ? [] : [...registry.ofDevice(id)];
  const [from, to] = wasDisabled ? ['device', null] : [null, 'device'];
  // In one event loop tick: changes written together are persisted together.
  const following = follow.flatMap((entry) =>
    entry.disabled_by === from ? [registry.update(entry.entity_id, { disabled_by: to })] : [],
  );
  await Promise.all([saved, ...following]);
  return saved;
}

/** Drops unknown labels from the changes. Throws `invalid_info` for an unknown area. */
function placed<T extends Placing>({ areas, labels }: Registries['places'], changes: T): T {
  const { area_id: area, labels: requested } = changes;
  if (typeof area === 'string' && !areas.has(area))
    throw fault('invalid_info', 'area_id_doesnt_exist', { area });
  return requested === undefined ? changes : { ...changes, labels: requested.filter((id) => labels.has(id)) };
}

interface Placing {
  readonly area_id?: string | null;
  readonly labels?: readonly string[];
}

function isDisabled(device: DeviceEntry | undefined): boolean {
  return device !== undefined && device.disabled_by !== null;
}
