import { mdiHomeImportOutline, mdiMapMarker, mdiPause, mdiPlay, mdiStop, mdiTarget } from '@mdi/js';
import { html, nothing } from 'lit';
import { define } from '../../app/define.ts';
import { actionButtons } from '../../controls/action-buttons.ts';
import type { Control } from '../../controls/control.ts';
import { namedOptions } from '../../controls/named-options.ts';
import { choice } from '../../parts/choice.ts';
import { can, listOf, textOf } from '../../state/entity.ts';
import { say } from '../../texts/say.ts';
import { VacuumRooms } from './vacuum-rooms.ts';

define({ 'hearth-vacuum-rooms': VacuumRooms });

/** Start, pause, dock; spot cleaning, locating, fan speed and rooms. */
export const vacuumControl: Control = (view) => {
  const { entity, isLocked, act } = view;
  const isCleaning = entity.state === 'cleaning';
  return html`${actionButtons(
    say('control.movement'),
    [
      {
        text: say(entity.state === 'paused' ? 'control.resume' : 'control.start'),
        icon: mdiPlay,
        isAvailable: can(entity, 8192) && !isCleaning,
        onPress: () => act('start', {}, { state: 'cleaning' }),
      },
      {
        text: say('control.pause'),
        icon: mdiPause,
        isAvailable: can(entity, 4) && isCleaning,
        onPress: () => act('pause', {}, { state: 'paused' }),
      },
      { text: say('control.stop'), icon: mdiStop, isAvailable: can(entity, 8), onPress: () => act('stop') },
      {
        text: say('control.dock'),
        icon: mdiHomeImportOutline,
        isAvailable: can(entity, 16),
        isDisabled: entity.state === 'docked',
        onPress: () => act('return_to_base', {}, { state: 'returning' }),
      },
      {
        text: say('control.spot'),
        icon: mdiTarget,
        isAvailable: can(entity, 1024),
        onPress: () => act('clean_spot'),
      },
      {
        text: say('control.locate'),
        icon: mdiMapMarker,
        isAvailable: can(entity, 512),
        onPress: () => act('locate'),
      },
    ],
    isLocked,
  )}
  ${
    can(entity, 32)
      ? choice({
          label: say('control.fan_speed'),
          options: namedOptions(listOf(entity, 'fan_speed_list')),
          value: textOf(entity, 'fan_speed'),
          isDisabled: isLocked,
          onChoose: (speed) =>
            act('set_fan_speed', { fan_speed: speed }, { attributes: { fan_speed: speed } }),
        })
      : nothing
  }
  ${can(entity, 16384) ? html`<hearth-vacuum-rooms .view=${view}></hearth-vacuum-rooms>` : nothing}`;
};
