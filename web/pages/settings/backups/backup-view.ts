import { html, nothing, type TemplateResult } from 'lit';
import { define } from '../../../app/define.ts';
import { LightElement } from '../../../app/light-element.ts';
import { AsyncActions } from '../../../parts/async-actions.ts';
import { confirmation } from '../../../parts/dialog.ts';
import { FormDialog, type FormTask } from '../../../parts/form/form-dialog.ts';
import type { FormField } from '../../../parts/form/form-field.ts';
import { timeText } from '../../../parts/time-text.ts';
import { when } from '../../../parts/when.ts';
import { type Backup, backupAddress, type Inventory } from '../../../server/backups.ts';
import type { HomeStore } from '../../../state/home-store.ts';
import { say } from '../../../texts/say.ts';
import { facts } from '../facts.ts';
import { contentsText, sizeText } from './backup-text.ts';

/** One backup: what it contains, and to check, download, restore and delete it. Fires `changed` and `restoring`. */
export class BackupView extends LightElement {
  static override properties = {
    home: { attribute: false },
    backup: { attribute: false },
    isBusy: { attribute: false },
    task: { state: true },
    isDeleting: { state: true },
  };

  declare home: HomeStore;
  declare backup: Backup;
  /** Whether another operation is in progress. */
  declare isBusy: boolean;
  declare task: FormTask | undefined;
  declare isDeleting: boolean;
  private readonly actions = new AsyncActions(this);

  constructor() {
    super();
    define({ 'hearth-form-dialog': FormDialog });
    this.task = undefined;
    this.isDeleting = false;
  }

  protected override render() {
    const { name, hearth } = this.backup;
    const isOff = this.isBusy || this.actions.isBusy;
    return html`<h1>${name}</h1>
      ${this.actions.view()}
      <section class="card" aria-label=${name}>
        ${facts(this.pairs())}
        ${
          hearth.left_out.length === 0
            ? nothing
            : html`<details><summary>${say('backups.left_out', { count: hearth.left_out.length })}</summary>
                <ul>${hearth.left_out.map((path) => html`<li><code>${path}</code></li>`)}</ul></details>`
        }
        <div class="actions">
          <button type="button" ?disabled=${isOff} @click=${this.check}>${say('backups.check')}</button>
          <button type="button" ?disabled=${isOff} @click=${this.download}>${say('backups.download')}</button>
          ${
            this.home.user.is_owner
              ? html`<button type="button" ?disabled=${isOff} @click=${this.restore}>${say('backups.restore')}</button>`
              : nothing
          }
          <button
            type="button"
            class="danger"
            ?disabled=${isOff}
            @click=${() => {
              this.isDeleting = true;
            }}
          >
            ${say('list.delete')}
          </button>
        </div>
        ${this.home.user.is_owner ? nothing : html`<p class="hint">${say('backups.owner_restores')}</p>`}
      </section>
      ${this.task === undefined ? nothing : this.form(this.task)} ${this.isDeleting ? this.question() : nothing}`;
  }

  private get isEncrypted(): boolean {
    return Object.values(this.backup.agents).some((agent) => agent.protected);
  }

  private pairs(): (readonly [string, string])[] {
    const { date, agents, database_included: hasHistory, hearth } = this.backup;
    const [size = 0] = Object.values(agents).map((agent) => agent.size);
    return [
      [say('backups.date'), timeText(date, { dateStyle: 'long', timeStyle: 'short' })],
      [say('backups.size'), sizeText(size)],
      [say('backups.contents'), say(hasHistory ? 'backups.with_history' : 'backups.settings_only')],
      [say('backups.inside'), contentsText(hearth.inventory)],
      [
        say('backups.encryption'),
        this.isEncrypted ? say('backups.opened_by', { keys: hearth.keys.join(', ') }) : say('backups.plain'),
      ],
      [
        say('backups.test'),
        hearth.rehearsed_at === null
          ? say('backups.never_tested')
          : say('backups.tested_at', { time: when(hearth.rehearsed_at) }),
      ],
      [say('system.version'), hearth.version],
    ];
  }

  private form(task: FormTask): TemplateResult {
    return html`<hearth-form-dialog .home=${this.home} .task=${task} @closed=${() => {
      this.task = undefined;
    }}></hearth-form-dialog>`;
  }

  private question(): TemplateResult {
    const { name } = this.backup;
    return confirmation({
      title: say('list.delete_title', { name }),
      question: say('backups.delete_sure'),
      yes: say('list.delete'),
      no: say('action.cancel'),
      onYes: () => void this.deleteBackup(),
      onClose: () => {
        this.isDeleting = false;
      },
    });
  }

  private passphrase(isRequired: boolean): FormField[] {
    if (!this.isEncrypted) return [];
    const hint = say('backups.opened_by', { keys: this.backup.hearth.keys.join(', ') });
    const label = say('backups.passphrase');
    return [{ kind: 'text', type: 'password', name: 'passphrase', label, hint, isRequired }];
  }

  private readonly check = (): void => {
    if (!this.isEncrypted) {
      void this.verify(undefined);
      return;
    }
    this.task = {
      title: say('backups.check'),
      yes: say('backups.check'),
      fields: this.passphrase(false),
      values: {},
      save: async ({ passphrase }) => void this.verify(passphrase),
    };
  };

  private async verify(passphrase: unknown): Promise<void> {
    let found: Inventory | null = null;
    await this.actions.run(
      async () => {
        const command = { type: 'hearth/backup/check', backup_id: this.backup.backup_id };
        const more = passphrase === undefined ? {} : { passphrase };
        const { connection } = this.home;
        ({ inventory: found } = await connection.sendMessagePromise<{ inventory: Inventory | null }>({
          ...command,
          ...more,
        }));
        this.dispatchEvent(new CustomEvent('changed'));
      },
      () =>
        found === null ? say('backups.intact') : say('backups.started', { contents: contentsText(found) }),
    );
  }

  private readonly download = async (): Promise<void> => {
    await this.actions.run(async () => {
      const link = document.createElement('a');
      link.href = await backupAddress(this.home.connection, this.backup);
      link.download = '';
      link.click();
    });
  };

  private readonly restore = (): void => {
    const { backup_id, agents, database_included: hasHistory, date } = this.backup;
    const [agent_id] = Object.keys(agents);
    const history: FormField = {
      kind: 'boolean',
      name: 'history',
      label: say('backups.restore_history'),
      hint: say('backups.restore_history_hint'),
    };
    this.task = {
      title: say('backups.restore_title'),
      yes: say('backups.restore_yes'),
      fields: [
        {
          kind: 'constant',
          value: true,
          name: 'sure',
          label: say('backups.restore_sure'),
          hint: say('backups.restore_hint', {
            date: timeText(date, { dateStyle: 'long', timeStyle: 'short' }),
          }),
          isRequired: true,
        },
        ...(hasHistory ? [history] : []),
        ...this.passphrase(true),
      ],
      values: {},
      save: async ({ history: withHistory, passphrase }) => {
        const password = passphrase === undefined ? {} : { password: passphrase };
        await this.home.connection.sendMessagePromise({
          type: 'backup/restore',
          ...{ backup_id, agent_id, restore_database: withHistory === true, ...password },
        });
        this.dispatchEvent(new CustomEvent('restoring'));
      },
    };
  };

  private async deleteBackup(): Promise<void> {
    const { backup_id } = this.backup;
    const isDone = await this.actions.run(() =>
      this.home.connection.sendMessagePromise({ type: 'backup/delete', backup_id }),
    );
    if (!isDone) return;
    history.back();
    this.dispatchEvent(new CustomEvent('changed'));
  }
}
