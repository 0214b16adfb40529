import { mdiPlus } from '@mdi/js';
import { html, nothing, type TemplateResult } from 'lit';
import { define } from '../../app/define.ts';
import { LightElement } from '../../app/light-element.ts';
import { AsyncActions } from '../../parts/async-actions.ts';
import { brandPicture } from '../../parts/brand-picture.ts';
import { FlowDialog, type FlowTask } from '../../parts/flow/flow-dialog.ts';
import { chevron, icon } from '../../parts/icon.ts';
import { ListSearch } from '../../parts/list-search.ts';
import {
  type ConfigEntry,
  type IntegrationType,
  integrationTypes,
  listEntries,
} from '../../server/config-entries.ts';
import {
  type DiscoveredFlow,
  discoveredFlows,
  type FlowStart,
  ignoreFlow,
} from '../../server/config-flows.ts';
import type { HomeStore } from '../../state/home-store.ts';
import { ReloadOnReconnect } from '../../state/reload-on-reconnect.ts';
import '../../styles/controls.css';
import { say } from '../../texts/say.ts';
import { entryState } from './entry-state.ts';
import { EntryView } from './entry-view.ts';

/** The devices and services that are set up, those found in the network, and all that can be added. */
export class IntegrationsPage extends LightElement {
  static override properties = {
    home: { attribute: false },
    rest: { attribute: false },
    entries: { state: true },
    found: { state: true },
    types: { state: true },
    task: { state: true },
  };

  declare home: HomeStore;
  /** The ID of an entry; `add` for the list of types; empty for the list of entries. */
  declare rest: string;
  declare entries: readonly ConfigEntry[] | undefined;
  declare found: readonly DiscoveredFlow[];
  declare types: readonly IntegrationType[];
  declare task: FlowTask | undefined;
  private readonly actions = new AsyncActions(this);
  private readonly search = new ListSearch(this);
  private ends: (() => void)[] = [];
  /** The discovered flow that the address names, until it was opened. */
  private asked = new URLSearchParams(location.search).get('flow');

  constructor() {
    super();
    define({ 'hearth-flow-dialog': FlowDialog, 'hearth-entry-view': EntryView });
    this.rest = '';
    this.entries = undefined;
    this.found = [];
    this.types = [];
    this.task = undefined;
    new ReloadOnReconnect(this, () => void this.load());
  }

  override connectedCallback(): void {
    super.connectedCallback();
    const again = (): void => void this.load();
    for (const type of ['config_entries/subscribe', 'config_entries/flow/subscribe'])
      void this.home.connection
        .subscribeMessage(again, { type })
        .then((end) => (this.isConnected ? void this.ends.push(() => void end()) : void end()));
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    for (const end of this.ends.splice(0)) end();
  }

  protected override render() {
    const entry = this.entries?.find(({ entry_id: id }) => id === this.rest);
    if (entry !== undefined)
      return html`<hearth-entry-view
          .home=${this.home}
          .entry=${entry}
          .typeName=${this.typeName(entry.domain)}
          @flow=${(event: CustomEvent<FlowStart>) => this.begin({ ...event.detail, name: entry.title })}
        ></hearth-entry-view>${this.dialog()}`;
    const isAdding = this.rest === 'add';
    return html`<h1>${isAdding ? say('integrations.add') : say('integrations.title')}</h1>
      ${this.actions.view()} ${this.expired()} ${this.discovered()}
      ${isAdding ? this.typeList() : this.entryList()} ${this.dialog()}`;
  }

  private typeName(domain: string): string {
    return this.types.find((one) => one.domain === domain)?.name ?? domain;
  }

  /** Logins that no longer work. */
  private expired(): TemplateResult[] {
    return this.found
      .filter(({ context }) => context.source === 'reauth')
      .map((flow) => {
        const name = flow.context.title_placeholders?.name ?? flow.handler;
        return html`<div class="notice" role="status">
          <p>${say('integrations.expired', { name })}</p>
          <div class="actions">
            <button type="button" class="primary" @click=${() => this.open(flow)}>
              ${say('integrations.log_in')}
            </button>
          </div>
        </div>`;
      });
  }

