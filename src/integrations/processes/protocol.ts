import { z } from 'zod';
import { DeclaredService } from './declared-service.ts';
import {
  context,
  DeviceMessage,
  EntityMessage,
  EventMessage,
  entityNumber,
  id,
  isPlainValues,
  MAX_ENTITY_NUMBER,
  names,
  type PlainValues,
  requestId,
  short,
  text,
  values,
} from './described.ts';

/**
 * The messages between the hub and the process of an integration: plain objects as JSON in frames (`frames.ts`).
 * Both ends parse what they receive with these schemas.
 */
export const API = 1;

/** The most entities of an integration. */
export const MAX_ENTITIES = 10_000;
/** The most reports in one message. */
export const MAX_BATCH = 250;

/** A part of an entry that users added to it. */
const SubentryData = z.object({
  id,
  type: id,
  title: short,
  uniqueId: z.string().nullable(),
  data: values,
});
export type SubentryData = Readonly<z.infer<typeof SubentryData>>;

/** A config entry as its integration gets it. */
export const EntryData = z.object({
  entryId: id,
  title: short,
  uniqueId: z.string().nullable(),
  version: z.tuple([z.int(), z.int()]),
  data: values,
  options: values,
  subentries: z.array(SubentryData).default([]),
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
    wantsResponse: z.boolean(),
  }),
  /** Something announces itself in the network that may be a device of an entry. */
  z.object({ type: z.literal('announced'), source: z.enum(['zeroconf', 'ssdp']), info: values }),
  /** The state of an entity that an entry follows; null if there is none. */
  z.object({
    type: z.literal('home_state'),
    entryId: id,
    entityId: z.string(),
    shown: z.object({ state: z.string(), attributes: values }).nullable(),
  }),
  /** How a call of a service ended. */
  z.object({
    type: z.literal('called'),
    id: requestId,
    result: z.unknown().optional(),
    error: text.exactOptional(),
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
  /** An entry is about to be removed. */
  z.object({ type: z.literal('unpair'), id: requestId, entry: EntryData }),
  z.object({
    type: z.literal('flow'),
    flow: id,
    source: z.enum(FLOW_SOURCES),
    /** What was discovered. */
    info: values.nullable(),
    /** The entry whose options, login or settings change. */
    entry: EntryData.nullable(),
    /** The kind of part that is added to the entry, or the part that changes. */
    subentry: z.object({ type: id, id: id.nullable() }).nullable().default(null),
  }),
  z.object({ type: z.literal('flow_input'), flow: id, input: values }),
  z.object({ type: z.literal('flow_end'), flow: id }),
  z.object({ type: z.literal('ping') }),
  z.object({ type: z.literal('stop') }),
]);
export type ToIntegration = z.infer<typeof ToIntegration>;

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

/** Checks what most messages are as the schema does, in a tenth of the time. */
export function isReportMessage(
  message: unknown,
): message is { readonly type: 'report'; readonly reports: Report[] } {
  if (typeof message !== 'object' || message === null) return false;
  const { type, reports } = message as { readonly type?: unknown; readonly reports?: unknown };
  return (
    type === 'report' && Array.isArray(reports) && reports.length <= MAX_BATCH && reports.every(isReport)
  );
}

function isReport(report: unknown): report is Report {
  if (!Array.isArray(report) || report.length < 2 || report.length > 4) return false;
  const [number, patch, available, extra] = report;
  return (
    Number.isInteger(number) &&
    number >= 0 &&
    number <= MAX_ENTITY_NUMBER &&
    isPlainValues(patch) &&
    (available === undefined || available === null || typeof available === 'boolean') &&
    (extra === undefined || extra === null || isPlainValues(extra))
  );
}

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
    /** The kinds of parts that users can add to its entries. */
    subentryTypes: z.record(id, z.object({ supportsReconfigure: z.boolean() })).default({}),
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
  z.object({
    type: z.literal('event'),
    name: z.string().max(64),
    data: values,
    /** The device it is about. */
    device: DeviceMessage.exactOptional(),
  }),
  /** Follows the state of an entity of the home, which needs a permission. */
  z.object({ type: z.literal('watch'), entryId: id, entityId: z.string().max(255) }),
  z.object({ type: z.literal('unwatch'), entryId: id, entityId: z.string().max(255) }),
  /** Calls a service of the home, which needs a permission. */
  z.object({
    type: z.literal('call'),
    id: requestId,
    entryId: id,
    service: z.string().max(200),
    data: values,
    /** Data that is rendered with the variables. */
    templates: values.default({}),
    variables: values.default({}),
    wantsResponse: z.boolean().default(false),
  }),
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
