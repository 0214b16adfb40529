import { html } from 'lit';
import { define } from '../../app/define.ts';
import type { Control } from '../../controls/control.ts';
import { powerSwitch } from '../switch/switch-control.ts';
import { SirenPanel } from './siren-panel.ts';

define({ 'hearth-siren-panel': SirenPanel });

/** Noise on and off; which, how loud and for how long. */
export const sirenControl: Control = (view) =>
  html`${powerSwitch(view)}
    <hearth-siren-panel .view=${view}></hearth-siren-panel>`;
