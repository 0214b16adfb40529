import { z } from 'zod';
import type { Values } from '../../domains/definition/define-domain.ts';
import type { PhoneSensor } from './registration.ts';

const MAX_ATTRIBUTES = 16_384;
const state = z.union([z.null(), z.boolean(), z.number(), z.string().max(10_000)]);
const attributes = z
  .record(z.string(), z.unknown())
  .refine((all) => JSON.stringify(all).length <= MAX_ATTRIBUTES)
  .default({});
const icon = z
  .string()
  .regex(/^[a-z]+:[\w-]+$/)
  .max(100)
  .nullable();
const uniqueId = z.string().min(1).max(255);

/** The data of `register_sensor` [mobile facts §5]. */
export const SensorToRegister = z.object({
  type: z.enum(['sensor', 'binary_sensor']),
  unique_id: uniqueId,
  name: z.string().min(1).max(255),
  state: state.default(null),
  attributes,
  icon: icon.optional(),
  device_class: z.string().max(50).nullish(),
  unit_of_measurement: z.string().max(50).nullish(),
  state_class: z.enum(['measurement', 'measurement_angle', 'total', 'total_increasing']).nullish(),
  entity_category: z.enum(['diagnostic', 'config']).nullish(),
  disabled: z.boolean().optional(),
});
export type SensorToRegister = z.infer<typeof SensorToRegister>;

/** An item of `update_sensor_states`. */
export const SensorUpdate = z.object({
  type: z.enum(['sensor', 'binary_sensor']),
  unique_id: uniqueId,
  state,
  icon: icon.optional(),
  attributes,
});
export type SensorUpdate = z.infer<typeof SensorUpdate>;

/** The sensor as it is kept: an unknown device class is left out. */
export function sensorOf(
  entryId: string,
  given: SensorToRegister,
  isDeviceClass: (domain: string, name: string) => boolean,
): PhoneSensor {
  const { type, unique_id, name, unit_of_measurement = null, state_class = null } = given;
  const deviceClass = given.device_class?.toLowerCase();
  return {
    ...{ entry_id: entryId, type, unique_id, name, unit_of_measurement },
    device_class: deviceClass !== undefined && isDeviceClass(type, deviceClass) ? deviceClass : null,
    state_class: type === 'sensor' ? state_class : null,
    entity_category: given.entity_category ?? null,
    icon: given.icon === undefined ? 'mdi:cellphone' : given.icon,
  };
}

/** The values of a sensor's entity, and whether it is available. */
export function valuesOf({ type, state }: Pick<SensorUpdate, 'type' | 'state'>): {
  values: Values;
  available: boolean;
} {
  if (state === 'unavailable') return { values: {}, available: false };
  if (type === 'binary_sensor') {
    const isOn = state === null || state === 'unknown' ? null : state === 'off' ? false : Boolean(state);
    return { values: { on: isOn }, available: true };
  }
  const value = state === 'unknown' ? null : typeof state === 'boolean' ? (state ? 'True' : 'False') : state;
  return { values: { value }, available: true };
}
