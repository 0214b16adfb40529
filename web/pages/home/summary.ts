import { isActive } from '../../cards/entity-tone.ts';
import { type Entity, numberOf } from '../../state/entity.ts';
import type { HomeStore } from '../../state/home-store.ts';

/** The entities in the summary, by group. */
export interface Summary {
  readonly dangers: readonly string[];
  readonly alarms: readonly string[];
  readonly lights: readonly string[];
  readonly open: readonly string[];
  readonly unlocked: readonly string[];
  readonly playing: readonly string[];
  readonly running: readonly string[];
  readonly updates: readonly string[];
  readonly batteries: readonly string[];
  readonly away: readonly string[];
  /** All doors, windows and gates, also those that are closed. */
  readonly openings: readonly string[];
  /** What the mean temperature is of. */
  readonly temperatures: readonly string[];
  /** Whether the home has any, so that "all off" can be shown. */
  readonly hasLights: boolean;
}

/** The groups with a dialog of their own. */
export type Group = Exclude<keyof Summary, 'hasLights' | 'dangers' | 'alarms'>;

const OPENINGS = new Set(['door', 'window', 'opening', 'garage_door']);
const DANGERS = new Set(['smoke', 'gas', 'carbon_monoxide', 'moisture', 'safety', 'tamper']);
const GATES = new Set(['door', 'garage', 'gate', 'window']);
const RUNNING = new Set(['vacuum', 'lawn_mower', 'fan', 'humidifier', 'switch']);
const LOW = 15;

/** Computes the summary from all entities. */
export function summarise(home: HomeStore): Summary {
  const found = {
    dangers: [] as string[],
    alarms: [] as string[],
    lights: [] as string[],
    open: [] as string[],
    unlocked: [] as string[],
    playing: [] as string[],
    running: [] as string[],
    updates: [] as string[],
    batteries: [] as string[],
    away: [] as string[],
    openings: [] as string[],
    temperatures: thermometers(home),
    hasLights: false,
  };
  for (const raw of home.all()) {
    const entity = home.entity(raw.entity_id) ?? raw;
    if (home.places.entries.get(entity.entity_id)?.isHidden) continue;
    if (entity.state === 'unavailable') found.away.push(entity.entity_id);
    else sort(entity, found);
  }
  found.alarms.sort();
  return found;
}

type Found = { -readonly [K in keyof Summary]: Summary[K] extends boolean ? boolean : string[] };

function sort(entity: Entity, found: Found): void {
  const { entity_id: id, domain, state, attributes } = entity;
  const kind = String(attributes.device_class);
  if (domain === 'light') {
    found.hasLights = true;
    if (state === 'on') found.lights.push(id);
  } else if (domain === 'binary_sensor') {
    if (OPENINGS.has(kind)) found.openings.push(id);
    if (state !== 'on') return;
    if (OPENINGS.has(kind)) found.open.push(id);
    else if (DANGERS.has(kind)) found.dangers.push(id);
    else if (kind === 'battery') found.batteries.push(id);
  } else if (domain === 'cover' && GATES.has(kind)) {
    found.openings.push(id);
    if (state !== 'closed' && state !== 'unknown') found.open.push(id);
  } else if (domain === 'lock') {
    if (state === 'unlocked' || state === 'open' || state === 'jammed') found.unlocked.push(id);
  } else if (domain === 'alarm_control_panel') found.alarms.push(id);
  else if (domain === 'media_player') {
    if (state === 'playing') found.playing.push(id);
  } else if (domain === 'update') {
    if (state === 'on') found.updates.push(id);
  } else if (domain === 'sensor' && kind === 'battery') {
    if (Number(state) <= LOW && state.trim() !== '') found.batteries.push(id);
  } else if (domain === 'siren') {
    if (state === 'on') found.dangers.push(id);
  } else if (RUNNING.has(domain) && isActive(entity)) found.running.push(id);
}

/** The areas' temperature sensors; without any, what heats and cools. */
function thermometers(home: HomeStore): string[] {
  const ids = [...home.places.areas.values()].flatMap(({ temperature_entity_id: id }) => id ?? []);
  const measured = ids.filter((id) => temperatureOf(home, id) !== undefined);
  if (measured.length > 0) return measured;
  const climates = [...home.all()].filter(({ domain }) => domain === 'climate');
  return climates.map(({ entity_id: id }) => id).filter((id) => temperatureOf(home, id) !== undefined);
}

/** The mean of what thermometers measure; undefined without any. */
export function meanTemperature(home: HomeStore, ids: readonly string[]): number | undefined {
  const values = ids.flatMap((id) => temperatureOf(home, id) ?? []);
  return values.length === 0 ? undefined : values.reduce((sum, value) => sum + value, 0) / values.length;
}

function temperatureOf(home: HomeStore, id: string): number | undefined {
  const entity = home.entity(id);
  if (entity?.domain === 'climate') return numberOf(entity, 'current_temperature');
  const value = Number(entity?.state);
  return entity === undefined || entity.state.trim() === '' || !Number.isFinite(value) ? undefined : value;
}
