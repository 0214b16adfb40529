import '../styles/plots.css';
import '../texts/history.ts';
import { html, nothing, type PropertyValues } from 'lit';
import { LightElement } from '../app/light-element.ts';
import { ChartGroup, type Drawing } from '../parts/plot/chart-group.ts';
import { type Plot, readPlots } from '../parts/plot/plot-answer.ts';
import { nearest, PIXELS_A_POINT } from '../parts/plot/plot-columns.ts';
import { type Comparison, shiftOf } from '../parts/plot/plot-comparison.ts';
import { PlotGestures } from '../parts/plot/plot-gestures.ts';
import { chosen, liveRange, moved, type PlotRange, SPANS, zoomed } from '../parts/plot/plot-range.ts';
import { plotTools, rangeButtons } from '../parts/plot/plot-tools.ts';
import type { HomeStore } from '../state/home-store.ts';
import { say } from '../texts/say.ts';
import { byUnit, curvesOf } from './plot-curves.ts';
import { type Compared, curveLegend, type LegendView, plotReadout } from './plot-legend.ts';
import { timelines } from './plot-timelines.ts';
import { type Plotted, savePlots, valueTable } from './plot-values.ts';
import { attributesOf, plottedOf, timesOf } from './plotted-list.ts';

/** How often plots are read again while their entities change, and while they do not, in milliseconds. */
const SHORTEST_WAIT = 2000;
const SHORTEST_STEP = 10_000;
/** The share of the range after which a change is visible at all. */
const VISIBLE = 1 / 500_000;
const FEWEST_POINTS = 50;
/** The theme of the system, which may change in the evening. */
const DARK = matchMedia('(prefers-color-scheme: dark)');

/** The history of entities: curves of numbers, those of the same unit together, and timelines of states. */
export class HistoryPlot extends LightElement {
  static override properties = {
    home: { attribute: false },
    entityIds: { attribute: false },
    range: { attribute: false },
    plots: { state: true },
    compared: { state: true },
    comparison: { state: true },
    isTable: { state: true },
    pointed: { state: true },
    status: { state: true },
  };

  declare home: HomeStore;
  declare entityIds: readonly string[];
  /** What is shown; a `range` event tells that the user changed it. */
  declare range: PlotRange;
  declare plots: ReadonlyMap<string, Plot>;
  /** The same of an earlier time, and how much earlier, in milliseconds. */
  declare compared: { readonly shift: number; readonly plots: ReadonlyMap<string, Plot> } | undefined;
  declare comparison: Comparison | undefined;
  declare isTable: boolean;
  /** The time at the cursor. */
  declare pointed: number | undefined;
  declare status: 'loading' | 'ready' | 'failed';
  private readonly charts = new ChartGroup({
    onMark: (from, to) => this.show(chosen(from, to, Date.now())),
    onPoint: (at) => {
      this.pointed = at;
    },
  });
  private readonly gestures = new PlotGestures({
    timeAt: (clientX) => this.timeAt(clientX),
    onPoint: (at) => this.point(at),
    onStep: (by) => this.step(by),
    onMove: (share) => this.show(moved(this.range, share, Date.now())),
    onZoom: (factor, around) => this.zoom(factor, around),
  });
  private readonly redraw = (): void => this.charts.redraw();
  private readonly theme = new MutationObserver(this.redraw);
  private unlisten: (() => void) | undefined;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private readAt = 0;
  private reading = 0;

  constructor() {
    super();
    this.range = liveRange(SPANS.day, Date.now());
    this.plots = new Map();
    this.isTable = false;
    this.status = 'loading';
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.theme.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme'] });
    DARK.addEventListener('change', this.redraw);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.unlisten?.();
    this.theme.disconnect();
    DARK.removeEventListener('change', this.redraw);
    clearTimeout(this.timer);
    this.charts.destroy();
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    const isOther = changed.has('entityIds') && String(changed.get('entityIds')) !== String(this.entityIds);
    if (isOther) {
      this.unlisten?.();
      this.unlisten = this.home.listen(this.entityIds, () => this.follow());
      this.status = 'loading';
    }
    if (isOther || changed.has('range') || changed.has('comparison')) void this.read();
  }

