import type { EnergyDevice, EnergyPreferences, EnergySource } from '../../core/energy-preferences.ts';
import { isEntityId } from '../../core/entity-id.ts';
import type { StateMachine } from '../../core/state-machine.ts';
import type { Viewer } from './visible-state.ts';
import { visibleStatistics } from './visible-statistics.ts';

/** The keys that name no statistic or entity. */
const OTHERS: ReadonlySet<string> = new Set(['type', 'name', 'config_entry_solar_forecast']);

/**
 * The energy preferences as a caller may see them: without the sources and devices that name a statistic or an entity
 * that is hidden from it.
 */
export function visibleEnergy(
  preferences: EnergyPreferences,
  viewer: Viewer,
  states: Pick<StateMachine, 'get'>,
): EnergyPreferences {
  if (viewer.mayRead === null) return preferences;
  const isVisible = (id: string): boolean => visibleStatistics([id], viewer, states).length > 0;
  const visible = (item: EnergySource | EnergyDevice): boolean => namedIn(item).every(isVisible);
  return {
    energy_sources: preferences.energy_sources
      .filter(visible)
      .map((source) => withForecasts(source, isVisible)),
    device_consumption: preferences.device_consumption.filter(visible),
    device_consumption_water: preferences.device_consumption_water.filter(visible),
  };
}

/** A source without the forecasts of hidden sensors; the names of config entries say nothing. */
function withForecasts(source: EnergySource, isVisible: (id: string) => boolean): EnergySource {
  if (source.type !== 'solar' || source.config_entry_solar_forecast == null) return source;
  const names = source.config_entry_solar_forecast.filter((name) => !isEntityId(name) || isVisible(name));
  return { ...source, config_entry_solar_forecast: names };
}

function namedIn(item: object): string[] {
  return Object.entries(item).flatMap(([key, value]) => {
    if (OTHERS.has(key)) return [];
    if (typeof value === 'string') return [value];
    return typeof value === 'object' && value !== null ? namedIn(value) : [];
  });
}
