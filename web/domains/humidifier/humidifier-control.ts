import { html, nothing } from 'lit';
import type { Control } from '../../controls/control.ts';
import { namedOptions } from '../../controls/named-options.ts';
import { targetDial } from '../../controls/target-dial.ts';
import { choice } from '../../parts/choice.ts';
import { can, listOf, numberOf, textOf } from '../../state/entity.ts';
import { wordOr } from '../../texts/domain-name.ts';
import { say } from '../../texts/say.ts';
import { powerSwitch } from '../switch/switch-control.ts';

const MODES = 1;

/** Target humidity and mode. */
export const humidifierControl: Control = (view) => {
  const { entity, isLocked, act } = view;
  return html`${targetDial({
    label: say('control.target_humidity'),
    value: numberOf(entity, 'humidity'),
    min: numberOf(entity, 'min_humidity') ?? 0,
    max: numberOf(entity, 'max_humidity') ?? 100,
    step: numberOf(entity, 'target_humidity_step') ?? 1,
    unit: '%',
    current: numberOf(entity, 'current_humidity'),
    note: wordOr(`action.${textOf(entity, 'action') ?? ''}`, ''),
    tone: entity.state === 'on' ? 'water' : undefined,
    isDisabled: isLocked,
    onChoose: (humidity) => act('set_humidity', { humidity }, { attributes: { humidity } }),
  })}
  ${powerSwitch(view)}
  ${
    can(entity, MODES)
      ? choice({
          label: say('control.mode'),
          options: namedOptions(listOf(entity, 'available_modes')),
          value: textOf(entity, 'mode'),
          isDisabled: isLocked,
          onChoose: (mode) => act('set_mode', { mode }, { attributes: { mode } }),
        })
      : nothing
  }`;
};
