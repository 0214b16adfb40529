/** The quantity of a reading's name. */
export interface Quantity {
  /** The displayed unit; in braces the key under which the report names it. */
  readonly unit?: string;
  readonly deviceClass?: string;
  readonly stateClass?: 'measurement' | 'total' | 'total_increasing';
  readonly icon?: string;
}

const measured = (deviceClass: string, unit?: string): Quantity => ({
  deviceClass,
  stateClass: 'measurement',
  ...(unit === undefined ? {} : { unit }),
});
const ENERGY: Quantity = { unit: 'kWh', deviceClass: 'energy', stateClass: 'total' };
const REACTIVE_ENERGY: Quantity = { unit: 'kvarh', stateClass: 'total' };
const PARTICLES: Quantity = { unit: 'ppd', icon: 'mdi:flask' };
const DUST: Quantity = { unit: 'μg/m³' };
const color = (unit: string): Quantity => ({ unit, icon: 'mdi:palette' });

/** Quantities by Tasmota's reading name. */
const QUANTITIES: ReadonlyMap<string, Quantity> = new Map<string, Quantity>([
  ['Ambient', measured('illuminance', 'lx')],
  ['Battery', measured('battery', '%')],
  ['CCT', { unit: 'K', stateClass: 'measurement', icon: 'mdi:temperature-kelvin' }],
  ['CF1', DUST],
  ['CF2.5', DUST],
  ['CF10', DUST],
  ['CarbonDioxide', measured('carbon_dioxide', 'ppm')],
  ['Blue', color('B')],
  ['Green', color('G')],
  ['Red', color('R')],
  ['Current', measured('current', 'A')],
  ['CurrentNeutral', measured('current', 'A')],
  ['Distance', measured('distance', 'cm')],
  ['eCO2', { unit: 'ppm', icon: 'mdi:molecule-co2' }],
  ['Energy', ENERGY],
  ['ExportActive', ENERGY],
  ['ExportActiveTotal', ENERGY],
  ['ExportTariff', ENERGY],
  ['ExportReactive', REACTIVE_ENERGY],
  ['ImportActive', ENERGY],
  ['ImportReactive', REACTIVE_ENERGY],
  ['Today', { ...ENERGY, stateClass: 'total_increasing' }],
  ['Total', ENERGY],
  ['TotalTariff', ENERGY],
  ['Yesterday', { unit: 'kWh', deviceClass: 'energy' }],
  ['TotalStartTime', { icon: 'mdi:progress-clock' }],
  ['Frequency', measured('frequency', 'Hz')],
  ['Humidity', measured('humidity', '%')],
  ['Illuminance', measured('illuminance', 'lx')],
  ['Moisture', { unit: '%', deviceClass: 'moisture' }],
  ['PB0.3', PARTICLES],
  ['PB0.5', PARTICLES],
  ['PB1', PARTICLES],
  ['PB2.5', PARTICLES],
  ['PB5', PARTICLES],
  ['PB10', PARTICLES],
  ['PhaseAngle', { unit: '°' }],
  ['PM1', measured('pm1', 'μg/m³')],
  ['PM2.5', measured('pm25', 'μg/m³')],
  ['PM10', measured('pm10', 'μg/m³')],
  ['Power', measured('power', 'W')],
  ['PowerTotal', measured('power', 'W')],
  ['ActivePower', measured('power', 'W')],
  ['ApparentPower', measured('apparent_power', 'VA')],
  ['ReactivePower', measured('reactive_power', 'var')],
  ['Factor', measured('power_factor')],
  ['Proximity', { unit: ' ', icon: 'mdi:ruler' }],
  ['TVOC', { unit: 'ppb', icon: 'mdi:air-filter' }],
  ['Voltage', measured('voltage', 'V')],
  ['Weight', measured('weight', 'kg')],
]);

/** Quantities whose unit is part of the report. */
const WITH_TOLD_UNIT: ReadonlyMap<string, readonly [told: string, quantity: Quantity]> = new Map([
  ['DewPoint', ['TempUnit', { ...measured('temperature'), icon: 'mdi:weather-rainy' }]],
  ['Temperature', ['TempUnit', measured('temperature')]],
  ['Pressure', ['PressureUnit', measured('pressure')]],
  ['SeaPressure', ['PressureUnit', measured('pressure')]],
  ['Speed', ['SpeedUnit', {}]],
]);

const UNIT_NAMES: ReadonlyMap<unknown, string> = new Map([
  ['C', '°C'],
  ['F', '°F'],
]);

/** Sensors whose energy is not electrical: of lightning, of motion. */
const OTHER_ENERGY: ReadonlySet<string> = new Set(['AS3935', 'LD2410']);

/** The quantity of a reading, from its path and the units in the report. */
export function quantityAt(
  [sensor, reading, inner]: readonly (string | number)[],
  report: Readonly<Record<string, unknown>>,
): Quantity {
  const name = nameOf(String(sensor), String(reading), inner);
  const [told, quantity] = WITH_TOLD_UNIT.get(name) ?? [];
  if (told === undefined || quantity === undefined) return QUANTITIES.get(name) ?? {};
  const unit = Object.hasOwn(report, told) ? report[told] : undefined;
  if (typeof unit !== 'string' || unit.length > 32) return quantity;
  return { ...quantity, unit: UNIT_NAMES.get(unit) ?? unit };
}

function nameOf(sensor: string, reading: string, inner: string | number | undefined): string {
  if (reading === 'Energy' && OTHER_ENERGY.has(sensor)) return '';
  if (typeof inner === 'string' && QUANTITIES.has(inner)) return inner;
  // The inputs of an ESP32 are numbered: Temperature1.
  return sensor === 'ANALOG' ? reading.replace(/\d$/, '') : reading;
}
