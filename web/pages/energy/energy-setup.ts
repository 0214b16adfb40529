import { mdiDeleteOutline } from '@mdi/js';
import { html, nothing, type TemplateResult } from 'lit';
import { define } from '../../app/define.ts';
import { LightElement } from '../../app/light-element.ts';
import { PATHS } from '../../app/paths.ts';
import { navigate } from '../../app/router.ts';
import { AsyncActions } from '../../parts/async-actions.ts';
import { FormDialog, type FormTask } from '../../parts/form/form-dialog.ts';
import { defineForms } from '../../parts/form/form-fields.ts';
import { toolButton } from '../../parts/tool-button.ts';
import { nameOf } from '../../state/entity.ts';
import type { HomeStore } from '../../state/home-store.ts';
import { Watch } from '../../state/watch.ts';
import { say } from '../../texts/say.ts';
import { deviceTask, type SourceType, sourceTask } from './energy-forms.ts';
import { issueText } from './energy-issues.ts';
import {
  type EnergyDevice,
  type EnergyIssues,
  type EnergyPreferences,
  listStatistics,
  NO_PREFERENCES,
  type PreferenceList,
  readPreferences,
  type StatisticInfo,
  savePreferences,
  validatePreferences,
} from './energy-preferences.ts';
import { EnergyPrices } from './energy-prices.ts';
import { deviceName, meterName } from './energy-report.ts';
import { type EnergySettings, readSettings } from './energy-settings.ts';
import { type Candidate, missingKinds, suggestPreferences } from './energy-suggestion.ts';

const TYPES: readonly SourceType[] = ['grid', 'solar', 'battery', 'home', 'gas', 'water'];

/** The setup of the energy page: what was found, what is used and what is wrong with it. Fires `saved`. */
export class EnergySetup extends LightElement {
  static override properties = {
    home: { attribute: false },
    preferences: { state: true },
    settings: { state: true },
    issues: { state: true },
    statistics: { state: true },
    task: { state: true },
  };

  declare home: HomeStore;
  declare preferences: EnergyPreferences | undefined;
  declare settings: EnergySettings | undefined;
  declare issues: EnergyIssues | undefined;
  declare statistics: readonly StatisticInfo[];
  declare task: FormTask | undefined;
  private readonly actions = new AsyncActions(this);

  constructor() {
    super();
    defineForms();
    define({ 'hearth-form-dialog': FormDialog, 'hearth-energy-prices': EnergyPrices });
    this.preferences = undefined;
    this.settings = undefined;
    this.issues = undefined;
    this.statistics = [];
    this.task = undefined;
    new Watch(this, () => ['#members', '#places']);
  }

  protected override firstUpdated(): void {
    void this.load();
  }

  protected override render() {
    const { home, preferences, settings } = this;
    const head = html`<header class="energy-head"><h1>${say('energy.setup')}</h1>
      <a class="button plain" href=${PATHS.energy}>${say('energy.show')}</a></header>`;
    if (preferences === undefined || settings === undefined || !home.isKnown)
      return html`${head}<p class="hint" role="status">${say('home.loading')}</p>${this.actions.view()}`;
    const isEmpty = Object.values(preferences).every((list) => list.length === 0);
    return html`${head}${this.actions.view()}
      ${isEmpty ? this.suggestion() : this.missing(preferences)}
      ${this.list('energy_sources', say('energy.sources_setup'), this.sourceButtons())}
      <hearth-energy-prices .home=${home} .preferences=${preferences} .statistics=${this.statistics} .settings=${settings}
        @saved=${({ detail }: CustomEvent<EnergySettings>) => {
          this.settings = detail;
          this.dispatchEvent(new CustomEvent('saved'));
        }}></hearth-energy-prices>
      ${this.list('device_consumption', say('energy.devices'), this.addButton('device_consumption'))}
      ${this.list('device_consumption_water', say('energy.water_devices'), this.addButton('device_consumption_water'))}
      ${
        this.task === undefined
          ? nothing
          : html`<hearth-form-dialog .home=${home} .task=${this.task} @closed=${() => {
              this.task = undefined;
            }}></hearth-form-dialog>`
      }`;
  }

  private suggestion(): TemplateResult {
    const found = suggestPreferences(this.candidates(), this.statistics);
    const items = [
      ...found.energy_sources.map(({ type, stat_energy_from, stat_energy_to }) => ({
        name: say(`energy.${type}`),
        meters: [stat_energy_from, stat_energy_to].flatMap((id) =>
          id == null ? [] : meterName(this.home, id),
        ),
      })),
      ...found.device_consumption.map((device) => ({
        name: deviceName(this.home, device),
        meters: [meterName(this.home, device.stat_consumption), ...this.wholeOf(device)],
      })),
    ];
    if (items.length === 0)
      return html`<section class="card"><h2>${say('energy.nothing_found')}</h2><p>${say('energy.nothing_found_why')}</p></section>`;
    return html`<section class="card"><h2>${say('energy.found', { count: items.length })}</h2>
      <p class="intro">${say('energy.found_intro')}</p>
      <ul class="rows">${items.map(
        ({ name, meters }) => html`<li class="row"><div class="row-main"><p class="row-name">${name}</p>
          <p class="hint">${meters.join(' · ')}</p></div></li>`,
      )}</ul>
      ${this.missingText(found)}
      <p class="actions"><button type="button" class="primary" ?disabled=${this.actions.isBusy}
        @click=${() => this.save(found, say('energy.saved'))}>${say('energy.use')}</button></p></section>`;
  }

  /** Of which device another one is a part, in words. */
  private wholeOf({ included_in_stat: id }: EnergyDevice): readonly string[] {
    return id === undefined ? [] : [say('energy.part_of_device', { name: meterName(this.home, id) })];
  }

