import {
  mdiArrowCollapseHorizontal,
  mdiArrowDown,
  mdiArrowExpandHorizontal,
  mdiArrowUp,
  mdiStop,
} from '@mdi/js';
import { html, nothing } from 'lit';
import { actionButtons } from '../../controls/action-buttons.ts';
import type { Control } from '../../controls/control.ts';
import { slide } from '../../controls/slide.ts';
import { can, type Entity, numberOf } from '../../state/entity.ts';
import { say } from '../../texts/say.ts';

/** Covers that open sideways. */
const SIDEWAYS = new Set(['curtain', 'gate', 'door']);

/** Open, close, stop; position and tilt. */
export const coverControl: Control = ({ entity, isLocked, act }) => {
  const isSideways = SIDEWAYS.has(String(entity.attributes.device_class));
  const isUncertain = entity.attributes.assumed_state === true;
  return html`${actionButtons(
    say('control.movement'),
    [
      {
        text: say('control.open'),
        icon: isSideways ? mdiArrowExpandHorizontal : mdiArrowUp,
        isAvailable: can(entity, 1),
        isDisabled: !isUncertain && isFullyOpen(entity),
        onPress: () => act('open_cover', {}, { state: 'opening' }),
      },
      {
        text: say('control.stop'),
        icon: mdiStop,
        isAvailable: can(entity, 8),
        onPress: () => act('stop_cover'),
      },
      {
        text: say('control.close'),
        icon: isSideways ? mdiArrowCollapseHorizontal : mdiArrowDown,
        isAvailable: can(entity, 2),
        isDisabled: !isUncertain && entity.state === 'closed',
        onPress: () => act('close_cover', {}, { state: 'closing' }),
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
          onChoose: (position) => act('set_cover_position', { position }),
        })
      : nothing
  }
  ${
    can(entity, 128)
      ? slide({
          label: say('control.tilt'),
          value: numberOf(entity, 'current_tilt_position'),
          isDisabled: isLocked,
          onChoose: (position) => act('set_cover_tilt_position', { tilt_position: position }),
        })
      : actionButtons(
          say('control.tilt'),
          [
            {
              text: say('control.tilt_open'),
              icon: mdiArrowUp,
              isAvailable: can(entity, 16),
              onPress: () => act('open_cover_tilt'),
            },
            {
              text: say('control.tilt_close'),
              icon: mdiArrowDown,
              isAvailable: can(entity, 32),
              onPress: () => act('close_cover_tilt'),
            },
          ],
          isLocked,
        )
  }`;
};

function isFullyOpen(cover: Entity): boolean {
  const position = numberOf(cover, 'current_position');
  return cover.state === 'open' && (position === undefined || position === 100);
}
