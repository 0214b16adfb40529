import '../../styles/energy.css';
import '../../texts/inner.ts';
import { mdiChevronLeft, mdiChevronRight } from '@mdi/js';
import { html, nothing, type TemplateResult } from 'lit';
import { LightElement } from '../../app/light-element.ts';
import { PATHS } from '../../app/paths.ts';
import { selfConsumption, selfSufficiency } from '../../pages/energy/energy-balance.ts';
import { energyBars } from '../../pages/energy/energy-bars.ts';
import type { EnergyFigures } from '../../pages/energy/energy-figures.ts';
import { amount, periodName } from '../../pages/energy/energy-numbers.ts';
import { periodBeside, SPANS, type Span } from '../../pages/energy/energy-period.ts';
import type { EnergyPreferences } from '../../pages/energy/energy-preferences.ts';
import {
  consumptionCard,
  devicesCard,
  nowCard,
  type ReportView,
  seriesOf,
  totals,
} from '../../pages/energy/energy-report.ts';
import { flowDiagram } from '../../pages/energy/flow-diagram.ts';
import { choice } from '../../parts/choice.ts';
import { percent } from '../../parts/number-text.ts';
import { toolButton } from '../../parts/tool-button.ts';
import type { HomeStore } from '../../state/home-store.ts';
import { Watch } from '../../state/watch.ts';
import { say } from '../../texts/say.ts';
import { cardNote } from '../card-note.ts';
import { gauge } from '../cards/gauge-kind.ts';
import { type Config, textIn } from '../config.ts';
import { type EnergyBoard, energyBoard } from './energy-board.ts';

/** A card of the energy page on a dashboard. */
export class EnergyCard extends LightElement {
  static override properties = { home: { attribute: false }, config: { attribute: false } };

  declare home: HomeStore;
  declare config: Config;
  private unlisten: (() => void) | undefined;

  constructor() {
    super();
    new Watch(this, () => ['#members']);
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.unlisten = energyBoard(this.home).listen(() => this.requestUpdate());
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.unlisten?.();
  }

  protected override render() {
    const { home, config } = this;
    const board = energyBoard(home);
    const { preferences, figures, errorText } = board;
    if (errorText !== undefined) return cardNote(errorText);
    if (preferences === null)
      return html`<section class="dash-card"><p>${say('energy.not_set_up')}</p><p><a href=${PATHS.energy}>${say('app.energy')}</a></p></section>`;
    if (config.type === 'energy-date-selection') return periodTools(board);
    if (preferences === undefined || figures === undefined)
      return html`<section class="dash-card"><p class="hint" role="status">${say('home.loading')}</p></section>`;
    return energyView(config, { preferences, figures, earlier: undefined, home, fossil: undefined });
  }
}

type Draw = (view: ReportView, config: Config) => TemplateResult | typeof nothing;

const framed =
  (key: 'energy.sources' | 'energy.flows' | 'energy.overview', body: Draw): Draw =>
  (view, config) =>
    html`<section class="card"><h2>${textIn(config.title) ?? say(key)}</h2>${body(view, config)}</section>`;

const flows = framed('energy.flows', ({ figures, preferences }) =>
  flowDiagram(figures.total, placesOf(preferences)),
);
const sources = framed('energy.overview', (view) => totals(view));
const usage = framed('energy.sources', ({ figures, preferences }) => bars(figures, preferences));

