import UPlot from 'uplot';
import { wallDate } from '../../state/home-zone.ts';
import { axisNumber, HUGE } from '../number-text.ts';
import { timeText } from '../time-text.ts';
import type { NumbersPlot } from './plot-answer.ts';
import { type Columns, columnsOf } from './plot-columns.ts';
import type { PlotRange } from './plot-range.ts';

/** A curve of a chart; `color` is a custom property of the style sheet. */
export interface Curve {
  readonly plot: NumbersPlot;
  readonly color: `--${string}`;
  readonly isDashed?: boolean;
  /** Milliseconds by which it is moved, to compare with an earlier range. */
  readonly shift?: number;
}

/** What happens on a chart; times in milliseconds since 1970. */
export interface ChartEvents {
  /** A part was marked with the mouse. */
  readonly onMark: (from: number, to: number) => void;
  /** The mouse is at a time, or outside of the chart. */
  readonly onPoint: (at: number | undefined) => void;
}

const HEIGHT = 200;
const FADED = 0.14;
/** The width of a digit beside an axis, in pixels. */
const LETTER = 7.5;
const COMPARED_DASH = [4, 4];
const LAP_DASH = [12, 3];
/** The least distance between two times beside the axis, in pixels. */
const TIME_SPACE = 76;
/** Times nearer than this to the right edge have no label, in pixels. */
const HALF_TIME = 28;

/** Curves of numbers with the band between their extremes, drawn by uPlot. */
export class NumberChart {
  private readonly host: HTMLElement;
  private readonly events: ChartEvents;
  private readonly resizing: ResizeObserver;
  private chart: UPlot | undefined;
  private shape = '';
  /** The plots that are in the chart. */
  private plots: readonly NumbersPlot[] = [];
  /** Colors of the theme: reading one may lay out the page. */
  private readonly colors = new Map<string, string>();
  /** What drawn values are multiplied with: uPlot has no axis for numbers of more than 17 digits. */
  private factor = 1;
  private range: PlotRange = { from: 0, to: 1, isLive: true };

  constructor(host: HTMLElement, events: ChartEvents) {
    this.host = host;
    this.events = events;
    this.resizing = new ResizeObserver(() => this.fit());
    this.resizing.observe(host);
  }

  show(curves: readonly Curve[], range: PlotRange): void {
    this.range = range;
    const shape = curves.map(({ color, isDashed, shift }) => `${color} ${isDashed} ${shift}`).join();
    const isSameShape = this.chart !== undefined && shape === this.shape;
    const isSameData =
      curves.length === this.plots.length && curves.every(({ plot }, at) => plot === this.plots[at]);
    // While the curves of a new range are read, the known ones move.
    if (isSameShape && isSameData) {
      this.chart?.setScale('x', { min: range.from / 1000, max: range.to / 1000 });
      return;
    }
    this.plots = curves.map(({ plot }) => plot);
    this.factor = factorOf(curves);
    const tables = curves.map(({ plot, shift = 0 }) => {
      const earlier = { ...range, from: range.from - shift, to: range.to - shift };
      const [times, ...values] = columnsOf(plot, earlier);
      const drawn = this.factor === 1 ? values : values.map((column) => column.map((one) => this.drawn(one)));
      return [times.map((at) => at + shift / 1000), ...drawn] as Columns;
    });
    const data = tables.length === 1 && tables[0] !== undefined ? tables[0] : UPlot.join(tables);
    if (this.chart !== undefined && isSameShape) {
      this.chart.setData(data, false);
      this.chart.setScale('x', { min: range.from / 1000, max: range.to / 1000 });
      return;
    }
    this.chart?.destroy();
    this.shape = shape;
    this.chart = new UPlot(this.options(curves), data, this.host);
  }

  /** Moves the cursor to a time, or hides it. */
  point(at: number | undefined): void {
    const { chart } = this;
    if (chart === undefined) return;
    const left = at === undefined ? -10 : chart.valToPos(at / 1000, 'x');
    chart.setCursor({ left, top: at === undefined ? -10 : chart.over.clientHeight / 2 }, false);
  }

  /** The time at a distance from the left edge of the host, in pixels. */
  timeAt(left: number): number {
    const { chart } = this;
    if (chart === undefined) return this.range.to;
    const offset = chart.over.getBoundingClientRect().left - this.host.getBoundingClientRect().left;
    return chart.posToVal(left - offset, 'x') * 1000;
  }

  /** Draws again, with the colors of another theme. */
  redraw(): void {
    this.colors.clear();
    this.chart?.redraw(false, true);
  }

  destroy(): void {
    this.resizing.disconnect();
    this.chart?.destroy();
    this.chart = undefined;
  }

