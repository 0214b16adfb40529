import { html, nothing, type TemplateResult } from 'lit';
import type { PlotRange } from '../parts/plot/plot-range.ts';
import { stateTimeline } from '../parts/plot/state-timeline.ts';
import { nameOf } from '../state/entity.ts';
import { type LegendView, labelOf } from './plot-legend.ts';
import { type Plotted, textOfRange, textOfState } from './plot-values.ts';

/** The timeline of an entity, and below it that of the time it is compared with. */
export function timelines(one: Plotted, range: PlotRange, view: LegendView): TemplateResult {
  const { compared, keys } = view;
  const before = compared?.plotted.find(({ key }) => key === one.key);
  const shift = compared?.shift ?? 0;
  const earlier = { from: range.from - shift, to: range.to - shift, isLive: false };
  return html`${keys.length === 1 ? nothing : named(labelOf(one, view))}${timeline(one, range, view)}
    ${before === undefined ? nothing : html`${named(compared?.name)}${timeline(before, earlier, view)}`}`;
}

function named(text: string | undefined): TemplateResult {
  return html`<p class="plot-name">${text}</p>`;
}

function timeline(
  { entity, plot }: Plotted,
  range: PlotRange,
  { home, keys }: LegendView,
): TemplateResult | typeof nothing {
  if (plot.kind !== 'states') return nothing;
  const label = keys.length === 1 ? textOfRange(range) : `${nameOf(entity)}, ${textOfRange(range)}`;
  return stateTimeline({ plot, range, text: (state) => textOfState(home, entity, state), label });
}
