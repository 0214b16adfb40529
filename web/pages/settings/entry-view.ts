import { html, nothing, type TemplateResult } from 'lit';
import { LightElement } from '../../app/light-element.ts';
import { AsyncActions } from '../../parts/async-actions.ts';
import { confirmation } from '../../parts/dialog.ts';
import { chevron } from '../../parts/icon.ts';
import {
  type ConfigEntry,
  devicesOf,
  disableEntry,
  type EntryDevice,
  readEntryLog,
  reloadEntry,
  removeEntry,
} from '../../server/config-entries.ts';
import type { FlowStart } from '../../server/config-flows.ts';
import type { HomeStore } from '../../state/home-store.ts';
import { say } from '../../texts/say.ts';
import { entryState } from './entry-state.ts';

/** One entry: its devices, its log, and what can be done with it. Fires `flow` to open a form. */
export class EntryView extends LightElement {
  static override properties = {
    home: { attribute: false },
    entry: { attribute: false },
    typeName: { attribute: false },
    devices: { state: true },
    lines: { state: true },
    isRemoving: { state: true },
  };

  declare home: HomeStore;
  declare entry: ConfigEntry;
  declare typeName: string;
  declare devices: readonly EntryDevice[];
  declare lines: readonly string[] | undefined;
  declare isRemoving: boolean;
  private readonly actions = new AsyncActions(this);

  constructor() {
    super();
    this.typeName = '';
    this.devices = [];
    this.lines = undefined;
    this.isRemoving = false;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    void this.actions.run(async () => {
      this.devices = await devicesOf(this.home.connection, this.entry.entry_id);
    });
  }

  protected override render() {
    const { title, state, reason, disabled_by } = this.entry;
    const isDisabled = disabled_by !== null;
    return html`<h1>${title}</h1>
      <section class="card" aria-label=${title}>
        <p class="hint">${this.typeName}</p>
        <p>${entryState(isDisabled ? 'not_loaded' : state)}</p>
        ${reason === null || isDisabled ? nothing : html`<p class="hint">${reason}</p>`}
        ${this.actions.view()} ${this.buttons(isDisabled)}
      </section>
      ${this.deviceList()} ${this.log()} ${this.question()}`;
  }

  private buttons(isDisabled: boolean): TemplateResult {
    const { entry_id: id, domain, supports_options, supports_reconfigure } = this.entry;
    const { connection } = this.home;
    const run = (task: () => Promise<unknown>) => () => void this.actions.run(task);
    const flow = (start: FlowStart) => () => this.dispatchEvent(new CustomEvent('flow', { detail: start }));
    return html`<div class="actions">
      ${supports_reconfigure ? html`<button type="button" @click=${flow({ handler: domain, entryId: id })}>${say('integrations.reconfigure')}</button>` : nothing}
      ${supports_options ? html`<button type="button" @click=${flow({ handler: domain, optionsOf: id })}>${say('integrations.options')}</button>` : nothing}
      ${isDisabled ? nothing : html`<button type="button" @click=${run(() => reloadEntry(connection, id))}>${say('integrations.reload')}</button>`}
      <button type="button" @click=${run(() => disableEntry(connection, id, !isDisabled))}>
        ${isDisabled ? say('integrations.enable') : say('integrations.disable')}
      </button>
      <button type="button" class="danger" @click=${() => {
        this.isRemoving = true;
      }}>${say('integrations.remove')}</button>
    </div>`;
  }

  private deviceList(): TemplateResult | typeof nothing {
    if (this.devices.length === 0) return nothing;
    return html`<section class="card" aria-label=${say('devices.title')}>
      <h2>${say('devices.title')}</h2>
      <ul class="rows">
        ${this.devices.map(
          ({ id, name, name_by_user, manufacturer, model }) => html`<li class="row">
            <div class="row-main">
              <p class="row-name"><a href="/settings/devices/${id}">${name_by_user ?? name ?? id}</a></p>
              <p class="hint">${[manufacturer, model].filter(Boolean).join(' ')}</p>
            </div>
            ${chevron()}
          </li>`,
        )}
      </ul>
    </section>`;
  }

  private log(): TemplateResult {
    const { lines } = this;
    return html`<section class="card" aria-label=${say('integrations.log')}>
      <h2>${say('integrations.log')}</h2>
      <div class="actions">
        <button type="button" @click=${() =>
          void this.actions.run(async () => {
            this.lines = (await readEntryLog(this.home.connection, this.entry.entry_id)).lines;
          })}>${lines === undefined ? say('integrations.show_log') : say('integrations.refresh_log')}</button>
      </div>
      ${lines === undefined ? nothing : html`<pre class="log" tabindex="0">${lines.length === 0 ? say('integrations.empty_log') : lines.join('\n')}</pre>`}
    </section>`;
  }

  private question(): TemplateResult | typeof nothing {
    if (!this.isRemoving) return nothing;
    const { title: name, entry_id } = this.entry;
    return confirmation({
      title: say('integrations.remove_named', { name }),
      question: say('integrations.remove_sure', { name }),
      yes: say('integrations.remove'),
      no: say('action.cancel'),
      onYes: () => {
        this.isRemoving = false;
        void this.actions.run(async () => {
          await removeEntry(this.home.connection, entry_id);
          location.assign('/settings/integrations');
        });
      },
      onClose: () => {
        this.isRemoving = false;
      },
    });
  }
}
