import { mdiToggleSwitchOffOutline, mdiToggleSwitchOutline } from '@mdi/js';
import { SWITCHED } from '../changes.ts';
import { type DomainView, ON_OFF_STATES } from '../domain-view.ts';
import { toggle } from '../taps.ts';

/** How the app shows input boolean entities. */
export const inputBooleanView: DomainView = {
  icon: [mdiToggleSwitchOffOutline, mdiToggleSwitchOutline],
  tap: toggle,
  states: ON_OFF_STATES,
  changes: SWITCHED,
};
