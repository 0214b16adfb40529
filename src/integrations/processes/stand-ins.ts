import { HubError } from '../../core/errors.ts';
import type { Entity } from '../../entities/entity/entity.ts';
import type { DeviceRegistry } from '../../entities/registry/device-registry.ts';
import type { EntityRegistry } from '../../entities/registry/entity-registry.ts';
import type { EntityDescription, EntityPort } from '../entity-port.ts';
import type { EntityMessage } from './described.ts';

/** The entity of another platform whose place is taken. */
type StandsFor = NonNullable<EntityMessage['standsFor']>;

/** Where the entity is looked up that a mirrored one stands for. */
interface Registries {
  readonly registry: Pick<EntityRegistry, 'find'>;
  readonly devices: DeviceRegistry;
}

/**
 * Describes an entity that stands for one of another platform: it has the registry entry of that one, with its ID,
 * name and device, so that the entity itself finds all of them when it comes.
 */
export function standIn(
  { uniqueId: _own, ...description }: EntityDescription,
  { platform, uniqueId }: StandsFor,
  { registry, devices }: Registries,
): EntityDescription {
  if (uniqueId === null) {
    const { device: _, ...others } = description;
    return others;
  }
  const known = registry.find(description.domain, platform, uniqueId);
  if (known === undefined) return { ...description, platform, uniqueId };
  const { device: _, configEntryId: __, ...others } = description;
  const device = known.device_id === null ? undefined : devices.get(known.device_id);
  const owner = device?.config_entry_id ?? known.config_entry_id ?? description.configEntryId;
  return {
    ...others,
    ...{ platform, uniqueId, name: known.original_name },
    ...(owner === undefined ? {} : { configEntryId: owner }),
    ...(device === undefined
      ? {}
      : { device: { identifiers: device.identifiers, connections: device.connections } }),
  };
}

/** Adds such an entity; undefined if the place is taken, by the entity itself or by another of its ID. */
export function addStandIn(
  description: EntityDescription,
  port: EntityPort,
  add: () => Entity,
): Entity | undefined {
  let entity: Entity;
  try {
    entity = add();
  } catch (error) {
    if (error instanceof HubError && error.code === 'id_in_use') return undefined;
    throw error;
  }
  const isRegistered = entity.entry !== undefined;
  if (isRegistered || entity.id === `${description.domain}.${description.objectId}`) return entity;
  port.remove(entity);
  return undefined;
}
