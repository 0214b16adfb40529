import DOMAINS from './domains.json' with { type: 'json' };
import type { Registries, RemoteDevice, RemoteEntity } from './registries.ts';
import type { RemoteState } from './remote-state.ts';
import { domainOf, HOP } from './selection.ts';
import { capabilitiesOf } from './values.ts';

type Plain = Readonly<Record<string, unknown>>;

interface DomainFacts {
  readonly features: Readonly<Record<string, number>>;
  readonly attributes: readonly string[];
}
const FACTS: Readonly<Record<string, DomainFacts | undefined>> = DOMAINS;

/** How entities of another hub are called here. */
export interface Naming {
  /** The ID of the other hub. */
  readonly hubId: string;
  /** What entity IDs begin with here. */
  readonly prefix: string;
  /** Whether entities take the place of those of the other hub, with their IDs. */
  readonly follows: boolean;
  /** The domain of this integration. */
  readonly platform: string;
}

/** What an entity of another hub is here. */
export interface Described {
  readonly domain: string;
  readonly uniqueId: string;
  readonly device: Plain | undefined;
  readonly description: Plain;
}

/** Attributes that follow from the description of an entity. */
const OF_DESCRIPTION = new Set([
  ...['friendly_name', 'icon', 'device_class', 'unit_of_measurement', 'supported_features'],
  ...['entity_picture', 'entity_picture_local', 'assumed_state', 'attribution', 'restored', 'access_token'],
]);
/** Features that no command here uses: items of lists are sorted there. */
const NOT_USED = new Set(['move']);
/** Domains whose other attributes belong to what happened. */
const OPEN = new Set(['event', 'schedule']);
const MAX_UNIQUE_ID = 500;

/** Describes an entity; undefined if it came through too many hubs. */
export function describe(
  entityId: string,
  remote: RemoteState,
  registries: Registries,
  naming: Naming,
): Described | undefined {
  const { attributes } = remote;
  const entry = registries.entities.get(entityId);
  const domain = domainOf(entityId);
  const uniqueId = uniqueIdOf(entityId, entry, naming);
  if (uniqueId.length > MAX_UNIQUE_ID) return undefined;
  const { name, device } = namesOf(entityId, remote, registries);
  const text = (key: string): string | undefined => {
    const value = attributes[key];
    return typeof value === 'string' && value !== '' ? value : undefined;
  };
  const description = {
    ...{ uniqueId, name, objectId: naming.prefix + entityId.slice(domain.length + 1) },
    deviceClass: text('device_class'),
    unit: text('unit_of_measurement'),
    nativeUnits: unitsOf(domain, attributes, registries.config.unit_system),
    icon: text('icon')?.slice(0, 200),
    attribution: text('attribution')?.slice(0, 1000),
    entityCategory: entry?.entity_category ?? undefined,
    visibleByDefault: entry?.hidden_by == null ? undefined : false,
    assumedState: attributes.assumed_state === true ? true : undefined,
    features: featuresOf(domain, attributes.supported_features),
    capabilities: withLocalIds(capabilitiesOf(domain, remote), naming),
    standsFor: naming.follows ? placeOf(entry, naming) : undefined,
  };
  return {
    ...{ domain, uniqueId },
    device: device === undefined ? undefined : deviceOf(device, naming),
    description: Object.fromEntries(Object.entries(description).filter(([, value]) => value !== undefined)),
  };
}

/** The attributes that no domain here has. */
export function extraOf(domain: string, { attributes }: RemoteState): Plain {
  if (OPEN.has(domain)) return {};
  const known = FACTS[domain]?.attributes ?? [];
  return Object.fromEntries(
    Object.entries(attributes).filter(([name]) => !OF_DESCRIPTION.has(name) && !known.includes(name)),
  );
}

