import { mdiRayVertex } from '@mdi/js';
import type { DomainView } from '../domain-view.ts';

/** How the app shows input number entities. */
export const inputNumberView: DomainView = {
  icon: mdiRayVertex,
  isNeverActive: true,
  isNumber: true,
};