  private missing(preferences: EnergyPreferences): TemplateResult | typeof nothing {
    return missingKinds(preferences, this.settings?.tariffs).length === 0
      ? nothing
      : html`<section class="card"><h2>${say('energy.missing')}</h2>${this.missingText(preferences)}</section>`;
  }

  /** What a home could have but the preferences lack, in words. */
  private missingText(preferences: EnergyPreferences): TemplateResult | typeof nothing {
    const kinds = missingKinds(preferences, this.settings?.tariffs);
    return kinds.length === 0
      ? nothing
      : html`<ul class="energy-missing">${kinds.map((kind) => html`<li>${say(`energy.missing_${kind}`)}</li>`)}</ul>`;
  }

  private list(list: PreferenceList, title: string, buttons: TemplateResult): TemplateResult {
    const items = this.preferences?.[list] ?? [];
    return html`<section class="card"><h2>${title}</h2>
      ${items.length === 0 ? html`<p class="hint">${say('energy.none')}</p>` : nothing}
      <ul class="rows">${items.map((_, index) => this.row(list, index))}</ul>
      <p class="actions">${buttons}</p></section>`;
  }

  private row(list: PreferenceList, index: number): TemplateResult {
    const { home, preferences = NO_PREFERENCES } = this;
    const source = list === 'energy_sources' ? preferences.energy_sources[index] : undefined;
    const device = list === 'energy_sources' ? undefined : preferences[list][index];
    const name =
      source === undefined
        ? device && deviceName(home, device)
        : (source.name ?? say(`energy.${source.type}`));
    const meters =
      source === undefined ? [device?.stat_consumption] : [source.stat_energy_from, source.stat_energy_to];
    const issues = this.issues?.[list][index] ?? [];
    return html`<li class="row">
      <div class="row-main">
        <p class="row-name"><button type="button" class="link" @click=${() => this.edit(list, index)}>${name}</button></p>
        <p class="hint">${meters
          .flatMap((id) => (id == null ? [] : meterName(home, id)))
          .concat(device === undefined ? [] : this.wholeOf(device))
          .join(' · ')}</p>
        ${issues.map((issue) => html`<p class="energy-issue">${issueText(issue)}</p>`)}
      </div>
      ${toolButton(mdiDeleteOutline, say('energy.remove', { name: name ?? '' }), () =>
        this.save({ [list]: preferences[list].filter((_, other) => other !== index) }),
      )}
    </li>`;
  }

  private sourceButtons(): TemplateResult {
    return html`${TYPES.map(
      (type) =>
        html`<button type="button" @click=${() => {
          this.task = this.taskOf('energy_sources', undefined, type);
        }}>${say('energy.add', { name: say(`energy.${type}`) })}</button>`,
    )}`;
  }

  private addButton(list: PreferenceList): TemplateResult {
    return html`<button type="button" @click=${() => {
      this.task = this.taskOf(list);
    }}>${say('energy.add_device')}</button>`;
  }

  private edit(list: PreferenceList, index: number): void {
    this.task = this.taskOf(list, index, this.preferences?.energy_sources[index]?.type);
  }

  private taskOf(list: PreferenceList, index?: number, type: SourceType = 'grid'): FormTask {
    const { preferences = NO_PREFERENCES, statistics, home } = this;
    const put = <T>(items: readonly T[], item: T): T[] =>
      index === undefined ? [...items, item] : items.map((one, other) => (other === index ? item : one));
    const parts = { home, statistics };
    if (list === 'energy_sources') {
      const present = index === undefined ? undefined : preferences.energy_sources[index];
      return sourceTask({ ...parts, type, present }, (source) =>
        this.store({ energy_sources: put(preferences.energy_sources, source) }),
      );
    }
    const present = index === undefined ? undefined : preferences[list][index];
    const unitClass = list === 'device_consumption' ? 'energy' : 'volume';
    return deviceTask({ ...parts, unitClass, present, devices: preferences[list] }, (device) =>
      this.store({ [list]: put(preferences[list], device) }),
    );
  }

  private candidates(): readonly Candidate[] {
    const { home } = this;
    return [...home.all()]
      .filter(({ entity_id: id }) => id.startsWith('sensor.'))
      .map((entity) => {
        const device = home.deviceOf(entity.entity_id);
        const deviceClass = entity.attributes.device_class;
        return {
          id: entity.entity_id,
          name: nameOf(entity),
          device: device?.id,
          deviceName: device?.name_by_user ?? device?.name ?? undefined,
          deviceClass: typeof deviceClass === 'string' ? deviceClass : undefined,
          area: home.areaOf(entity.entity_id)?.area_id,
        };
      });
  }

  private async load(): Promise<void> {
    const { connection } = this.home;
    await this.actions.run(async () => {
      const [preferences, settings, statistics, issues] = await Promise.all([
        readPreferences(connection),
        readSettings(connection),
        listStatistics(connection),
        validatePreferences(connection),
      ]);
      this.statistics = statistics;
      this.settings = settings;
      this.preferences = preferences ?? NO_PREFERENCES;
      this.issues = issues;
    });
  }

  private async save(preferences: Partial<EnergyPreferences>, notice = ''): Promise<void> {
    const wasEmpty = this.preferences?.energy_sources.length === 0;
    const isSaved = await this.actions.run(() => this.store(preferences), notice);
    if (isSaved && wasEmpty && notice !== '') navigate(PATHS.energy);
  }

  private async store(preferences: Partial<EnergyPreferences>): Promise<void> {
    const { connection } = this.home;
    this.preferences = await savePreferences(connection, preferences);
    this.dispatchEvent(new CustomEvent('saved'));
    this.issues = await validatePreferences(connection);
  }
}
