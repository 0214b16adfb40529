import type { UnitSystemName } from '../../core/unit-system.ts';
import type { Quantity } from '../../core/unit-tables.ts';
import { isUnitOf } from '../../core/units.ts';
import { sensorDeviceClasses } from './device-classes.ts';

/** Device classes with several units that are not converted, and why. */
export const NOT_CONVERTED: ReadonlyMap<string, string> = new Map([
  ['signal_strength', 'dB is a ratio, dBm a power'],
  ['sound_pressure', 'dBA weighs each frequency, dB does not'],
]);

/** The quantity of a device class whose readings can be converted. */
export function quantityOfClass(deviceClass: string | undefined): Quantity | undefined {
  return sensorDeviceClasses.get(deviceClass ?? '')?.quantity;
}

/** The unit in which a home displays a reading, if it has a preference. */
export function shownUnit(deviceClass: string, unit: string, system: UnitSystemName): string {
  return sensorDeviceClasses.get(deviceClass)?.shown?.[system].get(unit) ?? unit;
}

/** The units to which readings of a class can be converted, as shown in forms. */
export function convertibleUnits(deviceClass: string): string[] {
  const { quantity, units = [] } = sensorDeviceClasses.get(deviceClass) ?? {};
  if (quantity === undefined) return [];
  return inOrder(units.filter((unit) => isUnitOf(quantity, unit)));
}

/** Texts in the order of a dictionary that knows no capitals. */
export function inOrder(texts: readonly string[]): string[] {
  const key = (text: string): string => text.toLowerCase();
  return [...texts].sort((a, b) => (key(a) < key(b) ? -1 : key(a) > key(b) ? 1 : 0));
}
