import { html } from 'lit';
import { define } from '../../app/define.ts';
import type { Control } from '../../controls/control.ts';
import { LivePlot } from '../../controls/live-plot.ts';

define({ 'hearth-live-plot': LivePlot });

/** The history, updated live. */
export const binarySensorControl: Control = ({ home, entity }) =>
  html`<hearth-live-plot .home=${home} .entityId=${entity.entity_id} .isStepped=${true}></hearth-live-plot>`;
