import '../../styles/controls.css';
import '../../styles/editors.css';
import '../../styles/energy.css';
import '../../styles/inner.css';
import '../../texts/inner.ts';
import { mdiChevronLeft, mdiChevronRight } from '@mdi/js';
import { html, nothing, type TemplateResult } from 'lit';
import { define } from '../../app/define.ts';
import { LightElement } from '../../app/light-element.ts';
import { PATHS } from '../../app/paths.ts';
import { AsyncActions } from '../../parts/async-actions.ts';
import { choice } from '../../parts/choice.ts';
import { saveCsv } from '../../parts/save-csv.ts';
import { toolButton } from '../../parts/tool-button.ts';
import type { CurrentUser } from '../../server/session.ts';
import type { HomeStore } from '../../state/home-store.ts';
import { wallTime } from '../../state/home-zone.ts';
import { Watch } from '../../state/watch.ts';
import { say } from '../../texts/say.ts';
import { energyCsv } from './energy-csv.ts';
import { type EnergyFigures, readFigures } from './energy-figures.ts';
import { periodName } from './energy-numbers.ts';
import { fossilSensor, readFossil } from './energy-outlook.ts';
import { firstWeekdayOf, type Period, periodAt, periodBeside, SPANS, type Span } from './energy-period.ts';
import { type EnergyPreferences, readCostSensors, readPreferences } from './energy-preferences.ts';
import { deviceName, energyReport, rateEntities } from './energy-report.ts';
import { readSettings } from './energy-settings.ts';
import { EnergySetup } from './energy-setup.ts';

define({ 'hearth-energy-setup': EnergySetup });

/** New rows are added some minutes after each full hour. */
const REFRESH = 20 * 60_000;

/** Where energy came from and went to in a day, week, month or year. */
export class EnergyPage extends LightElement {
  static override properties = {
    home: { attribute: false },
    params: { attribute: false },
    user: { attribute: false },
    preferences: { state: true },
    period: { state: true },
    figures: { state: true },
    earlier: { state: true },
    fossil: { state: true },
    isComparing: { state: true },
  };

  declare home: HomeStore;
  declare params: Readonly<Record<string, string>>;
  declare user: CurrentUser;
  /** Undefined while loading, null until something was saved. */
  declare preferences: EnergyPreferences | null | undefined;
  declare period: Period | undefined;
  declare figures: EnergyFigures | undefined;
  /** The figures of the period before, if they are compared. */
  declare earlier: EnergyFigures | undefined;
  /** What was bought from fossil sources, in kWh; undefined where no entity tells their share. */
  declare fossil: number | undefined;
  declare isComparing: boolean;
  private readonly actions = new AsyncActions(this);
  private costSensors: ReadonlyMap<string, string> = new Map();
  private billingDay = 1;
  /** Whether the present day, week, … is shown, which becomes the next one at its end. */
  private isPresent = true;
  private request = 0;
  private timer: ReturnType<typeof setInterval> | undefined;

  constructor() {
    super();
    this.preferences = undefined;
    this.period = undefined;
    this.figures = undefined;
    this.earlier = undefined;
    this.fossil = undefined;
    this.isComparing = false;
    new Watch(this, () => ['#members', ...rateEntities(this.preferences ?? undefined)]);
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.timer = setInterval(() => this.refresh(), REFRESH);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    clearInterval(this.timer);
  }

  protected override firstUpdated(): void {
    void this.load();
  }

  protected override render() {
    const { home, preferences, period } = this;
    if (this.params.section === 'setup' && this.user.is_admin)
      return html`<div class="page energy">
        <hearth-energy-setup .home=${home} @saved=${() => void this.load()}></hearth-energy-setup></div>`;
    if (!home.isKnown || preferences === undefined)
      return html`<div class="page energy"><h1>${say('app.energy')}</h1>
        <p class="hint" role="status">${say('home.loading')}</p>${this.actions.view()}</div>`;
    if (preferences === null || isEmpty(preferences)) return this.invitation();
    return html`<div class="page energy">
      <header class="energy-head">
        <h1>${say('app.energy')}</h1>
        ${this.user.is_admin ? html`<a class="button plain" href="${PATHS.energy}/setup">${say('energy.set_up')}</a>` : nothing}
      </header>
      ${period === undefined ? nothing : this.tools(period)}
      ${this.actions.view()}
      ${this.report(preferences)}
    </div>`;
  }

