import { mdiMapMarker } from '@mdi/js';
import { CAME_OR_LEFT } from '../changes.ts';
import type { DomainView } from '../domain-view.ts';

/** How the app shows device tracker entities. */
export const deviceTrackerView: DomainView = {
  icon: mdiMapMarker,
  tone: 'good',
  isFreeText: true,
  states: ['home', 'not_home'],
  changes: CAME_OR_LEFT,
};
