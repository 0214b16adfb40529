import { mdiMinus, mdiPlus, mdiRestore } from '@mdi/js';
import { actionButtons } from '../../controls/action-buttons.ts';
import type { Control } from '../../controls/control.ts';
import { say } from '../../texts/say.ts';

/** Increment, decrement, reset. */
export const counterControl: Control = ({ entity, isLocked, act }) =>
  actionButtons(
    say('control.count'),
    [
      { text: say('control.decrement'), icon: mdiMinus, onPress: () => act('decrement') },
      { text: say('control.increment'), icon: mdiPlus, onPress: () => act('increment') },
      {
        text: say('control.reset'),
        icon: mdiRestore,
        isDisabled: entity.state === String(entity.attributes.initial ?? 0),
        onPress: () => act('reset'),
      },
    ],
    isLocked,
  );
