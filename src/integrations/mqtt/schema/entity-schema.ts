import { z } from 'zod';
import { listOf } from '../../../core/parse.ts';
import { schemaError } from '../../../core/schema-error.ts';
import type { DeviceDescription } from '../../../entities/registry/device-registry.ts';
import type { AvailabilityRules } from './availability.ts';
import {
  flag,
  icon,
  nullableText,
  qos,
  seconds,
  stateTopic,
  template,
  text,
  textList,
  url,
  word,
} from './config-values.ts';

const availabilityItem = z.object({
  topic: stateTopic,
  payload_available: text.default('online'),
  payload_not_available: text.default('offline'),
  value_template: template.optional(),
});

const connection = z.tuple([text, text]);

/** Maximum number of a device's identifiers, and of availability topics. */
const MAX_NAMES = 100;
const childDevice = z.strictObject({ identifiers: textList, name: text.optional() });

const described = {
  name: text.optional(),
  manufacturer: text.optional(),
  model: text.optional(),
  model_id: text.optional(),
  serial_number: text.optional(),
  sw_version: text.optional(),
  hw_version: text.optional(),
  suggested_area: text.optional(),
  configuration_url: url(['http', 'https', 'homeassistant']).optional(),
  via_device: text.optional(),
};

const device = z
  .strictObject({
    identifiers: textList
      .refine((ids) => ids.length <= MAX_NAMES, schemaError('expects_at_most_items', { count: MAX_NAMES }))
      .default([]),
    connections: listOf(connection, MAX_NAMES).default([]),
    child_device: childDevice.optional(),
    ...described,
  })
  .refine(({ identifiers, connections }) => identifiers.length + connections.length > 0, {
    error: schemaError('expects_identifier_or_connection'),
  })
  .refine(
    ({ identifiers, child_device: child }) =>
      child?.identifiers.some((one) => identifiers.includes(one)) !== true,
    { error: schemaError('expects_own_identifiers') },
  );

/** The config of a device as in a discovery message. */
export type DeviceConfig = z.infer<typeof device>;

/** The software that announces a device. */
export const originSchema = z.strictObject({
  name: text,
  sw_version: text.optional(),
  support_url: url(['http', 'https', 'homeassistant']).optional(),
});

/** The keys every component knows, entity or not. */
export const deviceKeys = {
  device: device.optional(),
  origin: originSchema.nullish(),
};

/** The keys every entity knows. */
export const entityKeys = {
  ...deviceKeys,
  availability: z
    .union([listOf(availabilityItem, MAX_NAMES), availabilityItem.transform((one) => [one])])
    .optional(),
  availability_mode: word(['all', 'any', 'latest'], 'exact').default('latest'),
  availability_topic: stateTopic.optional(),
  availability_template: template.optional(),
  payload_available: text.default('online'),
  payload_not_available: text.default('offline'),
  unique_id: text.optional(),
  default_entity_id: text.optional(),
  name: nullableText.optional(),
  icon: icon.optional(),
  entity_picture: url(['http', 'https']).optional(),
  entity_category: word(['config', 'diagnostic'], 'exact').nullish(),
  enabled_by_default: flag.default(true),
  visible_by_default: flag.default(true),
  json_attributes_topic: stateTopic.optional(),
  json_attributes_template: template.optional(),
  qos: qos.default(0),
  encoding: text.default('utf-8'),
  message_expiry_interval: seconds.optional(),
  group: textList.optional(),
};

/** An entity category for entities that can only be read. */
export const readOnlyCategory = word(['diagnostic'], 'exact').nullish();

/** The config an entity has with the common keys and its own. */
export type ConfigOf<S extends z.ZodRawShape> = z.infer<z.ZodObject<typeof entityKeys & S>>;

/**
 * Builds the schema of an entity's config; `check` reports invalid combinations of valid keys. They are only
 * logged, so they are in English.
 */
