import { type LockValues, lockDomain } from '../../domains/lock/lock.ts';
import { type GroupKind, known } from './group-kind.ts';

/** If any lock has one of these states, the group has the first of them; else it is locked if all are. */
const TELLING = ['jammed', 'opening', 'locking', 'open', 'unlocking'] as const;

/** Locks as one. */
export const lockGroup: GroupKind = {
  domain: lockDomain,
  options: {},
  combine: (members) => {
    const states = new Set(members.map(({ state }) => state));
    const locked = members.every(({ state }) => state === 'locked');
    const state = TELLING.find((one) => states.has(one)) ?? (locked ? 'locked' : 'unlocked');
    const values: LockValues = { state: known(members).length === 0 ? null : state };
    return { values, features: ['open'] };
  },
};
