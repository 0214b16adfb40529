import { html, type PropertyValues, svg } from 'lit';
import { LightElement } from '../../app/light-element.ts';
import { failure } from '../../parts/failure.ts';
import { numberText, withUnit } from '../../parts/number-text.ts';
import { timeText } from '../../parts/time-text.ts';
import { nameOf } from '../../state/entity.ts';
import type { HomeStore } from '../../state/home-store.ts';
import { say } from '../../texts/say.ts';

/** What a plot of statistics shows. */
export interface StatisticsQuery {
  readonly ids: readonly string[];
  readonly names: Readonly<Record<string, string>>;
  /** `mean`, `min`, `max`, `state` or `change`. */
  readonly type: string;
  readonly days: number;
  readonly period: string | undefined;
  readonly isBar: boolean;
}

type Row = { readonly start: number } & Readonly<Record<string, number | null | undefined>>;
type Rows = Readonly<Record<string, readonly Row[]>>;

const DAY = 86_400_000;
const REFRESH = 10 * 60_000;
const PERIODS = new Set(['5minute', 'hour', 'day', 'week', 'month', 'year']);
const TYPES = new Set(['mean', 'min', 'max', 'state', 'change']);
const [WIDTH, HEIGHT] = [1000, 300];

/** Statistics of one or several entities as bars or lines, with a table of the same values. */
export class StatisticsPlot extends LightElement {
  static override properties = {
    home: { attribute: false },
    query: { attribute: false },
    rows: { state: true },
    errorText: { state: true },
  };

  declare home: HomeStore;
  declare query: StatisticsQuery;
  declare rows: Rows | undefined;
  declare errorText: string | undefined;
  private asked = '';
  private timer: ReturnType<typeof setInterval> | undefined;

  override connectedCallback(): void {
    super.connectedCallback();
    this.timer = setInterval(() => void this.read(), REFRESH);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    clearInterval(this.timer);
  }

  protected override willUpdate(changed: PropertyValues): void {
    if (!changed.has('query')) return;
    const key = JSON.stringify(this.query);
    if (key === this.asked) return;
    this.asked = key;
    void this.read();
  }

  protected override render() {
    const { rows, query, errorText } = this;
    if (errorText !== undefined) return html`<p class="hint" role="status">${errorText}</p>`;
    if (rows === undefined) return html`<p class="hint" role="status">${say('home.loading')}</p>`;
    const shown = query.ids.map((id, at) => ({ id, at: at % 6, name: this.name(id), rows: rows[id] ?? [] }));
    const all = shown.flatMap(({ rows: list }) => list.map((row) => this.value(row)));
    const numbers = all.filter((value): value is number => value !== undefined);
    if (numbers.length === 0) return html`<p class="hint">${say('dashboards.no_statistics')}</p>`;
    const [low, high] = [Math.min(...numbers, ...(query.isBar ? [0] : [])), Math.max(...numbers)];
    const title = shown.map(({ name }) => name).join(', ');
    return html`<figure class="stat-plot">
      <div class="stat-range" aria-hidden="true"><span>${this.text(high)}</span><span>${this.text(low)}</span></div>
      <svg viewBox="0 0 ${WIDTH} ${HEIGHT}" preserveAspectRatio="none" role="img" aria-label=${title}>
        ${shown.map((one) => this.drawn(one.rows, one.at, { low, high, count: shown.length }))}
      </svg>
      <figcaption>${shown.map(({ name, at }) => html`<span><i data-curve=${at}></i>${name}</span>`)}</figcaption>
      <details><summary>${say('dashboards.table')}</summary>
        <div class="energy-table" tabindex="0" role="region" aria-label=${title}><table>
          <thead><tr><th scope="col">${say('dashboards.time')}</th>${shown.map(({ name }) => html`<th scope="col">${name}</th>`)}</tr></thead>
          <tbody>${(shown[0]?.rows ?? []).map(
            (
              row,
            ) => html`<tr><th scope="row">${timeText(new Date(row.start), { dateStyle: 'short', timeStyle: 'short' })}</th>
              ${shown.map(({ rows: list }) => {
                const value = this.value(list.find(({ start }) => start === row.start));
                return html`<td>${value === undefined ? '–' : this.text(value)}</td>`;
              })}</tr>`,
          )}</tbody></table></div></details>
    </figure>`;
  }

  private drawn(
    rows: readonly Row[],
    at: number,
    { low, high, count }: { readonly low: number; readonly high: number; readonly count: number },
  ) {
    const { days, isBar } = this.query;
    const to = Date.now();
    const from = to - days * DAY;
    const x = (time: number): number => ((time - from) / (to - from)) * WIDTH;
    const y = (value: number): number => HEIGHT - ((value - low) / (high - low || 1)) * (HEIGHT - 8) - 4;
    const points = rows.flatMap((row) => {
      const value = this.value(row);
      return value === undefined ? [] : [{ x: x(row.start), y: y(value) }];
    });
    if (!isBar)
      return svg`<path class="stat-line" data-curve=${at} d=${points.map((one, i) => `${i === 0 ? 'M' : 'L'}${one.x.toFixed(1)} ${one.y.toFixed(1)}`).join('')}></path>`;
    const slot = WIDTH / Math.max(rows.length, 1) / count;
    return points.map(
      (
        one,
      ) => svg`<rect class="stat-bar" data-curve=${at} x=${one.x + at * slot + slot * 0.1} width=${slot * 0.8}
        y=${Math.min(one.y, y(0))} height=${Math.max(Math.abs(y(0) - one.y), 1)}></rect>`,
    );
  }

  private value(row: Row | undefined): number | undefined {
    const type = TYPES.has(this.query.type) ? this.query.type : 'mean';
    const value = row?.[type];
    return typeof value === 'number' ? value : undefined;
  }

  private text(value: number): string {
    const unit = this.home.entity(this.query.ids[0] ?? '')?.attributes.unit_of_measurement;
    return withUnit(
      numberText(String(Math.round(value * 100) / 100)),
      typeof unit === 'string' ? unit : undefined,
    );
  }

  private name(id: string): string {
    const entity = this.home.entity(id);
    return this.query.names[id] ?? (entity === undefined ? id : nameOf(entity));
  }

  private async read(): Promise<void> {
    const { ids, days, period, type } = this.query;
    const key = this.asked;
    const usual = days > 62 ? 'week' : days > 3 ? 'day' : 'hour';
    try {
      const rows = await this.home.connection.sendMessagePromise<Rows>({
        ...{ type: 'recorder/statistics_during_period', statistic_ids: ids },
        start_time: new Date(Date.now() - days * DAY).toISOString(),
        period: period !== undefined && PERIODS.has(period) ? period : usual,
        types: [TYPES.has(type) ? type : 'mean'],
      });
      if (key !== this.asked) return;
      this.rows = rows;
      this.errorText = undefined;
    } catch (error) {
      if (key === this.asked) this.errorText = failure(error);
    }
  }
}
