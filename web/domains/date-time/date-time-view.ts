import { mdiCalendar, mdiCalendarClock, mdiClockOutline } from '@mdi/js';
import { clockText } from '../../parts/moment-text.ts';
import type { DomainView } from '../domain-view.ts';

/** How the app shows date entities. */
export const dateView: DomainView = {
  icon: mdiCalendar,
  isNeverActive: true,
  stateText: ({ state }) => clockText(state),
};

/** How the app shows datetime entities. */
export const dateTimeView: DomainView = {
  icon: mdiCalendarClock,
  isNeverActive: true,
  isMoment: true,
};

/** How the app shows time entities. */
export const timeView: DomainView = {
  icon: mdiClockOutline,
  isNeverActive: true,
  stateText: ({ state }) => clockText(state),
};