  protected override updated(changed: PropertyValues<this>): void {
    // The cursor moves with each frame of the mouse: what it points at is drawn already.
    if (changed.size === 1 && changed.has('pointed')) return;
    void this.charts.show(this.drawings(), this.range);
  }

  protected override render() {
    const plotted = this.plotted();
    const states = plotted.filter(({ plot }) => plot.kind === 'states');
    const units = byUnit(plotted);
    const { gestures, range } = this;
    const view = this.legend(plotted);
    const [past, shift] = [view.compared?.plotted ?? [], view.compared?.shift ?? 0];
    const earlier = { from: range.from - shift, to: range.to - shift, isLive: false };
    // Several plots may be longer than the screen: what changes all of them is above.
    const tools = html`${plotReadout(plotted, range, view)}
      ${plotTools({
        isLive: range.isLive,
        isEmpty: plotted.length === 0,
        comparison: this.comparison,
        isTable: this.isTable,
        onMove: (share) => this.show(moved(range, share, Date.now())),
        onZoom: (factor) => this.zoom(factor),
        onCompare: (comparison) => {
          this.comparison = comparison;
        },
        onTable: () => {
          this.isTable = !this.isTable;
        },
        onSave: () => savePlots([...plotted, ...past]),
      })}`;
    return html`<section class="plot" aria-label=${say('plot.title')}>
      ${rangeButtons(range, (next) => this.show(next))}
      ${this.entityIds.length === 1 ? nothing : tools}
      <div
        class="plot-area"
        tabindex="0"
        role="group"
        aria-label=${say('plot.keys')}
        @keydown=${gestures.onKey}
        @wheel=${gestures.onWheel}
        @pointerdown=${gestures.onPointer}
        @pointermove=${gestures.onPointer}
        @pointerup=${gestures.onPointerEnd}
        @pointercancel=${gestures.onPointerEnd}
        @pointerleave=${this.onLeave}
      >
        ${[...units].map(
          ([unit, of]) => html`${curveLegend(of, unit, view)}
            <div class="plot-chart" data-unit=${unit}></div>`,
        )}
        ${states.map((one) => timelines(one, range, view))}
        ${plotted.length === 0 ? html`<p class="hint">${this.emptyText()}</p>` : nothing}
      </div>
      ${this.entityIds.length === 1 ? tools : nothing}
      ${this.isTable ? plotted.map((one) => valueTable(this.home, one, range)) : nothing}
      ${this.isTable ? past.map((one) => valueTable(this.home, one, earlier)) : nothing}
    </section>`;
  }

  private plotted(): Plotted[] {
    return plottedOf(this.home, this.entityIds, this.plots);
  }

  private legend(plotted: readonly Plotted[]): LegendView {
    const { home, pointed } = this;
    return { home, pointed, keys: plotted.map(({ key }) => key), compared: this.earlier() };
  }

  private earlier(): Compared | undefined {
    const { home, entityIds, compared, comparison } = this;
    if (comparison === undefined || compared === undefined) return undefined;
    const plotted = plottedOf(home, entityIds, compared.plots);
    return { name: say(`plot.compare_${comparison}`), shift: compared.shift, plotted };
  }

  private drawings(): Map<string, Drawing> {
    const plotted = this.plotted();
    const { shift = 0, plots = new Map<string, Plot>() } =
      (this.comparison === undefined ? undefined : this.compared) ?? {};
    const hosts = [...this.querySelectorAll<HTMLElement>('.plot-chart')];
    const drawings = new Map<string, Drawing>();
    for (const [unit, members] of byUnit(plotted)) {
      const host = hosts.find(({ dataset }) => dataset.unit === unit);
      const curves = curvesOf(members, { compared: plots, shift });
      if (host !== undefined) drawings.set(unit, { host, curves });
    }
    return drawings;
  }

