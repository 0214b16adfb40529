import { html, nothing } from 'lit';
import { define } from '../../app/define.ts';
import type { Control } from '../../controls/control.ts';
import { LivePlot } from '../../controls/live-plot.ts';

define({ 'hearth-live-plot': LivePlot });

/** The history of a numeric sensor. */
export const sensorControl: Control = ({ home, entity }) => {
  const isNumber = entity.state.trim() !== '' && Number.isFinite(Number(entity.state));
  return isNumber
    ? html`<hearth-live-plot .home=${home} .entityId=${entity.entity_id}></hearth-live-plot>`
    : nothing;
};
