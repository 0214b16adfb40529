import { mdiRotateLeft, mdiRotateRight } from '@mdi/js';
import { html, nothing } from 'lit';
import type { Control } from '../../controls/control.ts';
import { namedOptions } from '../../controls/named-options.ts';
import { slide } from '../../controls/slide.ts';
import { choice } from '../../parts/choice.ts';
import { labeledSwitch } from '../../parts/switch.ts';
import { can, listOf, numberOf, textOf } from '../../state/entity.ts';
import { say } from '../../texts/say.ts';
import { powerSwitch } from '../switch/switch-control.ts';

const [SPEED, OSCILLATE, DIRECTION, PRESET] = [1, 2, 4, 8];

/** Speed, presets, direction and swing. */
export const fanControl: Control = (view) => {
  const { entity, isLocked, act } = view;
  return html`${can(entity, 16) || can(entity, 32) ? powerSwitch(view) : nothing}
  ${
    can(entity, SPEED)
      ? slide({
          label: say('control.speed'),
          value: entity.state === 'on' ? (numberOf(entity, 'percentage') ?? 0) : 0,
          step: Math.max(1, numberOf(entity, 'percentage_step') ?? 1),
          isDisabled: isLocked,
          onChoose: (percentage) =>
            act(
              'set_percentage',
              { percentage: Math.round(percentage) },
              { state: percentage > 0 ? 'on' : 'off', attributes: { percentage: Math.round(percentage) } },
            ),
        })
      : nothing
  }
  ${
    can(entity, PRESET)
      ? choice({
          label: say('control.preset'),
          options: namedOptions(listOf(entity, 'preset_modes')),
          value: textOf(entity, 'preset_mode'),
          isDisabled: isLocked,
          onChoose: (mode) =>
            act('set_preset_mode', { preset_mode: mode }, { state: 'on', attributes: { preset_mode: mode } }),
        })
      : nothing
  }
  ${
    can(entity, DIRECTION)
      ? choice({
          label: say('control.direction'),
          options: [
            { value: 'forward', text: say('control.forward'), icon: mdiRotateRight },
            { value: 'reverse', text: say('control.reverse'), icon: mdiRotateLeft },
          ],
          value: textOf(entity, 'direction'),
          isDisabled: isLocked,
          onChoose: (direction) => act('set_direction', { direction }, { attributes: { direction } }),
        })
      : nothing
  }
  ${
    can(entity, OSCILLATE)
      ? labeledSwitch({
          label: say('control.oscillate'),
          isOn: entity.attributes.oscillating === true,
          isDisabled: isLocked,
          onTurn: (oscillating) => act('oscillate', { oscillating }, { attributes: { oscillating } }),
        })
      : nothing
  }`;
};
