import { html, nothing, type TemplateResult } from 'lit';
import { LightElement } from '../../app/light-element.ts';
import { locale } from '../../app/preferences.ts';
import { AsyncActions } from '../../parts/async-actions.ts';
import { confirmation } from '../../parts/dialog.ts';
import type { FormTask } from '../../parts/form/form-dialog.ts';
import type { FormField, FormValues } from '../../parts/form/form-field.ts';
import type { HomeStore } from '../../state/home-store.ts';
import { say } from '../../texts/say.ts';
import { amount, money } from './energy-numbers.ts';
import type { EnergyPreferences, StatisticInfo } from './energy-preferences.ts';
import { meterName } from './energy-report.ts';
import {
  type CorrectedCost,
  correctPrices,
  type DatedPrice,
  type EnergySettings,
  type PricedMeter,
  pricedMeters,
  saveSettings,
} from './energy-settings.ts';

const WEEK = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;
/** A Monday. */
const MONDAY = Date.UTC(2024, 0, 1);
const DAY = 86_400_000;

/** What a correction would change. */
interface Preview {
  readonly meter: PricedMeter;
  readonly from: string;
  readonly cost: CorrectedCost;
}

/** Prices by date and hour, their correction in the past, and the billing day. Fires `saved` with the settings. */
export class EnergyPrices extends LightElement {
  static override properties = {
    home: { attribute: false },
    preferences: { attribute: false },
    statistics: { attribute: false },
    settings: { attribute: false },
    task: { state: true },
    preview: { state: true },
    changeId: { state: true },
  };

  declare home: HomeStore;
  declare preferences: EnergyPreferences;
  declare statistics: readonly StatisticInfo[];
  declare settings: EnergySettings;
  declare task: FormTask | undefined;
  declare preview: Preview | undefined;
  /** The last correction, which can be undone. */
  declare changeId: number | null;
  private readonly actions = new AsyncActions(this);

  constructor() {
    super();
    this.task = undefined;
    this.preview = undefined;
    this.changeId = null;
  }

  protected override render() {
    const { settings, home, changeId } = this;
    const meters = pricedMeters(this.preferences);
    return html`<section class="card"><h2>${say('energy.prices')}</h2>
      ${this.actions.view()}
      ${
        changeId === null
          ? nothing
          : html`<p class="actions"><button type="button" @click=${() => this.undo(changeId)}>${say('energy.undo')}</button></p>`
      }
      ${meters.length === 0 ? html`<p class="hint">${say('energy.no_meters')}</p>` : nothing}
      <ul class="rows">${meters.map((meter) => this.row(meter))}</ul>
      <p class="actions"><button type="button" @click=${() => {
        this.task = this.billingTask(settings);
      }}>${say('energy.billing_day_is', { day: settings.billing_day })}</button></p>
      ${
        this.task === undefined
          ? nothing
          : html`<hearth-form-dialog .home=${home} .task=${this.task} @closed=${() => {
              this.task = undefined;
            }}></hearth-form-dialog>`
      }${this.preview === undefined ? nothing : this.previewDialog(this.preview)}</section>`;
  }

  private row(meter: PricedMeter): TemplateResult {
    const prices = this.pricesOf(meter);
    const hasPrice = meter.price !== undefined || prices.length > 0;
    const name = meterName(this.home, meter.id);
    return html`<li class="row"><div class="row-main"><p class="row-name">${name}</p>
        <p class="hint">${this.summary(meter, prices)}</p></div>
      <p class="actions"><button type="button" @click=${() => {
        this.task = this.pricesTask(meter, prices);
      }} aria-label="${say('energy.edit_prices')}: ${name}">${say('energy.edit_prices')}</button>
      ${
        hasPrice
          ? html`<button type="button" aria-label="${say('energy.correct')}: ${name}" @click=${() => {
              this.task = this.correctionTask(meter);
            }}>${say('energy.correct')}</button>`
          : nothing
      }</p></li>`;
  }

  private summary({ price, id }: PricedMeter, prices: readonly DatedPrice[]): string {
    const [newest] = [...prices].sort((one, other) => (one.from < other.from ? 1 : -1));
    if (newest !== undefined) {
      const since = say('energy.price_since', {
        price: `${newest.price.toLocaleString(locale(), { maximumFractionDigits: 5 })} ${this.unitOf(id)}`,
        day: new Date(`${newest.from}T00:00:00Z`).toLocaleDateString(locale(), { timeZone: 'UTC' }),
      });
      const count = newest.hours?.length ?? 0;
      return count === 0 ? since : `${since} · ${say('energy.prices_by_hour', { count })}`;
    }
    if (price === undefined) return say('energy.no_price');
    return typeof price === 'number' ? amount(price, this.unitOf(id)) : meterName(this.home, price);
  }

  private pricesOf({ id, flow }: PricedMeter): readonly DatedPrice[] {
    return this.settings.tariffs.find((one) => one.statistic_id === id && one.flow === flow)?.prices ?? [];
  }

  /** The unit of a price: electricity is priced by the kWh, others as they are measured. */
  private unitOf(id: string): string {
    const known = this.statistics.find(({ statistic_id }) => statistic_id === id);
    const per = known?.unit_class === 'volume' ? known.statistics_unit_of_measurement : 'kWh';
    return `${this.home.home?.currency ?? 'EUR'}/${per ?? 'kWh'}`;
  }

