import { hash } from 'node:crypto';
import { isObject } from '../core/coerce.ts';
import { domainOf, isEntityId } from '../core/entity-id.ts';
import { message } from '../core/messages.ts';
import type { DeviceEntry } from '../entities/registry/device-registry.ts';
import type { EntityEntry } from '../entities/registry/entity-registry.ts';
import type { RemovedEntity } from '../entities/registry/removed-entities.ts';
import { uniqueKey } from '../entities/registry/unique-key.ts';
import { type EntityNames, ownName, splitName } from './entity-names.ts';
import type { ImportContext } from './import-plan.ts';
import { type Fields, mapOf, mapsOf, numberOf, pointOf, textOf, textsOf, timesOf } from './stored-fields.ts';

/** Since this minor version a name does not contain the name of the device. */
const SPLIT_NAMES = 24;
/** Since this minor version `device_class` is the user's. */
const OWN_DEVICE_CLASS = 3;

/** Registry entries of entities, and the memory of removed ones. */
export async function importEntities(context: ImportContext): Promise<void> {
  const file = await context.stored.read('core.entity_registry');
  const data = mapOf(file?.data);
  const minor = file?.minor ?? SPLIT_NAMES;
  const seen = { ids: new Map<string, string>(), keys: new Map<string, string>() };
  for (const entry of mapsOf(data.entities)) {
    const read = readEntry(context, entry, minor);
    if (read !== undefined) put(context, read, seen);
  }
  for (const entry of mapsOf(data.deleted_entities)) importRemoved(context, entry);
}

/** What was added to the plan, by entity ID and by unique key. */
interface Seen {
  readonly ids: Map<string, string>;
  readonly keys: Map<string, string>;
}

/** Of two entries with one ID the later counts. */
function put({ plan, report }: ImportContext, entry: EntityEntry, { ids, keys }: Seen): void {
  const key = uniqueKey(domainOf(entry.entity_id), entry.platform, entry.unique_id);
  for (const former of [ids.get(entry.entity_id), keys.get(key)]) {
    const { entity_id: id } =
      (former === undefined ? undefined : plan.get<EntityEntry>('entities', former)) ?? {};
    if (former === undefined || id === undefined) continue;
    plan.documents.get('entities')?.delete(former);
    report.partial('entity', id, message('reason_registered_twice'));
  }
  ids.set(entry.entity_id, entry.id);
  keys.set(key, entry.id);
  plan.put('entities', entry.id, entry);
}

function readEntry(context: ImportContext, entry: Fields, minor: number): EntityEntry | undefined {
  const { plan, report } = context;
  const entityId = textOf(entry.entity_id)?.toLowerCase() ?? '';
  const uniqueId = uniqueIdOf(entry.unique_id);
  const platform = textOf(entry.platform);
  if (!isEntityId(entityId) || uniqueId === null || platform === null) {
    report.skipped('entity', entityId || '?', message('reason_entry_damaged'));
    return undefined;
  }
  const deviceId = known(context, 'devices', textOf(entry.device_id), entityId);
  const device = deviceId === null ? undefined : plan.get<DeviceEntry>('devices', deviceId);
  const deviceName = device?.name_by_user ?? device?.name ?? null;
  const areaId = known(context, 'areas', textOf(entry.area_id), entityId);
  const { name, compatName } = namesOf(entry, minor, deviceName, areaId !== null);
  const isOldClass = minor < OWN_DEVICE_CLASS;
  const original = textOf(entry.original_name);
  report.imported('entity', entityId);
  return {
    id: textOf(entry.id) ?? idOf(entityId, uniqueId),
    entity_id: entityId,
    unique_id: uniqueId,
    platform,
    config_entry_id: textOf(entry.config_entry_id),
    device_id: deviceId,
    area_id: areaId,
    name,
    compat_name: compatName,
    original_name: ownName(original, entry.has_entity_name === true, device?.name ?? null),
    icon: textOf(entry.icon),
    original_icon: textOf(entry.original_icon),
    device_class: isOldClass ? null : textOf(entry.device_class),
    original_device_class: isOldClass ? textOf(entry.device_class) : textOf(entry.original_device_class),
    unit_of_measurement: textOf(entry.unit_of_measurement),
    entity_category: textOf(entry.entity_category),
    disabled_by: textOf(entry.disabled_by),
    hidden_by: textOf(entry.hidden_by),
    aliases: aliasesOf(entry),
    labels: textsOf(entry.labels).filter((label) => plan.has('labels', label)),
    categories: categoriesOf(context, entry),
    options: optionsOf(entry.options),
    capabilities: { ...mapOf(entry.capabilities) },
    supported_features: numberOf(entry.supported_features) ?? 0,
    translation_key: textOf(entry.translation_key),
    ...timesOf(entry),
  };
}

