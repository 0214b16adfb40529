import { mdiTag } from '@mdi/js';
import type { DomainView } from '../domain-view.ts';

/** How the app shows tag entities. */
export const tagView: DomainView = {
  icon: mdiTag,
  isNeverActive: true,
};
