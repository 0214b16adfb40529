import type { Access } from '../../core/access.ts';
import type { EntityId } from '../../core/entity-id.ts';
import type { StateMachine } from '../../core/state-machine.ts';
import { accessToPresent } from './visible-cause.ts';
import { sees, visibleIds } from './visible-state.ts';

/** What a caller may see of the past. */
export interface PastView {
  /** Whether the caller may read an entity; null if they may read all, including removed ones. */
  readonly isVisible: ((entityId: EntityId) => boolean) | null;
  /** The only user whose ID the caller may learn; null for all. */
  readonly userId: string | null;
  /** The entities the caller may read; null for all. */
  ids(): readonly EntityId[] | null;
}

/** The view of a caller. Only administrators see other users than themselves, as in causes. */
export function pastView(caller: Access, states: Pick<StateMachine, 'get' | 'all'>): PastView {
  const access = accessToPresent(caller, states);
  const isLimited = access.mayRead !== null;
  const present = (): EntityId[] => [...states.all()].map(({ entity_id: id }) => id);
  return {
    isVisible: isLimited ? (id) => sees(access, id) : null,
    userId: access.isAdmin ? null : (access.userId ?? ''),
    ids: () => (isLimited ? visibleIds(present(), access) : null),
  };
}
