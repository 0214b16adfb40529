import { html, nothing } from 'lit';
import type { Control } from '../../controls/control.ts';
import { namedOptions } from '../../controls/named-options.ts';
import { targetDial } from '../../controls/target-dial.ts';
import { choice } from '../../parts/choice.ts';
import { labeledSwitch } from '../../parts/switch.ts';
import { can, listOf, numberOf, textOf } from '../../state/entity.ts';
import { say } from '../../texts/say.ts';
import { powerSwitch } from '../switch/switch-control.ts';

const [TARGET, OPERATION, AWAY, ON_OFF] = [1, 2, 4, 8];

/** Target temperature, operation mode and away mode. */
export const waterHeaterControl: Control = (view) => {
  const { entity, isLocked, act } = view;
  return html`${
    can(entity, TARGET)
      ? targetDial({
          label: say('control.target'),
          value: numberOf(entity, 'temperature'),
          min: numberOf(entity, 'min_temp') ?? 40,
          max: numberOf(entity, 'max_temp') ?? 60,
          step: numberOf(entity, 'target_temp_step') ?? 1,
          unit: textOf(entity, 'temperature_unit') ?? '°C',
          current: numberOf(entity, 'current_temperature'),
          tone: entity.state === 'off' ? undefined : 'heat',
          isDisabled: isLocked,
          onChoose: (temperature) => act('set_temperature', { temperature }, { attributes: { temperature } }),
        })
      : nothing
  }
  ${can(entity, ON_OFF) ? powerSwitch(view) : nothing}
  ${
    can(entity, OPERATION)
      ? choice({
          label: say('control.mode'),
          options: namedOptions(listOf(entity, 'operation_list')),
          value: entity.state,
          isDisabled: isLocked,
          onChoose: (mode) => act('set_operation_mode', { operation_mode: mode }, { state: mode }),
        })
      : nothing
  }
  ${
    can(entity, AWAY)
      ? labeledSwitch({
          label: say('control.away_mode'),
          isOn: entity.attributes.away_mode === 'on',
          isDisabled: isLocked,
          onTurn: (isAway) =>
            act('set_away_mode', { away_mode: isAway }, { attributes: { away_mode: isAway ? 'on' : 'off' } }),
        })
      : nothing
  }`;
};
