import type { Curve } from '../parts/plot/number-chart.ts';
import type { Plot } from '../parts/plot/plot-answer.ts';
import { type Plotted, unitOf } from './plot-values.ts';

/** The colors of curves, as custom properties of the style sheet. */
const COLORS = [
  ...(['--accent', '--tone-cool', '--good', '--tone-open'] as const),
  ...(['--tone-water', '--tone-media', '--tone-light'] as const),
];

/** How the curve of a plot is told from others of its chart: by its color, and by dashes once all colors are in use. */
export interface CurveStyle {
  readonly color: (typeof COLORS)[number];
  readonly isDashed: boolean;
}

/** The style of a plot, by its place among those that share its chart. */
export function styleOf(members: readonly Plotted[], key: string): CurveStyle {
  const index = members.findIndex((one) => one.key === key);
  return { color: COLORS[index % COLORS.length] ?? '--accent', isDashed: index >= COLORS.length };
}

/** What has numbers by their units, which share an axis. */
export function byUnit(plotted: readonly Plotted[]): Map<string, Plotted[]> {
  const units = new Map<string, Plotted[]>();
  for (const one of plotted) {
    if (one.plot.kind !== 'numbers') continue;
    const unit = unitOf(one);
    units.set(unit, [...(units.get(unit) ?? []), one]);
  }
  return units;
}

/** The plots of the time before, and how much earlier they are, in milliseconds. */
interface CurveView {
  readonly compared: ReadonlyMap<string, Plot>;
  readonly shift: number;
}

/** The curves of a chart; those of the time before lie below. */
export function curvesOf(members: readonly Plotted[], { compared, shift }: CurveView): Curve[] {
  const curves: Curve[] = [];
  for (const { key, plot } of members) {
    const style = styleOf(members, key);
    const before = compared.get(key);
    if (before?.kind === 'numbers') curves.unshift({ plot: before, ...style, shift });
    if (plot.kind === 'numbers') curves.push({ plot, ...style });
  }
  return curves;
}
