import { mdiCounter } from '@mdi/js';
import type { DomainView } from '../domain-view.ts';
import { calls } from '../taps.ts';

/** How the app shows counter entities. */
export const counterView: DomainView = {
  icon: mdiCounter,
  isNeverActive: true,
  tap: calls('increment'),
};
