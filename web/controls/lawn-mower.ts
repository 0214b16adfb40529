import { mdiHomeImportOutline, mdiPause, mdiPlay, mdiStop } from '@mdi/js';
import { can } from '../state/entity.ts';
import { say } from '../words/say.ts';
import { actionButtons } from './action-buttons.ts';
import type { Control } from './control.ts';

/** Start, pause, dock. */
export const lawnMowerControl: Control = ({ entity, isLocked, act }) =>
  actionButtons(
    say('control.movement'),
    [
      {
        text: say('control.mow'),
        icon: mdiPlay,
        isThere: can(entity, 1) && entity.state !== 'mowing',
        onPress: () => act('start_mowing', {}, { state: 'mowing' }),
      },
      {
        text: say('control.pause'),
        icon: mdiPause,
        isThere: can(entity, 2) && entity.state === 'mowing',
        onPress: () => act('pause', {}, { state: 'paused' }),
      },
      { text: say('control.stop'), icon: mdiStop, isThere: can(entity, 8), onPress: () => act('stop') },
      {
        text: say('control.dock'),
        icon: mdiHomeImportOutline,
        isThere: can(entity, 4),
        isDisabled: entity.state === 'docked',
        onPress: () => act('dock', {}, { state: 'returning' }),
      },
    ],
    isLocked,
  );
