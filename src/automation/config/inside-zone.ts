import { message } from '../../core/messages.ts';
import type { State } from '../../core/state.ts';
import { UNAVAILABLE, UNKNOWN } from '../../core/state.ts';
import { metresBetween } from '../../domains/zone/zone.ts';
import { ConditionFailure } from './condition.ts';

/** Whether an entity reports its location. */
export function hasPlace({ attributes }: State): boolean {
  return Array.isArray(attributes.in_zones) || placeOf(attributes) !== undefined;
}

/**
 * Whether an entity is in a zone: by its `in_zones`, otherwise by its coordinates. Throws `ConditionFailure`
 * if it has neither.
 */
export function isInZone(zone: State, { entity_id: id, state, attributes }: State): boolean {
  if (state === UNKNOWN || state === UNAVAILABLE) return false;
  if (Array.isArray(attributes.in_zones)) return attributes.in_zones.includes(zone.entity_id);
  const place = placeOf(attributes);
  if (place === undefined) {
    const missing = typeof attributes.latitude === 'number' ? 'longitude' : 'latitude';
    throw new ConditionFailure(message('entity_has_no_attribute', { entity_id: id, attribute: missing }));
  }
  const middle = placeOf(zone.attributes);
  const radius = zone.attributes.radius;
  if (middle === undefined || typeof radius !== 'number') return false;
  const { gps_accuracy: accuracy } = attributes;
  return metresBetween(place, middle) - (typeof accuracy === 'number' ? accuracy : 0) < radius;
}

function placeOf({
  latitude,
  longitude,
}: State['attributes']): { readonly latitude: number; readonly longitude: number } | undefined {
  return typeof latitude === 'number' && typeof longitude === 'number' ? { latitude, longitude } : undefined;
}
