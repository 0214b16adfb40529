import { defineDomain } from '../definition/define-domain.ts';
import { onOff } from '../switch/switch.ts';
import { binarySensorDevice } from './device-automations.ts';
import deviceClasses from './device-classes.json' with { type: 'json' };

/** The reported values of a binary sensor; null while unknown. */
export interface BinarySensorValues {
  readonly [key: string]: unknown;
  readonly on: boolean | null;
}

/** Sensors with two states; the device class defines the meaning of `on`. */
export const binarySensorDomain = defineDomain<BinarySensorValues, Record<string, never>>({
  name: 'binary_sensor',
  title: 'Binary sensor',
  states: ['on', 'off'],
  features: {},
  deviceClasses: Object.keys(deviceClasses),
  attributes: {},
  services: [],
  deviceAutomations: binarySensorDevice,
  present: ({ values }) => ({ state: onOff(values.on), attributes: {} }),
});
