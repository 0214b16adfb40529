import { mdiGestureTapButton } from '@mdi/js';
import type { DomainView } from '../domain-view.ts';
import { calls } from '../taps.ts';

/** How the app shows input button entities. */
export const inputButtonView: DomainView = {
  icon: mdiGestureTapButton,
  isNeverActive: true,
  tap: calls('press'),
  isMoment: true,
  momentText: 'logbook.pressed',
};
