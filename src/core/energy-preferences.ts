import { z } from 'zod';
import { fault } from './errors.ts';

const MAX_ITEMS = 500;

const statistic = z.string().min(1).max(255);
const name = z.string().max(255);
/** Home Assistant accepts numbers as text. */
const number = z.union([z.number(), z.string().trim().min(1).max(40).transform(Number)]).pipe(z.number());
const orNull = <Kind extends z.ZodType>(kind: Kind) => kind.nullable().default(null);

/** Where the power of a grid or a battery comes from: exactly one of three forms. */
const PowerConfig = z.strictObject({
  /** A sensor that is positive while power comes from the grid or out of the battery. */
  stat_rate: statistic.exactOptional(),
  /** A sensor with the opposite sign. */
  stat_rate_inverted: statistic.exactOptional(),
  /** Two sensors, one for each direction. */
  stat_rate_from: statistic.exactOptional(),
  stat_rate_to: statistic.exactOptional(),
});

const Grid = z.strictObject({
  type: z.literal('grid'),
  name: name.exactOptional(),
  stat_energy_from: orNull(statistic),
  stat_energy_to: orNull(statistic),
  stat_cost: orNull(statistic),
  entity_energy_price: orNull(statistic),
  number_energy_price: orNull(number),
  stat_compensation: orNull(statistic),
  entity_energy_price_export: orNull(statistic),
  number_energy_price_export: orNull(number),
  stat_rate: statistic.exactOptional(),
  power_config: PowerConfig.exactOptional(),
  cost_adjustment_day: number,
});

const Solar = z.strictObject({
  type: z.literal('solar'),
  name: name.exactOptional(),
  stat_energy_from: statistic,
  stat_rate: statistic.exactOptional(),
  config_entry_solar_forecast: z.array(z.string().max(255)).max(MAX_ITEMS).nullable().exactOptional(),
});

const HomeMeter = z.strictObject({
  type: z.literal('home'),
  name: name.exactOptional(),
  stat_energy_to: statistic,
  stat_rate: statistic.exactOptional(),
});

const Battery = z.strictObject({
  type: z.literal('battery'),
  name: name.exactOptional(),
  stat_energy_from: statistic,
  stat_energy_to: statistic,
  stat_rate: statistic.exactOptional(),
  power_config: PowerConfig.exactOptional(),
  stat_soc: statistic.exactOptional(),
  /** In kWh. */
  capacity: number.pipe(z.number().positive()).exactOptional(),
});

const metered = {
  name: name.exactOptional(),
  stat_energy_from: statistic,
  stat_rate: statistic.exactOptional(),
  stat_cost: statistic.nullable().exactOptional(),
  entity_energy_price: statistic.nullable().exactOptional(),
  number_energy_price: number.nullable().exactOptional(),
};
const Gas = z.strictObject({ type: z.literal('gas'), ...metered });
const Water = z.strictObject({ type: z.literal('water'), ...metered });

const EnergyDevice = z.strictObject({
  stat_consumption: statistic,
  stat_rate: statistic.exactOptional(),
  name: name.exactOptional(),
  /** The device of which this one is a part. */
  included_in_stat: statistic.exactOptional(),
});

/** A source of energy, gas or water. */
export const EnergySource = z.discriminatedUnion('type', [Grid, Solar, HomeMeter, Battery, Gas, Water]);

/** What the energy page shows, as clients save and receive it. */
export const energyPreferenceFields = {
  energy_sources: z.array(EnergySource).max(MAX_ITEMS),
  device_consumption: z.array(EnergyDevice).max(MAX_ITEMS),
  device_consumption_water: z.array(EnergyDevice).max(MAX_ITEMS),
};

export const EnergyPreferences = z.strictObject(energyPreferenceFields);

export type EnergyPreferences = z.infer<typeof EnergyPreferences>;
export type EnergySource = z.infer<typeof EnergySource>;
export type EnergyDevice = z.infer<typeof EnergyDevice>;
export type PowerConfig = z.infer<typeof PowerConfig>;
export type GridSource = z.infer<typeof Grid>;

/** Whether a statistic belongs to no entity. */
export const isExternal = (id: string): boolean => id.includes(':');

/** Throws `invalid_format` for sources that contradict each other or themselves [history facts §6.2]. */
export function checkEnergySources(sources: readonly EnergySource[]): void {
  const grids = sources.filter((source) => source.type === 'grid');
  for (const source of sources) checkSource(source);
  for (const key of ['stat_energy_from', 'stat_energy_to', 'stat_rate'] as const) {
    const used = grids.map((grid) => grid[key]).filter((id) => id != null);
    const twice = used.find((id, index) => used.indexOf(id) !== index);
    if (twice !== undefined) throw fault('invalid_format', 'energy_grid_statistic_twice', { id: twice });
  }
  if (sources.filter(({ type }) => type === 'home').length > 1)
    throw fault('invalid_format', 'energy_two_home_meters', {});
}

function checkSource(source: EnergySource): void {
  if (source.type === 'solar' || source.type === 'home') return;
  if (source.type === 'grid') checkGrid(source);
  else if (source.type !== 'battery')
    checkPrice(source.stat_energy_from, source.stat_cost, [
      source.entity_energy_price,
      source.number_energy_price,
    ]);
  if (source.type === 'grid' || source.type === 'battery') checkPower(source.power_config);
}

function checkGrid(grid: GridSource): void {
  const { stat_energy_from, stat_energy_to, stat_rate, power_config } = grid;
  if (stat_energy_from === null && stat_energy_to === null && !stat_rate && power_config === undefined)
    throw fault('invalid_format', 'energy_grid_is_empty', {});
  const bought = [grid.entity_energy_price, grid.number_energy_price];
  const sold = [grid.entity_energy_price_export, grid.number_energy_price_export];
  for (const prices of [bought, sold])
    if (prices.every((price) => price !== null)) throw fault('invalid_format', 'energy_two_prices', {});
  checkPrice(stat_energy_from, grid.stat_cost, bought);
  checkPrice(stat_energy_to, grid.stat_compensation, sold);
}

/** The cost of an external statistic is not computed: it must be a statistic too. */
function checkPrice(
  id: string | null,
  cost: string | null | undefined,
  prices: readonly (string | number | null | undefined)[],
): void {
  if (id === null || !isExternal(id) || cost != null || prices.every((price) => price == null)) return;
  throw fault('invalid_format', 'energy_price_of_external', { id });
}

function checkPower(config: PowerConfig | undefined): void {
  if (config === undefined) return;
  const { stat_rate, stat_rate_inverted, stat_rate_from, stat_rate_to } = config;
  const isPair = stat_rate_from !== undefined && stat_rate_to !== undefined;
  const isHalf = !isPair && (stat_rate_from !== undefined || stat_rate_to !== undefined);
  const forms = [stat_rate !== undefined, stat_rate_inverted !== undefined, isPair];
  if (isHalf || forms.filter(Boolean).length !== 1) throw fault('invalid_format', 'energy_power_forms', {});
}
