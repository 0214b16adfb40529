import '../../../styles/backups.css';
import { html, nothing, type TemplateResult } from 'lit';
import { define } from '../../../app/define.ts';
import { LightElement } from '../../../app/light-element.ts';
import { AsyncActions } from '../../../parts/async-actions.ts';
import { FormDialog, type FormTask } from '../../../parts/form/form-dialog.ts';
import { defineForms } from '../../../parts/form/form-fields.ts';
import { timeText } from '../../../parts/time-text.ts';
import { when } from '../../../parts/when.ts';
import {
  type Backup,
  type BackupEvent,
  type BackupInfo,
  LOCAL,
  readBackups,
  type Update,
} from '../../../server/backups.ts';
import { uploadFile } from '../../../server/upload.ts';
import type { HomeStore } from '../../../state/home-store.ts';
import { ReloadOnReconnect } from '../../../state/reload-on-reconnect.ts';
import { say } from '../../../texts/say.ts';
import { failureText } from '../../../texts/server-error.ts';
import { AutomaticBackupsCard } from './automatic-card.ts';
import { backupProgress } from './backup-progress.ts';
import { sizeText } from './backup-text.ts';
import { BackupView } from './backup-view.ts';
import { createTask } from './create-task.ts';
import { BackupKeysCard } from './keys-card.ts';
import { BackupTargetsCard } from './targets-card.ts';

/** The backups: what there is, one now, when they are made by themselves, and the keys that encrypt them. */
export class BackupsPage extends LightElement {
  static override properties = {
    home: { attribute: false },
    backupId: { attribute: false },
    info: { state: true },
    event: { state: true },
    task: { state: true },
    uploaded: { state: true },
    isRestarting: { state: true },
    sent: { state: true },
  };

  declare home: HomeStore;
  /** The backup that is shown; empty for the list. */
  declare backupId: string;
  declare info: BackupInfo | undefined;
  declare event: BackupEvent | undefined;
  declare task: FormTask | undefined;
  /** How much of a file has been uploaded, from 0 to 1. */
  declare uploaded: number | undefined;
  /** Whether the server restarts from a backup. */
  declare isRestarting: boolean;
  /** How much of a backup has arrived at another location, from 0 to 1. */
  declare sent: number | undefined;
  private readonly actions = new AsyncActions(this);
  private following: Promise<() => Promise<void>> | undefined;

  constructor() {
    super();
    define({
      'hearth-form-dialog': FormDialog,
      'hearth-backup-view': BackupView,
      'hearth-backup-keys': BackupKeysCard,
      'hearth-backup-targets': BackupTargetsCard,
      'hearth-automatic-backups': AutomaticBackupsCard,
    });
    defineForms();
    this.info = undefined;
    this.event = undefined;
    this.task = undefined;
    this.uploaded = undefined;
    this.isRestarting = false;
    this.sent = undefined;
    new ReloadOnReconnect(this, () => void this.load());
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.following = this.home.connection.subscribeMessage<BackupEvent>((event) => this.take(event), {
      type: 'backup/subscribe_events',
    });
    this.following.catch(() => {});
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    void this.following?.then((end) => end()).catch(() => {});
  }

  protected override render() {
    const { info } = this;
    const shown = info?.backups.find(({ backup_id: id }) => id === this.backupId);
    return html`${backupProgress({ event: this.event, isRestarting: this.isRestarting, sent: this.sent })} ${this.actions.view()}
      ${shown === undefined ? this.list() : this.single(shown)}`;
  }

  private single(backup: Backup): TemplateResult {
    return html`<hearth-backup-view
      .home=${this.home}
      .backup=${backup}
      .isBusy=${this.isBusy}
      @restoring=${() => {
        this.isRestarting = true;
      }}
      @changed=${this.load}
    ></hearth-backup-view>`;
  }

  private list(): TemplateResult {
    const { info } = this;
    return html`<h1>${say('backups.title')}</h1>
      ${info === undefined ? html`<p class="hint">${say('list.loading')}</p>` : html`${status(info)} ${updateNote(info.hearth.update)} ${this.card(info)}`}
      <hearth-automatic-backups .home=${this.home} .info=${info} @changed=${this.load}></hearth-automatic-backups>
      <hearth-backup-targets .home=${this.home} .errors=${placeErrors(info)}></hearth-backup-targets>
      <hearth-backup-keys .home=${this.home}></hearth-backup-keys>
      ${
        this.task === undefined
          ? nothing
          : html`<hearth-form-dialog .home=${this.home} .task=${this.task} @closed=${() => {
              this.task = undefined;
            }}></hearth-form-dialog>`
      }`;
  }

  private card({ backups }: BackupInfo): TemplateResult {
    return html`<section class="card" aria-labelledby="backups-list">
      <div class="card-head">
        <h2 id="backups-list">${say('backups.list')}</h2>
        <button type="button" class="primary" ?disabled=${this.isBusy} @click=${this.create}>${say('backups.create')}</button>
      </div>
      ${
        backups.length === 0
          ? html`<p class="hint">${say('backups.none')}</p>`
          : html`<ul class="rows">${backups.map(row)}</ul>`
      }
      ${
        this.uploaded === undefined
          ? nothing
          : html`<div class="backup-upload">
              <label for="backup-upload">${say('backups.uploading', { percent: Math.floor(this.uploaded * 100) })}</label>
              <progress id="backup-upload" max="1" .value=${this.uploaded}></progress>
            </div>`
      }
      <div class="actions">
        <label class="file-button">
          <input type="file" accept=".tar" ?disabled=${this.isBusy} @change=${this.upload} />${say('backups.upload')}
        </label>
      </div>
    </section>`;
  }

