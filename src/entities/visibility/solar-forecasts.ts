import type { EnergyPreferences } from '../../core/energy-preferences.ts';
import { domainOf } from '../../core/entity-id.ts';
import type { StateMachine } from '../../core/state-machine.ts';
import { sees, type Viewer } from './visible-state.ts';

/** Watt-hours by the time at which they begin, in ISO 8601. */
export type WattHours = Readonly<Record<string, number>>;

/** The attributes in which sensors list a forecast. */
const ATTRIBUTES = ['wh_hours', 'wh_period'] as const;

/** Where forecasts come from. */
interface Sources {
  readonly states: Pick<StateMachine, 'get' | 'all'>;
  /** The config entry of an entity. */
  readonly entryOf: (entityId: string) => string | null | undefined;
}

/**
 * The forecasts that solar sources name: by a sensor that lists one, or by the config entry of such a sensor. Names
 * without a forecast, and those of sensors that the caller may not read, are left out.
 */
export function solarForecasts(
  { energy_sources: sources }: EnergyPreferences,
  { states, entryOf }: Sources,
  viewer: Viewer,
): Record<string, { readonly wh_hours: WattHours }> {
  const named = sources.flatMap((source) =>
    source.type === 'solar' ? (source.config_entry_solar_forecast ?? []) : [],
  );
  const found = new Map<string, { readonly wh_hours: WattHours }>();
  if (named.length === 0) return {};
  for (const { entity_id: id, attributes } of states.all()) {
    if (domainOf(id) !== 'sensor' || !sees(viewer, id)) continue;
    const wattHours = forecastOf(attributes);
    if (wattHours === undefined) continue;
    // Several sensors of a config entry list the same hours.
    for (const name of [id, entryOf(id)])
      if (name != null && named.includes(name) && !found.has(name)) found.set(name, { wh_hours: wattHours });
  }
  return Object.fromEntries(found);
}

function forecastOf(attributes: Readonly<Record<string, unknown>>): WattHours | undefined {
  const listed = ATTRIBUTES.map((name) => attributes[name]).find(isObject);
  if (listed === undefined) return undefined;
  const hours = Object.entries(listed).filter(
    (pair): pair is [string, number] =>
      !Number.isNaN(Date.parse(pair[0])) && typeof pair[1] === 'number' && Number.isFinite(pair[1]),
  );
  return hours.length === 0 ? undefined : Object.fromEntries(hours);
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
