import { z } from 'zod';

const anyObject = z.record(z.string(), z.unknown());

/** A registered entity, whether or not its source is present. Times are seconds since 1970. */
export const EntityEntry = z.object({
  id: z.string(),
  entity_id: z.string(),
  unique_id: z.string(),
  platform: z.string(),
  config_entry_id: z.string().nullable(),
  device_id: z.string().nullable(),
  area_id: z.string().nullable(),
  name: z.string().nullable(),
  /** The whole name of an imported entity, shown without the name of the device until one of them changes. */
  compat_name: z.string().nullable().optional(),
  original_name: z.string().nullable(),
  icon: z.string().nullable(),
  original_icon: z.string().nullable(),
  device_class: z.string().nullable(),
  original_device_class: z.string().nullable(),
  unit_of_measurement: z.string().nullable(),
  entity_category: z.string().nullable(),
  disabled_by: z.string().nullable(),
  hidden_by: z.string().nullable(),
  aliases: z.array(z.string().nullable()),
  labels: z.array(z.string()),
  categories: z.record(z.string(), z.string()),
  options: z.record(z.string(), anyObject),
  capabilities: anyObject,
  supported_features: z.number(),
  translation_key: z.string().nullable(),
  created_at: z.number(),
  modified_at: z.number(),
});
export type EntityEntry = Readonly<z.infer<typeof EntityEntry>>;

/** The fields that a source sets each time it adds the entity. */
export type SourceFields = Pick<
  EntityEntry,
  | 'config_entry_id'
  | 'device_id'
  | 'original_name'
  | 'original_icon'
  | 'original_device_class'
  | 'unit_of_measurement'
  | 'entity_category'
  | 'capabilities'
  | 'supported_features'
  | 'translation_key'
>;
