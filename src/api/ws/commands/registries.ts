import { z } from 'zod';
import type { Access } from '../../../core/access.ts';
import { isObject } from '../../../core/coerce.ts';
import type { EntityId } from '../../../core/entity-id.ts';
import { fault, type HubError } from '../../../core/errors.ts';
import { listOf } from '../../../core/parse.ts';
import { schemaError } from '../../../core/schema-error.ts';
import { sees, visibleNames } from '../../../entities/visibility/visible-state.ts';
import { object } from '../../shapes/plain-shapes.ts';
import { EntityDetailsShape, EntityEntryShape } from '../../shapes/registry-shapes.ts';
import { type Command, defineCommand, RawJson } from '../command.ts';

/** An entry as JSON. */
export type RegistryEntry = Readonly<Record<string, unknown>> & { readonly entity_id: EntityId };

/** The entity registry as the interface uses it. */
export interface EntityRegistry {
  /** The entries the caller may read, as parts of JSON. */
  listJson(access: Access): (string | Buffer)[];
  /** The entry with all details. */
  get(id: EntityId): RegistryEntry | undefined;
  /** Changes the given keys and resolves once that is durable. */
  update(id: EntityId, changes: EntityChanges): Promise<RegistryEntry> | RegistryEntry;
}

/** The most characters of an entity's options under one domain. */
const MAX_OPTIONS = 20_000;
/** The most aliases or labels of one item. */
const MAX_TEXTS = 500;
const text = z.string().nullable().optional();
const byUser = z.literal('user').nullable().optional();

const entityChanges = {
  name: text,
  icon: text,
  area_id: text,
  device_class: text,
  disabled_by: byUser,
  hidden_by: byUser,
  new_entity_id: z.string().optional(),
  aliases: listOf(z.string().nullable(), MAX_TEXTS).optional(),
  labels: listOf(z.string(), MAX_TEXTS).optional(),
  categories: z.record(z.string(), z.string().nullable()).optional(),
  options_domain: z.string().optional(),
  options: z
    .record(z.string(), z.unknown())
    .refine((options) => JSON.stringify(options).length <= MAX_OPTIONS, {
      error: schemaError('expects_small_options', { max: MAX_OPTIONS }),
    })
    .nullable()
    .optional(),
};

/** The keys of an entry a caller may change; null resets a value. */
export type EntityChanges = z.infer<z.ZodObject<typeof entityChanges>>;

/** The entity registry: list, get and update. */
export function registryCommands(parts: { readonly entities: EntityRegistry }): Command[] {
  const { entities } = parts;
  return [
    defineCommand({
      type: 'config/entity_registry/list',
      permission: 'user',
      summary: 'All registered entities',
      result: z.array(EntityEntryShape),
      fields: {},
      handle: ({ access }) => new RawJson(...entities.listJson(access)),
    }),
    defineCommand({
      type: 'config/entity_registry/get',
      permission: 'user',
      summary: 'One registered entity with all details',
      result: EntityDetailsShape,
      fields: { entity_id: z.string() },
      handle: ({ message, access }) => {
        const entry = entities.get(message.entity_id.toLowerCase());
        if (entry === undefined || !sees(access, entry.entity_id)) throw unknownEntity();
        return visibleEntry(entry, access);
      },
    }),
    defineCommand({
      type: 'config/entity_registry/update',
      changes: 'undoable',
      permission: 'admin',
      summary: 'Changes the user settings of a registered entity',
      result: object({ entity_entry: EntityDetailsShape }),
      fields: { entity_id: z.string(), ...entityChanges },
      handle: async ({ message }) => {
        const {
          id: _id,
          type: _type,
          entity_id,
          ...changes
        } = message as typeof message & {
          id: unknown;
          type: unknown;
        };
        const entityId = entity_id.toLowerCase();
        const before = entities.get(entityId);
        if (before === undefined) throw unknownEntity();
        const entry = await entities.update(entityId, changes);
        const enabled = before.disabled_by !== null && entry.disabled_by === null;
        return { entity_entry: entry, ...(enabled ? { reload_delay: 30 } : {}) };
      },
    }),
  ];
}

function unknownEntity(): HubError {
  return fault('not_found', 'entity_not_found');
}

/** The entry without the IDs of entities the caller may not read, such as members of a group. */
export function visibleEntry(entry: RegistryEntry, access: Access): RegistryEntry {
  const { capabilities } = entry;
  if (access.mayRead === null || !isObject(capabilities)) return entry;
  return { ...entry, capabilities: visibleNames(capabilities, access) };
}
