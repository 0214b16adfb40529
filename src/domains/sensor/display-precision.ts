import { unitRatio } from '../../core/units.ts';
import { sensorDeviceClasses } from './device-classes.ts';
import { quantityOfClass } from './reading-units.ts';

/** Maximum additional decimals in a larger unit. */
const MAX_ADDED_DIGITS = 2;

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
  const usual = sensorDeviceClasses.get(deviceClass)?.precision;
  if (usual === undefined) return undefined;
  const decimals = inUnit(deviceClass, usual.unit, shownUnit, usual.decimals);
  return decimals === undefined ? undefined : Math.min(decimals, usual.decimals + MAX_ADDED_DIGITS);
}

/** Another unit needs other decimals for the same precision: 1.1 Wh are 0.0011 kWh. */
function inUnit(deviceClass: string, from: string, to: string, decimals: number): number | undefined {
  if (from === to) return decimals;
  const quantity = quantityOfClass(deviceClass);
  const ratio = quantity === undefined ? undefined : unitRatio(quantity, from, to);
  return ratio === undefined ? undefined : Math.max(0, decimals + Math.trunc(Math.log10(ratio) + 1e-9));
}
