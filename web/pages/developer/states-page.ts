import '../../styles/editors.css';
import { mdiPencilOutline } from '@mdi/js';
import { html, type TemplateResult } from 'lit';
import { define } from '../../app/define.ts';
import { LightElement } from '../../app/light-element.ts';
import { AsyncActions } from '../../parts/async-actions.ts';
import { hasUnreadable } from '../../parts/field.ts';
import { fixedId } from '../../parts/fixed-id.ts';
import { YamlField } from '../../parts/form/yaml-field.ts';
import { ListSearch } from '../../parts/list-search.ts';
import { repeat } from '../../parts/repeat.ts';
import { toolButton } from '../../parts/tool-button.ts';
import { when } from '../../parts/when.ts';
import { request } from '../../server/rest.ts';
import type { Entity } from '../../state/entity.ts';
import type { HomeStore } from '../../state/home-store.ts';
import { Watch } from '../../state/watch.ts';
import { say } from '../../texts/say.ts';

interface Draft {
  readonly entityId: string;
  readonly state: string;
  readonly attributes: unknown;
}

const EMPTY: Draft = { entityId: '', state: '', attributes: undefined };

/** All states, and a form to set one, which lasts until the device reports another. */
export class StatesPage extends LightElement {
  static override properties = { home: { attribute: false }, draft: { state: true } };

  declare home: HomeStore;
  declare draft: Draft;
  private readonly actions = new AsyncActions(this);
  private readonly found = new ListSearch(this);
  /** All entity IDs in order, cached until entities change. */
  private order: readonly string[] | undefined;
  private inSight: readonly string[] = [];
  private unlisten: (() => void) | undefined;

  constructor() {
    super();
    this.draft = EMPTY;
    define({ 'hearth-yaml-field': YamlField });
    new Watch(this, () => (this.found.text === '' ? this.inSight : ['#any']));
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.unlisten = this.home.listen(['#members'], () => {
      this.order = undefined;
      this.requestUpdate();
    });
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.unlisten?.();
    this.order = undefined;
  }

  protected override render() {
    const { home } = this;
    this.order ??= inOrder(home);
    const all = this.order.map((id) => home.entity(id)).filter((one) => one !== undefined);
    const found = this.found.of(all, searchText);
    this.inSight = this.found.shown(found).map(({ entity_id }) => entity_id);
    return html`<h1>${say('states.title')}</h1>
      ${this.form()}
      <section class="card">
        <h2>${say('states.all', { count: found.length })}</h2>
        ${this.found.field(say('states.search'))}
        <ul class="rows">
          ${repeat(
            this.found.shown(found),
            ({ entity_id }) => entity_id,
            (entity) => this.row(entity),
          )}
        </ul>
        ${this.found.rest(found.length)}
      </section>`;
  }

  private form(): TemplateResult {
    const { entityId, state, attributes } = this.draft;
    const exists = this.home.entity(entityId) !== undefined;
    return html`<details class="card fold" ?open=${entityId !== ''}>
      <summary><h2>${say('states.set')}</h2></summary>
      <p class="hint">${say('states.set_hint')}</p>
      <form novalidate @submit=${this.submit}>
        <div class="pair">
          ${this.line('entity', say('states.entity_id'), entityId, (text) => ({ entityId: text.trim().toLowerCase() }))}
          ${this.line('state', say('states.state'), state, (text) => ({ state: text }))}
        </div>
        <hearth-yaml-field
          .name=${'set-attributes'}
          .label=${say('states.attributes')}
          .value=${attributes}
          @changed=${(event: CustomEvent<unknown>) => this.patch({ attributes: event.detail })}
        ></hearth-yaml-field>
        ${this.actions.view()}
        <div class="actions">
          <button class="primary" ?disabled=${this.actions.isBusy || entityId === ''}>${say('states.write')}</button>
          <button type="button" class="danger" ?disabled=${!exists} @click=${this.removeState}>${say('states.remove')}</button>
        </div>
      </form>
    </details>`;
  }

  private line(
    name: string,
    label: string,
    value: string,
    read: (text: string) => Partial<Draft>,
  ): TemplateResult {
    return html`<div class="field">
      <label for="set-${name}">${label}</label>
      <input
        id="set-${name}"
        autocomplete="off"
        autocapitalize="none"
        spellcheck="false"
        .value=${value}
        @input=${(event: InputEvent) => this.patch(read((event.target as HTMLInputElement).value))}
      />
    </div>`;
  }

  private row(entity: Entity): TemplateResult {
    const { entity_id, state, attributes, last_changed } = entity;
    const name = attributes.friendly_name;
    return html`<li class="row state-row">
      <div class="row-main">
        <p class="row-name">${typeof name === 'string' ? name : entity_id}</p>
        <p class="hint">${fixedId(entity_id)}</p>
        <details>
          <summary class="hint">${say('states.attributes')} (${Object.keys(attributes).length})</summary>
          <pre class="code" tabindex="0">${linesOf(attributes)}</pre>
        </details>
      </div>
      <div class="row-value">
        <span class="state-text">${state === '' ? '""' : state}</span>
        <small class="hint">${when(new Date(last_changed * 1000).toISOString())}</small>
      </div>
      ${toolButton(mdiPencilOutline, say('states.edit_named', { name: entity_id }), () => this.edit(entity))}
    </li>`;
  }

  private async edit({ entity_id, state, attributes }: Entity): Promise<void> {
    this.draft = { entityId: entity_id, state, attributes };
    await this.updateComplete;
    this.querySelector<HTMLElement>('#set-state')?.focus();
  }

  private patch(patch: Partial<Draft>): void {
    this.draft = { ...this.draft, ...patch };
  }

  private async submit(event: SubmitEvent): Promise<void> {
    event.preventDefault();
    if (hasUnreadable(this)) return this.actions.showError(say('form.unreadable'));
    const { entityId, state, attributes } = this.draft;
    const path = `/api/states/${encodeURIComponent(entityId)}`;
    const body = { state, attributes: attributes ?? {} };
    await this.actions.run(
      () => request(this.home.connection, 'POST', path, body),
      say('states.written', { id: entityId }),
    );
  }

  private async removeState(): Promise<void> {
    const { entityId } = this.draft;
    const path = `/api/states/${encodeURIComponent(entityId)}`;
    await this.actions.run(
      () => request(this.home.connection, 'DELETE', path),
      say('states.removed', { id: entityId }),
    );
  }
}

function inOrder(home: HomeStore): string[] {
  const { compare } = new Intl.Collator('en', { numeric: true });
  return [...home.all()].map(({ entity_id }) => entity_id).sort(compare);
}

function searchText({ entity_id, state, attributes }: Entity): string {
  return `${entity_id} ${state} ${String(attributes.friendly_name ?? '')} ${String(attributes.device_class ?? '')}`;
}

function linesOf(attributes: Readonly<Record<string, unknown>>): string {
  return Object.entries(attributes)
    .map(([key, value]) => `${key}: ${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join('\n');
}
