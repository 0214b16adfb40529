import { at, isPlainName } from './readings.ts';
import type { TasmotaDevice, Translated } from './relay.ts';

/** What readings of a name mean. Units in braces come from the report itself. */
const QUANTITIES: Readonly<
  Record<string, readonly [deviceClass: string | null, unit: string, stateClass?: string]>
> = {
  Temperature: ['temperature', '{TempUnit}'],
  DewPoint: ['temperature', '{TempUnit}'],
  Humidity: ['humidity', '%'],
  Pressure: ['atmospheric_pressure', '{PressureUnit}'],
  SeaPressure: ['atmospheric_pressure', '{PressureUnit}'],
  Illuminance: ['illuminance', 'lx'],
  CarbonDioxide: ['carbon_dioxide', 'ppm'],
  CO2: ['carbon_dioxide', 'ppm'],
  eCO2: ['carbon_dioxide', 'ppm'],
  TVOC: ['volatile_organic_compounds_parts', 'ppb'],
  PM1: ['pm1', 'µg/m³'],
  'PM2.5': ['pm25', 'µg/m³'],
  PM10: ['pm10', 'µg/m³'],
  Distance: ['distance', 'cm'],
  Weight: ['weight', 'kg'],
  Power: ['power', 'W'],
  ApparentPower: ['apparent_power', 'VA'],
  ReactivePower: ['reactive_power', 'var'],
  Factor: ['power_factor', ''],
  Voltage: ['voltage', 'V'],
  Current: ['current', 'A'],
  Frequency: ['frequency', 'Hz'],
  Total: ['energy', 'kWh', 'total_increasing'],
  Today: ['energy', 'kWh', 'total_increasing'],
  Yesterday: ['energy', 'kWh', ''],
  ExportActive: ['energy', 'kWh', 'total_increasing'],
  Noise: ['sound_pressure', 'dB'],
  Moisture: ['moisture', '%'],
};

/** Parts of a report that are no sensors: its time, its units, inputs and shutters, which are entities of their own. */
const NO_SENSOR =
  /^(Time|TempUnit|PressureUnit|SpeedUnit|Id|Switch\d+|Button\d+|Shutter\d+|TotalStartTime|Period)$/;
const MOST_SENSORS = 200;
const DEEPEST = 4;

/** The sensors of a device: each reading of its report, under the names it has there. */
export function translateSensors(
  device: TasmotaDevice,
  report: Readonly<Record<string, unknown>>,
): Translated[] {
  const found: Translated[] = [];
  for (const path of readingsIn(report, [])) {
    if (found.length >= MOST_SENSORS) break;
    found.push(sensor(device, path, report));
  }
  return [...found, signal(device)];
}

type Path = readonly (string | number)[];

function* readingsIn(value: unknown, path: Path): Generator<Path> {
  if (path.length > DEEPEST) return;
  if (Array.isArray(value)) {
    for (const [i, item] of value.entries()) yield* readingsIn(item, [...path, i]);
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, item] of Object.entries(value))
      if (isPlainName(key) && !NO_SENSOR.test(key)) yield* readingsIn(item, [...path, key]);
  } else if (path.length > 1 && (typeof value === 'number' || typeof value === 'string')) yield path;
}

function sensor(
  { topics, common }: TasmotaDevice,
  path: Path,
  report: Readonly<Record<string, unknown>>,
): Translated {
  const name = path.map((step) => (typeof step === 'number' ? String(step + 1) : step)).join(' ');
  const key = path.map((step) => String(step).replaceAll(/[^\w.]/g, '_')).join('_');
  const last = path.findLast((step) => typeof step === 'string');
  const quantity = Object.hasOwn(QUANTITIES, last ?? '') ? QUANTITIES[last ?? ''] : undefined;
  if (quantity === undefined || typeof valueAt(report, path) === 'string')
    return {
      key: `sensor_sensor_${key}`,
      component: 'sensor',
      // Nothing is a state of its own to a sensor without a unit: it hears full reports only.
      config: { ...common, name, state_topic: topics.sensors, value_template: at(...path) },
    };
  const [deviceClass, unit, stateClass = 'measurement'] = quantity;
  const told = unitIn(unit, report);
  return {
    key: `sensor_sensor_${key}`,
    component: 'sensor',
    config: {
      ...common,
      name,
      state_topic: topics.reports,
      value_template: at(...path),
      ...(deviceClass === null ? {} : { device_class: deviceClass }),
      ...(told === '' ? {} : { unit_of_measurement: told }),
      ...(stateClass === '' ? {} : { state_class: stateClass }),
    },
  };
}

function signal({ topics, common }: TasmotaDevice): Translated {
  return {
    key: 'status_sensor_signal',
    component: 'sensor',
    config: {
      ...common,
      name: 'Signal',
      state_topic: topics.reports,
      value_template: at('Wifi', 'Signal'),
      device_class: 'signal_strength',
      unit_of_measurement: 'dBm',
      state_class: 'measurement',
      entity_category: 'diagnostic',
      enabled_by_default: false,
    },
  };
}

function valueAt(report: unknown, path: Path): unknown {
  let value = report;
  for (const step of path) value = (value as Readonly<Record<string | number, unknown>>)[step];
  return value;
}

function unitIn(unit: string, report: Readonly<Record<string, unknown>>): string {
  if (unit === '{TempUnit}') return report.TempUnit === 'F' ? '°F' : '°C';
  if (unit !== '{PressureUnit}') return unit;
  return report.PressureUnit === 'mmHg' || report.PressureUnit === 'inHg' ? report.PressureUnit : 'hPa';
}
