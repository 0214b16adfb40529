import { html, nothing, type TemplateResult } from 'lit';
import { define } from '../../../app/define.ts';
import { LightElement } from '../../../app/light-element.ts';
import { AsyncActions } from '../../../parts/async-actions.ts';
import { ListSearch } from '../../../parts/list-search.ts';
import { repeat } from '../../../parts/repeat.ts';
import { when } from '../../../parts/when.ts';
import type { ItemDomain } from '../../../server/items.ts';
import { type Entity, nameOf } from '../../../state/entity.ts';
import type { HomeStore } from '../../../state/home-store.ts';
import { itemIdOf } from '../../../state/item-id.ts';
import { Watch } from '../../../state/watch.ts';
import { say } from '../../../texts/say.ts';
import { ItemEditor } from './item-editor.ts';
import { ITEM_KINDS } from './item-kind.ts';
import { RunButton } from './run-button.ts';
import { TracePage } from './trace-page.ts';
import { VersionsPage } from './versions-page.ts';

/**
 * Automations, scripts or scenes with run buttons and switches; or the editor, traces or versions of one by
 * address.
 */
export class ItemsPage extends LightElement {
  static override properties = {
    home: { attribute: false },
    domain: { attribute: false },
    rest: { attribute: false },
  };

  declare home: HomeStore;
  declare domain: ItemDomain;
  /** The rest of the address: an ID, optionally with `/traces` or `/versions`; empty for the list. */
  declare rest: string;
  private readonly actions = new AsyncActions(this);
  private readonly found = new ListSearch(this);

  constructor() {
    super();
    define({
      'hearth-run-button': RunButton,
      'hearth-item-editor': ItemEditor,
      'hearth-trace-page': TracePage,
      'hearth-versions-page': VersionsPage,
    });
    this.rest = '';
    new Watch(this, () => ['#members', '#places', ...this.entities().map(({ entity_id }) => entity_id)]);
  }

  protected override render() {
    const { home, domain, rest } = this;
    const [, id = '', view] = /^(.*?)(?:\/(traces|versions))?$/s.exec(rest) ?? [];
    const kind = ITEM_KINDS[domain];
    if (view === 'traces')
      return html`<hearth-trace-page .home=${home} .kind=${kind} .itemId=${id}></hearth-trace-page>`;
    if (view === 'versions')
      return html`<hearth-versions-page .home=${home} .kind=${kind} .itemId=${id}></hearth-versions-page>`;
    if (id !== '')
      return html`<hearth-item-editor .home=${home} .kind=${kind} .itemId=${id}></hearth-item-editor>`;
    return this.list();
  }

  private list(): TemplateResult {
    const kind = ITEM_KINDS[this.domain];
    const all = this.entities();
    const found = this.found.of(all, (entity) => `${nameOf(entity)} ${entity.entity_id}`);
    return html`<div class="card-head">
        <h1>${say(kind.title)}</h1>
        <div class="actions">
          ${this.domain === 'scene' ? nothing : html`<a class="button plain" href="/settings/blueprints">${say('blueprints.from')}</a>`}
          <a class="button primary" href="${kind.base}/new">${say(kind.add)}</a>
        </div>
      </div>
      ${this.actions.view()}
      <section class="card">
        ${this.found.field()}
        ${
          all.length === 0
            ? html`<p class="hint">${say(kind.none)}</p>`
            : html`<ul class="rows">
                  ${repeat(
                    this.found.shown(found),
                    ({ entity_id }) => entity_id,
                    (entity) => this.row(entity),
                  )}
                </ul>
                ${this.found.rest(found.length)}`
        }
      </section>`;
  }

  private row(entity: Entity): TemplateResult {
    const { base } = ITEM_KINDS[this.domain];
    const id = itemIdOf(this.home, entity);
    const name = nameOf(entity);
    const path = id === undefined ? undefined : `${base}/${encodeURIComponent(id)}`;
    return html`<li class=${this.domain === 'automation' ? 'row ordered' : 'row'}>
      <div class="row-main">
        <p class="row-name">${path === undefined ? name : html`<a href=${path}>${name}</a>`}</p>
        <p class="hint">
          ${lastRun(entity)}${path === undefined || this.domain === 'scene' ? nothing : html` · <a href="${path}/traces">${say('traces.title')}</a>`}
        </p>
      </div>
      ${this.domain === 'automation' ? this.enabler(entity, name) : nothing}
      <hearth-run-button
        .home=${this.home}
        .domain=${this.domain}
        .entityId=${entity.entity_id}
        .name=${name}
        .isNamed=${true}
        .isOff=${this.actions.isBusy}
        .actions=${this.actions}
      ></hearth-run-button>
    </li>`;
  }

  private enabler({ entity_id, state }: Entity, name: string): TemplateResult {
    const isOn = state === 'on';
    return html`<button
      type="button"
      role="switch"
      class="switch"
      aria-checked=${String(isOn)}
      aria-label=${say('automations.enabled', { name })}
      @click=${() =>
        this.actions.run(() =>
          this.home.call({
            domain: 'automation',
            service: isOn ? 'turn_off' : 'turn_on',
            target: entity_id,
            guess: { state: isOn ? 'off' : 'on' },
          }),
        )}
    ><span></span></button>`;
  }

  private entities(): Entity[] {
    const { compare } = new Intl.Collator(document.documentElement.lang, { numeric: true });
    return [...(this.home?.all() ?? [])]
      .filter(({ domain }) => domain === this.domain)
      .map((entity) => this.home.entity(entity.entity_id) ?? entity)
      .sort((a, b) => compare(nameOf(a), nameOf(b)));
  }
}

function lastRun({ domain, state, attributes }: Entity): string {
  const last = domain === 'scene' ? state : attributes.last_triggered;
  if (typeof last !== 'string' || Number.isNaN(Date.parse(last))) return say('items.never_run');
  return say('items.last_run', { when: when(last) });
}
