import { mdiFormatListBulleted } from '@mdi/js';
import { SWITCHED } from '../changes.ts';
import { type DomainView, ON_OFF_STATES } from '../domain-view.ts';

/** How the app shows group entities. */
export const groupView: DomainView = {
  icon: mdiFormatListBulleted,
  states: ON_OFF_STATES,
  changes: SWITCHED,
};
