import { html, nothing, type TemplateResult } from 'lit';
import type { PlotRange } from '../parts/plot/plot-range.ts';
import type { HomeStore } from '../state/home-store.ts';
import { say } from '../texts/say.ts';
import { styleOf } from './plot-curves.ts';
import { type Plotted, textOfRange, textOfTime, valueAt } from './plot-values.ts';

/** The plots of an earlier time, and how much earlier they are, in milliseconds. */
export interface Compared {
  readonly name: string;
  readonly shift: number;
  readonly plotted: readonly Plotted[];
}

/** What a legend says: of what, and the values at the cursor. */
export interface LegendView {
  readonly home: HomeStore;
  /** All that is shown. */
  readonly keys: readonly string[];
  readonly compared: Compared | undefined;
  /** The time at the cursor. */
  readonly pointed: number | undefined;
}

/** The legend above the curves of a unit; nothing if nothing else is shown. */
export function curveLegend(
  members: readonly Plotted[],
  unit: string,
  view: LegendView,
): TemplateResult | typeof nothing {
  if (view.keys.length === 1) return nothing;
  return html`<div class="plot-head">
    <ul class="plot-legend">
      ${members.map((one) => {
        const { color, isDashed } = styleOf(members, one.key);
        return html`<li><i data-color=${color} ?data-dashed=${isDashed}></i>${labelOf(one, view)}</li>`;
      })}
    </ul>
    ${unit === '' ? nothing : html`<span class="hint">${unit}</span>`}
  </div>`;
}

/** What a plot is called, with its value at the cursor if there is one. */
export function labelOf(one: Plotted, view: LegendView): string {
  return view.pointed === undefined ? one.label : `${one.label}: ${valuesAt(one, view, view.pointed)}`;
}

/** What is at the cursor, or the range as a whole; several plots have legends. */
export function plotReadout(plotted: readonly Plotted[], range: PlotRange, view: LegendView): TemplateResult {
  const { pointed } = view;
  const when = pointed === undefined ? textOfRange(range) : textOfTime(pointed);
  const [only, second] = plotted;
  if (second === undefined) {
    const value = only === undefined || pointed === undefined ? '' : ` · ${valuesAt(only, view, pointed)}`;
    return html`<p class="plot-readout" role="status">${when}${value}</p>`;
  }
  // The values are beside the curves; screen readers hear them with the time.
  const values = pointed === undefined ? '' : plotted.map((one) => `, ${labelOf(one, view)}`).join('');
  return html`<p class="plot-readout" role="status">${when}<span class="visually-hidden">${values}</span></p>`;
}

/** The value at a time, and the one it is compared with. */
function valuesAt(one: Plotted, { home, compared }: LegendView, at: number): string {
  const value = valueAt(home, one, at);
  const before = compared?.plotted.find(({ key }) => key === one.key);
  if (compared === undefined || before === undefined) return value;
  const earlier = valueAt(home, before, at - compared.shift);
  return say('plot.compared', { value, name: compared.name, earlier });
}
