import type { ExactJson } from '../../../core/json.ts';
import { isJsonObject, member, readJson } from '../client/payload-json.ts';
import { CONFIG_ABBREVIATIONS, DEVICE_ABBREVIATIONS, ORIGIN_ABBREVIATIONS } from '../schema/abbreviations.ts';
import { originSchema } from '../schema/entity-schema.ts';

/** The config of one component with full keys, before its schema has seen it. */
export type RawConfig = Readonly<Record<string, ExactJson>>;

/** A parsed discovery topic: `component` is `device` for messages with several components. */
export interface DiscoveryTopic {
  readonly component: string;
  readonly nodeId: string | undefined;
  readonly objectId: string;
}

/** One component of a discovery message, identified by component and discovery ID; null config removes it. */
export interface DiscoveredItem {
  readonly component: string;
  readonly discoveryId: string;
  readonly config: RawConfig | null;
}

/** A parsed discovery message. */
export type DiscoveryMessage =
  | { readonly kind: 'refused'; readonly reason: string }
  /** Remove everything this topic announced. */
  | { readonly kind: 'remove' }
  /** Everything this topic announced may move to another topic. */
  | { readonly kind: 'migrate' }
  | { readonly kind: 'items'; readonly items: readonly DiscoveredItem[] };

/** Options of a device message that count for each component that does not set them itself. */
const SHARED = [
  'availability',
  'availability_mode',
  'availability_template',
  'availability_topic',
  'payload_available',
  'payload_not_available',
  'command_topic',
  'state_topic',
  'encoding',
  'qos',
  'message_expiry_interval',
] as const;

/** All that a device message may hold. */
const DEVICE_KEYS: ReadonlySet<string> = new Set([
  ...['device', 'origin', 'components', 'child_devices'],
  ...SHARED,
]);

/** Components that are no entities and so need no unique id. */
const WITHOUT_ENTITY: ReadonlySet<string> = new Set(['device_automation', 'tag']);

/** Characters of a payload that is read without a pause. */
const MAX_STEP = 65_536;
/** Components read between two pauses. */
const COMPONENTS_PER_STEP = 32;

const TOPIC = /^(\w+)\/(?:([A-Za-z0-9_-]+)\/)?([A-Za-z0-9_-]+)\/config$/;

/** Parses a discovery topic; undefined for other topics. */
export function parseDiscoveryTopic(prefix: string, topic: string): DiscoveryTopic | undefined {
  if (!topic.startsWith(`${prefix}/`)) return undefined;
  const match = TOPIC.exec(topic.slice(prefix.length + 1));
  if (match === null) return undefined;
  const [, component = '', nodeId, objectId = ''] = match;
  return { component, nodeId, objectId };
}

/** Parses a discovery payload: expands keys and `~`, splits device messages. Never throws; yields. */
export function* discoverySteps(
  topic: DiscoveryTopic,
  payload: string | undefined,
  isSupported: (component: string) => boolean,
): Generator<void, DiscoveryMessage> {
  if (payload === '') return { kind: 'remove' };
  const json = payload === undefined ? undefined : readJson(payload);
  if (json === undefined || !isJsonObject(json)) return refused('the payload is no JSON object');
  const isLong = (payload?.length ?? 0) > MAX_STEP;
  if (isLong) yield;
  if (Object.keys(json).length === 0) return { kind: 'remove' };
  const raw = expand(json, CONFIG_ABBREVIATIONS);
  if (Object.hasOwn(raw, 'migrate_discovery')) {
    const isAlone = Object.keys(raw).length === 1;
    return isAlone && (raw.migrate_discovery === true || raw.migrate_discovery === 1)
      ? { kind: 'migrate' }
      : refused('migrate_discovery must be true, and stand alone');
  }
  if (topic.component === 'device') return yield* readDevice(topic, raw, isSupported);
  const discoveryId = topic.nodeId === undefined ? topic.objectId : `${topic.nodeId} ${topic.objectId}`;
  if (isLong) yield;
  const config = putBase(expandParts(raw));
  const problem = originProblem(config);
  if (isLong) yield;
  if (problem !== undefined) return refused(problem);
  return { kind: 'items', items: [{ component: topic.component, discoveryId, config }] };
}

