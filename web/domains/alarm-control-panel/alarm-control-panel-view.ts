import { mdiShieldAlert, mdiShieldCheck, mdiShieldOff } from '@mdi/js';
import type { Entity } from '../../state/entity.ts';
import type { DomainView } from '../domain-view.ts';

const isTriggered = ({ state }: Entity): boolean => /triggered|pending/.test(state);

/** How the app shows alarm control panel entities. */
export const alarmControlPanelView: DomainView = {
  icon: (alarm) => (isTriggered(alarm) ? mdiShieldAlert : [mdiShieldOff, mdiShieldCheck]),
  tone: 'good',
  stateTone: (alarm) => (isTriggered(alarm) ? 'danger' : undefined),
  states: ['disarmed', 'armed_home', 'armed_away', 'armed_night', 'arming', 'pending', 'triggered'],
};
