import type { ChartEvents, Curve, NumberChart } from './number-chart.ts';
import type { PlotRange } from './plot-range.ts';

/** An element and what is drawn into it. */
export interface Drawing {
  readonly host: HTMLElement;
  readonly curves: readonly Curve[];
}

const loadChart = () => import('./number-chart.ts');

/** The charts of a page by their names, such as units; uPlot is loaded with the first one. */
export class ChartGroup {
  private readonly events: ChartEvents;
  private readonly charts = new Map<string, { readonly host: HTMLElement; readonly chart: NumberChart }>();

  constructor(events: ChartEvents) {
    this.events = events;
  }

  /** Loads uPlot while the curves are still being read. */
  prepare(): void {
    loadChart().catch(() => {
      // `show` tries again.
    });
  }

  /** Draws curves into elements; charts whose element is gone are removed. */
  async show(drawings: ReadonlyMap<string, Drawing>, range: PlotRange): Promise<void> {
    for (const [name, { host, chart }] of this.charts)
      if (drawings.get(name)?.host !== host) {
        chart.destroy();
        this.charts.delete(name);
      }
    if (drawings.size === 0) return;
    const { NumberChart: Chart } = await loadChart();
    for (const [name, { host, curves }] of drawings) {
      if (!host.isConnected) continue;
      const known = this.charts.get(name) ?? { host, chart: new Chart(host, this.events) };
      this.charts.set(name, known);
      known.chart.show(curves, range);
    }
  }

  /** Moves the cursors to a time, or hides them. */
  point(at: number | undefined): void {
    for (const { chart } of this.charts.values()) chart.point(at);
  }

  /** The time at a place on the screen; undefined without a chart. */
  timeAt(clientX: number): number | undefined {
    const [first] = this.charts.values();
    return first?.chart.timeAt(clientX - first.host.getBoundingClientRect().left);
  }

  redraw(): void {
    for (const { chart } of this.charts.values()) chart.redraw();
  }

  destroy(): void {
    for (const { chart } of this.charts.values()) chart.destroy();
    this.charts.clear();
  }
}