  private invitation(): TemplateResult {
    return html`<div class="page energy"><h1>${say('app.energy')}</h1>
      <section class="card"><p>${say(this.user.is_admin ? 'energy.invitation' : 'energy.not_set_up')}</p>
        ${
          this.user.is_admin
            ? html`<p class="actions"><a class="button primary" href="${PATHS.energy}/setup">${say('energy.set_up')}</a></p>`
            : nothing
        }</section></div>`;
  }

  private tools(period: Period): TemplateResult {
    const isNow = this.isNow(period);
    return html`<div class="energy-tools">
      ${choice({
        label: say('energy.period'),
        options: SPANS.map((span) => ({ value: span, text: say(`energy.${span}`) })),
        value: period.span,
        onChoose: (span) => this.show(this.today(span as Span)),
      })}
      <div class="energy-move">
        ${toolButton(mdiChevronLeft, say('energy.previous'), () => this.show(periodBeside(period, -1)))}
        <span class="energy-period" aria-live="polite">${periodName(period)}</span>
        ${
          isNow
            ? nothing
            : html`${toolButton(mdiChevronRight, say('energy.next'), () => this.show(periodBeside(period, 1)))}
              <button type="button" @click=${() => this.show(this.today(period.span))}>${say('energy.now')}</button>`
        }
      </div>
      <div class="actions">
        <button type="button" aria-pressed=${this.isComparing ? 'true' : 'false'} @click=${this.compare}>
          ${say('energy.compare')}
        </button>
        <button type="button" ?disabled=${this.figures === undefined} @click=${this.download}>${say('energy.csv')}</button>
      </div>
    </div>`;
  }

  private report(preferences: EnergyPreferences): TemplateResult | typeof nothing {
    const { figures, earlier, home, fossil } = this;
    if (figures === undefined) return html`<p class="hint" role="status">${say('home.loading')}</p>`;
    return energyReport({ preferences, figures, earlier, home, fossil });
  }

  private refresh(): void {
    const { period } = this;
    if (period === undefined) return;
    if (this.isPresent) this.show(this.today(period.span));
    else void this.read();
  }

  private isNow({ span, from }: Period): boolean {
    return this.today(span).from.getTime() === from.getTime();
  }

  private today(span: Span): Period {
    const { language = 'en', country = null } = this.home.home ?? {};
    const { billingDay } = this;
    return periodAt(span, new Date(), { firstWeekday: firstWeekdayOf(language, country), billingDay });
  }

  private async load(): Promise<void> {
    const { connection } = this.home;
    await this.actions.run(async () => {
      const [preferences, costSensors, { billing_day }] = await Promise.all([
        readPreferences(connection),
        readCostSensors(connection),
        readSettings(connection),
      ]);
      this.billingDay = billing_day;
      this.costSensors = costSensors;
      this.preferences = preferences ?? null;
    });
    const isMonth = this.period?.span === 'month';
    this.show(this.period === undefined || isMonth ? this.today(isMonth ? 'month' : 'day') : this.period);
  }

  private show(period: Period): void {
    this.period = period;
    this.isPresent = this.isNow(period);
    void this.read();
  }

  private async read(): Promise<void> {
    const { preferences, period, costSensors, isComparing } = this;
    if (preferences == null || period === undefined) return;
    this.request += 1;
    const { request } = this;
    const of = { preferences, costSensors };
    await this.actions.run(async () => {
      const { connection } = this.home;
      const sensor = fossilSensor(this.home.all());
      const [figures, fossil, earlier] = await Promise.all([
        readFigures(connection, period, of),
        sensor === undefined ? undefined : readFossil(connection, period, { preferences, sensor }),
        isComparing ? readFigures(connection, periodBeside(period, -1), of) : undefined,
      ]);
      // The answer to an earlier question may come last.
      if (request !== this.request) return;
      this.figures = figures;
      this.earlier = earlier;
      this.fossil = fossil;
    });
  }

  private readonly compare = (): void => {
    this.isComparing = !this.isComparing;
    if (!this.isComparing) this.earlier = undefined;
    else void this.read();
  };

  private readonly download = (): void => {
    const { figures, preferences, home } = this;
    if (figures === undefined || preferences == null) return;
    const devices = [...preferences.device_consumption, ...preferences.device_consumption_water].map(
      (device) => ({
        id: device.stat_consumption,
        name: deviceName(home, device),
      }),
    );
    const { from, span } = figures.period;
    saveCsv([energyCsv(figures, devices)], `energy-${wallTime(from).slice(0, 10)}-${span}`);
  };
}

function isEmpty({
  energy_sources,
  device_consumption,
  device_consumption_water,
}: EnergyPreferences): boolean {
  return energy_sources.length + device_consumption.length + device_consumption_water.length === 0;
}