/** The ID that an entity of the other hub has here, as long as nobody changes it. */
export function localId(entityId: string, { prefix }: Pick<Naming, 'prefix'>): string {
  const at = entityId.indexOf('.') + 1;
  return `${entityId.slice(0, at)}${prefix}${entityId.slice(at)}`;
}

/** The hubs it came through, and what it is called in the first. */
function uniqueIdOf(entityId: string, entry: RemoteEntity | undefined, { hubId, platform }: Naming): string {
  const isMirrored = entry?.platform === platform && typeof entry.unique_id === 'string';
  const own = isMirrored ? entry.unique_id : (entry?.id ?? entityId);
  return `${hubId}${HOP}${own}`;
}

function placeOf(entry: RemoteEntity | undefined, { platform }: Naming): Plain {
  const uniqueId = entry?.unique_id ?? null;
  return entry === undefined || uniqueId === null || entry.platform === ''
    ? { platform, uniqueId: null }
    : { platform: entry.platform, uniqueId };
}

/** The name as users see it there: here it consists of the names of device and entity, too. */
function namesOf(
  entityId: string,
  { attributes }: RemoteState,
  { entities, devices }: Registries,
): { readonly name: string | null; readonly device: RemoteDevice | undefined } {
  const shown = typeof attributes.friendly_name === 'string' ? attributes.friendly_name.slice(0, 1000) : null;
  const device = devices.get(entities.get(entityId)?.device_id ?? '');
  const ofDevice = device?.name_by_user ?? device?.name ?? null;
  if (device === undefined || ofDevice === null) return { name: shown, device: undefined };
  if (shown === null || shown === ofDevice) return { name: null, device };
  if (shown.startsWith(`${ofDevice} `)) return { name: shown.slice(ofDevice.length + 1), device };
  return { name: shown, device: undefined };
}

function deviceOf(device: RemoteDevice, { hubId }: Naming): Plain {
  const { manufacturer, model, model_id, serial_number, sw_version, hw_version } = device;
  const facts = { manufacturer, model, model_id, serial_number, sw_version, hw_version };
  return {
    identifiers: [`${hubId}${HOP}${device.id}`.slice(0, MAX_UNIQUE_ID)],
    name: device.name_by_user ?? device.name ?? null,
    ...Object.fromEntries(Object.entries(facts).filter(([, value]) => typeof value === 'string')),
    ...(device.entry_type === 'service' ? { entry_type: 'service' } : {}),
  };
}

function featuresOf(domain: string, bits: unknown): string[] | undefined {
  const features = Object.entries(FACTS[domain]?.features ?? {});
  if (features.length === 0) return undefined;
  return features.flatMap(([name, bit]) =>
    typeof bits === 'number' && (bits & bit) !== 0 && !NOT_USED.has(name) ? [name] : [],
  );
}

/** The units of an entity's attributes: its own where it names them, else those of the other home. */
function unitsOf(
  domain: string,
  attributes: Plain,
  home: Readonly<Record<string, string>>,
): Record<string, string> | undefined {
  const { temperature } = home;
  if (domain === 'climate' || domain === 'water_heater')
    return temperature === undefined ? undefined : { temperature };
  if (domain !== 'weather') return undefined;
  const named = ['temperature', 'pressure', 'wind_speed', 'visibility', 'precipitation'].flatMap(
    (quantity): [string, string][] => {
      const unit = attributes[`${quantity}_unit`];
      return typeof unit === 'string' ? [[quantity, unit]] : [];
    },
  );
  return Object.fromEntries(named);
}

/** Members are named by the IDs that they have here. */
function withLocalIds(capabilities: Plain, naming: Naming): Plain {
  if (naming.prefix === '') return capabilities;
  return Object.fromEntries(
    Object.entries(capabilities).map(([name, value]) => [
      name,
      (name === 'entity_id' || name === 'device_trackers') && Array.isArray(value)
        ? value.filter((one) => typeof one === 'string').map((one) => localId(one, naming))
        : value,
    ]),
  );
}
