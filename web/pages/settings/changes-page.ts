import { mdiRefresh } from '@mdi/js';
import { html, nothing, type TemplateResult } from 'lit';
import { define } from '../../app/define.ts';
import { LightElement } from '../../app/light-element.ts';
import { AsyncActions } from '../../parts/async-actions.ts';
import { backupItemsDialog } from '../../parts/backup-items-dialog.ts';
import { ChangeList } from '../../parts/change-list.ts';
import { valuesOf } from '../../parts/field.ts';
import { timeText } from '../../parts/time-text.ts';
import { toolButton } from '../../parts/tool-button.ts';
import type { OpenedBackup } from '../../server/backup-items.ts';
import { type Backup, readBackups } from '../../server/backups.ts';
import { listUsers } from '../../server/people.ts';
import type { HomeStore } from '../../state/home-store.ts';
import { say } from '../../texts/say.ts';

/** The changes of the configuration: what was changed by whom, and undo of one or of all since. */
export class ChangesPage extends LightElement {
  static override properties = {
    home: { attribute: false },
    userId: { state: true },
    names: { state: true },
    backups: { state: true },
    opened: { state: true },
  };

  declare home: HomeStore;
  declare userId: string;
  declare names: ReadonlyMap<string, string>;
  /** Those that the owner can restore single items from. */
  declare backups: readonly Backup[];
  /** The backup whose items are chosen. */
  declare opened: OpenedBackup | undefined;
  private readonly actions = new AsyncActions(this);

  constructor() {
    super();
    this.userId = '';
    this.names = new Map();
    this.backups = [];
    this.opened = undefined;
    define({ 'hearth-change-list': ChangeList });
  }

  protected override firstUpdated(): void {
    void this.actions.run(async () => {
      const users = await listUsers(this.home.connection);
      this.names = new Map(users.map(({ id, name }) => [id, name]));
      if (this.home.user.is_owner) this.backups = (await readBackups(this.home.connection)).backups;
    });
  }

  protected override render() {
    return html`<h1>${say('changes.title')}</h1>
      <p class="intro">${say('changes.intro')}</p>
      <section class="card">
        <div class="tools">
          <select
            aria-label=${say('audit.who')}
            @change=${(event: Event) => {
              this.userId = (event.target as HTMLSelectElement).value;
            }}
          >
            <option value="">${say('audit.everybody')}</option>
            ${[...this.names].map(([id, name]) => html`<option value=${id}>${name}</option>`)}
          </select>
          ${toolButton(mdiRefresh, say('log.refresh'), () => this.querySelector<ChangeList>('hearth-change-list')?.refresh())}
        </div>
        ${this.actions.view()}
        <hearth-change-list .home=${this.home} .userId=${this.userId}></hearth-change-list>
      </section>
      ${this.home.user.is_owner && this.backups.length > 0 ? this.fromBackup() : nothing}
      ${
        this.opened === undefined
          ? nothing
          : backupItemsDialog(this.home, this.opened, () => {
              this.opened = undefined;
              void this.querySelector<ChangeList>('hearth-change-list')?.refresh();
            })
      }`;
  }

  /** Chooses a backup, with the passphrase if it is encrypted. */
  private fromBackup(): TemplateResult {
    const open = (event: SubmitEvent): void => {
      event.preventDefault();
      const { backup = '', passphrase = '' } = valuesOf(event.target as HTMLFormElement);
      this.opened = { backupId: backup, ...(passphrase === '' ? {} : { password: passphrase }) };
    };
    return html`<section class="card">
      <h2>${say('backup_items.title')}</h2>
      <p class="hint">${say('backup_items.hint')}</p>
      <form class="value-field" @submit=${open}>
        <div class="field">
          <label for="backup">${say('backup_items.backup')}</label>
          <select id="backup" name="backup">
            ${this.backups.map(
              ({ backup_id: id, name, date }) =>
                html`<option value=${id}>${name}, ${timeText(date, { dateStyle: 'medium', timeStyle: 'short' })}</option>`,
            )}
          </select>
        </div>
        <div class="field">
          <label for="passphrase">${say('backup_items.passphrase')}</label>
          <input id="passphrase" name="passphrase" type="password" autocomplete="off" />
        </div>
        <div class="actions end"><button>${say('backup_items.open')}</button></div>
      </form>
    </section>`;
  }
}
