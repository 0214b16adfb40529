import { mdiBullhorn } from '@mdi/js';
import type { DomainView } from '../domain-view.ts';

/** How the app shows notify entities. */
export const notifyView: DomainView = {
  icon: mdiBullhorn,
  isNeverActive: true,
  isMoment: true,
};
