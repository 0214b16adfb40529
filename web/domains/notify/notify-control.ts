import { html } from 'lit';
import { define } from '../../app/define.ts';
import type { Control } from '../../controls/control.ts';
import { ValueField } from '../../parts/value-field.ts';
import { say } from '../../texts/say.ts';

define({ 'hearth-value-field': ValueField });

/** A message to a device. */
export const notifyControl: Control = ({ isLocked, act }) =>
  html`<hearth-value-field
    .label=${say('control.message')}
    .action=${say('control.send')}
    .isDisabled=${isLocked}
    @chosen=${(event: CustomEvent<string>) => act('send_message', { message: event.detail })}
  ></hearth-value-field>`;
