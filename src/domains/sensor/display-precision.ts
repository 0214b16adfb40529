import { unitRatio } from '../../core/units.ts';
import { quantityOfClass } from './reading-units.ts';

/** The default precision of readings by device class: decimals in this unit. */
const USUAL: ReadonlyMap<string, readonly [unit: string, decimals: number]> = new Map([
  ['absolute_humidity', ['g/m³', 1]],
  ['apparent_power', ['VA', 0]],
  ['area', ['cm²', 0]],
  ['atmospheric_pressure', ['Pa', 0]],
  ['blood_glucose_concentration', ['mg/dL', 0]],
  ['conductivity', ['μS/cm', 1]],
  ['current', ['mA', 0]],
  ['data_rate', ['kbit/s', 0]],
  ['data_size', ['kbit', 0]],
  ['distance', ['cm', 0]],
  ['duration', ['ms', 0]],
  ['energy', ['Wh', 0]],
  ['energy_distance', ['km/kWh', 0]],
  ['energy_storage', ['Wh', 0]],
  ['frequency', ['Hz', 0]],
  ['gas', ['mL', 0]],
  ['irradiance', ['W/m²', 0]],
  ['power', ['W', 0]],
  ['precipitation', ['cm', 0]],
  ['precipitation_intensity', ['mm/h', 0]],
  ['pressure', ['Pa', 0]],
  ['radon', ['pCi/L', 1]],
  ['reactive_power', ['var', 0]],
  ['sound_pressure', ['dB', 0]],
  ['speed', ['mm/s', 0]],
  ['temperature', ['K', 1]],
  ['temperature_delta', ['K', 1]],
  ['voltage', ['V', 0]],
  ['volume', ['mL', 0]],
  ['volume_flow_rate', ['L/s', 0]],
  ['volume_storage', ['mL', 0]],
  ['water', ['mL', 0]],
  ['weight', ['g', 0]],
  ['wind_speed', ['mm/s', 0]],
]);
/** Maximum additional decimals in a larger unit. */
const MOST_MORE = 2;

/** A sensor's source and display units. */
export interface ShownReading {
  readonly deviceClass: string | undefined;
  readonly unit: string | undefined;
  readonly shownUnit: string | undefined;
  /** The suggestion of its source, in its own unit. */
  readonly suggested: number | undefined;
}

/** The decimals to display without a user's setting; undefined where there is no default. */
export function displayPrecision({
  deviceClass,
  unit,
  shownUnit,
  suggested,
}: ShownReading): number | undefined {
  if (deviceClass === undefined || unit === undefined || shownUnit === undefined) return suggested;
  if (suggested !== undefined) return inUnit(deviceClass, unit, shownUnit, suggested) || suggested;
  const usual = USUAL.get(deviceClass);
  if (usual === undefined) return undefined;
  const decimals = inUnit(deviceClass, usual[0], shownUnit, usual[1]);
  return decimals === undefined ? undefined : Math.min(decimals, usual[1] + MOST_MORE);
}

/** As many decimals in another unit show as much: 1.1 Wh are 0.0011 kWh. */
function inUnit(deviceClass: string, from: string, to: string, decimals: number): number | undefined {
  if (from === to) return decimals;
  const quantity = quantityOfClass(deviceClass);
  const ratio = quantity === undefined ? undefined : unitRatio(quantity, from, to);
  return ratio === undefined ? undefined : Math.max(0, decimals + Math.trunc(Math.log10(ratio) + 1e-9));
}
