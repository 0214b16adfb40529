import { domainOf } from '../../state/entity.ts';

const READINGS = new Set(['sensor', 'binary_sensor', 'event', 'image']);
/** Domains in the order of how often they are used. */
const RANKS = new Map(
  'alarm_control_panel light climate cover switch fan media_player lock camera humidifier water_heater vacuum lawn_mower valve siren remote'
    .split(' ')
    .map((domain, i) => [domain, i]),
);

/** How early an entity comes among those of a room: controls by how often they are used, then read-only ones. */
export function rankOf(id: string): number {
  const domain = domainOf(id);
  return READINGS.has(domain) ? RANKS.size + 1 : (RANKS.get(domain) ?? RANKS.size);
}

/** Whether an entity only tells something. */
export function isReading(id: string): boolean {
  return READINGS.has(domainOf(id));
}
