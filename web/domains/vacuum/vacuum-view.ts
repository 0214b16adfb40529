import { mdiRobotVacuum } from '@mdi/js';
import type { DomainView } from '../domain-view.ts';
import { calls } from '../taps.ts';

/** How the app shows vacuum entities. */
export const vacuumView: DomainView = {
  icon: mdiRobotVacuum,
  tone: 'good',
  tap: (vacuum) =>
    vacuum.state === 'cleaning'
      ? calls('return_to_base', 'returning')(vacuum)
      : calls('start', 'cleaning')(vacuum),
  states: ['cleaning', 'docked', 'paused', 'idle', 'returning', 'error'],
  changes: { cleaning: 'logbook.cleaning', docked: 'logbook.docked' },
};
