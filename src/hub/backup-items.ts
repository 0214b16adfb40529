import { ITEM_FILES, type ItemDomain } from '../automation/item-files/item-domain.ts';
import { ItemFiles } from '../automation/item-files/item-files.ts';
import { nameOf } from '../changes/collections.ts';
import type { WantedPart } from '../changes/putting.ts';
import { isObject } from '../core/coerce.ts';
import { domainOf } from '../core/entity-id.ts';
import { uniqueKey } from '../entities/registry/unique-key.ts';
import { entryKinds } from '../helpers/entry-kinds.ts';
import type { DataFolder } from '../storage/data-folder.ts';
import { shownValue, textOf } from '../storage/yaml/file-edits.ts';
import type { HubContext } from './hub-context.ts';

/** Something in a backup that can be restored by itself. */
export interface BackupItem {
  /** The collection of a document, the domain of an item. */
  readonly name: string;
  readonly id: string;
  readonly label: string;
  /** With what belongs to it, such as its entities. */
  readonly parts: readonly WantedPart[];
}

type Fields = Readonly<Record<string, unknown>>;
interface Stored {
  readonly collection: string;
  readonly id: string;
  readonly body: string;
  readonly value: Fields;
}

/** The collections whose documents can be restored one by one. */
const COLLECTIONS =
  /^(areas|floors|labels|helpers\..+|entity_groups|templates|tags|config_entries|dashboards|assist_pipelines)$/;
/** The platform of the entity of a document, where it is not the domain of the helper. */
const PLATFORMS: Readonly<Record<string, string>> = {
  entity_groups: 'group',
  templates: 'template',
  tags: 'tag',
};

/** Reads what can be restored one by one from the data folder of an unpacked backup. */
export async function readBackupItems({
  path: folder,
  database,
  fields,
}: Pick<DataFolder, 'path' | 'database' | 'fields'>): Promise<BackupItem[]> {
  const rows = await database.query('SELECT collection, id, body FROM documents ORDER BY collection, id');
  const stored = rows.flatMap((row): Stored[] => {
    const sealed = { collection: String(row.collection), id: String(row.id), body: String(row.body) };
    const body = fields.open(sealed) ?? sealed.body;
    const value: unknown = JSON.parse(body);
    return isObject(value) ? [{ ...sealed, body, value }] : [];
  });
  const documents = stored
    .filter(
      ({ collection, value }) =>
        COLLECTIONS.test(collection) &&
        (collection !== 'config_entries' || entryKinds.some(({ domain }) => domain === value.domain)),
    )
    .map((one): BackupItem => {
      const belongs = stored.filter((other) => belongsTo(one, other));
      return {
        ...{ name: one.collection, id: one.id, label: nameOf(one.value, one.id) },
        parts: [one, ...belongs].map(partOf),
      };
    });
  const items = await Promise.all(
    (Object.keys(ITEM_FILES) as ItemDomain[]).map((domain) => itemsOf(folder, domain, stored)),
  );
  return [...items.flat(), ...documents];
}

async function itemsOf(folder: string, domain: ItemDomain, stored: readonly Stored[]): Promise<BackupItem[]> {
  const { found } = await new ItemFiles(domain, async () => folder).read();
  return found.items.flatMap(({ id, source }): BackupItem[] => {
    if (id === null || !source.hasLines) return [];
    const config = shownValue(source);
    const named = isObject(config) ? (config.alias ?? config.name) : undefined;
    const entities = stored.filter((one) => isEntity(one, domain, id));
    return [
      {
        ...{ name: domain, id, label: typeof named === 'string' ? named : id },
        parts: [
          { kind: 'item', name: domain, id, text: textOf(source), form: source.form },
          ...entities.map(partOf),
        ],
      },
    ];
  });
}

function partOf({ collection, id, body }: Stored): WantedPart {
  return { kind: 'document', name: collection, id, text: body };
}

/** Whether a document is restored with another one: its entity, or the cards of a dashboard. */
function belongsTo({ collection, id, value }: Stored, other: Stored): boolean {
  if (collection === 'dashboards')
    return other.collection === 'dashboard_configs' && other.id === value.url_path;
  if (collection === 'config_entries')
    return other.collection === 'entities' && other.value.config_entry_id === id;
  const platform = PLATFORMS[collection] ?? /^helpers\.(.+)/.exec(collection)?.[1];
  return platform !== undefined && isEntity(other, platform, id);
}

function isEntity({ collection, value }: Stored, platform: string, uniqueId: string): boolean {
  const isOf = value.platform === platform || (platform === 'scene' && value.platform === 'homeassistant');
  return collection === 'entities' && isOf && value.unique_id === uniqueId;
}

/**
 * The parts as they fit into the present home: entities that are registered stay as they are, others come without areas,
 * floors, labels and devices that are gone.
 */
export function fitted(parts: readonly WantedPart[], { home }: Pick<HubContext, 'home'>): WantedPart[] {
  const { registry, places, devices } = home;
  const restored = new Set(parts.map(({ name, id }) => `${name}/${id}`));
  const isThere = (name: 'areas' | 'floors' | 'labels', id: unknown): boolean =>
    typeof id === 'string' && (places[name].has(id) || restored.has(`${name}/${id}`));
  return parts.flatMap((part): WantedPart[] => {
    if (part.kind !== 'document' || part.text === null) return [part];
    const value = JSON.parse(part.text) as Fields;
    if (part.name !== 'entities' && part.name !== 'areas') return [part];
    const changes = {
      ...('area_id' in value && part.name === 'entities' && !isThere('areas', value.area_id)
        ? { area_id: null }
        : {}),
      ...('floor_id' in value && part.name === 'areas' && !isThere('floors', value.floor_id)
        ? { floor_id: null }
        : {}),
      ...(Array.isArray(value.labels) && !value.labels.every((id) => isThere('labels', id))
        ? { labels: value.labels.filter((id) => isThere('labels', id)) }
        : {}),
      ...(typeof value.device_id === 'string' && devices.get(value.device_id) === undefined
        ? { device_id: null }
        : {}),
    };
    const isSame = Object.entries(changes).every(([key, now]) => now === value[key]);
    const text = isSame ? part.text : JSON.stringify({ ...value, ...changes });
    if (part.name === 'areas') return [{ ...part, text }];
    const { entity_id: entityId, platform, unique_id: uniqueId } = value;
    if (typeof entityId !== 'string' || typeof platform !== 'string' || typeof uniqueId !== 'string')
      return [];
    const isKnown =
      registry.find(domainOf(entityId), platform, uniqueId) !== undefined ||
      registry.get(entityId) !== undefined ||
      registry.byId(part.id) !== undefined;
    if (isKnown) return [];
    const key = uniqueKey(domainOf(entityId), platform, uniqueId);
    return [
      { ...part, text },
      { kind: 'document', name: 'removed_entities', id: key, text: null },
    ];
  });
}
