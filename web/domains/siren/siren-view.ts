import { mdiAlarmLight } from '@mdi/js';
import { can } from '../../state/entity.ts';
import { SWITCHED } from '../changes.ts';
import { type DomainView, ON_OFF_STATES } from '../domain-view.ts';
import { toggle } from '../taps.ts';

/** How the app shows siren entities. */
export const sirenView: DomainView = {
  icon: mdiAlarmLight,
  tone: 'danger',
  tap: (siren) => (can(siren, siren.state === 'on' ? 2 : 1) ? toggle(siren) : undefined),
  states: ON_OFF_STATES,
  changes: SWITCHED,
};
