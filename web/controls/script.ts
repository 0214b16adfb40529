import { mdiPlay, mdiStop } from '@mdi/js';
import { html } from 'lit';
import { when } from '../parts/when.ts';
import { textOf } from '../state/entity.ts';
import { say } from '../words/say.ts';
import { actionButtons } from './action-buttons.ts';
import type { Control } from './control.ts';
import { facts } from './facts.ts';

/** Run, halt, and when it last ran. */
export const scriptControl: Control = ({ entity, isLocked, act }) => {
  const last = textOf(entity, 'last_triggered');
  const isRunning = entity.state === 'on';
  return html`${actionButtons(
    say('control.run'),
    [
      { text: say('control.run'), icon: mdiPlay, onPress: () => act('turn_on', {}, { state: 'on' }) },
      { text: say('control.stop'), icon: mdiStop, isThere: isRunning, onPress: () => act('turn_off') },
    ],
    isLocked,
  )}
  ${facts([[say('control.last_run'), last === undefined ? say('control.never') : when(last)]])}`;
};
