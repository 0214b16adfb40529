import { mdiCctv } from '@mdi/js';
import type { DomainView } from '../domain-view.ts';

/** How the app shows camera entities. */
export const cameraView: DomainView = {
  icon: mdiCctv,
  tone: 'media',
};
