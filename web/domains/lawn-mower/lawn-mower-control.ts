import { mdiHomeImportOutline, mdiPause, mdiPlay, mdiStop } from '@mdi/js';
import { actionButtons } from '../../controls/action-buttons.ts';
import type { Control } from '../../controls/control.ts';
import { can } from '../../state/entity.ts';
import { say } from '../../texts/say.ts';

/** Start, pause, dock. */
export const lawnMowerControl: Control = ({ entity, isLocked, act }) =>
  actionButtons(
    say('control.movement'),
    [
      {
        text: say('control.mow'),
        icon: mdiPlay,
        isAvailable: can(entity, 1) && entity.state !== 'mowing',
        onPress: () => act('start_mowing', {}, { state: 'mowing' }),
      },
      {
        text: say('control.pause'),
        icon: mdiPause,
        isAvailable: can(entity, 2) && entity.state === 'mowing',
        onPress: () => act('pause', {}, { state: 'paused' }),
      },
      { text: say('control.stop'), icon: mdiStop, isAvailable: can(entity, 8), onPress: () => act('stop') },
      {
        text: say('control.dock'),
        icon: mdiHomeImportOutline,
        isAvailable: can(entity, 4),
        isDisabled: entity.state === 'docked',
        onPress: () => act('dock', {}, { state: 'returning' }),
      },
    ],
    isLocked,
  );
