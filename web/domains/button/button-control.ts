import { mdiGestureTapButton, mdiRestart } from '@mdi/js';
import { actionButtons } from '../../controls/action-buttons.ts';
import type { Control } from '../../controls/control.ts';
import { say } from '../../texts/say.ts';

/** A button to press. */
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
