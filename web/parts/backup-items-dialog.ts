import { html, nothing, type TemplateResult } from 'lit';
import { define } from '../app/define.ts';
import { LightElement } from '../app/light-element.ts';
import { toast, toastAction, toastTrouble } from '../app/toasts.ts';
import {
  type BackupItem,
  listBackupItems,
  type OpenedBackup,
  previewItems,
  restoreItems,
} from '../server/backup-items.ts';
import { type ChangePart, undoChanges } from '../server/changes.ts';
import type { HomeStore } from '../state/home-store.ts';
import { say } from '../texts/say.ts';
import { AsyncActions } from './async-actions.ts';
import { partsView } from './change-list.ts';
import { kindName } from './change-text.ts';
import { closeDialog, dialog } from './dialog.ts';
import { failure } from './failure.ts';

/** Chooses items of a backup, shows what restoring them would change, and restores them. */
export class BackupItems extends LightElement {
  static override properties = {
    home: { attribute: false },
    backup: { attribute: false },
    items: { state: true },
    chosen: { state: true },
    search: { state: true },
    preview: { state: true },
  };

  declare home: HomeStore;
  declare backup: OpenedBackup;
  /** Undefined until they are read. */
  declare items: readonly BackupItem[] | undefined;
  declare chosen: ReadonlySet<BackupItem>;
  declare search: string;
  /** What restoring the chosen items would change. */
  declare preview: readonly ChangePart[] | undefined;
  private readonly actions = new AsyncActions(this);

  constructor() {
    super();
    this.items = undefined;
    this.chosen = new Set();
    this.search = '';
    this.preview = undefined;
  }

  protected override firstUpdated(): void {
    void this.actions.run(async () => {
      this.items = await listBackupItems(this.home.connection, this.backup);
    });
  }

  protected override render() {
    return html`${this.actions.view()}
      ${
        this.preview === undefined
          ? this.choice()
          : html`${partsView(this.preview, this.home)}
              <div class="actions end">
                <button
                  type="button"
                  @click=${() => {
                    this.preview = undefined;
                  }}
                >
                  ${say('backup_items.back')}
                </button>
                <button type="button" class="primary" @click=${this.restore} ?disabled=${this.actions.isBusy}>
                  ${say('backup_items.restore')}
                </button>
              </div>`
      }`;
  }

  private choice(): TemplateResult {
    const { items, search } = this;
    if (items === undefined) return html`<p class="hint">${say('backup_items.reading')}</p>`;
    const wanted = search.trim().toLocaleLowerCase();
    const found = items.filter(
      (item) =>
        item.state !== 'same' &&
        `${kindName(item.kind)} ${item.label} ${item.id}`.toLocaleLowerCase().includes(wanted),
    );
    return html`<p class="hint">${say('backup_items.hint')}</p>
      <input
        type="search"
        aria-label=${say('list.search')}
        placeholder=${say('list.search')}
        .value=${search}
        @input=${(event: Event) => {
          this.search = (event.target as HTMLInputElement).value;
        }}
      />
      ${found.length === 0 ? html`<p class="hint">${say('backup_items.none')}</p>` : nothing}
      <ul class="rows">${found.map(
        (item) => html`<li class="row"><label class="check">
          <input
            type="checkbox"
            .checked=${this.chosen.has(item)}
            @change=${(event: Event) => this.choose(item, (event.target as HTMLInputElement).checked)}
          />
          <span>${kindName(item.kind)}: ${item.label}
            <small class="hint">${say(item.state === 'missing' ? 'backup_items.missing' : 'backup_items.changed')}</small>
          </span>
        </label></li>`,
      )}</ul>
      <div class="actions end">
        <button type="button" data-first @click=${closeDialog}>${say('action.cancel')}</button>
        <button
          type="button"
          class="primary"
          ?disabled=${this.chosen.size === 0 || this.actions.isBusy}
          @click=${this.look}
        >
          ${say('backup_items.preview')}
        </button>
      </div>`;
  }

  private choose(item: BackupItem, isChosen: boolean): void {
    const chosen = new Set(this.chosen);
    if (isChosen) chosen.add(item);
    else chosen.delete(item);
    this.chosen = chosen;
  }

  private readonly look = (): void => {
    void this.actions.run(async () => {
      this.preview = await previewItems(this.home.connection, this.backup, [...this.chosen]);
    });
  };

  private readonly restore = async (event: Event): Promise<void> => {
    const { connection } = this.home;
    const frame = (event.currentTarget as Element).closest('dialog');
    await this.actions.run(async () => {
      const { id } = await restoreItems(connection, this.backup, [...this.chosen]);
      frame?.close();
      if (id === null) toast(say('changes.nothing'));
      else
        toastAction(say('backup_items.restored', { count: this.chosen.size }), {
          text: say('items.undo'),
          run: () =>
            void undoChanges(connection, { change_id: id }, false).catch((error) =>
              toastTrouble(failure(error)),
            ),
        });
    });
  };
}

/** A dialog that restores single items of a backup; the owner stops rendering it in `onClose`. */
export function backupItemsDialog(
  home: HomeStore,
  backup: OpenedBackup,
  onClose: () => void,
): TemplateResult {
  define({ 'hearth-backup-items': BackupItems });
  return dialog({
    title: say('backup_items.title'),
    isWide: true,
    onClose,
    body: html`<hearth-backup-items .home=${home} .backup=${backup}></hearth-backup-items>`,
  });
}
