import { mdiPencilOutline } from '@mdi/js';
import { html, nothing, type TemplateResult } from 'lit';
import { define } from '../../app/define.ts';
import { LightElement } from '../../app/light-element.ts';
import { AsyncActions } from '../../parts/async-actions.ts';
import { fixedId } from '../../parts/fixed-id.ts';
import { FormDialog } from '../../parts/form/form-dialog.ts';
import { defineForms } from '../../parts/form/form-fields.ts';
import { labelChips } from '../../parts/label-chip.ts';
import { ListSearch } from '../../parts/list-search.ts';
import { NamedIcon } from '../../parts/named-icon.ts';
import { repeat } from '../../parts/repeat.ts';
import { toolButton } from '../../parts/tool-button.ts';
import { EntityUpdates } from '../../state/entity-updates.ts';
import type { HomeStore } from '../../state/home-store.ts';
import { Watch } from '../../state/watch.ts';
import { domainName } from '../../texts/domain-name.ts';
import { say } from '../../texts/say.ts';
import { bulkBar } from './bulk-bar.ts';
import { entityTask } from './entity-task.ts';
import {
  areaOfEntry,
  labelOfEntry,
  labelsOfEntry,
  nameOfEntry,
  type RegistryEntry,
  readEntries,
} from './registry.ts';
import { rowIcon, rowState } from './row-state.ts';

/** All registered entities: search, filters, single and bulk changes. */
export class EntitiesPage extends LightElement {
  static override properties = {
    home: { attribute: false },
    entries: { state: true },
    chosen: { state: true },
    edited: { state: true },
    domain: { state: true },
    status: { state: true },
  };

  declare home: HomeStore;
  declare entries: readonly RegistryEntry[] | undefined;
  declare chosen: ReadonlySet<string>;
  declare edited: RegistryEntry | undefined;
  declare domain: string;
  declare status: string;
  private readonly actions = new AsyncActions(this);
  private readonly found = new ListSearch(this);
  /** The entities whose states the list shows. */
  private watched: readonly string[] = [];

  constructor() {
    super();
    defineForms();
    define({ 'hearth-form-dialog': FormDialog, 'hearth-icon': NamedIcon });
    this.entries = undefined;
    this.chosen = new Set();
    this.edited = undefined;
    this.domain = '';
    this.status = '';
    new EntityUpdates(this, () => void this.load());
    new Watch(this, () => ['#places', ...this.watched]);
  }

  protected override render() {
    const { entries = [], home } = this;
    const label = new URLSearchParams(location.search).get('label');
    const wanted = entries.filter(
      (one) => this.isWanted(one) && (label === null || labelsOfEntry(home, one).includes(label)),
    );
    const found = this.found.of(wanted, (one) => searchText(home, one));
    const shown = this.found.shown(found);
    this.watched = shown.map(({ entity_id }) => entity_id);
    const chosen = found.filter(({ entity_id }) => this.chosen.has(entity_id));
    return html`<h1>${say('entities.title')}</h1>
      <section class="card">
        <div class="tools">${this.found.field(say('entities.search'))} ${this.filters(entries)}</div>
        ${label === null ? nothing : html`<p>${say('entities.with_label', { label: labelOfEntry(home, label) })} <a href="/settings/entities">${say('entities.all')}</a></p>`}
        ${this.actions.view()} ${bulkBar(home, chosen, this.run)}
        <label class="check">
          <input
            type="checkbox"
            .checked=${chosen.length > 0 && chosen.length === found.length}
            .indeterminate=${chosen.length > 0 && chosen.length < found.length}
            @change=${(event: Event) => this.chooseAll(found, (event.target as HTMLInputElement).checked)}
          />
          <span>${say('entities.count', { count: found.length })}</span>
        </label>
        <ul class="rows">
          ${repeat(
            shown,
            ({ id }) => id,
            (entry) => this.row(entry),
          )}
        </ul>
        ${this.entries === undefined ? html`<p class="hint">${say('list.loading')}</p>` : this.found.rest(found.length)}
      </section>
      ${this.edited === undefined ? nothing : this.dialog(this.edited)}`;
  }

