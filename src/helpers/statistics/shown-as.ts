import type { Attributes } from '../../core/state.ts';
import type { StateClass } from '../../domains/sensor/device-classes.ts';
import { sensorDeviceClasses } from '../../domains/sensor/device-classes.ts';

/** How a characteristic is shown. */
export interface ShownAs {
  readonly unit?: string;
  readonly deviceClass?: string;
  readonly stateClass?: StateClass;
}

const WITH_UNIT_SUFFIX: Readonly<Record<string, string>> = {
  variance: '²',
  change_sample: '/sample',
  change_second: '/s',
};

/** The unit and classes of a characteristic of a source with these attributes. */
export function shownAs(characteristic: string, isBinary: boolean, source: Attributes): ShownAs {
  if (characteristic.startsWith('datetime')) return { deviceClass: 'timestamp' };
  const stateClass = 'measurement';
  if (characteristic.startsWith('count')) return { stateClass };
  if (isBinary) return { stateClass, unit: '%' };
  const { unit_of_measurement: unit, device_class: deviceClass } = source;
  const hasUnit = typeof unit === 'string' && unit !== '';
  const suffix = WITH_UNIT_SUFFIX[characteristic];
  if (suffix !== undefined) return hasUnit ? { stateClass, unit: `${unit}${suffix}` } : { stateClass };
  return {
    stateClass,
    ...(hasUnit ? { unit } : {}),
    ...(typeof deviceClass === 'string' && fits(deviceClass, unit) ? { deviceClass } : {}),
  };
}

/** Whether measurements of a device class may have this unit. */
function fits(deviceClass: string, unit: unknown): boolean {
  const facts = sensorDeviceClasses.get(deviceClass);
  if (facts?.stateClasses.includes('measurement') !== true) return false;
  return facts.units.length === 0 ? unit === undefined || unit === null : facts.units.includes(String(unit));
}