/** What each type of energy card shows. */
const VIEWS: Readonly<Record<string, Draw>> = {
  'energy-distribution': flows,
  'energy-sankey': flows,
  'power-sankey': (view) => nowCard(view),
  'power-sources-graph': (view) => nowCard(view),
  'energy-sources-table': sources,
  'energy-grid-balance': sources,
  'energy-compare': sources,
  'energy-usage-graph': usage,
  'energy-solar-graph': framed('energy.sources', ({ figures }) =>
    energyBars({
      ...{ period: figures.period, title: say('energy.produced'), unit: 'kWh' },
      series: [
        { key: 'solar', name: say('energy.produced'), values: figures.bars.map(({ solar }) => solar) },
      ],
    }),
  ),
  'energy-gas-graph': (view) => html`${view.figures.gas.map((one) => consumptionCard(view, one))}`,
  'energy-water-graph': (view) => html`${view.figures.water.map((one) => consumptionCard(view, one))}`,
  'water-sankey': (view) => html`${view.figures.water.map((one) => consumptionCard(view, one))}`,
  'water-flow-sankey': (view) => html`${view.figures.water.map((one) => consumptionCard(view, one))}`,
  'energy-devices-graph': (view) => devicesCard(view),
  'energy-devices-detail-graph': (view) => devicesCard(view),
  'energy-self-sufficiency-gauge': ({ figures }) =>
    share(selfSufficiency(figures.total), say('energy.self_sufficiency')),
  'energy-solar-consumed-gauge': ({ figures }) =>
    share(selfConsumption(figures.total), say('energy.self_consumption')),
  'energy-grid-neutrality-gauge': ({ figures: { total } }) => {
    const difference = total.exported - total.imported;
    const all = total.exported + total.imported;
    const name = say('energy.exported');
    return html`<div class="dash-card card-gauge">${gauge({
      ...{ name, tone: difference < 0 ? 'heat' : 'good', text: amount(difference) },
      share: all > 0 ? total.exported / all : 0,
    })}<span>${say('dashboards.grid_balance')}</span></div>`;
  },
  'energy-carbon-consumed-gauge': ({ fossil, figures }) =>
    share(
      fossil === undefined || figures.total.imported <= 0 ? undefined : 1 - fossil / figures.total.imported,
      say('energy.low_carbon'),
    ),
};

function energyView(config: Config, view: ReportView): TemplateResult {
  const type = textIn(config.type) ?? '';
  const shown = Object.hasOwn(VIEWS, type) ? VIEWS[type]?.(view, config) : undefined;
  return html`${
    shown === undefined || shown === nothing
      ? html`<section class="dash-card"><p class="hint">${say('energy.no_sources')}</p></section>`
      : shown
  }`;
}

function share(value: number | undefined, name: string): TemplateResult {
  return html`<div class="dash-card card-gauge">${gauge({
    ...{ name, share: value ?? 0, tone: value === undefined ? 'quiet' : 'good' },
    text: value === undefined ? '–' : percent(value),
  })}<span>${name}</span></div>`;
}

function placesOf({ energy_sources: all }: EnergyPreferences) {
  const types = new Set(all.map(({ type }) => type));
  return new Set(
    (['solar', 'grid', 'battery', 'home'] as const).filter((one) => one === 'home' || types.has(one)),
  );
}

function bars(figures: EnergyFigures, { energy_sources: all }: EnergyPreferences): TemplateResult {
  return energyBars({
    ...{ period: figures.period, title: say('energy.sources'), unit: 'kWh' },
    series: seriesOf(figures.bars, new Set(all.map(({ type }) => type))),
  });
}

function periodTools(board: EnergyBoard): TemplateResult {
  const { period } = board;
  if (period === undefined) return html``;
  const now = board.now(period.span);
  return html`<div class="dash-card energy-tools">
    ${choice({
      label: say('energy.period'),
      options: SPANS.map((span) => ({ value: span, text: say(`energy.${span}`) })),
      value: period.span,
      onChoose: (span) => board.show(board.now(span as Span)),
    })}
    <div class="energy-move">
      ${toolButton(mdiChevronLeft, say('energy.previous'), () => board.show(periodBeside(period, -1)))}
      <span class="energy-period" aria-live="polite">${periodName(period)}</span>
      ${
        now.from.getTime() === period.from.getTime()
          ? nothing
          : toolButton(mdiChevronRight, say('energy.next'), () => board.show(periodBeside(period, 1)))
      }
    </div>
  </div>`;
}
