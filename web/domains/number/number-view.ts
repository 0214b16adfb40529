import { mdiRayVertex } from '@mdi/js';
import type { DomainView } from '../domain-view.ts';

/** How the app shows number entities. */
export const numberView: DomainView = {
  icon: mdiRayVertex,
  isNeverActive: true,
  isNumber: true,
};