  private pricesTask(meter: PricedMeter, prices: readonly DatedPrice[]): FormTask {
    const price: FormField = {
      ...{ kind: 'number', name: 'price', label: say('energy.price'), step: 'any', isRequired: true },
      unit: this.unitOf(meter.id),
    };
    const weekday = new Intl.DateTimeFormat(locale(), { weekday: 'long', timeZone: 'UTC' });
    const hours: readonly FormField[] = [
      { kind: 'time', name: 'start', label: say('energy.hours_from'), isRequired: true },
      { kind: 'time', name: 'end', label: say('energy.hours_to'), isRequired: true },
      price,
      {
        ...{
          kind: 'checks',
          name: 'days',
          label: say('energy.hours_days'),
          hint: say('energy.hours_days_hint'),
        },
        options: WEEK.map((id, index) => ({ id, name: weekday.format(MONDAY + index * DAY) })),
      },
    ];
    return {
      title: say('energy.prices_of', { name: meterName(this.home, meter.id) }),
      isWide: true,
      fields: [
        {
          ...{ kind: 'rows', name: 'prices', label: say('energy.prices'), hint: say('energy.prices_hint') },
          add: say('energy.add_price'),
          isTop: true,
          title: (number) => say('energy.price_number', { number }),
          fields: [
            { kind: 'date', name: 'from', label: say('energy.price_from'), isRequired: true },
            price,
            {
              ...{ kind: 'rows', name: 'hours', label: say('energy.hours') },
              add: say('energy.add_hours'),
              title: (number) => say('energy.hours_number', { number }),
              fields: hours,
            },
          ],
        },
      ],
      values: { prices },
      save: (values) => this.savePrices(meter, values),
    };
  }

  private async savePrices({ id, flow }: PricedMeter, values: FormValues): Promise<void> {
    // The server checks what the form returns.
    const prices = (values.prices ?? []) as readonly DatedPrice[];
    const others = this.settings.tariffs.filter((one) => one.statistic_id !== id || one.flow !== flow);
    const tariffs =
      prices.length === 0 ? others : [...others, { statistic_id: id, flow, prices: prices.map(cleaned) }];
    await this.store({ tariffs });
  }

  private correctionTask(meter: PricedMeter): FormTask {
    return {
      title: say('energy.correct'),
      yes: say('energy.correct_preview'),
      fields: [
        {
          ...{ kind: 'date', name: 'from', label: say('energy.correct_from'), isRequired: true },
          hint: say('energy.correct_hint'),
        },
      ],
      values: {},
      save: async ({ from }) => {
        const start = String(from);
        const cost = await correctPrices(this.home.connection, meter, { from: start, isDryRun: true });
        if (cost.hours === 0) this.actions.showNotice(say('energy.corrected_nothing'));
        else this.preview = { meter, from: start, cost };
      },
    };
  }

  /** Asks whether the costs that were computed shall replace the recorded ones. */
  private previewDialog({ meter, from, cost }: Preview): TemplateResult {
    return confirmation({
      title: say('energy.correct'),
      question: say('energy.correct_question', this.textsOf(meter, cost)),
      yes: say('energy.correct_yes'),
      no: say('action.cancel'),
      onYes: () => void this.correct(meter, from),
      onClose: () => {
        this.preview = undefined;
      },
    });
  }

  private async correct(meter: PricedMeter, from: string): Promise<void> {
    let notice = '';
    await this.actions.run(
      async () => {
        const cost = await correctPrices(this.home.connection, meter, { from, isDryRun: false });
        this.changeId = cost.change_id;
        notice = say('energy.corrected', this.textsOf(meter, cost));
      },
      () => notice,
    );
  }

  private textsOf(meter: PricedMeter, { before, after, hours }: CorrectedCost) {
    const currency = this.home.home?.currency ?? 'EUR';
    const [was, is] = [money(before, currency), money(after, currency)];
    return { name: meterName(this.home, meter.id), count: hours, before: was, after: is };
  }

  private billingTask({ billing_day }: EnergySettings): FormTask {
    return {
      title: say('energy.billing_day'),
      fields: [
        {
          ...{ kind: 'number', name: 'billing_day', label: say('energy.billing_day'), isRequired: true },
          ...{ hint: say('energy.billing_day_hint'), min: 1, max: 28, step: 1 },
        },
      ],
      values: { billing_day },
      save: async (values) => {
        await this.store({ billing_day: Number(values.billing_day) });
      },
    };
  }

  private async store(changes: Partial<EnergySettings>): Promise<void> {
    const detail = await saveSettings(this.home.connection, changes);
    this.dispatchEvent(new CustomEvent('saved', { detail }));
  }

  private async undo(changeId: number): Promise<void> {
    const command = { type: 'hearth/statistics/undo', change_id: changeId };
    const isUndone = await this.actions.run(
      () => this.home.connection.sendMessagePromise(command),
      say('energy.undone'),
    );
    if (isUndone) this.changeId = null;
  }
}

/** A price without the empty lists of the form. */
function cleaned({ hours = [], ...price }: DatedPrice): DatedPrice {
  return {
    ...price,
    hours: hours.map(({ days = [], ...one }) => (days.length === 0 ? one : { ...one, days })),
  };
}
