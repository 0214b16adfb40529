import { mdiMapMarker } from '@mdi/js';
import type { DomainView } from '../domain-view.ts';

/** How the app shows device tracker entities. */
export const deviceTrackerView: DomainView = {
  icon: mdiMapMarker,
  tone: 'good',
  isFreeText: true,
  states: ['home', 'not_home'],
};
