import { mdiGestureTapButton, mdiRestart } from '@mdi/js';
import { say } from '../words/say.ts';
import { actionButtons } from './action-buttons.ts';
import type { Control } from './control.ts';

/** A press button. */
export const buttonControl: Control = ({ entity, isLocked, act }) =>
  actionButtons(
    say('control.press'),
    [
      {
        text: say('control.press'),
        icon: entity.attributes.device_class === 'restart' ? mdiRestart : mdiGestureTapButton,
        onPress: () => act('press'),
      },
    ],
    isLocked,
  );
