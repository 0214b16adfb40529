import { z } from 'zod';
import type { DeclaredService } from './declared-service.ts';

/** The domains of entities that integrations may have; those of people, zones and automations belong to the hub. */
export const INTEGRATION_DOMAINS = [
  ...(['light', 'switch', 'sensor', 'binary_sensor', 'climate', 'cover'] as const),
  ...(['fan', 'media_player', 'camera', 'lock', 'alarm_control_panel', 'vacuum'] as const),
  ...(['number', 'select', 'button', 'text', 'event', 'update'] as const),
  ...(['siren', 'humidifier', 'water_heater', 'valve', 'lawn_mower', 'date'] as const),
  ...(['time', 'datetime', 'notify', 'remote', 'image', 'infrared'] as const),
  ...(['weather', 'device_tracker', 'scene', 'todo', 'calendar'] as const),
] as const;

/** Further domains that only integrations that come with Hearth may have: those that mirror another hub. */
export const HUB_DOMAINS = [
  ...(['input_boolean', 'input_button', 'input_datetime', 'input_number', 'input_select'] as const),
  ...(['input_text', 'counter', 'timer', 'schedule', 'group', 'person', 'automation', 'script'] as const),
] as const;

export type PlainValues = Readonly<Record<string, unknown>>;

const MAX_DEPTH = 12;
const MAX_PARTS = 20_000;

/** Whether a value is an object of JSON values, neither deep nor large. */
export function isPlainValues(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  for (const name in value) {
    const item = (value as PlainValues)[name];
    if (typeof item === 'object' && item !== null && !isShallow(item, { left: MAX_PARTS }, MAX_DEPTH))
      return false;
  }
  return true;
}

function isShallow(value: object, parts: { left: number }, depth: number): boolean {
  if (depth === 0) return false;
  for (const item of Object.values(value)) {
    parts.left -= 1;
    if (parts.left < 0) return false;
    if (typeof item === 'object' && item !== null && !isShallow(item, parts, depth - 1)) return false;
  }
  return true;
}

/** The forms of values that several messages have. */
export const id = z.string().min(1).max(100);
export const text = z.string().max(10_000);
export const short = z.string().max(1000);
export const names = z.array(z.string().max(100)).max(200);
export const values = z.custom<PlainValues>(isPlainValues, 'expected a flat object');
export const MAX_ENTITY_NUMBER = 1_000_000_000;
export const entityNumber = z.int().min(0).max(MAX_ENTITY_NUMBER);
export const context = z.object({
  id: z.string(),
  parentId: z.string().nullable(),
  userId: z.string().nullable(),
});
export const requestId = z.int().min(0);

const pair = z.tuple([z.string().max(100), z.string().min(1).max(500)]);
const pairs = z.array(pair).max(20);
const described = short.nullable().exactOptional();

/** A device; its identifiers belong to the integration, so they have no domain. */
export const DeviceMessage = z.object({
  identifiers: z.array(z.string().min(1).max(500)).max(20).default([]),
  connections: pairs.exactOptional(),
  name: described,
  area: short.exactOptional(),
  manufacturer: described,
  model: described,
  model_id: described,
  serial_number: described,
  sw_version: described,
  hw_version: described,
  configuration_url: described,
  entry_type: z.literal('service').nullable().exactOptional(),
  /** The identifier of the device it is connected through, or one of its connections. */
  via: z.string().min(1).max(500).exactOptional(),
  viaConnection: pair.exactOptional(),
});
export type DeviceMessage = Readonly<z.input<typeof DeviceMessage>>;

/** An entity as in `EntityDescription`; units, features, capabilities and values are those of its domain. */
export const EntityMessage = z.object({
  domain: z.enum([...INTEGRATION_DOMAINS, ...HUB_DOMAINS]),
  uniqueId: z.string().min(1).max(500),
  /** Unique IDs that it had before: its entry in the registry takes the new one over. */
  formerUniqueIds: z.array(z.string().min(1).max(500)).max(10).exactOptional(),
  name: short.nullable(),
  objectId: z.string().max(200).exactOptional(),
  device: DeviceMessage.exactOptional(),
  deviceClass: z.string().max(100).exactOptional(),
  unit: z.string().max(100).exactOptional(),
  nativeUnits: z.record(z.string(), z.string()).exactOptional(),
  precision: z.number().exactOptional(),
  icon: z.string().max(200).exactOptional(),
  picture: z.string().max(2000).exactOptional(),
  attribution: short.exactOptional(),
  entityCategory: z.enum(['config', 'diagnostic']).exactOptional(),
  options: z.record(z.string(), values).exactOptional(),
  enabledByDefault: z.boolean().exactOptional(),
  visibleByDefault: z.boolean().exactOptional(),
  assumedState: z.boolean().exactOptional(),
  restoresValues: z.boolean().exactOptional(),
  forceUpdate: z.boolean().exactOptional(),
  features: names.exactOptional(),
  capabilities: values.exactOptional(),
  registered: names.exactOptional(),
  values: values.exactOptional(),
  available: z.boolean().exactOptional(),
  /** Attributes that the integration defines rather than the domain. */
  extra: values.exactOptional(),
  /**
   * The entity of another platform whose place it takes; without a unique ID it is not registered. Only integrations
   * that come with Hearth may do that.
   */
  standsFor: z
    .object({ platform: z.string().min(1).max(100), uniqueId: z.string().min(1).max(500).nullable() })
    .exactOptional(),
  /** Whether it answers `picture`, `refresh`, and itself which events a calendar has. */
  answers: z.array(z.enum(['picture', 'refresh', 'events'])).exactOptional(),
});
export type EntityMessage = Readonly<z.input<typeof EntityMessage>>;

/** A service as an integration declares it. */
export type ServiceMessage = Readonly<z.input<typeof DeclaredService>>;

/** An occurrence of an event: days (`2026-12-01`), or times with their offset; the end is exclusive. */
export const EventMessage = z.object({
  start: z.string().max(40),
  end: z.string().max(40),
  summary: short,
  description: text.exactOptional(),
  location: short.exactOptional(),
  uid: z.string().max(500).exactOptional(),
  recurrenceId: z.string().max(100).exactOptional(),
  rule: short.exactOptional(),
});
export type EventMessage = Readonly<z.infer<typeof EventMessage>>;