  /** The labels without one that the right edge would cut off. */
  private fitting(times: readonly number[], labels: readonly string[]): string[] {
    const { from, to } = this.range;
    const left = to - (HALF_TIME / Math.max(this.host.clientWidth, HALF_TIME)) * (to - from);
    return labels.map((label, index) => ((times[index] ?? 0) * 1000 > left ? '' : label));
  }

  /** A custom property of the style sheet. */
  private css(name: `--${string}`): string {
    const known = this.colors.get(name) ?? getComputedStyle(this.host).getPropertyValue(name).trim();
    this.colors.set(name, known);
    return known;
  }

  private drawn(value: number | null): number | null {
    return value === null ? null : value / this.factor;
  }

  private fit(): void {
    const width = this.host.clientWidth;
    if (this.chart !== undefined && width > 0 && width !== this.chart.width)
      this.chart.setSize({ width, height: HEIGHT });
  }

  private options(curves: readonly Curve[]): UPlot.Options {
    const css = (name: `--${string}`): string => this.css(name);
    const axis = {
      stroke: () => css('--text-quiet'),
      grid: { stroke: () => css('--line'), width: 1 },
      ticks: { show: false },
      font: `12px ${css('--letters')}`,
    };
    const series = curves.flatMap(({ color, isDashed = false, shift = 0 }): UPlot.Series[] => [
      {
        stroke: () => css(color),
        width: 2,
        points: { show: false },
        ...(shift === 0 ? {} : { dash: COMPARED_DASH }),
        ...(isDashed && shift === 0 ? { dash: LAP_DASH } : {}),
      },
      { stroke: 'transparent', points: { show: false } },
      { stroke: 'transparent', points: { show: false } },
    ]);
    const bands = curves.map(
      ({ color }, index): UPlot.Band => ({
        series: [index * 3 + 2, index * 3 + 3],
        fill: () => faded(css(color)),
      }),
    );
    return {
      width: Math.max(this.host.clientWidth, 50),
      height: HEIGHT,
      legend: { show: false },
      padding: [8, 8, 0, 0],
      tzDate: (seconds) => wallDate(seconds * 1000),
      scales: {
        x: { time: true, range: () => [this.range.from / 1000, this.range.to / 1000] },
        y: {
          range: (_chart, low, high) =>
            low === null || high === null ? [0, 1] : UPlot.rangeNum(low, high, 0.1, true),
        },
      },
      axes: [
        {
          ...axis,
          size: 28,
          space: TIME_SPACE,
          values: (_chart, at, _axis, _space, step) => this.fitting(at, timeLabels(at, step)),
        },
        {
          ...axis,
          size: (_chart, labels) => Math.max(48, 16 + LETTER * Math.max(0, ...(labels ?? []).map(lengthOf))),
          values: (_chart, values) => values.map((value) => axisNumber(value * this.factor)),
        },
      ],
      series: [{}, ...series],
      bands,
      cursor: {
        y: false,
        drag: { x: true, y: false, setScale: false },
        points: { show: false },
      },
      hooks: {
        setSelect: [
          (chart) => {
            const { left, width } = chart.select;
            if (width < 4) return;
            this.events.onMark(chart.posToVal(left, 'x') * 1000, chart.posToVal(left + width, 'x') * 1000);
            chart.setSelect({ left: 0, width: 0, top: 0, height: 0 }, false);
          },
        ],
        setCursor: [
          (chart) => {
            const { left = -1 } = chart.cursor;
            this.events.onPoint(left < 0 ? undefined : chart.posToVal(left, 'x') * 1000);
          },
        ],
      },
    };
  }
}

/** A power of ten that leaves few digits of numbers nobody would count the digits of, otherwise 1. */
function factorOf(curves: readonly Curve[]): number {
  let most = 0;
  for (const { plot } of curves)
    for (const column of [plot.min, plot.max])
      for (const value of column) most = Math.max(most, Math.abs(value));
  return most < HUGE ? 1 : 10 ** (Math.floor(Math.log10(most)) - 3);
}

const DAY = 86_400;

/** Times of day, dates, or months, by the step between them in seconds. */
function timeLabels(times: readonly number[], step: number): string[] {
  const timeStyle = step < 60 ? 'medium' : 'short';
  return times.map((at) => {
    const date = new Date(at * 1000);
    // With two digits, the year would look like a day of the month.
    if (step >= 28 * DAY) return timeText(date, { month: 'short', year: 'numeric' });
    const isMidnight = step >= DAY || wallDate(at * 1000).getHours() + wallDate(at * 1000).getMinutes() === 0;
    return isMidnight ? timeText(date, { day: 'numeric', month: 'short' }) : timeText(date, { timeStyle });
  });
}

function lengthOf(text: string | null): number {
  return text?.length ?? 0;
}

/** A color of the theme, nearly transparent. */
function faded(color: string): string {
  return /^#[0-9a-f]{6}$/i.test(color)
    ? color +
        Math.round(FADED * 255)
          .toString(16)
          .padStart(2, '0')
    : 'transparent';
}
