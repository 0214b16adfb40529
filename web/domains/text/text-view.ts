import { mdiFormTextbox } from '@mdi/js';
import type { Entity } from '../../state/entity.ts';
import type { DomainView } from '../domain-view.ts';

/** A password is not shown. */
export function passwordText({ attributes }: Entity): string | undefined {
  return attributes.mode === 'password' ? '••••••' : undefined;
}

/** How the app shows text entities. */
export const textView: DomainView = {
  icon: mdiFormTextbox,
  isNeverActive: true,
  isFreeText: true,
  stateText: passwordText,
};