  private get isBusy(): boolean {
    return this.event?.state === 'in_progress' || this.uploaded !== undefined || this.isRestarting;
  }

  private readonly create = async (): Promise<void> => {
    await this.actions.run(async () => {
      this.task = await createTask(this.home.connection);
    });
  };

  private readonly upload = async (event: Event): Promise<void> => {
    const input = event.target as HTMLInputElement;
    const [file] = input.files ?? [];
    if (file === undefined) return;
    const { connection } = this.home;
    const showPart = (part: number): void => {
      this.uploaded = part;
    };
    showPart(0);
    await this.actions.run(async () => {
      const uploadId = await uploadFile(connection, file, showPart);
      await connection.sendMessagePromise({ type: 'hearth/backup/receive', upload_id: uploadId });
      this.info = await readBackups(connection);
    }, say('backups.uploaded'));
    this.uploaded = undefined;
    input.value = '';
  };

  private take(event: BackupEvent): void {
    this.sent =
      event.uploaded_bytes === undefined ? undefined : event.uploaded_bytes / (event.total_bytes ?? 1);
    if (event.state === undefined && event.manager_state !== 'idle') return;
    if (event.manager_state !== 'idle' || this.event?.state === 'in_progress') this.event = event;
    if (event.state === 'completed' || event.state === 'failed') void this.load();
  }

  private readonly load = async (): Promise<void> => {
    await readBackups(this.home.connection).then(
      (info) => {
        const restore = info.hearth.last_restore;
        if (this.isRestarting && restore !== null && restore.at !== this.info?.hearth.last_restore?.at) {
          this.isRestarting = false;
          this.actions.showNotice(say('backups.restored', { name: restore.name, folder: restore.kept }));
        }
        this.info = info;
      },
      (error: unknown) => {
        if (!this.isRestarting) this.actions.run(() => Promise.reject(error));
      },
    );
  };
}

function placeErrors(info: BackupInfo | undefined): Readonly<Record<string, string>> {
  const translations = info?.agent_error_translations ?? {};
  return Object.fromEntries(
    Object.entries(info?.agent_errors ?? {}).map(([id, text]) => [
      id,
      failureText(text, translations[id] ?? undefined),
    ]),
  );
}

/** What an update has lost, and the backup to go back to. */
function updateNote(update: Update | null): TemplateResult | typeof nothing {
  if (update === null || update.missing.length === 0) return nothing;
  const { from, to, missing, restore_point: point } = update;
  const lost = missing.map(({ what, before, after }) => `${what} ${before} → ${after}`).join(', ');
  return html`<section class="card" aria-label=${say('backups.update')}>
    <p class="error">${say('backups.update_lost', { from, to, lost })}</p>
    ${point === null ? nothing : html`<p><a href="/settings/backups/${point}">${say('backups.update_back', { from })}</a></p>`}
  </section>`;
}

/** Whether there is a good backup, and how the last attempt ended. */
function status(info: BackupInfo): TemplateResult {
  const good = info.backups.find(({ hearth }) => hearth.rehearsed_at !== null);
  const { last_attempted_automatic_backup: attempted, last_completed_automatic_backup: completed } = info;
  const hasFailed =
    attempted !== null && (completed === null || Date.parse(completed) < Date.parse(attempted));
  return html`<p class="intro">
      ${good === undefined ? say('backups.no_good') : say('backups.last_good', { time: when(good.date) })}
    </p>
    ${hasFailed ? html`<p class="error">${say('backups.automatic_failed', { time: when(attempted) })}</p>` : nothing}`;
}

function row({
  backup_id: id,
  name,
  date,
  agents,
  database_included: hasHistory,
  hearth,
  ...backup
}: Backup) {
  const [{ protected: isEncrypted, size } = { protected: false, size: 0 }] = Object.values(agents);
  const facts = [
    timeText(date, { dateStyle: 'medium', timeStyle: 'short' }),
    sizeText(size),
    say(hasHistory ? 'backups.with_history' : 'backups.settings_only'),
    ...(isEncrypted ? [say('backups.encrypted')] : []),
    ...(backup.with_automatic_settings === null ? [say('backups.of_another')] : []),
    ...(LOCAL in agents ? [] : [say('backups.elsewhere')]),
  ];
  const isGood = hearth.rehearsed_at !== null;
  return html`<li class="row">
    <div class="row-main">
      <p class="row-name"><a href="/settings/backups/${id}">${name}</a></p>
      <p class="hint">${facts.join(' · ')}</p>
    </div>
    <span class="badge ${isGood ? '' : 'quiet'}">${say(isGood ? 'backups.tested' : 'backups.untested')}</span>
  </li>`;
}
