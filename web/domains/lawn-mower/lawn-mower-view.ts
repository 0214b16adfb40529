import { mdiRobotMower } from '@mdi/js';
import type { DomainView } from '../domain-view.ts';
import { calls } from '../taps.ts';

/** How the app shows lawn mower entities. */
export const lawnMowerView: DomainView = {
  icon: mdiRobotMower,
  tone: 'good',
  tap: (mower) =>
    mower.state === 'mowing' ? calls('dock', 'returning')(mower) : calls('start_mowing', 'mowing')(mower),
  states: ['mowing', 'docked', 'paused', 'returning', 'error'],
  changes: { mowing: 'logbook.mowing', docked: 'logbook.docked' },
};
