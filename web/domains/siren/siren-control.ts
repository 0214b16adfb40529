import { html } from 'lit';
import { define } from '../../app/define.ts';
import type { Control } from '../../controls/control.ts';
import { powerSwitch } from '../switch/switch-control.ts';
import { SirenPanel } from './siren-panel.ts';

define({ 'hearth-siren-panel': SirenPanel });

/** On and off, tone, volume and duration. */
export const sirenControl: Control = (view) =>
  html`${powerSwitch(view)}
    <hearth-siren-panel .view=${view}></hearth-siren-panel>`;
