import { mdiPower, mdiPowerOff } from '@mdi/js';
import { html } from 'lit';
import { actionButtons } from '../../controls/action-buttons.ts';
import type { Control, ControlView } from '../../controls/control.ts';
import { labeledSwitch } from '../../parts/switch.ts';
import { say } from '../../texts/say.ts';

/** On and off. */
export const switchControl: Control = (view) => powerSwitch(view);

/** The power switch at the top of controls. */
export function powerSwitch({ entity, isLocked, act }: ControlView, label = say('control.power')) {
  // The state of such a device is only assumed, so both commands are offered.
  if (entity.attributes.assumed_state === true)
    return html`${actionButtons(
      label,
      [
        { text: say('state.on'), icon: mdiPower, onPress: () => act('turn_on', {}, { state: 'on' }) },
        { text: say('state.off'), icon: mdiPowerOff, onPress: () => act('turn_off', {}, { state: 'off' }) },
      ],
      isLocked,
    )}`;
  const isOn = entity.state !== 'off' && entity.state !== 'unknown' && entity.state !== 'unavailable';
  return html`${labeledSwitch({
    label,
    isOn,
    isDisabled: isLocked,
    onTurn: (wanted) => act(wanted ? 'turn_on' : 'turn_off', {}, { state: wanted ? 'on' : 'off' }),
  })}`;
}
