import { mdiPackageUp } from '@mdi/js';
import { type DomainView, ON_OFF_STATES } from '../domain-view.ts';

/** How the app shows update entities. */
export const updateView: DomainView = {
  icon: mdiPackageUp,
  tone: 'heat',
  states: ON_OFF_STATES,
  changes: { on: 'logbook.update', off: 'logbook.updated' },
};
