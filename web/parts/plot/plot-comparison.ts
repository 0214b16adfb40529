import { momentOf, wallTime } from '../../state/home-zone.ts';
import type { PlotRange } from './plot-range.ts';

/** What a plot is compared with: the time of the same length before it, or the same time a day or a year before. */
export const COMPARISONS = ['before', 'day', 'year'] as const;
export type Comparison = (typeof COMPARISONS)[number];

/** How much earlier the compared range is, in milliseconds: by the clock of the home, across daylight saving changes. */
export function shiftOf(comparison: Comparison, { from, to }: PlotRange): number {
  if (comparison === 'before') return to - from;
  const wall = new Date(`${wallTime(new Date(from))}Z`);
  if (comparison === 'day') wall.setUTCDate(wall.getUTCDate() - 1);
  else wall.setUTCFullYear(wall.getUTCFullYear() - 1);
  const earlier = momentOf(wall.toISOString().slice(0, 19));
  return earlier === undefined ? to - from : Math.floor(from / 1000) * 1000 - earlier.getTime();
}
