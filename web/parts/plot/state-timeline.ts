import { html, nothing, svg, type TemplateResult } from 'lit';
import { say } from '../../texts/say.ts';
import { timeText } from '../time-text.ts';
import type { StatesPlot } from './plot-answer.ts';
import type { PlotRange } from './plot-range.ts';

/** A part of a timeline: which of the colors it has, and where. */
interface Part {
  readonly state: string;
  readonly color: number;
  readonly left: number;
  readonly width: number;
}

/** How a timeline is drawn. */
export interface TimelineView {
  readonly plot: StatesPlot;
  readonly range: PlotRange;
  /** What a state is called. */
  readonly text: (state: string) => string;
  readonly label: string;
}

type Colors = ReadonlyMap<string, number>;

const WIDTH = 1000;
/** Short states stay visible. */
const NARROWEST = 1.5;
const COLORS = 8;
/** More states than these are counted instead of named. */
const MAX_LEGEND = 12;
/** States in a subdued color: idle or unavailable ones. */
const QUIET: ReadonlySet<string> = new Set([
  'off',
  'closed',
  'locked',
  'idle',
  'not_home',
  'docked',
  'standby',
]);
const MISSING: ReadonlySet<string | null> = new Set([null, 'unknown', 'unavailable', '']);

/** A bar in which each state has its color, with a legend. */
export function stateTimeline({ plot, range, text, label }: TimelineView): TemplateResult {
  const colors = colorsOf([...plot.state, ...(plot.brief?.state ?? [])]);
  const parts = partsOf(plot, range, colors);
  const brief = briefOf(plot, range, colors);
  const shown = [...new Map([...parts, ...brief].map((part) => [part.state, part])).values()].sort(
    (a, b) => a.color - b.color,
  );
  return html`<svg
      class="timeline"
      viewBox="0 0 ${WIDTH} 10"
      preserveAspectRatio="none"
      role="img"
      aria-label=${label}
    >
      ${parts.map(
        ({ left, width, color }) =>
          svg`<rect x=${left} y="0" width=${width} height="10" class="state-${color}"></rect>`,
      )}
      ${brief.map(
        ({ left, width, color }) =>
          svg`<rect x=${left} y="5" width=${width} height="5" class="state-${color} state-brief"></rect>`,
      )}
    </svg>
    <div class="timeline-axis" aria-hidden="true">
      ${[0, 1 / 3, 2 / 3, 1].map((share) => html`<span>${momentText(new Date(range.from + share * (range.to - range.from)), range)}</span>`)}
    </div>
    <ul class="timeline-legend">
      ${shown
        .slice(0, MAX_LEGEND)
        .map(({ state, color }) => html`<li><i class="state-${color}"></i>${text(state)}</li>`)}
      ${
        shown.length > MAX_LEGEND
          ? html`<li class="hint">${say('plot.more_states', { count: shown.length - MAX_LEGEND })}</li>`
          : nothing
      }
      ${isAnyMissing(parts) ? html`<li><i class="state-none"></i>${say('plot.none')}</li>` : nothing}
    </ul>
    ${plot.thinned ? html`<p class="hint">${say('plot.thinned')}</p>` : nothing}`;
}

const DAY = 86_400_000;

function momentText(at: Date, { from, to }: PlotRange): string {
  if (to - from <= 2 * DAY) return timeText(at, { timeStyle: 'short' });
  return timeText(at, { day: 'numeric', month: 'short' });
}

/** The state at a time; undefined if there was none. */
export function stateAt({ start, state }: StatesPlot, at: number): string | undefined {
  const index = start.findLastIndex((one) => one <= at);
  return state[index] ?? undefined;
}

function partsOf({ start, state }: StatesPlot, range: PlotRange, colors: Colors): Part[] {
  const { to } = range;
  const place = placeIn(range);
  return start.flatMap((at, index) => {
    const own = state[index] ?? null;
    const color = colors.get(own ?? '');
    if (own === null || color === undefined) return [];
    const [left, right] = [place(at), place(start[index + 1] ?? to)];
    return right > left ? [{ state: own, color, left, width: Math.max(right - left, NARROWEST) }] : [];
  });
}

/** The spans in which other states held beside the longest one; those that follow each other are one part. */
function briefOf({ brief, width = 0 }: StatesPlot, range: PlotRange, colors: Colors): Part[] {
  const place = placeIn(range);
  const parts: Part[] = [];
  for (const [index, at] of (brief?.start ?? []).entries()) {
    const state = brief?.state[index] ?? '';
    const color = colors.get(state);
    const [left, right] = [place(at), place(at + width)];
    if (color === undefined || right <= left) continue;
    const last = parts.at(-1);
    if (last?.state === state && left - last.left - last.width < NARROWEST / 100)
      parts[parts.length - 1] = { ...last, width: right - last.left };
    else parts.push({ state, color, left, width: Math.max(right - left, NARROWEST) });
  }
  return parts;
}

/** Returns the position of a time in the drawing. */
function placeIn({ from, to }: PlotRange): (at: number) => number {
  return (at) => ((Math.min(Math.max(at, from), to) - from) / (to - from)) * WIDTH;
}

/** Whether a visible part of the time has no state, or one that says that it is not known. */
function isAnyMissing(parts: readonly Part[]): boolean {
  let end = 0;
  for (const { left, width } of parts) {
    if (left > end + NARROWEST) return true;
    end = Math.max(end, left + width);
  }
  return end < WIDTH - NARROWEST;
}

/** The color of each state: 0 if it is at rest, otherwise in the order of the alphabet, so that it does not change. */
function colorsOf(states: readonly (string | null)[]): Colors {
  const colors = new Map<string, number>();
  let next = 1;
  for (const state of [...new Set(states)].filter((one) => one !== null).sort()) {
    if (MISSING.has(state)) continue;
    if (QUIET.has(state)) colors.set(state, 0);
    else {
      colors.set(state, next);
      next = (next % (COLORS - 1)) + 1;
    }
  }
  return colors;
}
