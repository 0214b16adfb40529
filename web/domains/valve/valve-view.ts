import { mdiPipeValve } from '@mdi/js';
import { MOVED } from '../changes.ts';
import type { DomainView } from '../domain-view.ts';
import { OPENING_STATES, openOrClose, POSITION, positionText } from '../opening-view.ts';

/** How the app shows valve entities. */
export const valveView: DomainView = {
  icon: mdiPipeValve,
  tone: 'water',
  tap: openOrClose,
  stateText: positionText,
  plotted: POSITION,
  states: OPENING_STATES,
  changes: MOVED,
};
