import { mdiImage } from '@mdi/js';
import type { DomainView } from '../domain-view.ts';

/** How the app shows image entities. */
export const imageView: DomainView = {
  icon: mdiImage,
  isNeverActive: true,
  isMoment: true,
};
