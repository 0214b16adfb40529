import { html, nothing, type TemplateResult } from 'lit';
import { define } from '../../../app/define.ts';
import { LightElement } from '../../../app/light-element.ts';
import { AsyncActions } from '../../../parts/async-actions.ts';
import { CopyText } from '../../../parts/copy-text.ts';
import { closeDialog, confirmation, dialog } from '../../../parts/dialog.ts';
import { field, valuesOf } from '../../../parts/field.ts';
import { timeText } from '../../../parts/time-text.ts';
import { type BackupKey, readBackupKeys } from '../../../server/backups.ts';
import type { HomeStore } from '../../../state/home-store.ts';
import { ReloadOnReconnect } from '../../../state/reload-on-reconnect.ts';
import { say } from '../../../texts/say.ts';

/** A passphrase that was just created, or a key whose passphrase is asked back. */
interface Opened {
  readonly fingerprint: string;
  readonly passphrase?: string;
}

/** The keys that encrypt backups: a new passphrase is shown once and asked back once. */
export class BackupKeysCard extends LightElement {
  static override properties = {
    home: { attribute: false },
    keys: { state: true },
    opened: { state: true },
    removed: { state: true },
  };

  declare home: HomeStore;
  declare keys: readonly BackupKey[] | undefined;
  declare opened: Opened | undefined;
  declare removed: BackupKey | undefined;
  private readonly actions = new AsyncActions(this);
  private readonly asking = new AsyncActions(this);

  constructor() {
    super();
    define({ 'hearth-copy-text': CopyText });
    this.keys = undefined;
    this.opened = undefined;
    this.removed = undefined;
    new ReloadOnReconnect(this, () => void this.load());
  }

  protected override render() {
    const { keys } = this;
    const isOwner = this.home.user.is_owner;
    return html`<section class="card" aria-labelledby="backups-keys">
      <div class="card-head">
        <h2 id="backups-keys">${say('backups.keys')}</h2>
        ${isOwner ? html`<button type="button" ?disabled=${this.actions.isBusy} @click=${this.create}>${say('backups.create_key')}</button>` : nothing}
      </div>
      ${this.actions.view()}
      <p class="hint">${say(keys?.some((key) => key.is_confirmed) ? 'backups.is_encrypted' : 'backups.is_plain')}</p>
      ${keys === undefined || keys.length === 0 ? nothing : html`<ul class="rows">${keys.map((key) => this.row(key, isOwner))}</ul>`}
      ${isOwner ? nothing : html`<p class="hint">${say('backups.owner_keys')}</p>`}
      ${this.opened === undefined ? nothing : this.proof(this.opened)}
      ${this.removed === undefined ? nothing : this.question(this.removed)}
    </section>`;
  }

  private row(key: BackupKey, isOwner: boolean): TemplateResult {
    const { fingerprint, created_at: created, is_confirmed: isConfirmed } = key;
    return html`<li class="row wraps">
      <div class="row-main">
        <p class="row-name"><code>${fingerprint}</code></p>
        <p class="hint">
          ${say('backups.key_since', { date: timeText(created, { dateStyle: 'medium' }) })}
          ${isConfirmed ? nothing : html` · ${say('backups.unconfirmed')}`}
        </p>
      </div>
      ${
        isOwner
          ? html`<div class="row-tools">
              ${
                isConfirmed
                  ? nothing
                  : html`<button type="button" @click=${() => {
                      this.opened = { fingerprint };
                    }}>${say('backups.confirm_key')}</button>`
              }
              <button
                type="button"
                class="quiet"
                aria-label=${say('backups.delete_key', { fingerprint })}
                @click=${() => {
                  this.removed = key;
                }}
              >
                ${say('list.delete')}
              </button>
            </div>`
          : nothing
      }
    </li>`;
  }

  /** Shows a new passphrase, and asks it back. */
  private proof({ fingerprint, passphrase }: Opened): TemplateResult {
    return dialog({
      title: say('backups.key_title', { fingerprint }),
      onClose: () => {
        this.opened = undefined;
        this.asking.showNotice('');
        void this.load();
      },
      body: html`${
        passphrase === undefined
          ? nothing
          : html`<p>${say('backups.key_intro')}</p>
              <hearth-copy-text .text=${passphrase} .label=${say('backups.passphrase')}></hearth-copy-text>`
      }
        <form novalidate @submit=${(event: SubmitEvent) => this.confirm(event, fingerprint)}>
          ${field({ name: 'proof', label: say('backups.key_again'), hint: say('backups.key_again_hint'), isCode: true })}
          ${this.asking.view()}
          <div class="actions end">
            <button type="button" @click=${closeDialog}>${say('action.cancel')}</button>
            <button class="primary" ?disabled=${this.asking.isBusy}>${say('backups.use_key')}</button>
          </div>
        </form>`,
    });
  }

  private question({ fingerprint }: BackupKey): TemplateResult {
    return confirmation({
      title: say('backups.delete_key', { fingerprint }),
      question: say('backups.delete_key_sure'),
      yes: say('list.delete'),
      no: say('action.cancel'),
      onYes: () => void this.deleteKey(fingerprint),
      onClose: () => {
        this.removed = undefined;
      },
    });
  }

  private readonly create = async (): Promise<void> => {
    await this.actions.run(async () => {
      this.opened = await this.home.connection.sendMessagePromise<Opened>({
        type: 'hearth/backup/keys/create',
      });
    });
  };

  private async confirm(event: SubmitEvent, fingerprint: string): Promise<void> {
    event.preventDefault();
    const form = event.target as HTMLFormElement;
    const { proof: passphrase = '' } = valuesOf(form);
    const command = { type: 'hearth/backup/keys/confirm', fingerprint, passphrase };
    const isDone =
      passphrase === ''
        ? this.asking.showError(say('error.required'))
        : await this.asking.run(() => this.home.connection.sendMessagePromise(command));
    if (isDone !== true) return;
    form.closest('dialog')?.close();
    this.actions.showNotice(say('backups.key_used'));
  }

  private async deleteKey(fingerprint: string): Promise<void> {
    await this.actions.run(async () => {
      await this.home.connection.sendMessagePromise({ type: 'hearth/backup/keys/delete', fingerprint });
      await this.load();
    });
  }

  private async load(): Promise<void> {
    this.keys = await readBackupKeys(this.home.connection).catch(() => this.keys);
  }
}
