import { defineDomain } from '../definition/define-domain.ts';

/** The persons in a zone, by entity ID. */
export interface ZoneValues {
  readonly [key: string]: unknown;
  readonly persons: readonly string[];
  readonly trackers: readonly string[];
}

/** The location of a zone. */
export interface ZoneCapabilities {
  readonly [key: string]: unknown;
  /** Degrees north. */
  readonly latitude: number;
  /** Degrees east. */
  readonly longitude: number;
  /** Meters. */
  readonly radius: number;
  /** Whether it is for automations only and never shown as a location. */
  readonly passive: boolean;
}

/** A zone with its entity id. */
export interface Zone extends ZoneCapabilities {
  readonly id: string;
}

/** A location, with its accuracy. */
export interface Place {
  readonly latitude: number;
  readonly longitude: number;
  /** Meters. */
  readonly accuracy: number;
}

const EARTH_RADIUS = 6_371_000;

/** The distance of two locations along the surface, in meters. */
export function metresBetween(a: Pick<Place, 'latitude' | 'longitude'>, b: typeof a): number {
  const radians = (degrees: number): number => (degrees * Math.PI) / 180;
  const byLatitude = Math.sin(radians(b.latitude - a.latitude) / 2) ** 2;
  const byLongitude = Math.sin(radians(b.longitude - a.longitude) / 2) ** 2;
  const both = Math.cos(radians(a.latitude)) * Math.cos(radians(b.latitude));
  return 2 * EARTH_RADIUS * Math.asin(Math.min(1, Math.sqrt(byLatitude + both * byLongitude)));
}

/** The zones a place may lie in, the smallest first: the first that is not passive names it. */
export function zonesAround<Z extends Zone>(place: Place, zones: Iterable<Z>): Z[] {
  return [...zones]
    .map((zone) => ({ zone, distance: metresBetween(place, zone) }))
    .filter(({ zone, distance }) => distance - zone.radius < place.accuracy || distance <= zone.radius)
    .sort((a, b) => a.zone.radius - b.zone.radius || a.distance - b.distance)
    .map(({ zone }) => zone);
}

/** Zones: places people are at, such as home, work and school. */
export const zoneDomain = defineDomain<ZoneValues, ZoneCapabilities>({
  name: 'zone',
  title: 'Zone',
  states: 'The number of persons in the zone.',
  features: {},
  deviceClasses: [],
  attributes: {
    latitude: { description: 'Latitude in degrees.', capability: true },
    longitude: { description: 'Longitude in degrees.', capability: true },
    radius: { description: 'The radius in meters.', capability: true },
    passive: { description: 'Whether it is used by automations only.', capability: true },
    persons: { description: 'The persons in the zone.' },
    device_trackers: { description: 'The device trackers in the zone.' },
    editable: {
      description: 'Whether it was created in the app, not in the settings file.',
      capability: true,
    },
  },
  services: [],
  present: ({ values }) => ({
    state: String(values.persons.length),
    attributes: { persons: values.persons, device_trackers: values.trackers },
  }),
});
