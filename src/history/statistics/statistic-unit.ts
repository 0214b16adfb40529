import { QUANTITIES, type Quantity } from '../../core/unit-tables.ts';
import { conversionOf } from '../../core/units.ts';
import { sensorDeviceClasses } from '../../domains/sensor/device-classes.ts';
import { quantityOfClass } from '../../domains/sensor/reading-units.ts';
import type { ReadingAttributes } from './reading.ts';
import type { StatisticUnit } from './statistic.ts';

/** The quantity of each unit class that a unit alone determines; its names are those on the wire [§4.6]. */
const PRIMARY: Readonly<Record<string, Quantity>> = {
  apparent_power: 'apparent_power',
  area: 'area',
  blood_glucose_concentration: 'blood_glucose',
  concentration: 'mass_concentration',
  conductivity: 'conductivity',
  data_rate: 'data_rate',
  distance: 'length',
  duration: 'duration',
  electric_current: 'current',
  energy: 'energy',
  energy_distance: 'energy_distance',
  frequency: 'frequency',
  information: 'data_size',
  mass: 'mass',
  power: 'power',
  pressure: 'pressure',
  radiation_concentration: 'radioactivity',
  reactive_energy: 'reactive_energy',
  reactive_power: 'reactive_power',
  speed: 'speed',
  temperature: 'temperature',
  unitless: 'ratio',
  voltage: 'voltage',
  volume: 'volume',
  volume_flow_rate: 'volume_flow_rate',
};

/** The unit classes that need a device class: their units are also those of a primary class. */
const SECONDARY: Readonly<Record<string, Quantity>> = {
  carbon_monoxide: 'carbon_monoxide',
  nitrogen_dioxide: 'nitrogen_dioxide',
  nitrogen_monoxide: 'nitrogen_monoxide',
  ozone: 'ozone',
  sulphur_dioxide: 'sulphur_dioxide',
  temperature_delta: 'temperature_difference',
};

/** The device classes that list the units of a class; other units of the quantity have no statistics in common. */
const DEVICE_CLASS_OF: Readonly<Record<string, string>> = {
  data_rate: 'data_rate',
  information: 'data_size',
};

/** The one way to write a unit that comes in several spellings [§4.6]. */
const SPELLINGS: ReadonlyMap<string, string> = new Map([
  ['BTU/(h×ft²)', 'BTU/(h⋅ft²)'],
  ['dBa', 'dBA'],
  ['RPM', 'rpm'],
  ['ft3', 'ft³'],
  ['m3', 'm³'],
  ['ft³/m', 'ft³/min'],
  ['mVAr', 'mvar'],
  ['VAr', 'var'],
  ['kVAr', 'kvar'],
  ['VArh', 'varh'],
  ['kVArh', 'kvarh'],
]);
/** Units beginning with the micro sign U+00B5 that are equal to those with the Greek letter U+03BC. */
const MICRO_UNITS: ReadonlySet<string> = new Set(
  ['Sv/h', 'S/cm', 'V', 'g/ft³', 'g/m³', 'mol/s⋅m²', 'g', 's'].map((unit) => `\u00b5${unit}`),
);

/** The units of a class. */
export interface UnitClass {
  readonly name: string;
  readonly units: readonly (string | null)[];
  has(unit: string | null): boolean;
  /**
   * The function that converts values; null if they stay as they are. A value that has no counterpart, such as 0 km/kWh
   * in kWh per 100 km, becomes null. Both units must be of this class.
   */
  conversion(from: string | null, to: string | null): ((value: number) => number | null) | null;
}

