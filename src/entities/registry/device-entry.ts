import { z } from 'zod';
import { hexId } from '../../core/context.ts';

const pairs = z.array(z.tuple([z.string(), z.string()]));

/** A device as stored and as listed by `config/device_registry/list`. Times are seconds since 1970. */
export const DeviceEntry = z.object({
  id: z.string(),
  area_id: z.string().nullable(),
  config_entry_id: z.string(),
  configuration_url: z.string().nullable(),
  connections: pairs,
  created_at: z.number(),
  disabled_by: z.string().nullable(),
  entry_type: z.string().nullable(),
  hw_version: z.string().nullable(),
  identifiers: pairs,
  labels: z.array(z.string()),
  manufacturer: z.string().nullable(),
  model: z.string().nullable(),
  model_id: z.string().nullable(),
  modified_at: z.number(),
  name: z.string().nullable(),
  name_by_user: z.string().nullable(),
  parent_device_id: z.string().nullable(),
  serial_number: z.string().nullable(),
  sw_version: z.string().nullable(),
  via_device_id: z.string().nullable(),
});
export type DeviceEntry = Readonly<z.infer<typeof DeviceEntry>>;

/** A device of which nothing is known yet. */
export function blankDevice(configEntryId: string, now: number): DeviceEntry {
  return {
    id: hexId(),
    area_id: null,
    config_entry_id: configEntryId,
    configuration_url: null,
    connections: [],
    created_at: now,
    disabled_by: null,
    entry_type: null,
    hw_version: null,
    identifiers: [],
    labels: [],
    manufacturer: null,
    model: null,
    model_id: null,
    modified_at: now,
    name: null,
    name_by_user: null,
    parent_device_id: null,
    serial_number: null,
    sw_version: null,
    via_device_id: null,
  };
}
