import { domainOf } from '../../core/entity-id.ts';

/** Domains whose changes are never entries. */
const LEFT_OUT: ReadonlySet<string> = new Set(['counter', 'image', 'proximity']);
/** Device classes of sensors whose values are not numbers. */
const NOT_NUMERIC: ReadonlySet<unknown> = new Set(['date', 'enum', 'timestamp', 'uptime']);

/** The attributes, or capabilities of a registry entry, that say what a sensor measures. */
export interface SensorTraits {
  readonly unit_of_measurement?: unknown;
  readonly state_class?: unknown;
  readonly device_class?: unknown;
}

/**
 * Whether the logbook leaves out the changes of an entity: counters, images, and sensors that measure, which
 * change continuously. `traits` are those of the current state, otherwise of the registry.
 */
export function isLeftOut(entityId: string, traits: SensorTraits): boolean {
  const domain = domainOf(entityId);
  if (domain !== 'sensor') return LEFT_OUT.has(domain);
  const { unit_of_measurement: unit, state_class: stateClass, device_class: deviceClass } = traits;
  return isGiven(unit) || isGiven(stateClass) || (isGiven(deviceClass) && !NOT_NUMERIC.has(deviceClass));
}

function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null;
}
