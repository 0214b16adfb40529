import { mdiPlus } from '@mdi/js';
import { html, nothing, type TemplateResult } from 'lit';
import { define } from '../../app/define.ts';
import { LightElement } from '../../app/light-element.ts';
import { stateText } from '../../cards/state-text.ts';
import { choicesOf, sorted } from '../../parts/form/choices.ts';
import { chevron, icon } from '../../parts/icon.ts';
import { ListSearch } from '../../parts/list-search.ts';
import { NamedIcon } from '../../parts/named-icon.ts';
import { repeat } from '../../parts/repeat.ts';
import type { HomeStore } from '../../state/home-store.ts';
import { Watch } from '../../state/watch.ts';
import { say } from '../../texts/say.ts';
import { rankOf } from '../home/home-layout.ts';
import { DeviceView } from './device-view.ts';
import { mainEntities } from './main-entity.ts';
import { nameOfDevice, type RegistryDevice } from './registry.ts';
import { rowIcon } from './row-state.ts';

/** A device of the list, with what it is found by. */
interface Listed {
  readonly device: RegistryDevice;
  readonly name: string;
  readonly area: string | undefined;
}

/** The list of devices, or a single one by address. */
export class DevicesPage extends LightElement {
  static override properties = {
    home: { attribute: false },
    deviceId: { attribute: false },
    area: { state: true },
  };

  declare home: HomeStore;
  /** The ID of the device; empty for the list. */
  declare deviceId: string;
  declare area: string;
  private readonly found = new ListSearch(this);
  /** The entities whose states the list shows. */
  private watched: readonly string[] = [];

  constructor() {
    super();
    define({ 'hearth-device-view': DeviceView, 'hearth-icon': NamedIcon });
    this.deviceId = '';
    this.area = new URLSearchParams(location.search).get('area') ?? '';
    new Watch(this, () => ['#places', '#members', ...this.watched]);
  }

  protected override render() {
    if (this.deviceId !== '')
      return html`<hearth-device-view .home=${this.home} .deviceId=${this.deviceId}></hearth-device-view>`;
    const { places } = this.home;
    const all = sorted(
      [...places.devices.values()].map((one) => ({
        device: one as RegistryDevice,
        name: nameOfDevice(one),
        area: one.area_id === null ? undefined : places.areas.get(one.area_id)?.name,
      })),
    );
    const inArea = all.filter(
      ({ device }) =>
        this.area === '' || (this.area === '-' ? device.area_id === null : device.area_id === this.area),
    );
    const found = this.found.of(
      inArea,
      ({ device, name, area }) => `${name} ${device.manufacturer ?? ''} ${device.model ?? ''} ${area ?? ''}`,
    );
    const shown = this.found.shown(found);
    const main = mainEntities(this.home.ids(), places.entries, rankOf);
    this.watched = shown.flatMap(({ device }) => main.get(device.id) ?? []);
    return html`<h1>${say('devices.title')}</h1>
      <section class="card">
        <div class="tools">
          <a class="button primary" href="/settings/integrations/add">${icon(mdiPlus)} ${say('integrations.add')}</a>
        </div>
        <div class="tools">${this.found.field(say('devices.search'))} ${this.areaFilter()}</div>
        <p class="hint">${say('devices.count', { count: found.length })}</p>
        <ul class="rows">
          ${repeat(
            shown,
            ({ device }) => device.id,
            (one) => this.row(one, main.get(one.device.id)),
          )}
        </ul>
        ${this.found.rest(found.length)}
      </section>`;
  }

  private row({ device, name, area }: Listed, mainId: string | undefined): TemplateResult {
    const { home } = this;
    const entity = mainId === undefined ? undefined : home.entity(mainId);
    const model = [device.manufacturer, device.model]
      .filter((fact) => fact !== null && fact !== '')
      .join(' ');
    const facts = [model, area ?? say('entities.no_area')].filter((fact) => fact !== '');
    return html`<li class="row">
      ${rowIcon(home, entity)}
      <div class="row-main">
        <p class="row-name"><a href="/settings/devices/${device.id}">${name}</a>
          ${device.disabled_by === null ? nothing : html`<span class="badge quiet">${say('entities.disabled')}</span>`}</p>
        <p class="hint">${facts.join(' · ')}</p>
      </div>
      <span class="row-value">${entity === undefined ? nothing : stateText(entity, home)}</span>
      ${chevron()}
    </li>`;
  }

  private areaFilter(): TemplateResult {
    return html`<select
      aria-label=${say('entities.area')}
      @change=${(event: Event) => {
        this.area = (event.target as HTMLSelectElement).value;
      }}
    >
      <option value="">${say('devices.all_areas')}</option>
      ${choicesOf(this.home, 'area').map(
        ({ id, name }) => html`<option value=${id} ?selected=${id === this.area}>${name}</option>`,
      )}
      <option value="-" ?selected=${this.area === '-'}>${say('entities.no_area')}</option>
    </select>`;
  }
}
