import { message } from '../core/messages.ts';
import type { ConfigEntry } from '../entities/registry/config-entries.ts';
import type { EntityEntry } from '../entities/registry/entity-registry.ts';
import type { ImportContext } from './import-plan.ts';

/** Entities of platforms that need no config entry and that this server does not have. */
const ABSENT: ReadonlySet<string> = new Set(['manual', 'google_translate', 'tts']);

/** Names the entities that stay unavailable until an integration provides them. */
export async function nameWaitingEntities({ plan, report }: ImportContext): Promise<void> {
  for (const { entity_id: id, platform, config_entry_id: entryId } of plan.all<EntityEntry>('entities')) {
    const entry = entryId === null ? undefined : plan.get<ConfigEntry>('config_entries', entryId);
    if (entry?.is_waiting === true || ABSENT.has(platform))
      report.waiting('entity', id, message('reason_until_integration', { platform }));
  }
}
