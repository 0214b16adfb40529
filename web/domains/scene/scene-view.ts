import { mdiPalette } from '@mdi/js';
import type { DomainView } from '../domain-view.ts';
import { calls } from '../taps.ts';

/** How the app shows scene entities. */
export const sceneView: DomainView = {
  icon: mdiPalette,
  isNeverActive: true,
  tap: calls('turn_on'),
  isMoment: true,
  momentText: 'logbook.activated',
};
