import { z } from 'zod';
import { schemaError } from '../../core/schema-error.ts';
import { binarySensorDomain } from '../../domains/binary-sensor/binary-sensor.ts';
import { booleanSchema } from '../../domains/definition/field.ts';
import { switchDomain } from '../../domains/switch/switch.ts';
import { anyOn, type GroupKind } from './group-kind.ts';

/** Whether all members must be on for the group to be on. */
export const allOption = { all: booleanSchema.default(false) };

/** Switches as one. */
export const switchGroup: GroupKind = {
  domain: switchDomain,
  options: allOption,
  combine: (members, { all }) => ({ values: { on: anyOn(members, all === true) } }),
};

/** Binary sensors as one. */
export const binarySensorGroup: GroupKind = {
  domain: binarySensorDomain,
  options: {
    ...allOption,
    device_class: z.enum(binarySensorDomain.deviceClasses, schemaError('expects_device_class')).optional(),
  },
  combine: (members, { all, device_class: deviceClass }) => ({
    values: { on: anyOn(members, all === true) },
    deviceClass: deviceClass as string | undefined,
  }),
};
