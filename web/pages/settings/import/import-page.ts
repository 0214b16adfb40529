import '../../../styles/backups.css';
import { html, nothing, type TemplateResult } from 'lit';
import { LightElement } from '../../../app/light-element.ts';
import { AsyncActions } from '../../../parts/async-actions.ts';
import { confirmation } from '../../../parts/dialog.ts';
import { field, valuesOf } from '../../../parts/field.ts';
import { labeledSwitch } from '../../../parts/switch.ts';
import { when } from '../../../parts/when.ts';
import { checkImport, type ImportCheck, type ImportOutcome, lastImport } from '../../../server/imports.ts';
import { uploadFile } from '../../../server/upload.ts';
import type { HomeStore } from '../../../state/home-store.ts';
import { ReloadOnReconnect } from '../../../state/reload-on-reconnect.ts';
import '../../../styles/controls.css';
import { say } from '../../../texts/say.ts';
import { sizeText } from '../backups/backup-text.ts';
import { importPeople } from './import-people.ts';
import { importReport } from './import-report.ts';

/** Imports an installation of Home Assistant: upload, report, choice of people, and the import during a restart. */
export class ImportPage extends LightElement {
  static override properties = {
    home: { attribute: false },
    file: { state: true },
    uploaded: { state: true },
    found: { state: true },
    outcome: { state: true },
    excluded: { state: true },
    withHistory: { state: true },
    isMerging: { state: true },
    isAsking: { state: true },
    isRunning: { state: true },
  };

  declare home: HomeStore;
  declare file: File | undefined;
  /** How much of the file has been uploaded, from 0 to 1. */
  declare uploaded: number | undefined;
  declare found: ImportCheck | undefined;
  declare outcome: ImportOutcome | null;
  declare excluded: ReadonlySet<string>;
  declare withHistory: boolean;
  declare isMerging: boolean;
  declare isAsking: boolean;
  declare isRunning: boolean;
  private readonly actions = new AsyncActions(this);

  constructor() {
    super();
    this.file = undefined;
    this.uploaded = undefined;
    this.found = undefined;
    this.outcome = null;
    this.excluded = new Set();
    this.withHistory = true;
    this.isMerging = false;
    this.isAsking = false;
    this.isRunning = false;
    new ReloadOnReconnect(this, () => void this.load());
  }

  protected override render() {
    return html`<h1>${say('imports.title')}</h1>
      ${this.actions.view()}
      ${this.home.user.is_owner ? this.steps() : html`<p>${say('imports.owner')}</p>`}`;
  }

  private steps(): TemplateResult {
    if (this.isRunning)
      return html`<section class="card backup-progress" role="status">
        <p>${say('imports.working')}</p><progress aria-label=${say('backups.progress')}></progress>
      </section>`;
    if (this.found !== undefined) return this.report(this.found);
    return html`<p class="intro">${say('imports.intro')}</p>
      ${this.outcome === null ? nothing : result(this.outcome)} ${this.form()}`;
  }

  private form(): TemplateResult {
    const { file, uploaded } = this;
    const isBusy = this.actions.isBusy;
    return html`<section class="card" aria-label=${say('imports.choose')}>
      <p>${say('imports.how')}</p>
      <form novalidate @submit=${this.check}>
        <div class="actions">
          <label class="file-button">
            <input type="file" accept=".tar" ?disabled=${isBusy} @change=${(event: Event) => {
              this.file = (event.target as HTMLInputElement).files?.[0];
            }} />${say('imports.choose')}
          </label>
        </div>
        ${file === undefined ? nothing : html`<p>${say('imports.chosen', { name: file.name, size: sizeText(file.size) })}</p>`}
        ${field({ name: 'key', label: say('imports.key'), hint: say('imports.key_hint'), isCode: true })}
        ${
          isBusy
            ? html`<div class="backup-upload" role="status">
                <p>${uploaded === undefined || uploaded === 1 ? say('imports.reading') : say('imports.uploading', { percent: Math.floor(uploaded * 100) })}</p>
                <progress aria-label=${say('backups.progress')} max="1" .value=${uploaded ?? 0}></progress>
              </div>`
            : nothing
        }
        <div class="actions">
          <button class="primary" ?disabled=${file === undefined || isBusy}>${say('imports.check')}</button>
        </div>
      </form>
      <p class="hint">${say('imports.own')} <a href="/settings/backups">${say('backups.title')}</a></p>
    </section>`;
  }

