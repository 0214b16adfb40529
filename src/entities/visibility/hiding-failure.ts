import type { Access } from '../../core/access.ts';
import { fault } from '../../core/errors.ts';
import type { Log } from '../../core/log.ts';

/**
 * Does what an entity does to others with the permissions of the house. A failure may name entities the caller must not know of: unless
 * `seesAll`, the caller hears only that part of it failed, and the log has the reason.
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

/** Whether nothing is hidden from who called; the house itself sees all. */
export function seesEverything(access: Access | undefined): boolean {
  return access === undefined || access.mayRead === null;
}
