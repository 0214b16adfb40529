import { mdiRobotVacuum } from '@mdi/js';
import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { LightElement } from '../../app/light-element.ts';
import { toast, toastTrouble } from '../../app/toasts.ts';
import type { ControlView } from '../../controls/control.ts';
import { failure } from '../../parts/failure.ts';
import { valuesOf } from '../../parts/field.ts';
import { icon } from '../../parts/icon.ts';
import { say } from '../../texts/say.ts';

/** Map segments by area ID. */
type Mapping = Readonly<Record<string, readonly string[]>>;

interface Segment {
  readonly id: string;
  readonly name: string;
}

/** The rooms a vacuum can be sent to; administrators map its segments to areas. */
export class VacuumRooms extends LightElement {
  static override properties = {
    view: { attribute: false },
    mapping: { state: true },
    segments: { state: true },
    isBusy: { state: true },
  };

  declare view: ControlView;
  declare mapping: Mapping;
  declare segments: readonly Segment[];
  declare isBusy: boolean;
  private requested = '';

  constructor() {
    super();
    this.mapping = {};
    this.segments = [];
    this.isBusy = false;
  }

  protected override willUpdate(changed: PropertyValues): void {
    const { entity_id: id } = this.view.entity;
    if (!changed.has('view') || this.requested === id) return;
    this.requested = id;
    this.mapping = {};
    this.segments = [];
    void this.load().catch(() => {});
  }

  protected override render() {
    const rooms = this.rooms();
    return html`${rooms.length === 0 ? nothing : this.chooser(rooms)}
    ${this.segments.length === 0 ? nothing : this.assignment()}`;
  }

  /** The mapped areas the user can see. */
  private rooms(): readonly { readonly id: string; readonly name: string }[] {
    const { areas } = this.view.home.places;
    return Object.keys(this.mapping).flatMap((id) => {
      const area = areas.get(id);
      return area === undefined ? [] : [{ id, name: area.name }];
    });
  }

  private chooser(rooms: readonly { readonly id: string; readonly name: string }[]): TemplateResult {
    const { isLocked } = this.view;
    return html`<form class="rooms" @submit=${this.clean}>
      <fieldset ?disabled=${isLocked}>
        <legend>${say('vacuum.rooms')}</legend>
        ${rooms.map(
          ({ id, name }) => html`<label class="check">
            <input type="checkbox" name="room" value=${id} /><span>${name}</span>
          </label>`,
        )}
      </fieldset>
      <button ?disabled=${isLocked}>${icon(mdiRobotVacuum)} ${say('vacuum.clean_rooms')}</button>
    </form>`;
  }

  private assignment(): TemplateResult {
    const areas = [...this.view.home.places.areas.values()];
    const areaOf = (segment: string): string | undefined =>
      Object.keys(this.mapping).find((area) => this.mapping[area]?.includes(segment));
    return html`<details>
      <summary>${say('vacuum.assign')}</summary>
      <form class="value-field" @submit=${this.assign}>
        <p class="hint">${say('vacuum.assign_more')}</p>
        ${this.segments.map(
          ({ id, name }, index) => html`<div class="field">
            <label for="segment-${index}">${name}</label>
            <select id="segment-${index}" name="segment-${index}">
              <option value="" .selected=${areaOf(id) === undefined}>${say('vacuum.no_room')}</option>
              ${areas.map(
                (area) => html`<option value=${area.area_id} .selected=${areaOf(id) === area.area_id}>
                  ${area.name}
                </option>`,
              )}
            </select>
          </div>`,
        )}
        <div class="actions end"><button class="primary" ?disabled=${this.isBusy}>${say('action.save')}</button></div>
      </form>
    </details>`;
  }

  private async load(): Promise<void> {
    const { home, entity } = this.view;
    const { entity_id } = entity;
    const ask = <T>(type: string): Promise<T> => home.connection.sendMessagePromise<T>({ type, entity_id });
    const entry = await ask<{ readonly options?: { readonly vacuum?: { readonly area_mapping?: Mapping } } }>(
      'config/entity_registry/get',
    );
    if (this.requested !== entity_id) return;
    this.mapping = entry.options?.vacuum?.area_mapping ?? {};
    if (!home.user.is_admin) return;
    const { segments } = await ask<{ readonly segments: readonly Segment[] }>('vacuum/get_segments');
    if (this.requested === entity_id) this.segments = segments;
  }

  private clean(event: SubmitEvent): void {
    event.preventDefault();
    const chosen = new FormData(event.target as HTMLFormElement).getAll('room').map(String);
    if (chosen.length === 0) toastTrouble(say('vacuum.choose_rooms'));
    else this.view.act('clean_area', { cleaning_area_id: chosen }, { state: 'cleaning' });
  }

  private async assign(event: SubmitEvent): Promise<void> {
    event.preventDefault();
    const values = valuesOf(event.target as HTMLFormElement);
    const { segments } = this;
    const mapping: Record<string, string[]> = {};
    for (const [index, { id }] of segments.entries()) {
      const area = values[`segment-${index}`] ?? '';
      if (area !== '') mapping[area] = [...(mapping[area] ?? []), id];
    }
    this.isBusy = true;
    try {
      await this.view.home.connection.sendMessagePromise({
        type: 'config/entity_registry/update',
        entity_id: this.view.entity.entity_id,
        options_domain: 'vacuum',
        options: { area_mapping: mapping, last_seen_segments: segments },
      });
      this.mapping = mapping;
      toast(say('action.saved'));
    } catch (error) {
      toastTrouble(failure(error));
    } finally {
      this.isBusy = false;
    }
  }
}
