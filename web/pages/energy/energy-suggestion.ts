import type { EnergyDevice, EnergyPreferences, EnergySource, StatisticInfo } from './energy-preferences.ts';
import type { MeterTariff } from './energy-settings.ts';

/** A sensor that may be part of the preferences. */
export interface Candidate {
  readonly id: string;
  /** The names of sensor and device, by which it is recognized. */
  readonly name: string;
  /** Which device it belongs to; undefined without one. */
  readonly device: string | undefined;
  readonly deviceName: string | undefined;
  readonly deviceClass: string | undefined;
  /** The area it is in. */
  readonly area: string | undefined;
}

const EXPORTED = /export|return|feed.?in|inject|deliver(?:ed)? to|to.?grid|einspeis|abgabe|2\.8\.0/;
const GRID = /import|grid|mains|p1|smart.?meter|house.?meter|utility|netz|bezug|stromz|hausz|1\.8\.0/;
const SOLAR = /solar|photovolt|\bpv\b|inverter|panel|wechselrichter|balkonkraft/;
const BATTERY = /batter|akku|speicher|powerwall|storage/;
const DISCHARGED = /discharg|entlad|energy.?out|from.?battery|\bout\b/;
/** What measures all that is connected in a room. */
const CIRCUIT = /circuit|stromkreis/;
const CHARGED = /charg|lad|energy.?in\b|to.?battery|\bin\b/;

/** Proposes preferences from the sensors of a home. */
export function suggestPreferences(
  candidates: readonly Candidate[],
  statistics: readonly StatisticInfo[],
): EnergyPreferences {
  const counted = new Map(
    statistics.filter(({ has_sum }) => has_sum).map((one) => [one.statistic_id, one.unit_class]),
  );
  const meters = candidates.filter(({ id }) => counted.has(id));
  const energy = meters.filter(
    ({ id, deviceClass }) => counted.get(id) === 'energy' && deviceClass !== 'gas',
  );
  const powers = candidates.filter(({ deviceClass }) => deviceClass === 'power');
  const textOf = ({ id, name, deviceName }: Candidate): string =>
    `${id} ${name} ${deviceName ?? ''}`.toLowerCase();
  const fits = (pattern: RegExp) => (one: Candidate) => pattern.test(textOf(one));
  const powerBeside = (one: Candidate | undefined): string | undefined =>
    one?.device === undefined ? undefined : powers.find(({ device }) => device === one.device)?.id;

  const battery = energy.filter(fits(BATTERY));
  const from = battery.find(fits(DISCHARGED));
  const to = battery.find((one) => one !== from && fits(CHARGED)(one) && !fits(DISCHARGED)(one));
  const rest = energy.filter((one) => !battery.includes(one));
  const solar = rest.filter((one) => fits(SOLAR)(one) && !fits(EXPORTED)(one));
  const others = rest.filter((one) => !solar.includes(one));
  const exported = others.find(fits(EXPORTED));
  const imported = others.find((one) => fits(GRID)(one) && !fits(EXPORTED)(one));
  const grid = imported ?? exported;

  const sources: EnergySource[] = [];
  if (grid !== undefined) {
    const power = powerBeside(grid);
    sources.push({
      type: 'grid',
      stat_energy_from: imported?.id ?? null,
      stat_energy_to: exported?.id ?? null,
      cost_adjustment_day: 0,
      ...(power === undefined ? {} : { power_config: { stat_rate: power } }),
    });
  }
  for (const one of solar)
    sources.push({ type: 'solar', stat_energy_from: one.id, ...rateOf(powerBeside(one)) });
  if (from !== undefined && to !== undefined) {
    const power = powerBeside(from);
    const rate = power === undefined ? {} : { power_config: { stat_rate: power } };
    sources.push({ type: 'battery', stat_energy_from: from.id, stat_energy_to: to.id, ...rate });
  }
  for (const type of ['gas', 'water'] as const)
    for (const { id, deviceClass } of meters)
      if (deviceClass === type) sources.push({ type, stat_energy_from: id });
  const used = others.filter((one) => one !== imported && one !== exported);
  const circuitOf = (one: Candidate): { included_in_stat?: string } => {
    const circuits = used.filter(({ area }) => area !== undefined && area === one.area).filter(fits(CIRCUIT));
    const [circuit] = circuits;
    return circuits.length !== 1 || circuit === undefined || circuit === one
      ? {}
      : { included_in_stat: circuit.id };
  };
  const devices: EnergyDevice[] = used.map((one) => ({
    ...{ stat_consumption: one.id, ...nameOf(one), ...rateOf(powerBeside(one)), ...circuitOf(one) },
  }));
  return { energy_sources: sources, device_consumption: devices, device_consumption_water: [] };
}

function rateOf(power: string | undefined): { stat_rate?: string } {
  return power === undefined ? {} : { stat_rate: power };
}

function nameOf({ deviceName }: Candidate): { name?: string } {
  return deviceName === undefined ? {} : { name: deviceName };
}

/** The kinds of sources that preferences lack, in the order in which they matter. */
export function missingKinds(
  { energy_sources, device_consumption }: EnergyPreferences,
  tariffs: readonly MeterTariff[] = [],
): readonly ('grid' | 'solar' | 'battery' | 'gas' | 'water' | 'devices' | 'price')[] {
  const has = (type: EnergySource['type']): boolean => energy_sources.some((source) => source.type === type);
  const kinds = (['grid', 'solar', 'battery', 'gas', 'water'] as const).filter((type) => !has(type));
  const hasPrice = energy_sources
    .filter(({ type }) => type === 'grid')
    .some(
      ({ stat_energy_from, stat_cost, entity_energy_price, number_energy_price }) =>
        (stat_cost ?? entity_energy_price ?? number_energy_price) != null ||
        tariffs.some(({ statistic_id }) => statistic_id === stat_energy_from),
    );
  return [
    ...kinds,
    ...(device_consumption.length === 0 ? (['devices'] as const) : []),
    ...(has('grid') && !hasPrice ? (['price'] as const) : []),
  ];
}
