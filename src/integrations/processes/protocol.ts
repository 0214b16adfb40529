import { z } from 'zod';
import { DeclaredService } from './declared-service.ts';

/**
 * The messages between the hub and the process of an integration: plain objects as JSON in frames (`frames.ts`).
 * Both ends parse what they receive with these schemas.
 */
export const API = 1;

/** The most entities of an integration. */
export const MAX_ENTITIES = 10_000;
/** The most reports in one message. */
export const MAX_BATCH = 250;

/** The domains of entities that integrations may have; those of people, zones and automations belong to the hub. */
export const INTEGRATION_DOMAINS = [
  ...(['light', 'switch', 'sensor', 'binary_sensor', 'climate', 'cover'] as const),
  ...(['fan', 'media_player', 'camera', 'lock', 'alarm_control_panel', 'vacuum'] as const),
  ...(['number', 'select', 'button', 'text', 'event', 'update'] as const),
  ...(['siren', 'humidifier', 'water_heater', 'valve', 'lawn_mower', 'date'] as const),
  ...(['time', 'datetime', 'notify', 'remote', 'image', 'infrared'] as const),
  ...(['weather', 'device_tracker', 'scene', 'todo', 'calendar'] as const),
] as const;

export type PlainValues = Readonly<Record<string, unknown>>;

const MAX_DEPTH = 12;
const MAX_PARTS = 20_000;

/** Whether a value is an object of JSON values, neither deep nor large. */
function isPlainValues(value: unknown): boolean {
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

const id = z.string().min(1).max(100);
const text = z.string().max(10_000);
const short = z.string().max(1000);
const names = z.array(z.string().max(100)).max(200);
const values = z.custom<PlainValues>(isPlainValues, 'expected a flat object');
const entityNumber = z.int().min(0).max(1_000_000_000);
const context = z.object({ id: z.string(), parentId: z.string().nullable(), userId: z.string().nullable() });
const requestId = z.int().min(0);

/** A config entry as its integration gets it. */
export const EntryData = z.object({
  entryId: id,
  title: short,
  uniqueId: z.string().nullable(),
  version: z.tuple([z.int(), z.int()]),
  data: values,
  options: values,
});
export type EntryData = Readonly<z.infer<typeof EntryData>>;

/** How a flow began, as Home Assistant names it. */
export const FLOW_SOURCES = ['user', 'zeroconf', 'ssdp', 'mqtt', 'reauth', 'reconfigure', 'options'] as const;
export type FlowSource = (typeof FLOW_SOURCES)[number];

/** What the hub sends. */
export const ToIntegration = z.discriminatedUnion('type', [
  z.object({ type: z.literal('setup'), entry: EntryData }),
  z.object({ type: z.literal('unload'), entryId: id }),
  z.object({
    type: z.literal('command'),
    id: requestId,
    entity: entityNumber,
    service: z.string(),
    fields: values,
    patch: values,
    context,
  }),
  /** A call of one of its own services, with the entities of its target. */
  z.object({
    type: z.literal('service'),
    id: requestId,
    service: z.string(),
    /** The entry that added it; null for one of the manifest. */
    entryId: id.nullable(),
    data: values,
    entities: z.array(entityNumber),
    context,
  }),
  z.object({ type: z.literal('refresh'), id: requestId, entity: entityNumber }),
  z.object({ type: z.literal('picture'), id: requestId, entity: entityNumber }),
  z.object({ type: z.literal('diagnostics'), id: requestId, entryId: id }),
  z.object({
    type: z.literal('remove_device'),
    id: requestId,
    entryId: id,
    identifiers: z.array(z.string()),
  }),
  z.object({ type: z.literal('migrate'), id: requestId, entry: EntryData }),
  z.object({
    type: z.literal('flow'),
    flow: id,
    source: z.enum(FLOW_SOURCES),
    /** What was discovered. */
    info: values.nullable(),
    /** The entry whose options, login or settings change. */
    entry: EntryData.nullable(),
  }),
  z.object({ type: z.literal('flow_input'), flow: id, input: values }),
  z.object({ type: z.literal('flow_end'), flow: id }),
  z.object({ type: z.literal('ping') }),
  z.object({ type: z.literal('stop') }),
]);
export type ToIntegration = z.infer<typeof ToIntegration>;

const pairs = z.array(z.tuple([z.string().max(100), z.string().min(1).max(500)])).max(20);
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
  /** The identifier of the device it is connected through. */
  via: z.string().min(1).max(500).exactOptional(),
});
export type DeviceMessage = Readonly<z.input<typeof DeviceMessage>>;

/** An entity as in `EntityDescription`; units, features, capabilities and values are those of its domain. */
export const EntityMessage = z.object({
  domain: z.enum(INTEGRATION_DOMAINS),
  uniqueId: z.string().min(1).max(500),
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
  /** Whether it answers `picture`, `refresh`. */
  answers: z.array(z.enum(['picture', 'refresh'])).exactOptional(),
});
export type EntityMessage = Readonly<z.input<typeof EntityMessage>>;

