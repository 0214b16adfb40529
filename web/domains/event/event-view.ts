import { mdiBell, mdiGestureTapButton, mdiMotionSensor } from '@mdi/js';
import type { DomainView } from '../domain-view.ts';

/** How the app shows event entities. */
export const eventView: DomainView = {
  icon: mdiGestureTapButton,
  classIcons: {
    doorbell: mdiBell,
    motion: mdiMotionSensor,
  },
  isNeverActive: true,
  isMoment: true,
};