function importRemoved(context: ImportContext, entry: Fields): void {
  const { plan, report, now } = context;
  const entityId = textOf(entry.entity_id)?.toLowerCase() ?? '';
  const uniqueId = uniqueIdOf(entry.unique_id);
  const platform = textOf(entry.platform);
  if (!isEntityId(entityId) || uniqueId === null || platform === null) return;
  const key = uniqueKey(domainOf(entityId), platform, uniqueId);
  plan.put('removed_entities', key, {
    id: textOf(entry.id) ?? idOf(entityId, uniqueId),
    entity_id: entityId,
    area_id: textOf(entry.area_id),
    name: textOf(entry.name),
    compat_name: null,
    icon: textOf(entry.icon),
    device_class: textOf(entry.device_class),
    disabled_by: entry.disabled_by_undefined === true ? null : textOf(entry.disabled_by),
    hidden_by: entry.hidden_by_undefined === true ? null : textOf(entry.hidden_by),
    aliases: aliasesOf(entry),
    labels: textsOf(entry.labels).filter((label) => plan.has('labels', label)),
    categories: categoriesOf(context, entry),
    options: optionsOf(entry.options),
    created_at: timesOf(entry).created_at,
    removed_at: pointOf(entry.modified_at) ?? now,
  } satisfies RemovedEntity);
  report.imported('removed entity', entityId);
}

/** Numbers are read as text, as a source announces them; lists and null are damage. */
function uniqueIdOf(value: unknown): string | null {
  if (typeof value === 'number') return String(value);
  return textOf(value);
}

/** Older files have no registry IDs; the same entry must get the same one each time. */
function idOf(entityId: string, uniqueId: string): string {
  return hash('sha256', `${entityId}\n${uniqueId}`, 'hex').slice(0, 32);
}

function namesOf(entry: Fields, minor: number, device: string | null, hasOwnArea: boolean): EntityNames {
  const name = textOf(entry.name);
  if (minor >= SPLIT_NAMES) return { name, compatName: textOf(entry.compat_name) };
  const split = textOf(entry.name_v2);
  if (split !== null && name !== split) return { name: split, compatName: null };
  return splitName(name, device, hasOwnArea);
}

function aliasesOf(entry: Fields): (string | null)[] {
  if (!Array.isArray(entry.aliases_v2)) return textsOf(entry.aliases);
  return entry.aliases_v2.filter((alias) => alias === null || typeof alias === 'string');
}

function categoriesOf({ plan }: ImportContext, { categories }: Fields): Record<string, string> {
  const pairs = Object.entries(mapOf(categories)).filter(
    (pair): pair is [string, string] => typeof pair[1] === 'string' && plan.has('categories', pair[1]),
  );
  return Object.fromEntries(pairs);
}

function optionsOf(value: unknown): Record<string, Record<string, unknown>> {
  const pairs = Object.entries(mapOf(value)).filter((pair): pair is [string, Record<string, unknown>] =>
    isObject(pair[1]),
  );
  return Object.fromEntries(pairs);
}

/** A reference; null if what it refers to is missing, which is then reported. */
function known(
  { plan, report }: ImportContext,
  collection: string,
  id: string | null,
  name: string,
): string | null {
  if (id === null || plan.has(collection, id)) return id;
  report.partial(
    'entity',
    name,
    message(collection === 'areas' ? 'reason_area_missing' : 'reason_device_missing', { id }),
  );
  return null;
}
