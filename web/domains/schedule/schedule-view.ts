import { mdiCalendarClock } from '@mdi/js';
import { type DomainView, ON_OFF_STATES } from '../domain-view.ts';

/** How the app shows schedule entities. */
export const scheduleView: DomainView = {
  icon: mdiCalendarClock,
  states: ON_OFF_STATES,
};
