import { html, type TemplateResult } from 'lit';
import { stateText } from '../cards/state-text.ts';
import type { PlottedAttribute } from '../domains/domain-view.ts';
import { numberText, withUnit } from '../parts/number-text.ts';
import { meanText } from '../parts/plot/mean-text.ts';
import type { Plot } from '../parts/plot/plot-answer.ts';
import { plotCsv } from '../parts/plot/plot-csv.ts';
import type { PlotRange } from '../parts/plot/plot-range.ts';
import { type PlotRow, rowsOf } from '../parts/plot/plot-rows.ts';
import { stateAt } from '../parts/plot/state-timeline.ts';
import { saveCsv } from '../parts/save-csv.ts';
import { rangeText, timeText } from '../parts/time-text.ts';
import { type Entity, nameOf, textOf } from '../state/entity.ts';
import type { HomeStore } from '../state/home-store.ts';
import { say } from '../texts/say.ts';

/** A plotted entity, or an attribute of one. */
export interface Plotted {
  readonly key: string;
  readonly entity: Entity;
  readonly attribute?: PlottedAttribute;
  /** What it is called beside others. */
  readonly label: string;
  readonly plot: Plot;
}

/** What the text of a past state may depend on; other attributes are those of the current state. */
const LASTING = ['device_class', 'state_class', 'unit_of_measurement', 'options'] as const;

/** A past state of an entity as its tile would show it. */
export function textOfState(home: HomeStore, entity: Entity, state: string): string {
  const { attributes } = entity;
  const lasting = Object.fromEntries(LASTING.map((name) => [name, attributes[name]]));
  return stateText({ ...entity, state, attributes: lasting }, home);
}

/** The unit of its axis. */
export function unitOf({ entity, attribute }: Plotted): string {
  return attribute?.unit ?? textOf(entity, 'unit_of_measurement') ?? '';
}

/** A past value as the tile would show it. */
function textOfValue(home: HomeStore, { entity, attribute }: Plotted, value: string): string {
  return attribute === undefined
    ? textOfState(home, entity, value)
    : withUnit(numberText(value), attribute.unit);
}

/** What an entity or attribute showed at a time, with the extremes of numbers. */
export function valueAt(home: HomeStore, plotted: Plotted, at: number): string {
  const { entity, plot } = plotted;
  if (plot.kind === 'states') {
    const state = stateAt(plot, at);
    return state === undefined ? '–' : textOfState(home, entity, state);
  }
  const index = plot.start.findLastIndex((one) => one <= at);
  const [mean, min, max] = [plot.mean[index], plot.min[index], plot.max[index]];
  const end = (plot.start[index] ?? 0) + plot.width;
  if (mean === undefined || min === undefined || max === undefined || at > end) return '–';
  const text = (value: number | string): string => textOfValue(home, plotted, String(value));
  return min === max ? text(min) : `${text(meanText(mean, [min, max]))} (${text(min)} – ${text(max)})`;
}

/** The first and the last time of a range. */
export function textOfRange({ from, to }: PlotRange): string {
  return rangeText(new Date(from).toISOString(), new Date(to).toISOString(), {
    dateStyle: 'medium',
    timeStyle: 'short',
  });
}

export function textOfTime(at: number): string {
  return timeText(new Date(at), { dateStyle: 'medium', timeStyle: 'medium' });
}

/** The values that a plot shows, as a table. */
export function valueTable(home: HomeStore, plotted: Plotted, range: PlotRange): TemplateResult {
  const { entity, attribute, plot } = plotted;
  const cell = (value: PlotRow['values'][number]): string =>
    value === null ? '–' : textOfValue(home, plotted, String(value));
  const names =
    plot.kind === 'states' ? [say('plot.state')] : [say('plot.mean'), say('plot.min'), say('plot.max')];
  const own = attribute === undefined ? nameOf(entity) : `${nameOf(entity)}, ${say(attribute.label)}`;
  const caption = `${own}, ${textOfRange(range)}`;
  return html`<div class="plot-table" tabindex="0" role="region" aria-label=${caption}>
    <table>
      <caption class="hint">${caption}</caption>
      <thead>
        <tr>${[say('plot.time'), ...names].map((name) => html`<th scope="col">${name}</th>`)}</tr>
      </thead>
      <tbody>
        ${rowsOf(plot).map(
          ({ at, values }) => html`<tr>
            <th scope="row">${textOfTime(at)}</th>
            ${shown(values).map((value) => html`<td>${cell(value)}</td>`)}
          </tr>`,
        )}
      </tbody>
    </table>
  </div>`;
}

/** Has the browser save what is shown as CSV. */
export function savePlots(plotted: readonly Plotted[]): void {
  const texts = plotted.map(({ entity, attribute, plot }) => {
    const prefix = attribute === undefined ? '' : `${attribute.name}_`;
    const columns = plot.kind === 'states' ? ['state'] : ['mean', 'min', 'max'].map((name) => prefix + name);
    return plotCsv(entity.entity_id, columns, plot);
  });
  const [first = ''] = new Set(plotted.map(({ entity }) => entity.entity_id));
  saveCsv(texts, plotted.every(({ entity }) => entity.entity_id === first) ? first : 'history');
}

/** The values of a row with a mean that is as long as its extremes. */
function shown(values: PlotRow['values']): PlotRow['values'] {
  const [mean, ...extremes] = values;
  const numbers = extremes.filter((value) => typeof value === 'number');
  return typeof mean === 'number' && numbers.length > 0 ? [meanText(mean, numbers), ...extremes] : values;
}
