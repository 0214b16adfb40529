import { defineDomain } from '../definition/define-domain.ts';
import { onOff } from '../switch/switch.ts';
import { binarySensorDevice } from './device-automations.ts';

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
  deviceClasses: [
    'battery',
    'battery_charging',
    'carbon_monoxide',
    'cold',
    'connectivity',
    'door',
    'garage_door',
    'gas',
    'glass_break',
    'heat',
    'light',
    'lock',
    'moisture',
    'motion',
    'moving',
    'occupancy',
    'opening',
    'plug',
    'power',
    'presence',
    'problem',
    'running',
    'safety',
    'smoke',
    'sound',
    'tamper',
    'update',
    'vibration',
    'window',
  ],
  attributes: {},
  services: [],
  deviceAutomations: binarySensorDevice,
  present: ({ values }) => ({ state: onOff(values.on), attributes: {} }),
});
