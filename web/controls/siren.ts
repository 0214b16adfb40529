import { html } from 'lit';
import { define } from '../app/define.ts';
import type { Control } from './control.ts';
import { SirenPanel } from './siren-panel.ts';
import { powerSwitch } from './switch.ts';

define({ 'hearth-siren-panel': SirenPanel });

/** On and off, tone, volume and duration. */
export const sirenControl: Control = (view) =>
  html`${powerSwitch(view)}
    <hearth-siren-panel .view=${view}></hearth-siren-panel>`;
