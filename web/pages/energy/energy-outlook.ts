import type { Connection } from 'home-assistant-js-websocket';
import type { Period } from './energy-period.ts';
import type { EnergyPreferences } from './energy-preferences.ts';

/** What an entity shows, as far as forecasts and shares of fossil energy are recognized by it. */
export interface Provider {
  readonly entity_id: string;
  readonly attributes: Readonly<Record<string, unknown>>;
}

/** The attributes in which sensors list the energy of a forecast: watt-hours by the time at which they begin. */
const FORECASTS = ['wh_hours', 'wh_period'] as const;

/** The sensor of the share of fossil energy in the grid, in percent. */
export function fossilSensor(entities: Iterable<Provider>): string | undefined {
  for (const { entity_id: id, attributes } of entities)
    if (id.startsWith('sensor.') && id.includes('fossil') && attributes.unit_of_measurement === '%')
      return id;
  return undefined;
}

/** The energy that was bought from fossil sources in a period, in kWh; undefined without a grid meter. */
export async function readFossil(
  connection: Connection,
  period: Period,
  { preferences, sensor }: { readonly preferences: EnergyPreferences; readonly sensor: string },
): Promise<number | undefined> {
  const meters = preferences.energy_sources.flatMap(({ type, stat_energy_from: id }) =>
    type === 'grid' && id != null ? [id] : [],
  );
  if (meters.length === 0) return undefined;
  const sums = await connection.sendMessagePromise<Readonly<Record<string, number>>>({
    type: 'energy/fossil_energy_consumption',
    start_time: period.from.toISOString(),
    end_time: period.to.toISOString(),
    energy_statistic_ids: meters,
    co2_statistic_id: sensor,
    period: 'hour',
  });
  return Object.values(sums).reduce((sum, value) => sum + value, 0);
}

/** The solar energy that sensors forecast for a period, in kWh; undefined where none does. */
export function forecastIn(entities: Iterable<Provider>, { from, to }: Period): number | undefined {
  let sum: number | undefined;
  for (const { entity_id: id, attributes } of entities) {
    if (!id.startsWith('sensor.')) continue;
    const listed = FORECASTS.map((key) => attributes[key]).find(isObject);
    if (listed === undefined) continue;
    for (const [time, wattHours] of Object.entries(listed)) {
      const at = Date.parse(time);
      if (typeof wattHours !== 'number' || !(at >= from.getTime() && at < to.getTime())) continue;
      sum = (sum ?? 0) + wattHours / 1000;
    }
    // Several sensors of a forecast list the same hours.
    if (sum !== undefined) return sum;
  }
  return undefined;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