  private filters(entries: readonly RegistryEntry[]): TemplateResult {
    const domains = [
      ...new Set(entries.map(({ entity_id }) => entity_id.slice(0, entity_id.indexOf('.')))),
    ].sort();
    return html`<select
        aria-label=${say('entities.domain')}
        @change=${(event: Event) => {
          this.domain = (event.target as HTMLSelectElement).value;
        }}
      >
        <option value="">${say('entities.all_domains')}</option>
        ${domains.map((one) => html`<option value=${one}>${domainName(one)}</option>`)}
      </select>
      <select
        aria-label=${say('entities.status')}
        @change=${(event: Event) => {
          this.status = (event.target as HTMLSelectElement).value;
        }}
      >
        <option value="">${say('entities.any_status')}</option>
        <option value="hidden">${say('entities.hidden')}</option>
        <option value="disabled">${say('entities.disabled')}</option>
        <option value="gone">${say('entities.gone')}</option>
      </select>`;
  }

  private isWanted({ entity_id, hidden_by, disabled_by }: RegistryEntry): boolean {
    if (this.domain !== '' && !entity_id.startsWith(`${this.domain}.`)) return false;
    if (this.status === 'hidden') return hidden_by !== null;
    if (this.status === 'disabled') return disabled_by !== null;
    return this.status !== 'gone' || this.home.entity(entity_id)?.state === 'unavailable';
  }

  private row(entry: RegistryEntry): TemplateResult {
    const name = nameOfEntry(this.home, entry);
    const area = areaOfEntry(this.home, entry);
    const entity = this.home.entity(entry.entity_id);
    return html`<li class="row with-state">
      <label class="tick">
        <input
          type="checkbox"
          aria-label=${say('entities.choose', { name })}
          .checked=${this.chosen.has(entry.entity_id)}
          @change=${(event: Event) => this.choose([entry.entity_id], (event.target as HTMLInputElement).checked)}
        />
      </label>
      ${rowIcon(this.home, entity)}
      <div class="row-main">
        <p class="row-name">
          ${name} ${entry.hidden_by === null ? nothing : html`<span class="badge quiet">${say('entities.hidden')}</span>`}
          ${entry.disabled_by === null ? nothing : html`<span class="badge quiet">${say('entities.disabled')}</span>`}
        </p>
        <p class="hint">${fixedId(entry.entity_id)}${area === undefined ? nothing : ` · ${area}`}</p>
        ${labelChips(this.home, entry.labels)}
      </div>
      ${entity === undefined ? nothing : rowState(this, entity, name)}
      ${toolButton(mdiPencilOutline, say('list.edit_named', { name }), () => {
        this.edited = entry;
      })}
    </li>`;
  }

  private dialog(entry: RegistryEntry): TemplateResult {
    return html`<hearth-form-dialog
      .home=${this.home}
      .task=${entityTask(this.home, entry)}
      @saved=${this.load}
      @closed=${() => {
        this.edited = undefined;
      }}
    ></hearth-form-dialog>`;
  }

  private chooseAll(entries: readonly RegistryEntry[], isOn: boolean): void {
    this.choose(
      entries.map(({ entity_id }) => entity_id),
      isOn,
    );
  }

  private choose(ids: readonly string[], isOn: boolean): void {
    const next = new Set(this.chosen);
    for (const id of ids) {
      if (isOn) next.add(id);
      else next.delete(id);
    }
    this.chosen = next;
  }

  private readonly run = async (work: () => Promise<unknown>, notice: string): Promise<void> => {
    if (await this.actions.run(work, notice)) this.chosen = new Set();
    await this.load();
  };

  private readonly load = async (): Promise<void> => {
    this.entries = await readEntries(this.home).catch(() => this.entries);
  };
}

function searchText(home: HomeStore, entry: RegistryEntry): string {
  const device = entry.device_id === null ? undefined : home.places.devices.get(entry.device_id);
  return `${entry.entity_id} ${nameOfEntry(home, entry)} ${areaOfEntry(home, entry) ?? ''} ${entry.platform} ${device?.name_by_user ?? device?.name ?? ''}`;
}
