import {
  mdiChevronLeft,
  mdiChevronRight,
  mdiDownload,
  mdiMagnifyMinusOutline,
  mdiMagnifyPlusOutline,
  mdiTable,
} from '@mdi/js';
import { html, nothing, type TemplateResult } from 'lit';
import { say } from '../../texts/say.ts';
import { icon } from '../icon.ts';
import { COMPARISONS, type Comparison } from './plot-comparison.ts';
import { ZOOM } from './plot-gestures.ts';
import { liveRange, type PlotRange, SPANS, type Span, spanOf } from './plot-range.ts';

/** The buttons that choose the last hour, day, … */
export function rangeButtons(range: PlotRange, onChoose: (range: PlotRange) => void): TemplateResult {
  const shown = range.isLive ? spanOf(range) : undefined;
  return html`<div class="plot-ranges" role="group" aria-label=${say('plot.range')}>
    ${(Object.keys(SPANS) as Span[]).map(
      (span) => html`<button
        type="button"
        aria-pressed=${String(span === shown)}
        @click=${() => onChoose(liveRange(SPANS[span], Date.now()))}
      >
        ${say(`plot.${span}`)}
      </button>`,
    )}
  </div>`;
}

/** What the tools below a plot do. */
export interface PlotTools {
  readonly isLive: boolean;
  readonly isEmpty: boolean;
  readonly comparison: Comparison | undefined;
  readonly isTable: boolean;
  readonly onMove: (share: number) => void;
  readonly onZoom: (factor: number) => void;
  readonly onCompare: (comparison: Comparison | undefined) => void;
  readonly onTable: () => void;
  readonly onSave: () => void;
}

export function plotTools(tools: PlotTools): TemplateResult {
  const { isTable, onMove, onZoom } = tools;
  return html`<div class="plot-tools">
    ${button(mdiChevronLeft, say('plot.earlier'), () => onMove(-1))}
    ${button(mdiChevronRight, say('plot.later'), () => onMove(1), { isDisabled: tools.isLive })}
    ${button(mdiMagnifyPlusOutline, say('plot.zoom_in'), () => onZoom(1 / ZOOM))}
    ${button(mdiMagnifyMinusOutline, say('plot.zoom_out'), () => onZoom(ZOOM))}
    <span class="plot-gap"></span>
    ${comparisonChoice(tools)}
    ${button(mdiTable, say('plot.table'), tools.onTable, { isPressed: isTable })}
    ${button(mdiDownload, say('plot.csv'), tools.onSave, { isDisabled: tools.isEmpty })}
  </div>`;
}

function comparisonChoice({ comparison, onCompare }: PlotTools): TemplateResult {
  const choose = ({ target }: Event): void => {
    const { value } = target as HTMLSelectElement;
    onCompare(COMPARISONS.find((one) => one === value));
  };
  return html`<select class="plot-comparison" aria-label=${say('plot.compare')} @change=${choose}>
    <option value="" ?selected=${comparison === undefined}>${say('plot.compare_none')}</option>
    ${COMPARISONS.map(
      (one) =>
        html`<option value=${one} ?selected=${one === comparison}>${say(`plot.compare_${one}`)}</option>`,
    )}
  </select>`;
}

/** A button with an icon; `isPressed` makes it a switch. */
function button(
  path: string,
  label: string,
  act: () => void,
  { isDisabled = false, isPressed }: { readonly isDisabled?: boolean; readonly isPressed?: boolean } = {},
): TemplateResult {
  return html`<button
    type="button"
    class="quiet round"
    aria-label=${label}
    title=${label}
    aria-pressed=${isPressed === undefined ? nothing : String(isPressed)}
    ?disabled=${isDisabled}
    @click=${act}
  >
    ${icon(path)}
  </button>`;
}
