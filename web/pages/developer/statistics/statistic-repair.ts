import { html, nothing, type TemplateResult } from 'lit';
import { LightElement } from '../../../app/light-element.ts';
import { locale } from '../../../app/preferences.ts';
import { AsyncActions } from '../../../parts/async-actions.ts';
import { option } from '../../../parts/form/option.ts';
import { withUnit } from '../../../parts/number-text.ts';
import { timeText } from '../../../parts/time-text.ts';
import {
  readRows,
  repairRow,
  type Statistic,
  type StatisticsPeriod,
  type StatisticsRow,
  undoChange,
} from '../../../server/statistics.ts';
import type { HomeStore } from '../../../state/home-store.ts';
import { momentOf, wallTime } from '../../../state/home-zone.ts';
import { say } from '../../../texts/say.ts';
import { spikeOf } from './spike.ts';
import { statisticPlot } from './statistic-plot.ts';

const HOUR = 3_600_000;
/** How much is shown before and after the chosen time. */
const AROUND: Readonly<Record<StatisticsPeriod, number>> = { hour: 12 * HOUR, '5minute': HOUR };
/** How far back a spike is looked for. */
const SEARCHED: Readonly<Record<StatisticsPeriod, number>> = {
  hour: 90 * 24 * HOUR,
  '5minute': 10 * 24 * HOUR,
};

/** Corrects a wrong row of a statistic: shows the rows around a time, then what a correction would do, then does it. */
export class StatisticRepair extends LightElement {
  static override properties = {
    home: { attribute: false },
    statistic: { attribute: false },
    at: { state: true },
    period: { state: true },
    rows: { state: true },
    chosen: { state: true },
    value: { state: true },
    done: { state: true },
  };

  declare home: HomeStore;
  declare statistic: Statistic;
  /** In milliseconds since 1970. */
  declare at: number;
  declare period: StatisticsPeriod;
  declare rows: readonly StatisticsRow[];
  /** The row to correct. */
  declare chosen: StatisticsRow | undefined;
  /** The number as it is typed. */
  declare value: string;
  /** The number of the last correction, which can be undone. */
  declare done: number | undefined;
  private readonly actions = new AsyncActions(this);

  constructor() {
    super();
    this.at = Date.now();
    this.period = 'hour';
    this.rows = [];
    this.chosen = undefined;
    this.value = '';
    this.done = undefined;
  }

  protected override firstUpdated(): void {
    void this.actions.run(async () => {
      await this.load({});
      // A statistic that ended long ago begins with its last rows.
      const last = this.rows.length > 0 ? undefined : (await this.searched()).at(-1);
      if (last !== undefined) await this.load({ at: last.start });
    });
  }

  protected override render() {
    const { chosen, done, actions } = this;
    return html`<section class="card">
      <p class="hint">${say('statistics.adjust_hint')}</p>
      <div class="tools statistics-tools">
        <div class="field">
          <label for="statistics-at">${say('statistics.around')}</label>
          <input
            id="statistics-at"
            type="datetime-local"
            .value=${wallTime(new Date(this.at)).slice(0, 16)}
            @change=${(event: Event) => {
              const at = momentOf((event.target as HTMLInputElement).value)?.getTime();
              if (at !== undefined) void this.show({ at });
            }}
          />
        </div>
        <div class="field">
          <label for="statistics-period">${say('statistics.period')}</label>
          <select
            id="statistics-period"
            @change=${(event: Event) => this.show({ period: (event.target as HTMLSelectElement).value as StatisticsPeriod })}
          >
            ${option('hour', say('statistics.period_hour'), this.period === 'hour')}
            ${option('5minute', say('statistics.period_5minute'), this.period === '5minute')}
          </select>
        </div>
        <button type="button" ?disabled=${actions.isBusy} @click=${this.findSpike}>${say('statistics.find')}</button>
      </div>
      ${actions.view()}
      ${
        done === undefined
          ? nothing
          : html`<div class="actions">
              <button type="button" ?disabled=${actions.isBusy} @click=${this.undo}>${say('statistics.undo')}</button>
            </div>`
      }
      ${this.plot()} ${chosen === undefined ? nothing : this.form(chosen)} ${this.table()}
    </section>`;
  }

  private plot(): TemplateResult | typeof nothing {
    const { rows, chosen, statistic } = this;
    return statisticPlot({
      ...{ rows, chosen, hasSum: statistic.has_sum, preview: this.typed(), label: say('statistics.plot') },
      text: (row) => {
        const time = timeText(new Date(row.start), { dateStyle: 'short', timeStyle: 'short' });
        return `${time}: ${this.number(statistic.has_sum ? row.change : row.mean)}`;
      },
      onChoose: (row) => this.choose(row),
    });
  }

