import { html, nothing, type TemplateResult } from 'lit';
import { LightElement } from '../app/light-element.ts';
import { toast, toastTrouble } from '../app/toasts.ts';
import { changesDialog } from '../parts/change-list.ts';
import { failure } from '../parts/failure.ts';
import { field, valuesOf } from '../parts/field.ts';
import { nameOf } from '../state/entity.ts';
import type { HomeStore } from '../state/home-store.ts';
import { Watch } from '../state/watch.ts';
import { say } from '../texts/say.ts';

/** The name, icon and area of a registered entity, editable by administrators. */
export class EntitySettings extends LightElement {
  static override properties = {
    home: { attribute: false },
    entityId: { attribute: false },
    isBusy: { state: true },
    registryId: { state: true },
  };

  declare home: HomeStore;
  declare entityId: string;
  declare isBusy: boolean;
  /** The ID of the entity in the registry while its changes are shown. */
  declare registryId: string | undefined;

  constructor() {
    super();
    this.isBusy = false;
    this.registryId = undefined;
    new Watch(this, () => ['#places']);
  }

  protected override render() {
    const { home, entityId } = this;
    const entry = home.places.entries.get(entityId);
    if (entry === undefined) return nothing;
    const entity = home.entity(entityId);
    return html`<details>
      <summary>${say('dialog.settings')}</summary>
      <form class="value-field" @submit=${this.save}>
        ${field({ name: 'entity-name', label: say('dialog.name'), value: entity === undefined ? '' : nameOf(entity), maxLength: 255 })}
        ${field({
          name: 'entity-icon',
          label: say('dialog.icon'),
          value: entry.icon ?? '',
          hint: say('dialog.icon_hint'),
        })}
        ${this.areas(entry.area_id)}
        <label class="check">
          <input type="checkbox" name="entity-hidden" .checked=${entry.isHidden} />
          <span>${say('dialog.hidden')}</span>
        </label>
        <div class="actions end">
          <button
            type="button"
            class="quiet"
            @click=${this.look}
          >
            ${say('changes.title')}
          </button>
          <button class="primary" ?disabled=${this.isBusy}>${say('action.save')}</button>
        </div>
      </form>
      ${this.registryId === undefined ? nothing : this.changes(this.registryId)}
    </details>`;
  }

  private changes(id: string): TemplateResult {
    const entity = this.home.entity(this.entityId);
    const name = entity === undefined ? this.entityId : nameOf(entity);
    return changesDialog(this.home, { name, subject: { name: 'entities', id } }, () => {
      this.registryId = undefined;
    });
  }

  private readonly look = async (): Promise<void> => {
    try {
      const entry = await this.home.connection.sendMessagePromise<{ readonly id: string }>({
        type: 'config/entity_registry/get',
        entity_id: this.entityId,
      });
      this.registryId = entry.id;
    } catch (error) {
      toastTrouble(failure(error));
    }
  };

  private areas(own: string | null): TemplateResult {
    const device = this.home.deviceOf(this.entityId);
    const ofDevice = device?.area_id == null ? undefined : this.home.places.areas.get(device.area_id);
    const areas = [...this.home.places.areas.values()];
    return html`<div class="field">
      <label for="entity-area">${say('dialog.area')}</label>
      <select id="entity-area" name="entity-area">
        <option value="" .selected=${own === null}>
          ${ofDevice === undefined ? say('dialog.no_area') : say('dialog.area_of_device', { name: ofDevice.name })}
        </option>
        ${areas.map(
          ({ area_id: id, name }) => html`<option value=${id} .selected=${own === id}>${name}</option>`,
        )}
      </select>
    </div>`;
  }

  private async save(event: SubmitEvent): Promise<void> {
    event.preventDefault();
    const values = valuesOf(event.target as HTMLFormElement);
    const { home, entityId } = this;
    const entity = home.entity(entityId);
    const name = values['entity-name'] ?? '';
    this.isBusy = true;
    try {
      await home.connection.sendMessagePromise({
        type: 'config/entity_registry/update',
        entity_id: entityId,
        // An unchanged name remains the device's own.
        ...(entity !== undefined && name === nameOf(entity) ? {} : { name: name === '' ? null : name }),
        icon: values['entity-icon'] === '' ? null : values['entity-icon'],
        area_id: values['entity-area'] === '' ? null : values['entity-area'],
        hidden_by: values['entity-hidden'] === undefined ? null : 'user',
      });
      toast(say('action.saved'));
    } catch (error) {
      toastTrouble(failure(error));
    } finally {
      this.isBusy = false;
    }
  }
}