  private emptyText(): string {
    if (this.status === 'loading') return say('plot.loading');
    return this.status === 'failed' ? say('plot.failed') : say('plot.empty');
  }

  private async read(): Promise<void> {
    clearTimeout(this.timer);
    const { home, entityIds, range, comparison } = this;
    const points = Math.max(FEWEST_POINTS, Math.round((this.clientWidth || 400) / PIXELS_A_POINT));
    const length = range.to - range.from;
    this.reading += 1;
    const { reading } = this;
    this.readAt = Date.now();
    const attributes = attributesOf(home, entityIds);
    if (entityIds.some((id) => attributes.has(id) || hasUnit(home, id))) this.charts.prepare();
    const ask = (earlier: number) => {
      const [from, to] = [range.from - earlier, range.to - earlier];
      return readPlots(home.connection, { entityIds, from, to, points, attributes });
    };
    const shift = comparison === undefined ? 0 : shiftOf(comparison, range);
    try {
      const [plots, compared] = await Promise.all([
        ask(0),
        comparison === undefined ? undefined : ask(shift),
      ]);
      if (reading !== this.reading) return;
      [this.plots, this.status] = [plots, 'ready'];
      this.compared = compared && { shift, plots: compared };
    } catch {
      if (reading === this.reading) this.status = 'failed';
    }
    if (range.isLive) this.schedule(Math.max(length / points, SHORTEST_STEP));
  }

  /** An entity changed: the right edge follows, but not faster than a person can read. */
  private follow(): void {
    if (!this.range.isLive || this.gestures.isTouched) return;
    const least = Math.max(SHORTEST_WAIT, (this.range.to - this.range.from) * VISIBLE);
    this.schedule(Math.max(0, this.readAt + least - Date.now()));
  }

  private schedule(delay: number): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      const { from, to, isLive } = this.range;
      if (this.isConnected && isLive) this.range = liveRange(to - from, Date.now());
    }, delay);
  }

  private show(range: PlotRange): void {
    this.range = range;
    // A cursor outside of what is shown would read nothing.
    if (this.pointed !== undefined && (this.pointed < range.from || this.pointed > range.to)) {
      this.pointed = undefined;
      this.charts.point(undefined);
    }
    this.dispatchEvent(new CustomEvent('range', { detail: range }));
  }

  private zoom(factor: number, around = this.pointed ?? (this.range.from + this.range.to) / 2): void {
    this.show(zoomed(this.range, factor, around, Date.now()));
  }

  private point(at: number): void {
    this.pointed = at;
    this.charts.point(at);
  }

  /** A mouse that left the plot reads nothing; what a finger read stays. */
  private readonly onLeave = ({ pointerType }: PointerEvent): void => {
    if (pointerType === 'mouse') this.pointed = undefined;
  };

  /** Moves the cursor to the next point, so that each can be read without a mouse. */
  private step(by: number): void {
    const start = timesOf(this.plotted());
    const index = nearest(start, this.pointed ?? this.range.to) ?? 0;
    const next = Math.min(Math.max(index + (this.pointed === undefined ? 0 : by), 0), start.length - 1);
    const at = start[next];
    if (at !== undefined) this.point(Math.max(at, this.range.from));
  }

  private timeAt(clientX: number): number {
    const ofChart = this.charts.timeAt(clientX);
    if (ofChart !== undefined) return ofChart;
    const area = this.querySelector('.plot-area')?.getBoundingClientRect();
    const share = Math.min(Math.max((clientX - (area?.left ?? 0)) / (area?.width || 1), 0), 1);
    return this.range.from + share * (this.range.to - this.range.from);
  }
}

function hasUnit(home: HomeStore, entityId: string): boolean {
  return home.entity(entityId)?.attributes.unit_of_measurement !== undefined;
}
