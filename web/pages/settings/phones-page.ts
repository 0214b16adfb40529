import { mdiCellphone } from '@mdi/js';
import { html, nothing, type TemplateResult } from 'lit';
import { LightElement } from '../../app/light-element.ts';
import { AsyncActions } from '../../parts/async-actions.ts';
import { confirmation, dialog } from '../../parts/dialog.ts';
import { icon } from '../../parts/icon.ts';
import { repeat } from '../../parts/repeat.ts';
import { labeledSwitch } from '../../parts/switch.ts';
import { when } from '../../parts/when.ts';
import type { HomeStore } from '../../state/home-store.ts';
import '../../styles/controls.css';
import { say } from '../../texts/say.ts';

/** An app as `hearth/phones/list` answers it. */
interface PhoneApp {
  readonly entry_id: string;
  readonly user: string | null;
  readonly name: string;
  readonly model: string;
  readonly os: string;
  readonly app_version: string;
  /** An ISO 8601 timestamp. */
  readonly last_seen: string | null;
  readonly has_push_service: boolean;
  readonly cloud_push: boolean;
}

/** The registered companion apps: rename, revoke, and allow the push service of their maker. */
export class PhonesPage extends LightElement {
  static override properties = {
    home: { attribute: false },
    apps: { state: true },
    renamed: { state: true },
    revoked: { state: true },
  };

  declare home: HomeStore;
  declare apps: readonly PhoneApp[] | undefined;
  declare renamed: PhoneApp | undefined;
  declare revoked: PhoneApp | undefined;
  private readonly actions = new AsyncActions(this);

  constructor() {
    super();
    this.apps = undefined;
    this.renamed = undefined;
    this.revoked = undefined;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    void this.actions.run(() => this.load());
  }

  protected override render() {
    const { apps } = this;
    return html`<h1>${say('phones.title')}</h1>
      <p class="hint">${say('phones.intro')}</p>
      ${this.actions.view()}
      ${apps === undefined ? html`<p class="hint">${say('list.loading')}</p>` : nothing}
      ${apps?.length === 0 ? html`<p>${say('phones.none')}</p>` : nothing}
      ${repeat(
        apps ?? [],
        ({ entry_id: id }) => id,
        (app) => this.card(app),
      )}
      ${this.renameDialog()} ${this.question()}`;
  }

  private card(app: PhoneApp): TemplateResult {
    const { name, model, os, app_version: version, user, last_seen: seen } = app;
    return html`<section class="card" aria-label=${name}>
      <h2>${icon(mdiCellphone)} ${name}</h2>
      <p class="hint">${say('phones.facts', { model, os, version })}</p>
      ${user === null ? nothing : html`<p class="hint">${say('phones.of', { user })}</p>`}
      <p class="hint">${seen === null ? say('phones.unseen') : say('phones.seen', { time: when(seen) })}</p>
      ${app.has_push_service ? this.pushSwitch(app) : nothing}
      <div class="actions">
        <button type="button" aria-label=${say('phones.rename_named', { name })} @click=${() => {
          this.renamed = app;
        }}>${say('phones.rename')}</button>
        <button type="button" class="danger" aria-label=${say('phones.revoke_named', { name })} @click=${() => {
          this.revoked = app;
        }}>${say('phones.revoke')}</button>
      </div>
    </section>`;
  }

  private pushSwitch(app: PhoneApp): TemplateResult {
    return html`${labeledSwitch({
      label: say('phones.push'),
      isOn: app.cloud_push,
      isDisabled: this.actions.isBusy,
      onTurn: (isOn) => void this.change(app, { cloud_push: isOn }),
    })}
      <p class="hint">${say('phones.push_hint')}</p>`;
  }

  private renameDialog(): TemplateResult | typeof nothing {
    const { renamed } = this;
    if (renamed === undefined) return nothing;
    return dialog({
      title: say('phones.rename_named', { name: renamed.name }),
      body: html`<form
        @submit=${(event: SubmitEvent) => {
          event.preventDefault();
          const name = new FormData(event.target as HTMLFormElement).get('name');
          this.renamed = undefined;
          void this.change(renamed, { name: String(name) });
        }}
      >
        <div class="field">
          <label for="phone-name">${say('phones.name')}</label>
          <input id="phone-name" name="name" required maxlength="100" .value=${renamed.name} />
        </div>
        <div class="actions"><button class="primary">${say('phones.rename')}</button></div>
      </form>`,
      onClose: () => {
        this.renamed = undefined;
      },
    });
  }

  private question(): TemplateResult | typeof nothing {
    const { revoked } = this;
    if (revoked === undefined) return nothing;
    const { name, entry_id } = revoked;
    return confirmation({
      title: say('phones.revoke_named', { name }),
      question: say('phones.revoke_sure', { name }),
      yes: say('phones.revoke'),
      no: say('action.cancel'),
      onYes: () => {
        this.revoked = undefined;
        void this.actions.run(async () => {
          await this.home.connection.sendMessagePromise({ type: 'hearth/phones/revoke', entry_id });
          await this.load();
        });
      },
      onClose: () => {
        this.revoked = undefined;
      },
    });
  }

  private async load(): Promise<void> {
    this.apps = await this.home.connection.sendMessagePromise<readonly PhoneApp[]>({
      type: 'hearth/phones/list',
    });
  }

  private async change({ entry_id }: PhoneApp, changes: object): Promise<void> {
    await this.actions.run(async () => {
      await this.home.connection.sendMessagePromise({ type: 'hearth/phones/update', entry_id, ...changes });
      await this.load();
    });
  }
}
