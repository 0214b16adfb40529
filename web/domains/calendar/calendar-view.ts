import { mdiCalendar } from '@mdi/js';
import { type DomainView, ON_OFF_STATES } from '../domain-view.ts';

/** How the app shows calendar entities. */
export const calendarView: DomainView = {
  icon: mdiCalendar,
  states: ON_OFF_STATES,
};
