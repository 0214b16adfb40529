import type { Access } from '../core/access.ts';
import type { ConfigEntry } from '../entities/registry/config-entries.ts';
import type { EntityRegistry } from '../entities/registry/entity-registry.ts';

/** The integrations a caller sees: for limited callers, those with an entity they may read. */
export function visibleIntegrations<Entry extends Pick<ConfigEntry, 'entry_id'>>(
  { mayRead }: Access,
  registry: Pick<EntityRegistry, 'list'>,
  entries: Iterable<Entry>,
): Entry[] {
  const all = [...entries];
  if (mayRead === null) return all;
  const seen = new Set<string>();
  for (const entry of registry.list())
    if (entry.config_entry_id !== null && mayRead(entry.entity_id)) seen.add(entry.config_entry_id);
  return all.filter(({ entry_id }) => seen.has(entry_id));
}
