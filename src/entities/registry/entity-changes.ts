import { isEntityId } from '../../core/entity-id.ts';
import { fault } from '../../core/errors.ts';
import type { EntityEntry } from './entity-registry.ts';

/** The fields of `config/entity_registry/update` besides the ID. */
export interface WireEntityChanges {
  readonly name?: string | null | undefined;
  readonly icon?: string | null | undefined;
  readonly area_id?: string | null | undefined;
  readonly device_class?: string | null | undefined;
  readonly disabled_by?: 'user' | null | undefined;
  readonly hidden_by?: 'user' | null | undefined;
  readonly new_entity_id?: string | undefined;
  readonly aliases?: readonly (string | null)[] | undefined;
  readonly labels?: readonly string[] | undefined;
  /** Category by scope; null removes the category of that scope. */
  readonly categories?: Readonly<Record<string, string | null>> | undefined;
  readonly options_domain?: string | undefined;
  readonly options?: Readonly<Record<string, unknown>> | null | undefined;
}

/** The changes to the registry entry. Throws `invalid_info` for an invalid entity ID. */
export function entityChanges(entry: EntityEntry, wire: WireEntityChanges): Partial<EntityEntry> {
  const changes: { -readonly [K in keyof EntityEntry]?: EntityEntry[K] } = {};
  for (const key of ['name', 'icon', 'area_id', 'device_class', 'disabled_by', 'hidden_by'] as const) {
    const value = wire[key];
    if (value !== undefined) changes[key] = value;
  }
  if (wire.aliases !== undefined) changes.aliases = [...new Set(wire.aliases)];
  if (wire.labels !== undefined) changes.labels = [...new Set(wire.labels)];
  if (wire.categories !== undefined) changes.categories = mergedCategories(entry, wire.categories);
  if (wire.options_domain !== undefined && wire.options !== undefined) {
    changes.options = mergedOptions(entry, wire.options_domain, wire.options);
  }
  if (wire.new_entity_id !== undefined) {
    const id = wire.new_entity_id.trim().toLowerCase();
    if (!isEntityId(id))
      throw fault('invalid_info', 'invalid_entity_id', { new_entity_id: wire.new_entity_id });
    changes.entity_id = id;
  }
  return changes;
}

function mergedCategories(
  entry: EntityEntry,
  requested: Readonly<Record<string, string | null>>,
): Record<string, string> {
  const all = Object.entries({ ...entry.categories, ...requested });
  return Object.fromEntries(all.filter((pair): pair is [string, string] => pair[1] !== null));
}

function mergedOptions(
  entry: EntityEntry,
  domain: string,
  requested: Readonly<Record<string, unknown>> | null,
): Record<string, Record<string, unknown>> {
  const { [domain]: _old, ...others } = entry.options;
  return requested === null ? others : { ...others, [domain]: { ...requested } };
}
