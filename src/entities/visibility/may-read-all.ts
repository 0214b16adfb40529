import type { Access } from '../../core/access.ts';
import type { EntityId } from '../../core/entity-id.ts';

/** Whether a caller may read everything that something is about. If that is not known, it is only for those who see everything. */
export function mayReadAll({ mayRead }: Pick<Access, 'mayRead'>, about: Iterable<EntityId>): boolean {
  if (mayRead === null) return true;
  const ids = [...about];
  return ids.length > 0 && ids.every((id) => mayRead(id));
}
