import { html } from 'lit';
import { define } from '../../app/define.ts';
import type { Control } from '../../controls/control.ts';
import { choice } from '../../parts/choice.ts';
import { ValueField } from '../../parts/value-field.ts';
import { listOf, textOf } from '../../state/entity.ts';
import { say } from '../../texts/say.ts';
import { powerSwitch } from '../switch/switch-control.ts';

define({ 'hearth-value-field': ValueField });

/** Power, activity, and single commands. */
export const remoteControl: Control = (view) => {
  const { entity, isLocked, act } = view;
  return html`${powerSwitch(view)}
  ${choice({
    label: say('control.activity'),
    options: listOf(entity, 'activity_list').map((value) => ({ value, text: value })),
    value: textOf(entity, 'current_activity'),
    isDisabled: isLocked,
    onChoose: (activity) =>
      act('turn_on', { activity }, { state: 'on', attributes: { current_activity: activity } }),
  })}
  <hearth-value-field
    .label=${say('control.command')}
    .action=${say('control.send')}
    .isDisabled=${isLocked || entity.state === 'off'}
    @chosen=${(event: CustomEvent<string>) => act('send_command', { command: [event.detail] })}
  ></hearth-value-field>`;
};
