import type { Access } from '../../core/access.ts';
import { fault } from '../../core/errors.ts';
import type { Log } from '../../core/log.ts';

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
    log.warn(`Part of ${entityId} failed`, { error });
    throw fault('home_assistant_error', 'part_failed', { entity_id: entityId });
  }
}

/** Whether nothing is hidden from the caller; always true for the server itself. */
export function seesEverything(access: Access | undefined): boolean {
  return access === undefined || access.mayRead === null;
}
