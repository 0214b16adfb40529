import { mdiRemote } from '@mdi/js';
import { SWITCHED } from '../changes.ts';
import { type DomainView, ON_OFF_STATES } from '../domain-view.ts';
import { toggle } from '../taps.ts';

/** How the app shows remote entities. */
export const remoteView: DomainView = {
  icon: mdiRemote,
  tone: 'media',
  tap: toggle,
  states: ON_OFF_STATES,
  changes: SWITCHED,
};
