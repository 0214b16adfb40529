import { mdiCalendarClock } from '@mdi/js';
import { clockText } from '../../parts/moment-text.ts';
import type { DomainView } from '../domain-view.ts';

/** How the app shows input datetime entities. */
export const inputDatetimeView: DomainView = {
  icon: mdiCalendarClock,
  isNeverActive: true,
  stateText: ({ state }) => clockText(state),
};
