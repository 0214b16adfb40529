import { html, nothing, type TemplateResult } from 'lit';
import { cssValues } from '../../parts/css-values.ts';
import { percent } from '../../parts/number-text.ts';
import { nameOf } from '../../state/entity.ts';
import type { HomeStore } from '../../state/home-store.ts';
import { say } from '../../texts/say.ts';
import { type DeviceShare, deviceShares, notMeasured } from './device-shares.ts';
import { type Balance, selfConsumption, selfSufficiency } from './energy-balance.ts';
import { type BarSeries, energyBars } from './energy-bars.ts';
import type { Consumption, EnergyFigures } from './energy-figures.ts';
import { amount, money } from './energy-numbers.ts';
import { forecastIn } from './energy-outlook.ts';
import type { EnergyDevice, EnergyPreferences } from './energy-preferences.ts';
import { flowDiagram } from './flow-diagram.ts';

export interface ReportView {
  readonly preferences: EnergyPreferences;
  readonly figures: EnergyFigures;
  readonly earlier: EnergyFigures | undefined;
  readonly home: HomeStore;
  /** What was bought from fossil sources, in kWh; undefined where no entity tells their share. */
  readonly fossil: number | undefined;
}

/** The figures of a period. */
export function energyReport(view: ReportView): TemplateResult {
  const { preferences, figures, earlier, home } = view;
  const types = new Set(preferences.energy_sources.map(({ type }) => type));
  const places = (['solar', 'grid', 'battery', 'home'] as const).filter(
    (one) => one === 'home' || types.has(one),
  );
  const hasElectricity = places.length > 1 || types.has('home');
  return html`<div class="energy-cards">
    ${hasElectricity ? html`<section class="card wide"><h2>${say('energy.overview')}</h2>${totals(view)}</section>` : nothing}
    ${
      hasElectricity
        ? html`<section class="card wide"><h2>${say('energy.sources')}</h2>
            ${energyBars({
              ...{ period: figures.period, title: say('energy.sources'), unit: 'kWh' },
              series: seriesOf(figures.bars, types),
              earlier: earlier?.bars.slice(0, figures.bars.length).map((bar) => bar.home),
            })}</section>
          <section class="card"><h2>${say('energy.flows')}</h2>${flowDiagram(figures.total, new Set(places))}</section>`
        : nothing
    }
    ${nowCard(view)}
    ${devicesCard(view)}
    ${[...figures.gas, ...figures.water].map((one) => consumptionCard(view, one))}
    ${waterDevices(view)}
    ${hasElectricity || figures.gas.length + figures.water.length > 0 ? nothing : html`<p class="hint">${say('energy.no_sources')}</p>`}
  </div>`;

  function waterDevices({ preferences: { device_consumption_water: devices } }: ReportView) {
    if (devices.length === 0) return nothing;
    const total = figures.water.reduce((sum, one) => sum + one.total, 0);
    const shares = deviceShares(
      devices,
      (id) => figures.sums.get(id) ?? 0,
      (device) => deviceName(home, device),
    );
    return html`<section class="card"><h2>${say('energy.water_devices')}</h2>
      ${shareList(shares, total, figures.water[0]?.unit ?? 'm³')}</section>`;
  }
}

/** The entities that show power now. */
export function rateEntities(preferences: EnergyPreferences | undefined): readonly string[] {
  if (preferences === undefined) return [];
  const { energy_sources, device_consumption } = preferences;
  return [...energy_sources, ...device_consumption].flatMap(({ stat_rate }) => stat_rate ?? []);
}

/** The name of a device: its own, or that of its meter. */
export function deviceName(home: HomeStore, { name, stat_consumption: id }: EnergyDevice): string {
  return name ?? meterName(home, id);
}

/** The name of a meter. */
export function meterName(home: HomeStore, id: string): string {
  const entity = home.entity(id);
  return entity === undefined ? id : nameOf(entity);
}

/** The sums of the period. */
export function totals({
  figures: { period, total, cost },
  earlier,
  home,
  fossil,
}: ReportView): TemplateResult {
  const currency = home.home?.currency ?? 'EUR';
  const before = earlier?.total;
  const share = selfSufficiency(total);
  const own = selfConsumption(total);
  const forecast = forecastIn(home.all(), period);
  const clean = fossil === undefined || total.imported <= 0 ? undefined : 1 - fossil / total.imported;
  const shareBefore = before && selfSufficiency(before);
  return html`<dl class="energy-totals">
    ${figure('energy.home_used', amount(total.home), change(before?.home))}
    ${total.imported + total.exported > 0 ? figure('energy.imported', amount(total.imported), change(before?.imported)) : nothing}
    ${total.exported > 0 ? figure('energy.exported', amount(total.exported), change(before?.exported)) : nothing}
    ${total.solar > 0 ? figure('energy.produced', amount(total.solar), change(before?.solar)) : nothing}
    ${share === undefined ? nothing : figure('energy.self_sufficiency', percent(share), shareBefore === undefined ? '' : say('energy.before', { value: percent(shareBefore) }))}
    ${own === undefined ? nothing : figure('energy.self_consumption', percent(own), '')}
    ${clean === undefined ? nothing : figure('energy.low_carbon', percent(Math.min(1, Math.max(0, clean))), '')}
    ${forecast === undefined ? nothing : figure('energy.forecast', amount(forecast), '')}
    ${cost === undefined ? nothing : figure('energy.cost', money(cost, currency), earlier?.cost === undefined ? '' : say('energy.before', { value: money(earlier.cost, currency) }))}
  </dl>`;
}