  private discovered(): TemplateResult | typeof nothing {
    const found = this.found.filter(({ context }) => context.source !== 'reauth');
    if (found.length === 0) return nothing;
    return html`<section class="card" aria-label=${say('integrations.found')}>
      <h2>${say('integrations.found')}</h2>
      <ul class="rows">
        ${found.map((flow) => {
          const name = flow.context.title_placeholders?.name ?? flow.handler;
          return html`<li class="row">
            ${brandPicture(flow.handler)}
            <div class="row-main">
              <p class="row-name">${name}</p>
              <p class="hint">${this.typeName(flow.handler)}</p>
            </div>
            <div class="actions">
              <button type="button" class="quiet" @click=${() => this.ignore(flow, name)}>${say('integrations.ignore')}</button>
              <button type="button" class="primary" @click=${() => this.open(flow)}>
                ${say('integrations.add_this')}
              </button>
            </div>
          </li>`;
        })}
      </ul>
    </section>`;
  }

  private entryList(): TemplateResult {
    const { entries } = this;
    return html`<section class="card">
      <div class="tools">
        <a class="button primary" href="/settings/integrations/add">${icon(mdiPlus)} ${say('integrations.add')}</a>
      </div>
      ${entries === undefined ? html`<p class="hint">${say('list.loading')}</p>` : nothing}
      <ul class="rows">
        ${(entries ?? [])
          .filter(({ source }) => source !== 'ignore')
          .map(
            (entry) => html`<li class="row">
              <div class="row-main">
                <p class="row-name"><a href="/settings/integrations/${entry.entry_id}">${entry.title}</a></p>
                <p class="hint">${this.typeName(entry.domain)}</p>
              </div>
              <span class="row-value">${entryState(entry.disabled_by === null ? entry.state : 'not_loaded')}</span>
              ${chevron()}
            </li>`,
          )}
      </ul>
    </section>`;
  }

  private typeList(): TemplateResult {
    const found = this.search.of(this.types, ({ name, domain }) => `${name} ${domain}`);
    return html`<section class="card">
      <p class="hint">${say('integrations.isolated')}</p>
      <div class="tools">${this.search.field(say('integrations.search'))}</div>
      <ul class="rows">
        ${this.search.shown(found).map(
          ({ domain, name }) => html`<li class="row">
            ${brandPicture(domain)}
            <div class="row-main"><p class="row-name">
              <button type="button" class="link" @click=${() => this.begin({ handler: domain, name })}>${name}</button>
            </p></div>
          </li>`,
        )}
      </ul>
      ${this.search.rest(found.length)}
    </section>`;
  }

  private dialog(): TemplateResult | typeof nothing {
    const { task } = this;
    if (task === undefined) return nothing;
    return html`<hearth-flow-dialog
      .home=${this.home}
      .task=${task}
      @closed=${() => {
        this.task = undefined;
        void this.load();
      }}
    ></hearth-flow-dialog>`;
  }

  private begin(flow: FlowStart & { readonly name: string }): void {
    this.task = { ...flow, hasDevices: true };
  }

  private open({ flow_id: flowId, handler, context }: DiscoveredFlow): void {
    this.begin({ flowId, handler, name: context.title_placeholders?.name ?? handler });
  }

  private ignore({ flow_id }: DiscoveredFlow, name: string): void {
    void this.actions.run(async () => {
      await ignoreFlow(this.home.connection, flow_id, name);
      await this.load();
    });
  }

  private async load(): Promise<void> {
    const { connection } = this.home;
    await this.actions.run(async () => {
      [this.entries, this.found, this.types] = await Promise.all([
        listEntries(connection),
        discoveredFlows(connection),
        integrationTypes(connection),
      ]);
      const asked = this.found.find(({ flow_id: id }) => id === this.asked);
      this.asked = null;
      if (asked !== undefined) this.open(asked);
    });
  }
}
