import type { NumbersPlot } from './plot-answer.ts';

/** The box of a sparkline, with room for the width of its line. */
export const SPARKLINE_BOX = { width: 48, height: 16, edge: 1.5 } as const;
/** How much longer than a bucket two neighbors may be apart before the line is interrupted. */
const GAP = 1.5;

/** The means of a plot as an SVG path, scaled to the sparkline's box; empty with fewer than two buckets. */
export function sparklinePath({ start, mean, width }: NumbersPlot, from: number, to: number): string {
  if (mean.length < 2) return '';
  const box = SPARKLINE_BOX;
  const [low, high] = [Math.min(...mean), Math.max(...mean)];
  // Halves, since the difference of two finite numbers need not be finite.
  const range = high / 2 - low / 2;
  const x = (at: number): string =>
    (box.edge + clamp((at - from) / (to - from)) * (box.width - 2 * box.edge)).toFixed(1);
  const y = (value: number): string => {
    const share = range === 0 ? 0.5 : clamp((value / 2 - low / 2) / range);
    return (box.height - box.edge - share * (box.height - 2 * box.edge)).toFixed(1);
  };
  return mean
    .map((value, i) => {
      const at = start[i] ?? from;
      const isApart = i === 0 || at - (start[i - 1] ?? from) > GAP * width;
      return `${isApart ? 'M' : 'L'}${x(at + width / 2)} ${y(value)}`;
    })
    .join('');
}

function clamp(share: number): number {
  return Math.min(Math.max(share, 0), 1);
}
