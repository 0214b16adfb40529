import { mdiLock, mdiLockAlert, mdiLockOpenVariant } from '@mdi/js';
import type { DomainView } from '../domain-view.ts';
import { calls } from '../taps.ts';

/** How the app shows lock entities. */
export const lockView: DomainView = {
  icon: ({ state }) => (state === 'jammed' ? mdiLockAlert : [mdiLock, mdiLockOpenVariant]),
  tone: 'danger',
  // A tap only locks; unlocking is confirmed in the dialog.
  tap: (lock) =>
    lock.state === 'unlocked' || lock.state === 'open' ? calls('lock', 'locking')(lock) : undefined,
  states: ['locked', 'unlocked', 'locking', 'unlocking', 'jammed', 'open'],
  changes: { locked: 'logbook.locked', unlocked: 'logbook.unlocked', jammed: 'logbook.jammed' },
};
