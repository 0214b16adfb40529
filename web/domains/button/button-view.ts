import { mdiGestureTapButton } from '@mdi/js';
import type { DomainView } from '../domain-view.ts';
import { calls } from '../taps.ts';

/** How the app shows button entities. */
export const buttonView: DomainView = {
  icon: mdiGestureTapButton,
  isNeverActive: true,
  tap: calls('press'),
  isMoment: true,
  momentText: 'logbook.pressed',
};
