import { mdiPower, mdiPowerPlug, mdiPowerPlugOff } from '@mdi/js';
import { SWITCHED } from '../changes.ts';
import { type DomainView, ON_OFF_STATES } from '../domain-view.ts';
import { toggle } from '../taps.ts';

/** How the app shows switch entities. */
export const switchView: DomainView = {
  icon: [mdiPowerPlugOff, mdiPowerPlug],
  classIcons: {
    switch: mdiPower,
  },
  tap: toggle,
  states: ON_OFF_STATES,
  changes: SWITCHED,
};
