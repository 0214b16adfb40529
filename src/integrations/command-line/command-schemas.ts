import { z } from 'zod';
import { coverDomain } from '../../domains/cover/cover.ts';
import { switchDomain } from '../../domains/switch/switch.ts';
import {
  binarySensorFields,
  commonFields,
  deviceClass,
  period,
  sensorFields,
  template,
  text,
  timeLimit,
} from '../polled/fields.ts';
import { commandText } from './command.ts';

const timing = { command_timeout: timeLimit.default(15) } as const;
/** The options of a sensor. */
export const sensorSchema = z.strictObject({
  ...timing,
  ...sensorFields,
  command: commandText,
  scan_interval: period.default(30),
});
/** The options of a binary sensor. */
export const binarySensorSchema = z.strictObject({
  ...timing,
  ...binarySensorFields,
  command: commandText,
  payload_on: text.default('ON'),
  payload_off: text.default('OFF'),
  scan_interval: period.default(30),
});
/** The options of a switch. */
export const switchSchema = z.strictObject({
  ...timing,
  ...commonFields,
  name: template,
  command_on: commandText.optional(),
  command_off: commandText.optional(),
  command_state: commandText.optional(),
  value_template: template.optional(),
  device_class: deviceClass(switchDomain.deviceClasses),
  scan_interval: period.default(30),
});
/** The options of a cover. */
export const coverSchema = z.strictObject({
  ...timing,
  ...commonFields,
  name: template,
  command_open: commandText.optional(),
  command_close: commandText.optional(),
  command_stop: commandText.optional(),
  command_state: commandText.optional(),
  value_template: template.optional(),
  device_class: deviceClass(coverDomain.deviceClasses),
  scan_interval: period.default(15),
});
/** The options of a notifier. */
export const notifySchema = z.strictObject({ ...timing, command: commandText, name: text.optional() });
