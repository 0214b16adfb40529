import { html } from 'lit';
import { define } from '../../app/define.ts';
import type { Control } from '../../controls/control.ts';
import { ValueField } from '../../parts/value-field.ts';
import { numberOf } from '../../state/entity.ts';
import { say } from '../../texts/say.ts';

define({ 'hearth-value-field': ValueField });

/** A text field; masked for a password. */
export const textControl: Control = ({ entity, isLocked, act }) => {
  const isUnknown = entity.state === 'unknown' || entity.state === 'unavailable';
  const limits = { minLength: numberOf(entity, 'min') ?? 0, maxLength: numberOf(entity, 'max') ?? 255 };
  return html`<hearth-value-field
    type=${entity.attributes.mode === 'password' ? 'password' : 'text'}
    .label=${say('control.text')}
    .value=${isUnknown ? '' : entity.state}
    .limits=${limits}
    .isDisabled=${isLocked}
    @chosen=${(event: CustomEvent<string>) => act('set_value', { value: event.detail }, { state: event.detail })}
  ></hearth-value-field>`;
};
