import { mdiRobot } from '@mdi/js';
import { SWITCHED } from '../changes.ts';
import { type DomainView, ON_OFF_STATES } from '../domain-view.ts';
import { toggle } from '../taps.ts';

/** How the app shows automation entities. */
export const automationView: DomainView = {
  icon: mdiRobot,
  tap: toggle,
  states: ON_OFF_STATES,
  changes: SWITCHED,
};
