import { z } from 'zod';
import { type EntityId, objectIdOf, uniqueId } from '../../../core/entity-id.ts';
import { fault } from '../../../core/errors.ts';
import { listOf } from '../../../core/parse.ts';
import { slugify } from '../../../core/slug.ts';
import type { StateMachine } from '../../../core/state-machine.ts';
import type { Entities } from '../../../entities/entity/entities.ts';
import type { DeviceRegistry } from '../../../entities/registry/device-registry.ts';
import type { EntityEntry, EntityRegistry } from '../../../entities/registry/entity-registry.ts';
import { showEntityDetails } from '../../../entities/registry/registry-views.ts';
import { sees, visibleOnly } from '../../../entities/visibility/visible-state.ts';
import { CachedList } from '../../cached-list.ts';
import { keyed, Nothing, NullableText, object } from '../../shapes/plain-shapes.ts';
import { DisplayListShape, EntityDetailsShape } from '../../shapes/registry-shapes.ts';
import { type Command, defineCommand, RawJson } from '../command.ts';
import { visibleEntry } from './registries.ts';

const ids = listOf(z.string(), 5000);
const CATEGORIES = ['config', 'diagnostic'];

/** The dependencies of these commands. */
export interface EntityRegistryParts {
  readonly registry: EntityRegistry;
  readonly devices: DeviceRegistry;
  readonly entities: Entities;
  readonly states: StateMachine;
}

/**
 * Entity registry commands besides list, get and update: the short list for display, bulk get, removal,
 * automatic IDs.
 */
export function entityRegistryCommands(parts: EntityRegistryParts): Command[] {
  const { registry, entities } = parts;
  const short = new CachedList(shortForm);
  return [
    defineCommand({
      type: 'config/entity_registry/list_for_display',
      permission: 'user',
      summary: 'All enabled entities in a short form',
      result: DisplayListShape,
      fields: {},
      handle: ({ access }) => {
        const enabled = [...registry.list()].filter((entry) => entry.disabled_by === null);
        return new RawJson(SHORT_HEAD, ...short.array(enabled, visibleOnly(access)), '}');
      },
    }),
    defineCommand({
      type: 'config/entity_registry/get_entries',
      permission: 'user',
      summary: 'Several registered entities by entity ID; null for missing ones',
      result: keyed(EntityDetailsShape.nullable()),
      fields: { entity_ids: ids },
      handle: ({ message, access }) =>
        mapIds(message.entity_ids, (id) => {
          const entry = sees(access, id) ? registry.get(id) : undefined;
          return entry === undefined ? null : visibleEntry(showEntityDetails(entry), access);
        }),
    }),
    defineCommand({
      type: 'config/entity_registry/remove',
      changes: 'undoable',
      permission: 'admin',
      summary: 'Removes an entity from the registry',
      result: Nothing,
      fields: { entity_id: z.string() },
      handle: async ({ message }) => {
        await registry.remove(message.entity_id.toLowerCase());
        return null;
      },
    }),
    defineCommand({
      type: 'config/entity_registry/get_automatic_entity_ids',
      permission: 'user',
      summary: 'The entity IDs that would be generated from the current names; null for missing entities',
      result: keyed(NullableText),
      fields: { entity_ids: ids },
      handle: ({ message, access }) =>
        mapIds(message.entity_ids, (id) => (sees(access, id) ? automaticId(parts, registry.get(id)) : null)),
    }),
    defineCommand({
      type: 'config/entity_registry/settings/get',
      permission: 'user',
      summary: 'The format of entity IDs; null is the default',
      fields: {},
      handle: () => ({ entity_id_parts: null }),
    }),
    defineCommand({
      type: 'config/entity_registry/settings/update',
      permission: 'admin',
      summary: 'Declines another format of entity IDs than the default, which is null',
      fields: { entity_id_parts: z.array(z.string().max(50)).max(20).nullish() },
      handle: ({ message: { entity_id_parts: parts } }) => {
        if (parts != null) throw fault('not_supported', 'entity_id_format_fixed');
        return { entity_id_parts: null };
      },
    }),
    defineCommand({
      type: 'entity/source',
      permission: 'user',
      summary: 'The integration of each entity',
      result: keyed(object({ domain: z.string() })),
      fields: {},
      handle: ({ access }) => {
        const sources: Record<EntityId, { domain: string }> = {};
        for (const { entity_id: id } of parts.states.all()) {
          const platform = entities.get(id)?.platform ?? registry.get(id)?.platform;
          if (platform !== undefined && sees(access, id)) sources[id] = { domain: platform };
        }
        return sources;
      },
    }),
  ];
}

const SHORT_HEAD = `{"entity_categories":${JSON.stringify(Object.fromEntries(CATEGORIES.entries()))},"entities":`;

/** An entity of `list_for_display`; keys without a value are omitted. */
function shortForm(entry: EntityEntry): Readonly<Record<string, unknown>> {
  const precision =
    entry.options.sensor?.display_precision ?? entry.options.sensor?.suggested_display_precision;
  const category = CATEGORIES.indexOf(entry.entity_category ?? '');
  const own = entry.name ?? entry.original_name;
  return {
    ei: entry.entity_id,
    pl: entry.platform,
    lb: entry.labels,
    ...(entry.area_id === null ? {} : { ai: entry.area_id }),
    ...(entry.device_id === null ? {} : { di: entry.device_id, np: 'device' }),
    ...(entry.icon === null ? {} : { ic: entry.icon }),
    ...(entry.translation_key === null ? {} : { tk: entry.translation_key }),
    ...(category < 0 ? {} : { ec: category }),
    ...(entry.hidden_by === null ? {} : { hb: true }),
    ...(own === null ? {} : { en: own }),
    ...(typeof precision === 'number' ? { dp: precision } : {}),
  };
}

function mapIds<T>(requested: readonly EntityId[], makeValue: (id: EntityId) => T): Record<EntityId, T> {
  const map: Record<EntityId, T> = Object.create(null);
  for (const id of requested) map[id] = makeValue(id.toLowerCase());
  return map;
}

function automaticId(
  { registry, devices, states }: EntityRegistryParts,
  entry: EntityEntry | undefined,
): EntityId | null {
  if (entry === undefined) return null;
  const device = entry.device_id === null ? undefined : devices.get(entry.device_id);
  const names = [device?.name_by_user ?? device?.name, entry.name ?? entry.original_name];
  const text = names.filter((name) => typeof name === 'string' && name !== '').join(' ');
  if (text === '') throw fault('invalid_info', 'no_name_for_entity_id', { entity_id: entry.entity_id });
  const domain = entry.entity_id.slice(0, -objectIdOf(entry.entity_id).length);
  return uniqueId(
    domain + slugify(text),
    (id) => id !== entry.entity_id && (registry.get(id) !== undefined || states.isTaken(id)),
  );
}