function refused(reason: string): DiscoveryMessage {
  return { kind: 'refused', reason };
}

function* readDevice(
  topic: DiscoveryTopic,
  given: RawConfig,
  isSupported: (component: string) => boolean,
): Generator<void, DiscoveryMessage> {
  const raw = expandParts(given);
  const foreign = Object.keys(raw).find((key) => !DEVICE_KEYS.has(key));
  if (foreign !== undefined)
    return refused(`a device message has no ${JSON.stringify(foreign.slice(0, 40))}`);
  const { device } = raw;
  if (!isJsonObject(raw.origin)) return refused('a device message needs its origin');
  const problem = originProblem(raw);
  if (problem !== undefined) return refused(problem);
  if (!isJsonObject(device) || !hasIdentity(device))
    return refused('a device message needs an identifier of its device');
  const groups = componentGroups(raw, device);
  if (typeof groups === 'string') return refused(groups);
  const prefix = topic.nodeId === undefined ? '' : `${topic.nodeId} `;
  const items = new Map<string, DiscoveredItem>();
  for (const group of groups) {
    for (const [key, component] of Object.entries(group.components)) {
      const id = `${topic.objectId} ${prefix}${key}`;
      if (items.has(id)) return refused(`the component ${JSON.stringify(key)} is there twice`);
      const read = readComponent(component, { ...group.shared, origin: raw.origin }, isSupported);
      if (typeof read === 'string') return refused(`component ${JSON.stringify(key)}: ${read}`);
      items.set(id, { ...read, discoveryId: id });
      if (items.size % COMPONENTS_PER_STEP === 0) yield;
    }
  }
  return { kind: 'items', items: [...items.values()] };
}

interface ComponentGroup {
  readonly components: RawConfig;
  readonly shared: RawConfig;
}

/** The components of the device and of each child device, or the problem. */
function componentGroups(raw: RawConfig, device: RawConfig): ComponentGroup[] | string {
  const groups: ComponentGroup[] = [];
  const shared: Record<string, ExactJson> = Object.create(null);
  for (const key of SHARED) if (raw[key] !== undefined) shared[key] = raw[key];
  const { components, child_devices: children } = raw;
  if (components !== undefined) {
    if (!isJsonObject(components)) return 'components must be an object';
    groups.push({ components, shared: { ...shared, device } });
  }
  if (children !== undefined) {
    if (!Array.isArray(children)) return 'child_devices must be a list';
    for (const given of children) {
      if (!isJsonObject(given)) return 'a child device must be an object';
      const child = expand(expand(given, CONFIG_ABBREVIATIONS), DEVICE_ABBREVIATIONS);
      const own = member(child, 'components');
      if (!hasIdentity(child)) return 'a child device needs an identifier';
      if (own === undefined || !isJsonObject(own)) return 'a child device needs components';
      const shares = identifiersOf(child).some((one) => identifiersOf(device).includes(one));
      if (shares) return 'a child device has identifiers of its own';
      const named = Object.fromEntries(Object.entries(child).filter(([key]) => key !== 'components'));
      groups.push({ components: own, shared: { ...shared, device: { ...device, child_device: named } } });
    }
  }
  return groups.length === 0 ? 'a device message needs components' : groups;
}

