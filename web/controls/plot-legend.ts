import { html, nothing, type TemplateResult } from 'lit';
import { nameOf } from '../state/entity.ts';
import type { HomeStore } from '../state/home-store.ts';
import { colorOf } from './plot-curves.ts';
import { type Plotted, valueAt } from './plot-values.ts';

/** What a legend says: of which entities, and their values at the cursor. */
export interface LegendView {
  readonly home: HomeStore;
  /** All that is shown, for the colors. */
  readonly entityIds: readonly string[];
  /** The time at the cursor. */
  readonly pointed: number | undefined;
}

/** The legend above the curves of a unit; nothing if a single entity is shown. */
export function curveLegend(
  members: readonly Plotted[],
  unit: string,
  { home, entityIds, pointed }: LegendView,
): TemplateResult | typeof nothing {
  if (entityIds.length === 1) return nothing;
  return html`<div class="plot-head">
    <ul class="plot-legend">
      ${members.map(
        (one) => html`<li>
          <i data-color=${colorOf(entityIds, one.entity.entity_id)}></i>${labelOf(home, one, pointed)}
        </li>`,
      )}
    </ul>
    ${unit === '' ? nothing : html`<span class="hint">${unit}</span>`}
  </div>`;
}

/** The name of an entity, with its value at a time if there is one. */
export function labelOf(home: HomeStore, one: Plotted, at: number | undefined): string {
  return at === undefined ? nameOf(one.entity) : `${nameOf(one.entity)}: ${valueAt(home, one, at)}`;
}
