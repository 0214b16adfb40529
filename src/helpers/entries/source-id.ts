import type { EntityRegistry } from '../../entities/registry/entity-registry.ts';

const REGISTRY_ID = /^[0-9a-f]{32}$/;

/** The present ID of an entity that options name by its ID or by that of its registry entry. */
export function sourceIdOf(named: unknown, registry: EntityRegistry): string {
  const text = String(named);
  if (!REGISTRY_ID.test(text)) return text;
  for (const entry of registry.list()) if (entry.id === text) return entry.entity_id;
  return text;
}
