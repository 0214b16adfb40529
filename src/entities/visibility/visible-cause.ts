import type { Access } from '../../core/access.ts';
import type { Cause } from '../../core/cause-notes.ts';
import type { StateMachine } from '../../core/state-machine.ts';
import { sees, type Viewer } from './visible-state.ts';

/**
 * The permissions of a caller for records of the past: area, device and labels of removed entities are
 * unknown, so limited callers must not see them at all.
 */
export function accessToPresent(access: Access, states: Pick<StateMachine, 'get'>): Access {
  const { mayRead } = access;
  if (mayRead === null) return access;
  const isThere = (id: string): boolean => states.get(id) !== undefined;
  return {
    userId: access.userId,
    isAdmin: access.isAdmin,
    may: (action, id) => (id === undefined || isThere(id)) && access.may(action, id),
    mayRead: (id) => isThere(id) && mayRead(id),
  };
}

/**
 * Triggers may name any entity, zone or domain; limited callers only get those of a change they may read.
 */
export function visibleDetail(detail: Cause['detail'], viewer: Viewer): Cause['detail'] {
  if (viewer.mayRead === null) return detail;
  const { trigger: words, trigger_kind: kind, trigger_entity_id: id, ...others } = detail;
  if (typeof id !== 'string' || !sees(viewer, id)) return others;
  const isPlain = words === `state of ${id}` || words === `numeric state of ${id}`;
  return { ...others, ...(isPlain ? { trigger: words, trigger_kind: kind } : {}), trigger_entity_id: id };
}

/** Hides the name of a script, also as a service, from callers who may not read it. */
export function visibleAction(action: unknown, viewer: Viewer): unknown {
  const isHidden = typeof action === 'string' && action.startsWith('script.') && !sees(viewer, action);
  return isHidden ? null : action;
}
