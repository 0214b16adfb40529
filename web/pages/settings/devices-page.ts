import { mdiPlus } from '@mdi/js';
import { html, nothing, type TemplateResult } from 'lit';
import { define } from '../../app/define.ts';
import { LightElement } from '../../app/light-element.ts';
import { choicesOf, sorted } from '../../parts/form/choices.ts';
import { chevron, icon } from '../../parts/icon.ts';
import { ListSearch } from '../../parts/list-search.ts';
import { repeat } from '../../parts/repeat.ts';
import type { HomeStore } from '../../state/home-store.ts';
import { Watch } from '../../state/watch.ts';
import { say } from '../../texts/say.ts';
import { DeviceView } from './device-view.ts';
import { nameOfDevice, type RegistryDevice } from './registry.ts';

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

  constructor() {
    super();
    define({ 'hearth-device-view': DeviceView });
    this.deviceId = '';
    this.area = new URLSearchParams(location.search).get('area') ?? '';
    new Watch(this, () => ['#places', '#members']);
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
    return html`<h1>${say('devices.title')}</h1>
      <section class="card">
        <div class="tools">
          <a class="button primary" href="/settings/integrations/add">${icon(mdiPlus)} ${say('integrations.add')}</a>
        </div>
        <div class="tools">${this.found.field(say('devices.search'))} ${this.areaFilter()}</div>
        <p class="hint">${say('devices.count', { count: found.length })}</p>
        <ul class="rows">
          ${repeat(
            this.found.shown(found),
            ({ device }) => device.id,
            ({ device, name, area }) => row(device, name, area),
          )}
        </ul>
        ${this.found.rest(found.length)}
      </section>`;
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

function row(device: RegistryDevice, name: string, area: string | undefined): TemplateResult {
  const facts = [device.manufacturer, device.model].filter((fact) => fact !== null && fact !== '').join(' ');
  return html`<li class="row">
    <div class="row-main">
      <p class="row-name"><a href="/settings/devices/${device.id}">${name}</a>
        ${device.disabled_by === null ? nothing : html`<span class="badge quiet">${say('entities.disabled')}</span>`}</p>
      <p class="hint">${facts}</p>
    </div>
    <span class="row-value">${area ?? say('entities.no_area')}</span>
    ${chevron()}
  </li>`;
}
