import { mdiTimerOutline } from '@mdi/js';
import type { DomainView } from '../domain-view.ts';
import { calls } from '../taps.ts';

/** How the app shows timer entities. */
export const timerView: DomainView = {
  icon: mdiTimerOutline,
  tone: 'good',
  tap: (timer) => calls(timer.state === 'active' ? 'pause' : 'start')(timer),
  states: ['active', 'paused', 'idle'],
  changes: { active: 'logbook.timer_started', paused: 'logbook.paused', idle: 'logbook.timer_ended' },
};
