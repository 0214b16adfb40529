import { decimalOf } from '../../core/coerce.ts';
import { sensorDeviceClasses } from '../../domains/sensor/device-classes.ts';
import type { EntityDescription } from '../entity-port.ts';
import type { PolledBehavior } from './polled-entity.ts';

/** The settings of a sensor that decide about its values. */
export interface SensorConfig {
  readonly value_template?: string | undefined;
  readonly device_class?: string | undefined;
  readonly state_class?: string | undefined;
  readonly unit_of_measurement?: string | undefined;
  readonly force_update?: boolean | undefined;
}

/** Reads the values of a sensor. */
export function sensorBehavior(config: SensorConfig): PolledBehavior {
  const { device_class: kind, state_class: state, unit_of_measurement: unit } = config;
  const isNumeric =
    state !== undefined || unit !== undefined || sensorDeviceClasses.get(kind ?? '')?.numeric === true;
  return {
    valueTemplate: config.value_template,
    read: (text) => {
      if (text === null || text === 'None') return { value: null };
      return isNumeric && decimalOf(text) === undefined ? 'a number' : { value: text };
    },
  };
}

/** What the description of a sensor adds. */
export function sensorDescription(config: SensorConfig): Partial<EntityDescription> {
  const { state_class, unit_of_measurement: unit, force_update: forceUpdate = false } = config;
  return {
    forceUpdate,
    ...(unit === undefined ? {} : { unit }),
    ...(state_class === undefined ? {} : { capabilities: { state_class } }),
  };
}

const YES: ReadonlySet<string> = new Set(['true', 'on', 'open', 'yes']);

/** Reads the value of a binary sensor: on for a whole number except 0 and for words such as `on`; else off. */
export function binarySensorBehavior(valueTemplate: string | undefined): PolledBehavior {
  return {
    valueTemplate,
    onError: 'False',
    read: (text) => {
      const word = (text ?? '').trim().toLowerCase();
      return { on: /^[-+]?\d+$/.test(word) ? !/^[-+]?0+$/.test(word) : YES.has(word) };
    },
  };
}
