import type { EntityId } from '../../core/entity-id.ts';
import { fault } from '../../core/errors.ts';
import type { Log } from '../../core/log.ts';
import type { StateMachine } from '../../core/state-machine.ts';
import { sees, type Viewer } from './visible-state.ts';

/**
 * Runs an entity's actions on other entities with the server's permissions. Errors may name entities hidden
 * from the caller: unless `seesAll`, they are replaced by a generic error, and the reason is logged.
 */
export async function hidingFailure(
  entityId: string,
  { seesAll, log }: { readonly seesAll: boolean; readonly log: Log },
  work: () => unknown,
): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (seesAll) throw error;
    log.warn(`An action of ${entityId} on another entity failed`, { error });
    throw fault('home_assistant_error', 'part_failed', { entity_id: entityId });
  }
}

/** Whether a caller may read all these entities, and members of groups of any kind among them. */
export function seesAll(ids: Iterable<EntityId>, viewer: Viewer, states: Pick<StateMachine, 'get'>): boolean {
  const seen = new Set(ids);
  for (const id of seen) {
    if (!sees(viewer, id)) return false;
    const members = states.get(id)?.attributes.entity_id;
    if (Array.isArray(members)) for (const member of members) seen.add(String(member));
  }
  return true;
}
