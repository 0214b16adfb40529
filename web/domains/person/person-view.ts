import { mdiAccount } from '@mdi/js';
import { CAME_OR_LEFT } from '../changes.ts';
import type { DomainView } from '../domain-view.ts';

/** How the app shows person entities. */
export const personView: DomainView = {
  icon: mdiAccount,
  tone: 'good',
  isFreeText: true,
  states: ['home', 'not_home'],
  changes: CAME_OR_LEFT,
};