  private report(found: ImportCheck): TemplateResult {
    const names = found.clashes.map(({ name }) => name).join(', ');
    return html`<section class="card entry-report" aria-labelledby="import-report">
        <h2 id="import-report">${say('imports.report')}</h2>
        ${importReport(found.entries)}
      </section>
      ${importPeople(found.people, this.excluded, (id, isWanted) => {
        const excluded = new Set(this.excluded);
        if (isWanted) excluded.delete(id);
        else excluded.add(id);
        this.excluded = excluded;
      })}
      ${
        names === ''
          ? nothing
          : html`<section class="card" aria-label=${say('imports.clashes')}>
              ${this.turn('imports.merge', this.isMerging, (isOn) => {
                this.isMerging = isOn;
              })}
              <p class="hint">${say('imports.merge_hint', { names })}</p>
            </section>`
      }
      <section class="card" aria-label=${say('imports.run')}>
        ${
          found.has_history
            ? html`${this.turn('imports.history', this.withHistory, (isOn) => {
                this.withHistory = isOn;
              })}
              <p class="hint">${say('imports.history_hint')}</p>`
            : nothing
        }
        <div class="actions">
          <button type="button" ?disabled=${this.actions.isBusy} @click=${this.cancel}>${say('imports.cancel')}</button>
          <button
            type="button"
            class="primary"
            ?disabled=${this.actions.isBusy || (names !== '' && !this.isMerging)}
            @click=${() => {
              this.isAsking = true;
            }}
          >
            ${say('imports.run')}
          </button>
        </div>
      </section>
      ${this.isAsking ? this.question() : nothing}`;
  }

  private turn(
    label: 'imports.merge' | 'imports.history',
    isOn: boolean,
    onTurn: (isOn: boolean) => void,
  ): TemplateResult {
    return labeledSwitch({ label: say(label), isOn, isDisabled: this.actions.isBusy, onTurn });
  }

  private question(): TemplateResult {
    return confirmation({
      title: say('imports.run_title'),
      question: say('imports.run_sure'),
      yes: say('imports.run'),
      no: say('action.cancel'),
      onYes: () => void this.run(),
      onClose: () => {
        this.isAsking = false;
      },
    });
  }

  private readonly check = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    const { file } = this;
    const { key = '' } = valuesOf(event.target as HTMLFormElement);
    if (file === undefined) return;
    const { connection } = this.home;
    await this.actions.run(async () => {
      const uploadId = await uploadFile(connection, file, (part) => {
        this.uploaded = part;
      });
      this.found = await checkImport(connection, uploadId, key === '' ? undefined : key);
      this.excluded = new Set();
    });
    this.uploaded = undefined;
  };

  private async run(): Promise<void> {
    this.isRunning = true;
    const isBegun = await this.actions.run(() =>
      this.home.connection.sendMessagePromise({
        type: 'hearth/import/run',
        excluded: [...this.excluded],
        with_history: this.withHistory,
        merge_names: this.isMerging,
      }),
    );
    this.isRunning = isBegun;
  }

  private readonly cancel = async (): Promise<void> => {
    await this.actions.run(() => this.home.connection.sendMessagePromise({ type: 'hearth/import/cancel' }));
    this.found = undefined;
    this.file = undefined;
  };

  private async load(): Promise<void> {
    if (!this.home.user.is_owner) return;
    const outcome = await lastImport(this.home.connection).catch(() => this.outcome);
    if (this.isRunning && outcome?.at !== this.outcome?.at) {
      this.isRunning = false;
      this.found = undefined;
      this.file = undefined;
    }
    this.outcome = outcome;
  }
}

function result({ at, written, unchanged, kept, entries, problem }: ImportOutcome): TemplateResult {
  if (problem !== null)
    return html`<p class="alert" role="alert">${say('imports.failed', { reason: problem })}</p>`;
  return html`<section class="card entry-report" aria-labelledby="import-done">
    <h2 id="import-done">${say('imports.done', { time: when(at) })}</h2>
    <p>${say('imports.done_counts', { written, unchanged, kept: kept.length })}</p>
    ${importReport(entries)}
  </section>`;
}