export function entityConfig<S extends z.ZodRawShape>(
  shape: S,
  check?: (config: ConfigOf<S>) => string | undefined,
): z.ZodType<ConfigOf<S>> {
  const object = z.object({ ...entityKeys, ...shape });
  const schema = object.check((context) => {
    const config = context.value;
    const common = config as EntityConfig;
    const both = common.availability !== undefined && common.availability_topic !== undefined;
    const problem = both ? 'availability and availability_topic exclude each other' : check?.(config);
    if (problem !== undefined) {
      context.issues.push({
        code: 'custom',
        message: `a config in which ${problem}`,
        input: undefined,
      });
    }
  });
  return schema as z.ZodType<ConfigOf<S>>;
}

/** The common config of all entities. */
export type EntityConfig = z.infer<z.ZodObject<typeof entityKeys>>;

/** The rules of availability, from either of the two forms. */
export function availabilityRules(config: EntityConfig): AvailabilityRules {
  const items =
    config.availability ??
    (config.availability_topic === undefined
      ? []
      : [
          {
            topic: config.availability_topic,
            payload_available: config.payload_available,
            payload_not_available: config.payload_not_available,
            value_template: config.availability_template,
          },
        ]);
  const topics = new Map(
    items.map((item) => [
      item.topic,
      {
        available: item.payload_available,
        notAvailable: item.payload_not_available,
        template: item.value_template,
      },
    ]),
  );
  return { mode: config.availability_mode, topics };
}

/** The device's registry description, with identifiers under `mqtt`. */
export function deviceDescription(config: DeviceConfig, fallbackName: string): DeviceDescription {
  const { child_device: child } = config;
  const own: DeviceDescription = {
    identifiers: config.identifiers.map((id) => ['mqtt', id] as const),
    connections: config.connections.map(([type, value]) => [type, value] as const),
    ...(config.name === undefined ? {} : { name: config.name }),
    fallbackName,
    area: config.suggested_area,
    manufacturer: config.manufacturer ?? null,
    model: config.model ?? null,
    model_id: config.model_id ?? null,
    serial_number: config.serial_number ?? null,
    sw_version: config.sw_version ?? null,
    hw_version: config.hw_version ?? null,
    configuration_url: config.configuration_url ?? null,
    ...(config.via_device === undefined ? {} : { via: ['mqtt', config.via_device] as const }),
  };
  if (child === undefined) return own;
  return {
    identifiers: child.identifiers.map((id) => ['mqtt', id] as const),
    name: child.name ?? null,
    parent: own,
  };
}

/** The suggested object ID; undefined for none. */
export function requestedObjectId(defaultEntityId: string | undefined): string | undefined {
  if (defaultEntityId === undefined || defaultEntityId === '') return undefined;
  const dot = defaultEntityId.indexOf('.');
  return dot < 0 ? 'unnamed_device' : defaultEntityId.slice(dot + 1);
}

/** The display name of a device class. */
export function deviceClassName(deviceClass: string): string {
  const special = SPECIAL_NAMES[deviceClass];
  if (special !== undefined) return special;
  const words = deviceClass.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

const SPECIAL_NAMES: Readonly<Record<string, string>> = {
  aqi: 'Air quality index',
  battery_charging: 'Charging',
  emitter: 'Infrared emitter',
  energy_distance: 'Energy per distance',
  energy_storage: 'Stored energy',
  monetary: 'Balance',
  ph: 'pH',
  receiver: 'Infrared receiver',
  pm1: 'PM1',
  pm4: 'PM4',
  pm10: 'PM10',
  pm25: 'PM2.5',
  volume_storage: 'Stored volume',
};

/** An entity's name: its own, or that of its device class or kind; null uses the device's name. */
export function entityName(
  config: EntityConfig,
  fallback: { readonly deviceClass?: string | undefined; readonly kind: string | null },
): string | null {
  if (config.name !== undefined) return config.name;
  return fallback.deviceClass === undefined ? fallback.kind : deviceClassName(fallback.deviceClass);
}
