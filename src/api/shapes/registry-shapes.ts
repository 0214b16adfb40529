import { z } from 'zod';
import { AnyObject, keyed, Names, NullableText, object, UnixSeconds } from './plain-shapes.ts';

const stored = { created_at: UnixSeconds, modified_at: UnixSeconds };

export const AreaShape = object({
  area_id: z.string(),
  name: z.string(),
  aliases: Names,
  floor_id: NullableText,
  icon: NullableText,
  labels: Names,
  picture: NullableText,
  temperature_entity_id: NullableText,
  humidity_entity_id: NullableText,
  ...stored,
}).meta({ id: 'Area' });

export const FloorShape = object({
  floor_id: z.string(),
  name: z.string(),
  aliases: Names,
  icon: NullableText,
  level: z.number().nullable(),
  ...stored,
}).meta({ id: 'Floor' });

export const LabelShape = object({
  label_id: z.string(),
  name: z.string(),
  icon: NullableText,
  color: NullableText,
  description: NullableText,
  ...stored,
}).meta({ id: 'Label' });

export const CategoryShape = object({
  category_id: z.string(),
  name: z.string(),
  icon: NullableText,
  ...stored,
}).meta({ id: 'Category' });

export const DeviceShape = object({
  id: z.string(),
  area_id: NullableText,
  configuration_url: NullableText,
  config_entries: Names,
  connections: z.array(z.array(z.string())),
  disabled_by: NullableText,
  entry_type: NullableText,
  hw_version: NullableText,
  identifiers: z.array(z.array(z.string())),
  labels: Names,
  manufacturer: NullableText,
  model: NullableText,
  model_id: NullableText,
  name: NullableText,
  name_by_user: NullableText,
  primary_config_entry: NullableText,
  serial_number: NullableText,
  sw_version: NullableText,
  via_device_id: NullableText,
  ...stored,
}).meta({ id: 'Device' });

const entry = {
  id: z.string(),
  entity_id: z.string(),
  area_id: NullableText,
  categories: keyed(z.string()),
  config_entry_id: NullableText,
  device_id: NullableText,
  disabled_by: NullableText,
  entity_category: NullableText,
  has_entity_name: z.boolean(),
  hidden_by: NullableText,
  icon: NullableText,
  labels: Names,
  name: NullableText,
  options: AnyObject,
  original_name: NullableText,
  platform: z.string(),
  translation_key: NullableText,
  unique_id: z.string(),
  ...stored,
};
export const EntityEntryShape = object(entry).meta({ id: 'EntityEntry' });
export const EntityDetailsShape = object({
  ...entry,
  aliases: z.array(NullableText),
  capabilities: AnyObject.nullable(),
  device_class: NullableText,
  original_device_class: NullableText,
  original_icon: NullableText,
}).meta({ id: 'EntityDetails' });

/** The entity registry in the short format of `config/entity_registry/list_for_display`. */
export const DisplayListShape = object({
  entity_categories: keyed(z.string()),
  entities: z.array(object({ ei: z.string(), pl: z.string() })),
});

export const ConfigEntryShape = object({
  entry_id: z.string(),
  domain: z.string(),
  title: z.string(),
  source: z.string(),
  state: z.string(),
  supports_options: z.boolean(),
  supports_remove_device: z.boolean(),
  supports_unload: z.boolean(),
  supports_reconfigure: z.boolean(),
  pref_disable_new_entities: z.boolean(),
  pref_disable_polling: z.boolean(),
  disabled_by: NullableText,
  reason: NullableText,
  ...stored,
}).meta({ id: 'ConfigEntry' });
/** The events of `config_entries/subscribe`. */
export const ConfigEntryEventsShape = z.array(object({ type: NullableText, entry: ConfigEntryShape }));
export const RestartShape = object({ require_restart: z.boolean() });

/** A step of a flow: a form, or how the flow ended. */
export const FlowStepShape = object({
  type: z.enum(['form', 'create_entry', 'abort', 'external', 'progress', 'menu']),
  flow_id: z.string(),
  handler: z.unknown(),
  step_id: z.string().optional(),
  data_schema: z.array(object({ name: z.string() })).nullish(),
  errors: keyed(z.string()).nullish(),
  description_placeholders: AnyObject.nullish(),
  last_step: z.boolean().nullish(),
  preview: NullableText.optional(),
  title: z.string().optional(),
  result: z.unknown().optional(),
  reason: z.string().optional(),
}).meta({ id: 'FlowStep', description: 'A form to fill in, or how the flow ended' });

/** A flow that no user began. */
export const DiscoveredFlowShape = object({
  flow_id: z.string(),
  handler: z.string(),
  context: AnyObject,
  step_id: NullableText,
}).meta({ id: 'DiscoveredFlow' });

export const ManifestShape = object({
  domain: z.string(),
  name: z.string(),
  config_flow: z.boolean(),
  integration_type: z.string(),
  iot_class: z.string(),
  is_built_in: z.boolean(),
}).meta({ id: 'Manifest' });

/** What `extract_from_target` finds in a target. */
export const ExtractedTargetShape = object({
  referenced_entities: Names,
  referenced_devices: Names,
  referenced_areas: Names,
  missing_devices: Names,
  missing_areas: Names,
  missing_floors: Names,
  missing_labels: Names,
});
/** What `explain_target` says about a target. */
export const ExplainedTargetShape = object({
  includes: z.array(
    object({
      type: z.string(),
      id: z.string(),
      entities: Names,
      referenced_areas: Names,
      referenced_devices: Names,
    }),
  ),
  excludes: z.array(object({ type: z.string(), id: z.string(), removed: z.array(AnyObject) })),
});

/** A helper or another item that users create: its settings depend on the domain. */
export const ItemShape = object({ id: z.string(), name: z.string() }).meta({ id: 'Item' });
/** The persons: those created in the app, and those of the configuration file. */
export const PersonListShape = object({ storage: z.array(ItemShape), config: z.array(ItemShape) });
/** Added, changed and removed items. */
export const ItemChangesShape = z.array(
  object({ change_type: z.enum(['added', 'updated', 'removed']), item: ItemShape }),
);
