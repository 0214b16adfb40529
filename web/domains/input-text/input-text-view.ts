import { mdiFormTextbox } from '@mdi/js';
import type { DomainView } from '../domain-view.ts';
import { passwordText } from '../text/text-view.ts';

/** How the app shows input text entities. */
export const inputTextView: DomainView = {
  icon: mdiFormTextbox,
  isNeverActive: true,
  isFreeText: true,
  stateText: passwordText,
};