/** A service as an integration declares it. */
export type ServiceMessage = Readonly<z.input<typeof DeclaredService>>;

/** An occurrence of an event: days (`2026-12-01`), or times with their offset; the end is exclusive. */
const EventMessage = z.object({
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

/** A field of a form as clients receive it in `data_schema`. */
const Field = z.custom<PlainValues & { readonly name: string }>(
  (value) => isPlainValues(value) && typeof (value as PlainValues).name === 'string',
  'expected a field with a name',
);
const placeholders = z.record(z.string().max(100), text).nullable().default(null);
const errors = z.record(z.string().max(100), z.union([short, z.array(short)]));

/** The next step of a flow. */
export const FlowStep = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('form'),
    stepId: id,
    fields: z.array(Field).max(200),
    errors: errors.nullable().default(null),
    placeholders,
    isLast: z.boolean().nullable().default(null),
  }),
  /** Values that the schema refuses: the form stays as it is. */
  z.object({ type: z.literal('refused'), errors }),
  z.object({ type: z.literal('menu'), stepId: id, options: names, placeholders }),
  z.object({ type: z.literal('progress'), stepId: id, action: id, placeholders }),
  z.object({ type: z.literal('external'), stepId: id, url: z.url({ protocol: /^https?$/ }).max(2000) }),
  z.object({
    type: z.literal('create'),
    title: short,
    uniqueId: z.string().max(500).nullable(),
    data: values,
    options: values.default({}),
    version: z.tuple([z.int(), z.int()]).default([1, 1]),
  }),
  z.object({ type: z.literal('abort'), reason: id, placeholders }),
]);
export type FlowStep = z.infer<typeof FlowStep>;
export type FlowStepInput = z.input<typeof FlowStep>;

/** One report: the entity, its values, and optionally its availability and extra attributes. */
const Report = z.tuple([
  entityNumber,
  values,
  z.boolean().nullable().optional(),
  values.nullable().optional(),
]);
export type Report = z.infer<typeof Report>;

const failure = z.object({ code: id, text: text.default('') });

/** What an integration sends. */
export const FromIntegration = z.discriminatedUnion('type', [
  z.object({ type: z.literal('report'), reports: z.array(Report).max(MAX_BATCH) }),
  z.object({
    type: z.literal('ready'),
    api: z.literal(API),
    version: z.tuple([z.int(), z.int()]),
    hasOptions: z.boolean(),
    hasReconfigure: z.boolean(),
    removesDevices: z.boolean(),
    /** The names of fields by step, for integrations without texts of their own. */
    labels: z.record(z.string(), z.record(z.string(), short)).default({}),
  }),
  z.object({ type: z.literal('loaded'), entryId: id }),
  z.object({
    type: z.literal('retry'),
    entryId: id,
    reason: text,
    after: z.number().positive().exactOptional(),
  }),
  z.object({ type: z.literal('auth_failed'), entryId: id, reason: text }),
  z.object({ type: z.literal('failed'), entryId: id, reason: text }),
  z.object({ type: z.literal('unloaded'), entryId: id }),
  z.object({ type: z.literal('device'), entryId: id, device: DeviceMessage }),
  z.object({ type: z.literal('entity'), entryId: id, entity: entityNumber, description: EntityMessage }),
  z.object({
    type: z.literal('add_service'),
    entryId: id,
    name: z.string().regex(/^[a-z0-9][a-z0-9_]{0,199}$/),
    service: DeclaredService,
  }),
  z.object({ type: z.literal('remove_service'), entryId: id, name: z.string().max(200) }),
  /** All events of a calendar from the recent past to some time ahead. */
  z.object({ type: z.literal('calendar'), entity: entityNumber, events: z.array(EventMessage).max(5000) }),
  z.object({ type: z.literal('remove'), entity: entityNumber, isForgotten: z.boolean().default(false) }),
  z.object({
    type: z.literal('answer'),
    id: requestId,
    result: z.unknown().optional(),
    error: failure.exactOptional(),
  }),
  z.object({ type: z.literal('event'), name: z.string().max(64), data: values }),
  z.object({
    type: z.literal('identified'),
    flow: id,
    uniqueId: z.string().max(500),
    title: short,
    /** What the entry of this unique ID takes over, such as a new address. */
    updates: values.default({}),
  }),
  z.object({ type: z.literal('step'), flow: id, step: FlowStep }),
  z.object({
    type: z.literal('entry_update'),
    entryId: id,
    data: values.exactOptional(),
    options: values.exactOptional(),
    title: short.exactOptional(),
    uniqueId: z.string().max(500).exactOptional(),
  }),
  z.object({ type: z.literal('log'), level: z.enum(['debug', 'info', 'warn', 'error']), text }),
  z.object({ type: z.literal('pong') }),
]);
export type FromIntegration = z.infer<typeof FromIntegration>;
export type FromIntegrationInput = z.input<typeof FromIntegration>;
