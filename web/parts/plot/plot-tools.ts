import {
  mdiChevronLeft,
  mdiChevronRight,
  mdiCompare,
  mdiDownload,
  mdiMagnifyMinusOutline,
  mdiMagnifyPlusOutline,
  mdiTable,
} from '@mdi/js';
import { html, nothing, type TemplateResult } from 'lit';
import { say } from '../../texts/say.ts';
import { icon } from '../icon.ts';
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
  /** Undefined if there is nothing to compare. */
  readonly isCompared: boolean | undefined;
  readonly isTable: boolean;
  readonly onMove: (share: number) => void;
  readonly onZoom: (factor: number) => void;
  readonly onCompare: () => void;
  readonly onTable: () => void;
  readonly onSave: () => void;
}

export function plotTools(tools: PlotTools): TemplateResult {
  const { isCompared, isTable, onMove, onZoom } = tools;
  return html`<div class="plot-tools">
    ${button(mdiChevronLeft, say('plot.earlier'), () => onMove(-1))}
    ${button(mdiChevronRight, say('plot.later'), () => onMove(1), { isDisabled: tools.isLive })}
    ${button(mdiMagnifyPlusOutline, say('plot.zoom_in'), () => onZoom(1 / ZOOM))}
    ${button(mdiMagnifyMinusOutline, say('plot.zoom_out'), () => onZoom(ZOOM))}
    <span class="plot-gap"></span>
    ${
      isCompared === undefined
        ? nothing
        : button(mdiCompare, say('plot.compare'), tools.onCompare, { isPressed: isCompared })
    }
    ${button(mdiTable, say('plot.table'), tools.onTable, { isPressed: isTable })}
    ${button(mdiDownload, say('plot.csv'), tools.onSave, { isDisabled: tools.isEmpty })}
  </div>`;
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
