import { z } from 'zod';
import { binarySensorDomain } from '../../../domains/binary-sensor/binary-sensor.ts';
import { sensorDomain } from '../../../domains/sensor/sensor.ts';
import { commonFields, deviceClass, template } from '../fields.ts';
import { defineTemplateKind, type TemplateKind } from '../template-kind.ts';
import { textOf } from '../values.ts';
import { booleanReading } from './readings.ts';

/** A duration, or a template for one. */
const duration = z.unknown().optional();

const STATE_CLASSES = ['measurement', 'measurement_angle', 'total', 'total_increasing'] as const;

/** Template sensors and binary sensors. */
export const sensorKinds: readonly TemplateKind[] = [
  defineTemplateKind({
    domain: sensorDomain,
    schema: z.strictObject({
      ...commonFields,
      state: template,
      unit_of_measurement: z.string().optional(),
      device_class: deviceClass(sensorDomain.deviceClasses),
      state_class: z.enum(STATE_CLASSES).optional(),
      last_reset: template.optional(),
      options: z.array(z.string()).optional(),
      suggested_display_precision: z.int().min(0).optional(),
    }),
    actionKeys: [],
    describe: (config) => ({
      deviceClass: config.device_class,
      unit: config.unit_of_measurement,
      capabilities: {
        ...(config.state_class === undefined ? {} : { state_class: config.state_class }),
        ...(config.options === undefined ? {} : { options: config.options }),
      },
      values: { value: null },
    }),
    readings: ({ state, last_reset }) => [
      {
        key: 'state',
        template: state,
        reports: ['value'],
        isMain: true,
        read: (value) => ({ value: sensorText(textOf(value)) }),
      },
      {
        key: 'last_reset',
        template: last_reset,
        reports: ['last_reset'],
        read: (value) => ({ last_reset: textOf(value) }),
      },
    ],
  }),
  defineTemplateKind({
    domain: binarySensorDomain,
    schema: z.strictObject({
      ...commonFields,
      state: template,
      device_class: deviceClass(binarySensorDomain.deviceClasses),
      delay_on: duration,
      delay_off: duration,
      auto_off: duration,
    }),
    actionKeys: [],
    describe: (config) => ({ deviceClass: config.device_class, values: { on: null } }),
    readings: ({ state }) => [booleanReading({ key: 'state', template: state, reports: 'on', isMain: true })],
    delays: ({ delay_on, delay_off, auto_off }) => ({ on: delay_on, off: delay_off, autoOff: auto_off }),
  }),
];

function sensorText(text: string | null): string | null {
  return text === 'unknown' || text === 'unavailable' ? null : text;
}
