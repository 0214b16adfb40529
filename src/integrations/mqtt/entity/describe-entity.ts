import type { EntityDescription } from '../../entity-port.ts';
import {
  deviceDescription,
  type EntityConfig,
  entityName,
  requestedObjectId,
} from '../schema/entity-schema.ts';
import type { Component, ComponentFacts } from './component.ts';

/** The name of a device without one: the title of the integration. */
export const DEVICE_FALLBACK_NAME = 'MQTT';

/** What an MQTT entity is built from. */
export interface EntityDescriptionParts {
  readonly component: Component;
  readonly config: EntityConfig;
  readonly facts: ComponentFacts;
}

/** The entity's description for the entity system. */
export function describeEntity(
  { component, config, facts }: EntityDescriptionParts,
  available: boolean,
): EntityDescription {
  return {
    domain: component.domain.name,
    platform: 'mqtt',
    name: nameOf(config, facts),
    available,
    enabledByDefault: config.enabled_by_default,
    visibleByDefault: config.visible_by_default,
    assumedState: facts.assumedState === true,
    forceUpdate: facts.forceUpdate === true,
    restoresValues:
      facts.assumedState === true || facts.restoresValues === true || (facts.expireAfter ?? 0) > 0,
    ...defined({
      uniqueId: config.unique_id,
      objectId: requestedObjectId(config.default_entity_id),
      device: config.device ? deviceDescription(config.device, DEVICE_FALLBACK_NAME) : undefined,
      deviceClass: facts.deviceClass,
      unit: facts.unit,
      nativeUnits: facts.temperatureUnit === undefined ? undefined : { temperature: facts.temperatureUnit },
      precision: facts.precision,
      icon: config.icon,
      picture: config.entity_picture,
      entityCategory: config.entity_category ?? undefined,
      features: facts.features,
      capabilities: facts.capabilities,
      values: facts.values,
      options: facts.options === undefined ? undefined : { [component.domain.name]: { ...facts.options } },
    }),
  };
}

/** The entity's own name; null to use the device's name. */
export function nameOf(config: EntityConfig, facts: ComponentFacts): string | null {
  const deviceClass = facts.isNamedByClass === true ? facts.deviceClass : undefined;
  return entityName(config, { deviceClass, kind: facts.kind });
}

/** The defined members: optional properties are omitted instead of undefined. */
function defined<T extends object>(object: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>;
  };
}
