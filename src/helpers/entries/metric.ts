import { sensorDeviceClasses } from '../../domains/sensor/device-classes.ts';

/** The metric prefixes of units. */
export const PREFIXES: Readonly<Record<string, number>> = {
  n: 1e-9,
  μ: 1e-6,
  m: 1e-3,
  k: 1e3,
  M: 1e6,
  G: 1e9,
  T: 1e12,
  P: 1e15,
};

/** The prefixes as choices of a form. */
export function prefixChoices(prefixes: readonly string[]): { value: string; label: string }[] {
  return prefixes.map((value) => ({ value, label: `${value} (${PREFIX_NAMES[value] ?? value})` }));
}

const PREFIX_NAMES: Readonly<Record<string, string>> = {
  n: 'nano',
  μ: 'micro',
  m: 'milli',
  k: 'kilo',
  M: 'mega',
  G: 'giga',
  T: 'tera',
  P: 'peta',
};

/** The seconds of the units of time that rates and integrals have. */
export const TIME_UNITS: Readonly<Record<string, number>> = { s: 1, min: 60, h: 3600, d: 86_400 };

/** A device class, if readings of it may have the unit. */
export function fittingClass(deviceClass: string | undefined, unit: string | undefined): string | undefined {
  if (deviceClass === undefined || unit === undefined) return undefined;
  const { units = [] } = sensorDeviceClasses.get(deviceClass) ?? {};
  return units.includes(unit) ? deviceClass : undefined;
}
