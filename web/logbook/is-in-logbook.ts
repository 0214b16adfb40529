import type { Entity } from '../state/entity.ts';

const NEVER: ReadonlySet<string> = new Set(['counter', 'image', 'proximity']);
const WORDS: ReadonlySet<unknown> = new Set(['date', 'enum', 'timestamp', 'uptime']);

/** Whether the server's logbook has changes of an entity: not of counters, images and sensors that measure. */
export function isInLogbook({ domain, attributes }: Entity): boolean {
  if (domain !== 'sensor') return !NEVER.has(domain);
  const { unit_of_measurement: unit, state_class: stateClass, device_class: deviceClass } = attributes;
  return unit == null && stateClass == null && (deviceClass == null || WORDS.has(deviceClass));
}
