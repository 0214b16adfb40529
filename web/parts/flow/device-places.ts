import { html, type TemplateResult } from 'lit';
import { LightElement } from '../../app/light-element.ts';
import { type EntryDevice, placeDevice } from '../../server/config-entries.ts';
import type { HomeStore } from '../../state/home-store.ts';
import { say } from '../../texts/say.ts';
import { AsyncActions } from '../async-actions.ts';
import { choicesOf } from '../form/choices.ts';

/** A form that names the devices of a new entry and puts them into areas; fires `placed` once that is saved. */
export class DevicePlaces extends LightElement {
  static override properties = { home: { attribute: false }, devices: { attribute: false } };

  declare home: HomeStore;
  declare devices: readonly EntryDevice[];
  private readonly actions = new AsyncActions(this);

  protected override render() {
    return html`<p>${say('integrations.place')}</p>
      <form
        @submit=${(event: SubmitEvent) => {
          event.preventDefault();
          void this.save(new FormData(event.target as HTMLFormElement));
        }}
      >
        ${this.devices.map((device) => this.device(device))} ${this.actions.view()}
        <div class="actions end"><button class="primary" ?disabled=${this.actions.isBusy}>${say('integrations.finish')}</button></div>
      </form>`;
  }

  private device({ id, name, name_by_user, area_id }: EntryDevice): TemplateResult {
    return html`<fieldset class="card">
      <legend>${name ?? id}</legend>
      <div class="field">
        <label for="name-${id}">${say('integrations.device_name')}</label>
        <input id="name-${id}" name="name-${id}" maxlength="100" .value=${name_by_user ?? name ?? ''} />
      </div>
      <div class="field">
        <label for="area-${id}">${say('entities.area')}</label>
        <select id="area-${id}" name="area-${id}">
          <option value="">${say('entities.no_area')}</option>
          ${choicesOf(this.home, 'area').map(
            (area) => html`<option value=${area.id} ?selected=${area.id === area_id}>${area.name}</option>`,
          )}
        </select>
      </div>
    </fieldset>`;
  }

  private async save(given: FormData): Promise<void> {
    const isSaved = await this.actions.run(async () => {
      for (const { id, name, name_by_user } of this.devices) {
        const own = String(given.get(`name-${id}`) ?? '').trim();
        const area = String(given.get(`area-${id}`) ?? '');
        const isRenamed = own !== '' && own !== (name_by_user ?? name);
        await placeDevice(this.home.connection, id, {
          area_id: area === '' ? null : area,
          ...(isRenamed ? { name_by_user: own } : {}),
        });
      }
    });
    if (isSaved) this.dispatchEvent(new CustomEvent('placed'));
  }
}
