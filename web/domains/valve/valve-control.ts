import { mdiStop, mdiValveClosed, mdiValveOpen } from '@mdi/js';
import { html, nothing } from 'lit';
import { actionButtons } from '../../controls/action-buttons.ts';
import type { Control } from '../../controls/control.ts';
import { slide } from '../../controls/slide.ts';
import { can, numberOf } from '../../state/entity.ts';
import { say } from '../../texts/say.ts';

/** Open, close, stop, and position. */
export const valveControl: Control = ({ entity, isLocked, act }) =>
  html`${actionButtons(
    say('control.movement'),
    [
      {
        text: say('control.open'),
        icon: mdiValveOpen,
        isAvailable: can(entity, 1),
        isActive: entity.state === 'open',
        onPress: () => act('open_valve', {}, { state: 'opening' }),
      },
      {
        text: say('control.stop'),
        icon: mdiStop,
        isAvailable: can(entity, 8),
        onPress: () => act('stop_valve'),
      },
      {
        text: say('control.close'),
        icon: mdiValveClosed,
        isAvailable: can(entity, 2),
        isActive: entity.state === 'closed',
        onPress: () => act('close_valve', {}, { state: 'closing' }),
      },
    ],
    isLocked,
  )}
  ${
    can(entity, 4)
      ? slide({
          label: say('control.position'),
          value: numberOf(entity, 'current_position'),
          isDisabled: isLocked,
          onChoose: (position) => act('set_valve_position', { position }),
        })
      : nothing
  }`;
