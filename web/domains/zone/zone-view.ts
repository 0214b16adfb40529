import { mdiMapMarkerRadius } from '@mdi/js';
import { say } from '../../texts/say.ts';
import type { DomainView } from '../domain-view.ts';

/** How the app shows zone entities. */
export const zoneView: DomainView = {
  icon: mdiMapMarkerRadius,
  isNeverActive: true,
  stateText: ({ state }) =>
    /^\d+$/.test(state)
      ? say(state === '0' ? 'zone.nobody' : 'zone.people', { count: Number(state) })
      : undefined,
};
