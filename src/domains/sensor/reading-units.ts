import type { UnitSystemName } from '../../core/unit-system.ts';
import type { Quantity } from '../../core/unit-tables.ts';
import { isUnitOf } from '../../core/units.ts';
import { sensorDeviceClasses } from './device-classes.ts';

const QUANTITY_OF_CLASS: ReadonlyMap<string, Quantity> = new Map<string, Quantity>([
  ['absolute_humidity', 'mass_concentration'],
  ['apparent_power', 'apparent_power'],
  ['area', 'area'],
  ['atmospheric_pressure', 'pressure'],
  ['blood_glucose_concentration', 'blood_glucose'],
  ['carbon_monoxide', 'carbon_monoxide'],
  ['conductivity', 'conductivity'],
  ['current', 'current'],
  ['data_rate', 'data_rate'],
  ['data_size', 'data_size'],
  ['distance', 'length'],
  ['duration', 'duration'],
  ['energy', 'energy'],
  ['energy_distance', 'energy_distance'],
  ['energy_storage', 'energy'],
  ['frequency', 'frequency'],
  ['gas', 'volume'],
  ['irradiance', 'irradiance'],
  ['nitrogen_dioxide', 'nitrogen_dioxide'],
  ['nitrogen_monoxide', 'nitrogen_monoxide'],
  ['ozone', 'ozone'],
  ['power', 'power'],
  ['precipitation', 'length'],
  ['precipitation_intensity', 'speed'],
  ['pressure', 'pressure'],
  ['radon', 'radioactivity'],
  ['reactive_energy', 'reactive_energy'],
  ['reactive_power', 'reactive_power'],
  ['speed', 'speed'],
  ['sulphur_dioxide', 'sulphur_dioxide'],
  ['temperature', 'temperature'],
  ['temperature_delta', 'temperature_difference'],
  ['volatile_organic_compounds', 'mass_concentration'],
  ['volatile_organic_compounds_parts', 'parts'],
  ['voltage', 'voltage'],
  ['volume', 'volume'],
  ['volume_flow_rate', 'volume_flow_rate'],
  ['volume_storage', 'volume'],
  ['water', 'volume'],
  ['weight', 'mass'],
  ['wind_speed', 'speed'],
]);

/** Device classes with several units that are not converted, and why. */
export const NOT_CONVERTED: ReadonlyMap<string, string> = new Map([
  ['signal_strength', 'dB is a ratio, dBm a power'],
  ['sound_pressure', 'dBA weighs each frequency, dB does not'],
]);

/** Unit pairs, `from` to displayed unit, as comma-separated text. */
function pairs(text: string): ReadonlyMap<string, string> {
  return new Map(text.split(', ').map((pair) => pair.split(' → ') as [string, string]));
}

/** All units of a class but some, shown as one. */
function allBut(
  deviceClass: string,
  goal: string,
  kept: readonly string[] = [],
): ReadonlyMap<string, string> {
  const units = sensorDeviceClasses.get(deviceClass)?.units ?? [];
  return new Map(units.filter((unit) => !kept.includes(unit)).map((unit) => [unit, goal]));
}

const VOLUMES: Readonly<Record<UnitSystemName, ReadonlyMap<string, string>>> = {
  metric: pairs('CCF → m³, MCF → m³, ft³ → m³, fl. oz. → mL, gal → L'),
  us_customary: pairs('m³ → ft³, L → gal, mL → fl. oz.'),
};
const US_FLOWS =
  'm³/min → ft³/min, m³/h → ft³/min, m³/s → ft³/min, L/min → gal/min, L/h → gal/h, L/s → gal/min, mL/s → gal/min';

/** The displayed unit by unit system, device class and source unit. Other units are kept. */
const SHOWN: Readonly<Record<UnitSystemName, ReadonlyMap<string, ReadonlyMap<string, string>>>> = {
  metric: new Map([
    ['temperature', pairs('°F → °C')],
    ['atmospheric_pressure', allBut('atmospheric_pressure', 'hPa')],
    ['area', pairs('in² → cm², ft² → m², mi² → km², yd² → m², ac → ha')],
    ['distance', pairs('ft → m, in → mm, mi → km, nmi → km, yd → m')],
    ['gas', pairs('CCF → m³, MCF → m³, ft³ → m³')],
    ['precipitation', pairs('in → mm')],
    ['precipitation_intensity', pairs('in/d → mm/d, in/h → mm/h')],
    ['pressure', pairs('psi → kPa, inHg → hPa, inH₂O → kPa')],
    ['speed', pairs('ft/s → km/h, in/s → mm/s, mph → km/h, in/d → mm/d, in/h → mm/h')],
    ['radon', pairs('pCi/L → Bq/m³')],
    ['volume', VOLUMES.metric],
    ['volume_storage', VOLUMES.metric],
    ['volume_flow_rate', pairs('ft³/min → m³/min, gal/min → L/min, gal/h → L/h, gal/d → L/h')],
    ['water', pairs('CCF → m³, MCF → m³, ft³ → m³, gal → L')],
    ['wind_speed', allBut('wind_speed', 'km/h', ['kn'])],
  ]),
  us_customary: new Map([
    ['temperature', pairs('°C → °F')],
    ['atmospheric_pressure', allBut('atmospheric_pressure', 'inHg')],
    ['area', pairs('m² → ft², cm² → in², mm² → in², km² → mi², ha → ac')],
    ['distance', pairs('cm → in, km → mi, m → ft, mm → in')],
    ['gas', pairs('m³ → ft³, L → ft³')],
    ['precipitation', pairs('cm → in, mm → in')],
    ['precipitation_intensity', pairs('mm/d → in/d, mm/h → in/h')],
    ['pressure', new Map([...allBut('pressure', 'psi', ['inHg']), ['mmHg', 'inHg']])],
    ['speed', pairs('m/min → in/s, m/s → mph, mm/s → in/s, km/h → mph, mm/d → in/d, mm/h → in/h')],
    ['radon', pairs('Bq/m³ → pCi/L')],
    ['volume', VOLUMES.us_customary],
    ['volume_storage', VOLUMES.us_customary],
    ['volume_flow_rate', pairs(US_FLOWS)],
    ['water', pairs('m³ → ft³, L → gal')],
    ['wind_speed', allBut('wind_speed', 'mph', ['kn'])],
  ]),
};

/** The quantity of a device class whose readings can be converted. */
export function quantityOfClass(deviceClass: string | undefined): Quantity | undefined {
  return QUANTITY_OF_CLASS.get(deviceClass ?? '');
}

/** The unit in which a home displays a reading, if it has a preference. */
export function shownUnit(deviceClass: string, unit: string, system: UnitSystemName): string {
  return SHOWN[system].get(deviceClass)?.get(unit) ?? unit;
}

/** The units to which readings of a class can be converted, as shown in forms. */
export function convertibleUnits(deviceClass: string): string[] {
  const quantity = QUANTITY_OF_CLASS.get(deviceClass);
  if (quantity === undefined) return [];
  const units = sensorDeviceClasses.get(deviceClass)?.units ?? [];
  return inOrder(units.filter((unit) => isUnitOf(quantity, unit)));
}

/** Texts in the order of a dictionary that knows no capitals. */
export function inOrder(texts: readonly string[]): string[] {
  const key = (text: string): string => text.toLowerCase();
  return [...texts].sort((a, b) => (key(a) < key(b) ? -1 : key(a) > key(b) ? 1 : 0));
}
