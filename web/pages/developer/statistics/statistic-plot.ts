import { html, nothing, svg, type TemplateResult } from 'lit';
import type { StatisticsRow } from '../../../server/statistics.ts';

interface StatisticPlot {
  readonly rows: readonly StatisticsRow[];
  readonly hasSum: boolean;
  readonly chosen: StatisticsRow | undefined;
  /** What the chosen row would have; drawn beside what it has. */
  readonly preview: number | undefined;
  readonly label: string;
  /** A row with its value in words. */
  readonly text: (row: StatisticsRow) => string;
  readonly onChoose: (row: StatisticsRow) => void;
}

/** Units of the drawing, which is stretched to the width of the page. */
const WIDTH = 1000;
const HEIGHT = 100;
const EDGE = 4;
/** A value of zero can still be seen. */
const LEAST = 1;

/**
 * The rows as bars, or as means with the line between their extremes. A click chooses a row, which can also be chosen
 * in the table; what a correction would make of it is drawn over it.
 */
export function statisticPlot(plot: StatisticPlot): TemplateResult | typeof nothing {
  const { rows, hasSum, chosen, preview, label, text, onChoose } = plot;
  if (rows.length === 0) return nothing;
  const values = rows.flatMap((row) => valuesOf(row, hasSum)).concat(preview ?? []);
  // A mean is far from zero, a change is compared with it.
  const low = Math.min(...values, ...(hasSum ? [0] : []));
  const high = Math.max(...values, ...(hasSum ? [0] : []));
  // Halves, since the difference of two finite numbers need not be finite.
  const range = high / 2 - low / 2;
  const y = (value: number): number =>
    EDGE + (range === 0 ? 0.5 : (high / 2 - value / 2) / range) * (HEIGHT - 2 * EDGE);
  const step = WIDTH / rows.length;
  const bar = (from: number, to: number, x: number, kind: string): TemplateResult => {
    const [top, bottom] = [Math.min(y(from), y(to)), Math.max(y(from), y(to))];
    return svg`<rect class=${kind} x=${x + step * 0.15} y=${top} width=${step * 0.7} height=${Math.max(bottom - top, LEAST)}></rect>`;
  };
  return html`<svg
    class="statistics-plot"
    viewBox="0 0 ${WIDTH} ${HEIGHT}"
    preserveAspectRatio="none"
    role="img"
    aria-label=${label}
  >
    ${rows.map((row, index) => {
      const x = index * step;
      const [first = 0, ...others] = valuesOf(row, hasSum);
      const own = hasSum ? bar(0, first, x, 'own') : bar(others[0] ?? first, others[1] ?? first, x, 'range');
      return svg`<g ?data-chosen=${row.start === chosen?.start} @click=${() => onChoose(row)}>
        <title>${text(row)}</title>
        <rect class="target" x=${x} y="0" width=${step} height=${HEIGHT}></rect>
        ${own} ${hasSum ? nothing : bar(first, first, x, 'own')}
        ${row.start === chosen?.start && preview !== undefined ? bar(hasSum ? 0 : preview, preview, x, 'preview') : nothing}
      </g>`;
    })}
  </svg>`;
}

/** The change, or the mean and the extremes. */
function valuesOf({ change, mean, min, max }: StatisticsRow, hasSum: boolean): readonly number[] {
  if (hasSum) return [change ?? 0];
  const middle = mean ?? 0;
  return [middle, min ?? middle, max ?? middle];
}
