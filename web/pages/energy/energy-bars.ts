import { html, nothing, svg, type TemplateResult } from 'lit';
import { locale } from '../../app/preferences.ts';
import { cssValues } from '../../parts/css-values.ts';
import { say } from '../../texts/say.ts';
import { amount, barName } from './energy-numbers.ts';
import type { Period } from './energy-period.ts';

/** Values that are drawn in one color, above or below zero. */
export interface BarSeries {
  readonly key: string;
  readonly name: string;
  readonly values: readonly number[];
  readonly isBelow?: boolean;
}

interface BarsView {
  readonly period: Period;
  readonly title: string;
  readonly unit: string;
  readonly series: readonly BarSeries[];
  /** Values of an earlier period, drawn as marks: one for each bar. */
  readonly earlier?: readonly number[] | undefined;
}

/** Units of the drawing, which is stretched to the width of the page; texts are beside it. */
const WIDTH = 1000;
const HEIGHT = 1000;
const MAX_LABELS = 8;
/** The approximate number of steps of the axis. */
const TICKS = 4;

/** Stacked bars with a table of the same values. */
export function energyBars({ period, title, unit, series, earlier }: BarsView): TemplateResult {
  const count = period.bounds.length - 1;
  const bars = Array.from({ length: count }, (_, index) => index);
  const sumOf = (index: number, isBelow: boolean): number =>
    series.reduce((sum, one) => sum + ((one.isBelow ?? false) === isBelow ? (one.values[index] ?? 0) : 0), 0);
  const above = Math.max(...bars.map((index) => Math.max(sumOf(index, false), earlier?.[index] ?? 0)), 0);
  const below = Math.max(...bars.map((index) => sumOf(index, true)), 0);
  const tick = niceStep(Math.max(above + below, 0.001) / TICKS);
  const [top, bottom] = [Math.max(1, Math.ceil(above / tick)) * tick, Math.ceil(below / tick) * tick];
  const y = (value: number): number => ((top - value) / (top + bottom)) * HEIGHT;
  const step = WIDTH / count;
  const every = Math.ceil(count / MAX_LABELS);
  const ticks = Array.from(
    { length: Math.round((top + bottom) / tick) + 1 },
    (_, index) => top - index * tick,
  );
  return html`<figure class="energy-bars">
    <div class="energy-plot">
      <svg viewBox="0 0 ${WIDTH} ${HEIGHT}" preserveAspectRatio="none" role="img" aria-label=${title}>
        ${ticks.map((value) => svg`<line class="grid-line" x1="0" x2=${WIDTH} y1=${y(value)} y2=${y(value)}></line>`)}
        ${bars.map((index) => bar(index))}
      </svg>
      <div class="energy-ticks" aria-hidden="true">
        ${ticks.map(
          (value) =>
            html`<span ${cssValues({ '--at': y(value) / HEIGHT })}>${axisText(Math.abs(value))}</span>`,
        )}
      </div>
      <div class="energy-times" aria-hidden="true">
        ${bars
          .filter((index) => index % every === 0)
          .map(
            (index) => html`<span ${cssValues({ '--at': (index + 0.5) / count })}
              >${barName(period, period.bounds[index] ?? 0)}</span>`,
          )}
      </div>
    </div>
    <figcaption class="energy-legend">
      ${series.map(({ key, name }) => html`<span><i class="energy-${key}"></i>${name}</span>`)}
      ${earlier === undefined ? nothing : html`<span><i class="energy-earlier"></i>${say('energy.earlier')}</span>`}
    </figcaption>
    <details>
      <summary>${say('energy.table')}</summary>
      <div class="energy-table" tabindex="0" role="region" aria-label=${title}>
        <table>
          <caption>${title} (${unit})</caption>
          <thead><tr><th scope="col">${say('energy.time')}</th>
            ${series.map(({ name }) => html`<th scope="col">${name}</th>`)}
            ${earlier === undefined ? nothing : html`<th scope="col">${say('energy.earlier')}</th>`}</tr></thead>
          <tbody>${bars.map(
            (index) => html`<tr><th scope="row">${barName(period, period.bounds[index] ?? 0, true)}</th>
              ${series.map(({ values }) => html`<td>${amount(values[index] ?? 0, unit)}</td>`)}
              ${earlier === undefined ? nothing : html`<td>${amount(earlier[index] ?? 0, unit)}</td>`}</tr>`,
          )}</tbody>
        </table>
      </div>
    </details>
  </figure>`;

  function bar(index: number): TemplateResult {
    let [over, under] = [0, 0];
    const x = index * step + step * 0.12;
    const parts = series.map(({ key, name, values, isBelow = false }) => {
      const value = Math.max(0, values[index] ?? 0);
      const from = isBelow ? -under : over + value;
      if (isBelow) under += value;
      else over += value;
      const height = y(from - value) - y(from);
      return height < 0.2
        ? nothing
        : svg`<rect class="energy-${key}" x=${x} y=${y(from)} width=${step * 0.76} height=${height}>
            <title>${barName(period, period.bounds[index] ?? 0, true)}: ${name} ${amount(value, unit)}</title></rect>`;
    });
    const mark = earlier?.[index];
    return svg`<g>${parts}${
      mark === undefined
        ? nothing
        : svg`<line class="energy-earlier-mark" x1=${x} x2=${x + step * 0.76} y1=${y(mark)} y2=${y(mark)}></line>`
    }</g>`;
  }
}

/** The next round number. */
function niceStep(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value));
  return ([1, 2, 2.5, 5].find((factor) => factor * power >= value) ?? 10) * power;
}

function axisText(value: number): string {
  return value.toLocaleString(locale(), { maximumFractionDigits: 3 });
}
