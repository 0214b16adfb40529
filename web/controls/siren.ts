import { html } from 'lit';
import { define } from '../app/define.ts';
import type { Control } from './control.ts';
import { SirenPanel } from './siren-panel.ts';
import { powerSwitch } from './switch.ts';

define({ 'hearth-siren-panel': SirenPanel });

/** Noise on and off; which, how loud and for how long. */
export const sirenControl: Control = (view) =>
  html`${powerSwitch(view)}
    <hearth-siren-panel .view=${view}></hearth-siren-panel>`;
