import type { Curve } from '../parts/plot/number-chart.ts';
import type { Plot } from '../parts/plot/plot-answer.ts';
import { type Plotted, unitOf } from './plot-values.ts';

/** The colors of curves, as custom properties of the style sheet. */
const COLORS = [
  ...(['--accent', '--tone-cool', '--good', '--tone-open'] as const),
  ...(['--tone-water', '--tone-media', '--tone-light'] as const),
];

/** The color of a plot, by its place among those that are shown. */
export function colorOf(keys: readonly string[], key: string): (typeof COLORS)[number] {
  return COLORS[keys.indexOf(key) % COLORS.length] ?? '--accent';
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

/** What the colors depend on, and the plots of the time before with how much earlier they are, in milliseconds. */
interface CurveView {
  readonly keys: readonly string[];
  readonly compared: ReadonlyMap<string, Plot>;
  readonly shift: number;
}

/** The curves of a chart; those of the time before lie below. */
export function curvesOf(members: readonly Plotted[], { keys, compared, shift }: CurveView): Curve[] {
  const curves: Curve[] = [];
  for (const { key, plot } of members) {
    const color = colorOf(keys, key);
    const before = compared.get(key);
    if (before?.kind === 'numbers') curves.unshift({ plot: before, color, shift });
    if (plot.kind === 'numbers') curves.push({ plot, color });
  }
  return curves;
}