function figure(
  key:
    | 'energy.home_used'
    | 'energy.imported'
    | 'energy.exported'
    | 'energy.produced'
    | 'energy.self_sufficiency'
    | 'energy.self_consumption'
    | 'energy.low_carbon'
    | 'energy.forecast'
    | 'energy.cost',
  value: string,
  detail: string,
): TemplateResult {
  return html`<div><dt>${say(key)}</dt><dd><b>${value}</b>${detail === '' ? nothing : html`<small>${detail}</small>`}</dd></div>`;
}

function change(before: number | undefined): string {
  if (before === undefined) return '';
  return say('energy.before', { value: amount(before) });
}

/** What is drawn above and below the axis. */
export function seriesOf(bars: readonly Balance[], types: ReadonlySet<string>): readonly BarSeries[] {
  const series = (key: string, name: string, of: keyof Balance, isBelow = false): BarSeries => ({
    ...{ key, name, isBelow },
    values: bars.map((bar) => bar[of]),
  });
  return [
    ...(types.has('solar') ? [series('solar', say('energy.solar_used'), 'solarToHome')] : []),
    ...(types.has('battery') ? [series('battery', say('energy.from_battery'), 'batteryToHome')] : []),
    ...(types.has('grid') ? [series('grid', say('energy.from_grid'), 'gridToHome')] : []),
    ...(types.has('battery') ? [series('charged', say('energy.to_battery'), 'charged', true)] : []),
    ...(types.has('grid') ? [series('exported', say('energy.to_grid'), 'exported', true)] : []),
  ];
}

/** The power that is used and produced now. */
export function nowCard({
  preferences: { energy_sources, device_consumption },
  home,
}: ReportView): TemplateResult | typeof nothing {
  const rows = [
    ...energy_sources.map(({ type, stat_rate, name }) => ({
      stat_rate,
      name: name ?? say(`energy.${type}`),
    })),
    ...device_consumption.map((device) => ({ stat_rate: device.stat_rate, name: deviceName(home, device) })),
  ].flatMap(({ stat_rate: id, name }) => {
    const entity = id === undefined ? undefined : home.entity(id);
    const value = Number(entity?.state);
    if (entity === undefined || entity.state.trim() === '' || !Number.isFinite(value)) return [];
    return [{ name, text: amount(value, String(entity.attributes.unit_of_measurement ?? 'W')) }];
  });
  if (rows.length === 0) return nothing;
  return html`<section class="card"><h2>${say('energy.power_now')}</h2>
    <dl class="energy-now">${rows.map(({ name, text }) => html`<div><dt>${name}</dt><dd>${text}</dd></div>`)}</dl></section>`;
}

/** What each device used. */
export function devicesCard({ preferences, figures, home }: ReportView): TemplateResult | typeof nothing {
  if (preferences.device_consumption.length === 0) return nothing;
  const { sums, total } = figures;
  const shares = deviceShares(
    preferences.device_consumption,
    (id) => sums.get(id) ?? 0,
    (one) => deviceName(home, one),
  );
  const other = notMeasured(total.home, shares);
  const all = Math.max(
    total.home,
    shares.reduce((sum, { used }) => sum + used, 0),
  );
  const rest = { id: '', name: say('energy.other'), used: other, parts: [] };
  return html`<section class="card"><h2>${say('energy.devices')}</h2>
    ${shareList(total.home > 0 ? [...shares, rest] : shares, all, 'kWh')}</section>`;
}

function shareList(shares: readonly DeviceShare[], all: number, unit: string): TemplateResult {
  return html`<ul class="energy-shares">${shares.map(
    ({ name, used, parts }) => html`<li>
      <div class="energy-share" ${cssValues({ '--share': all > 0 ? Math.min(1, used / all) : 0 })}>
        <span>${name}</span><b>${amount(used, unit)}</b><small>${all > 0 ? percent(used / all) : ''}</small>
      </div>
      ${parts.length === 0 ? nothing : shareList(parts, all, unit)}
    </li>`,
  )}</ul>`;
}

/** What a gas or water meter counted. */
export function consumptionCard({ figures, earlier, home }: ReportView, one: Consumption): TemplateResult {
  const isGas = figures.gas.includes(one);
  const name = say(isGas ? 'energy.gas' : 'energy.water');
  const before = (isGas ? earlier?.gas : earlier?.water)?.find(({ id }) => id === one.id);
  return html`<section class="card"><h2>${name}</h2>
    <p class="energy-sum"><b>${amount(one.total, one.unit)}</b>
      ${one.cost === undefined ? nothing : html`<span>${money(one.cost, home.home?.currency ?? 'EUR')}</span>`}
      ${before === undefined ? nothing : html`<small>${say('energy.before', { value: amount(before.total, one.unit) })}</small>`}</p>
    ${energyBars({
      ...{ period: figures.period, title: name, unit: one.unit },
      series: [{ key: isGas ? 'gas' : 'water', name, values: one.bars }],
      earlier: before?.bars.slice(0, one.bars.length),
    })}</section>`;
}