  private table(): TemplateResult {
    const { rows, chosen, statistic } = this;
    if (rows.length === 0)
      return html`<p class="hint" role="status">${say(this.actions.isBusy ? 'list.loading' : 'statistics.no_rows')}</p>`;
    return html`<table class="statistics-table">
      <thead>
        <tr>
          <th scope="col">${say('statistics.time')}</th>
          <th scope="col">${say(statistic.has_sum ? 'statistics.change_of' : 'statistics.mean')}</th>
          ${statistic.has_sum ? nothing : html`<th scope="col">${say('statistics.range')}</th>`}
          <th scope="col"><span class="visually-hidden">${say('statistics.correct')}</span></th>
        </tr>
      </thead>
      <tbody>
        ${rows.map((row) => {
          const time = timeText(new Date(row.start), { dateStyle: 'short', timeStyle: 'short' });
          return html`<tr aria-current=${row.start === chosen?.start ? 'true' : 'false'}>
            <th scope="row">${time}</th>
            <td>${this.number(statistic.has_sum ? row.change : row.mean)}</td>
            ${statistic.has_sum ? nothing : html`<td>${this.number(row.min)} … ${this.number(row.max)}</td>`}
            <td>
              <button type="button" class="link" aria-label=${say('statistics.correct_at', { time })} @click=${() => this.choose(row)}>
                ${say('statistics.correct')}
              </button>
            </td>
          </tr>`;
        })}
      </tbody>
    </table>`;
  }

  private form(row: StatisticsRow): TemplateResult {
    const number = this.typed();
    const time = timeText(new Date(row.start), { dateStyle: 'medium', timeStyle: 'short' });
    return html`<form class="statistics-form" novalidate @submit=${this.apply}>
      <div class="field">
        <label for="statistics-value">${say(this.statistic.has_sum ? 'statistics.new_change' : 'statistics.new_value', { time })}</label>
        <input
          id="statistics-value"
          type="number"
          step="any"
          .value=${this.value}
          @input=${(event: Event) => {
            this.value = (event.target as HTMLInputElement).value;
          }}
        />
      </div>
      <p role="status">${number === undefined ? say('statistics.type_number') : this.preview(row, number)}</p>
      <div class="actions">
        <button class="primary" ?disabled=${number === undefined || this.actions.isBusy}>${say('statistics.apply')}</button>
        <button type="button" @click=${() => this.choose(undefined)}>${say('action.cancel')}</button>
      </div>
    </form>`;
  }

  /** What a correction will do. */
  private preview(row: StatisticsRow, number: number): string {
    const { has_sum: hasSum } = this.statistic;
    const before = this.number(hasSum ? row.change : row.mean);
    const after = this.number(number);
    if (!hasSum)
      return say('statistics.preview_value', {
        before,
        after,
        range: `${this.number(row.min)} … ${this.number(row.max)}`,
      });
    const difference = number - (row.change ?? 0);
    return say(difference < 0 ? 'statistics.preview_less' : 'statistics.preview_more', {
      ...{ before, after, difference: this.number(Math.abs(difference)) },
    });
  }

  private typed(): number | undefined {
    const number = Number(this.value);
    return this.value.trim() === '' || !Number.isFinite(number) ? undefined : number;
  }

  private number(value: number | null | undefined): string {
    if (value == null) return '–';
    const text = new Intl.NumberFormat(locale(), { maximumSignificantDigits: 6 }).format(value);
    return withUnit(text, this.statistic.statistics_unit_of_measurement ?? undefined);
  }

  private choose(row: StatisticsRow | undefined): void {
    this.chosen = row;
    const value = this.statistic.has_sum ? row?.change : row?.mean;
    this.value = value == null ? '' : String(value);
    if (row === undefined) return;
    void this.updateComplete.then(() => this.querySelector<HTMLInputElement>('#statistics-value')?.select());
  }

  private readonly findSpike = async (): Promise<void> => {
    await this.actions.run(async () => {
      const spike = spikeOf(await this.searched(), this.statistic.has_sum);
      if (spike === undefined) throw new Error(say('statistics.no_spike'));
      await this.load({ at: spike.start });
      this.choose(this.rows.find(({ start }) => start === spike.start));
    });
  };

  /** The rows in which a spike is looked for. */
  private searched(): Promise<readonly StatisticsRow[]> {
    const { period, statistic, home } = this;
    const to = Date.now();
    return readRows(home.connection, statistic, { period, from: to - SEARCHED[period], to });
  }

  private readonly apply = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    const { chosen, period, statistic, home } = this;
    const number = this.typed();
    if (chosen === undefined || number === undefined) return;
    const wanted = statistic.has_sum ? { change: number } : { value: number };
    await this.actions.run(async () => {
      this.done = await repairRow(home.connection, statistic, { start: chosen.start, period, ...wanted });
      await this.load({});
    }, say('statistics.adjusted'));
  };

  private readonly undo = async (): Promise<void> => {
    const { done } = this;
    if (done === undefined) return;
    await this.actions.run(async () => {
      await undoChange(this.home.connection, done);
      this.done = undefined;
      await this.load({});
    }, say('statistics.undone'));
  };

  private async show(wanted: { readonly at?: number; readonly period?: StatisticsPeriod }): Promise<void> {
    await this.actions.run(() => this.load(wanted));
  }

  private async load({
    at = this.at,
    period = this.period,
  }: {
    at?: number;
    period?: StatisticsPeriod;
  }): Promise<void> {
    this.at = at;
    this.period = period;
    this.choose(undefined);
    const around = AROUND[period];
    this.rows = await readRows(this.home.connection, this.statistic, {
      period,
      from: at - around,
      to: at + around,
    });
  }
}