function readComponent(
  given: ExactJson,
  shared: RawConfig,
  isSupported: (component: string) => boolean,
): Omit<DiscoveredItem, 'discoveryId'> | string {
  if (!isJsonObject(given)) return 'must be an object';
  const { platform, ...own } = expandParts(expand(given, CONFIG_ABBREVIATIONS));
  if (typeof platform !== 'string') return 'needs a platform';
  if (!isSupported(platform)) return `the platform ${JSON.stringify(platform.slice(0, 40))} is not known`;
  if (Object.keys(own).length === 0) return { component: platform, config: null };
  if (own.unique_id === undefined && !WITHOUT_ENTITY.has(platform)) return 'needs a unique_id';
  const { device, origin, ...defaults } = shared;
  const config: Record<string, ExactJson> = Object.create(null);
  for (const key of Object.keys(own)) config[key] = own[key] as ExactJson;
  const hasAvailability = config.availability !== undefined || config.availability_topic !== undefined;
  for (const [key, value] of Object.entries(defaults)) {
    if (hasAvailability && (key === 'availability' || key === 'availability_topic')) continue;
    config[key] ??= value;
  }
  config.device = device ?? null;
  config.origin = origin ?? null;
  return { component: platform, config: putBase(config) };
}

function hasIdentity(device: RawConfig): boolean {
  return [device.identifiers, device.connections].some(
    (ids) =>
      (Array.isArray(ids) && ids.length > 0) ||
      (ids !== null && ids !== undefined && typeof ids !== 'object'),
  );
}

function identifiersOf({ identifiers }: RawConfig): string[] {
  const list: readonly unknown[] = Array.isArray(identifiers) ? identifiers : [identifiers ?? []].flat();
  return list.map(String);
}

function originProblem({ origin }: RawConfig): string | undefined {
  if (origin === undefined) return undefined;
  const read = originSchema.safeParse(origin);
  return read.success ? undefined : 'the origin has a name and perhaps sw_version and support_url';
}

/** Expands abbreviated keys; they take precedence over full ones. */
function expand(raw: RawConfig, table: ReadonlyMap<string, string>): RawConfig {
  const full: Record<string, ExactJson> = Object.create(null);
  for (const key of Object.keys(raw)) if (!table.has(key)) full[key] = raw[key] as ExactJson;
  for (const key of Object.keys(raw)) {
    const name = table.get(key);
    if (name !== undefined) full[name] = raw[key] as ExactJson;
  }
  return full;
}

/** Full keys in the parts that have tables of their own. */
function expandParts(raw: RawConfig): RawConfig {
  const full: Record<string, ExactJson> = Object.create(null);
  for (const key of Object.keys(raw)) full[key] = raw[key] as ExactJson;
  if (isJsonObject(full.device)) {
    const device = { ...expand(full.device, DEVICE_ABBREVIATIONS) };
    if (isJsonObject(device.child_device)) {
      device.child_device = expand(device.child_device, DEVICE_ABBREVIATIONS);
    }
    full.device = device;
  }
  if (isJsonObject(full.origin)) full.origin = expand(full.origin, ORIGIN_ABBREVIATIONS);
  const { availability } = full;
  if (Array.isArray(availability)) {
    full.availability = availability.map((item) =>
      isJsonObject(item) ? expand(item, CONFIG_ABBREVIATIONS) : item,
    );
  } else if (isJsonObject(availability)) full.availability = [expand(availability, CONFIG_ABBREVIATIONS)];
  return full;
}

/** Expands `~` at the start or end of a topic to the base topic. */
function putBase(raw: RawConfig): RawConfig {
  const base = member(raw, '~');
  if (base === undefined) return raw;
  const text = typeof base === 'string' ? base : '';
  const full: Record<string, ExactJson> = Object.create(null);
  for (const key of Object.keys(raw)) {
    const value = raw[key] as ExactJson;
    full[key] = key.endsWith('topic') ? withBase(value, text) : value;
  }
  if (Array.isArray(full.availability)) {
    full.availability = full.availability.map((item) =>
      isJsonObject(item) && item.topic !== undefined ? { ...item, topic: withBase(item.topic, text) } : item,
    );
  }
  delete full['~'];
  return full;
}

function withBase(value: ExactJson, base: string): ExactJson {
  if (typeof value !== 'string') return value;
  const expanded = value.startsWith('~') ? `${base}${value.slice(1)}` : value;
  return value.length > 1 && expanded.endsWith('~') ? `${expanded.slice(0, -1)}${base}` : expanded;
}
