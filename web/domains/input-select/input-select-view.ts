import { mdiFormatListBulleted } from '@mdi/js';
import type { DomainView } from '../domain-view.ts';

/** How the app shows input select entities. */
export const inputSelectView: DomainView = {
  icon: mdiFormatListBulleted,
  isNeverActive: true,
  isFreeText: true,
};