const CLASSES: ReadonlyMap<string, UnitClass> = new Map(
  Object.entries({ ...PRIMARY, ...SECONDARY }).map(([name, quantity]) => [name, unitClass(name, quantity)]),
);
const PRIMARY_CLASSES: readonly UnitClass[] = Object.keys(PRIMARY).flatMap((name) => CLASSES.get(name) ?? []);
const CLASS_OF_QUANTITY: ReadonlyMap<Quantity, UnitClass> = new Map(
  Object.entries({ ...PRIMARY, ...SECONDARY }).flatMap(([name, quantity]) => {
    const found = CLASSES.get(name);
    return found === undefined ? [] : [[quantity, found]];
  }),
);
/** Device classes that convert although the quantities they display do not. */
const OTHER_QUANTITIES: ReadonlyMap<string, Quantity> = new Map([
  ['power_factor', 'ratio'],
  ['volatile_organic_compounds_parts', 'ratio'],
]);

/** The class of this name; undefined if there is none. */
export function unitClassNamed(name: string | null): UnitClass | undefined {
  return name === null ? undefined : CLASSES.get(name);
}

/** The class that a unit alone determines; undefined if it converts to no other unit. */
export function classOfUnit(unit: string | null): UnitClass | undefined {
  return PRIMARY_CLASSES.find((candidate) => candidate.has(unit));
}

/** The class of readings: that of the device class if it has the unit, otherwise that of the unit. */
export function classOfReading({
  deviceClass,
  unit,
}: Pick<ReadingAttributes, 'deviceClass' | 'unit'>): UnitClass | undefined {
  if (deviceClass === undefined || unit === undefined) return undefined;
  const quantity = OTHER_QUANTITIES.get(deviceClass ?? '') ?? quantityOfClass(deviceClass ?? undefined);
  const own = quantity === undefined ? undefined : CLASS_OF_QUANTITY.get(quantity);
  return own?.has(unit) === true ? own : classOfUnit(unit);
}

/** Whether two units are the same, possibly in different spellings. */
export function areEqualUnits(one: string | null, other: string | null): boolean {
  return one === other || spelled(one) === spelled(other);
}

/**
 * The unit in which a statistic stores a reading: its own unit if the reading converts to it, otherwise that
 * of the reading.
 */
export function unitFor(stored: StatisticUnit | null, reading: ReadingAttributes): StatisticUnit {
  const unit = reading.unit ?? null;
  const present = classOfReading(reading);
  if (stored === null) return { unit, unitClass: present?.name ?? null };
  // Both units in the class of the reading: its device class has changed.
  if (present?.has(stored.unit) === true) return { unit: stored.unit, unitClass: present.name };
  const keeps = unit === stored.unit || unitClassNamed(stored.unitClass) !== undefined;
  return keeps
    ? { unit: stored.unit, unitClass: stored.unitClass }
    : { unit, unitClass: present?.name ?? null };
}

function spelled(unit: string | null): string | null {
  if (unit === null) return null;
  return MICRO_UNITS.has(unit) ? unit.replace('\u00b5', 'μ') : (SPELLINGS.get(unit) ?? unit);
}

function unitClass(name: string, quantity: Quantity): UnitClass {
  const listing = name in SECONDARY ? name : DEVICE_CLASS_OF[name];
  const units = [...QUANTITIES[quantity].keys()].filter(
    (unit) => listing === undefined || sensorDeviceClasses.get(listing)?.units.includes(unit) === true,
  );
  // Only ratios have a value without a unit; an empty text is a unit of its own, which nothing converts to.
  const symbol = (unit: string | null): string | undefined => {
    if (unit === null) return quantity === 'ratio' ? '' : undefined;
    return unit !== '' && units.includes(unit) ? unit : undefined;
  };
  return {
    name,
    units: units.map((unit) => (unit === '' ? null : unit)),
    has: (unit) => symbol(unit) !== undefined,
    conversion(from, to) {
      const conversion = conversionOf(quantity, symbol(from) ?? '', symbol(to) ?? '');
      if (conversion === null) return null;
      return (value) => {
        const converted = conversion.apply(value);
        return Number.isFinite(converted) ? converted : null;
      };
    },
  };
}
