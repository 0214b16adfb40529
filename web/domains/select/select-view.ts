import { mdiFormatListBulleted } from '@mdi/js';
import type { DomainView } from '../domain-view.ts';

/** How the app shows select entities. */
export const selectView: DomainView = {
  icon: mdiFormatListBulleted,
  isNeverActive: true,
  isFreeText: true,
};
