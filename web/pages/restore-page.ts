import '../styles/backups.css';
import '../texts/restore.ts';
import { html, nothing, type TemplateResult } from 'lit';
import { LightElement } from '../app/light-element.ts';
import { entryFrame } from '../parts/entry-frame.ts';
import { alert, failure } from '../parts/failure.ts';
import { field, focusFieldError, valuesOf } from '../parts/field.ts';
import { labeledSwitch } from '../parts/switch.ts';
import { timeText } from '../parts/time-text.ts';
import { Waiting } from '../parts/waiting.ts';
import type { Backup } from '../server/backups.ts';
import { isClaimed, Refusal } from '../server/login.ts';
import { isLocked, onboardingBackups, restoreBackup, uploadBackup } from '../server/onboarding-backups.ts';
import { say } from '../texts/say.ts';

/** How often to look whether the server is back, in milliseconds. */
const LOOK_MS = 1000;

/**
 * Restores a backup into a new server, instead of claiming it: the claim code, then a backup from a file or from the
 * folder of the server. Fires `restored` once the server is back, and `left` to claim it instead.
 */
export class RestorePage extends LightElement {
  static override properties = {
    code: { state: true },
    backups: { state: true },
    chosen: { state: true },
    sent: { state: true },
    withHistory: { state: true },
    fieldErrors: { state: true },
    errorText: { state: true },
    isBusy: { state: true },
    isRestarting: { state: true },
  };

  /** The claim code that the server took. */
  declare code: string | undefined;
  declare backups: readonly Backup[];
  declare chosen: string;
  /** How much of a file was sent, from 0 to 1. */
  declare sent: number | undefined;
  declare withHistory: boolean;
  declare fieldErrors: { readonly code?: string; readonly passphrase?: string };
  declare errorText: string | undefined;
  declare isBusy: boolean;
  declare isRestarting: boolean;
  private readonly waiting = new Waiting(this);
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor() {
    super();
    this.code = undefined;
    this.backups = [];
    this.chosen = '';
    this.sent = undefined;
    this.withHistory = true;
    this.fieldErrors = {};
    this.errorText = undefined;
    this.isBusy = false;
    this.isRestarting = false;
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    clearTimeout(this.timer);
  }

  protected override render() {
    const content = this.isRestarting
      ? this.progress()
      : this.code === undefined
        ? this.entrance()
        : this.choice();
    return entryFrame(
      say('restore.title'),
      html`${content}${
        this.isRestarting
          ? nothing
          : html`<p><button type="button" class="link" ?disabled=${this.isBusy} @click=${() => this.dispatchEvent(new CustomEvent('left'))}>
              ${say('restore.claim')}
            </button></p>`
      }`,
    );
  }

  private entrance(): TemplateResult {
    const { seconds } = this.waiting;
    return html`<p class="intro">${say('restore.intro')}</p>
      <form novalidate @submit=${this.enter}>
        ${field({
          name: 'code',
          label: say('claim.code'),
          hint: say('claim.code_hint'),
          error: this.fieldErrors.code,
          isCode: true,
        })}
        ${alert(seconds > 0 ? say('error.throttled', { seconds }) : this.errorText)}
        <div class="actions">
          <button class="primary wide" ?disabled=${this.isBusy || seconds > 0}>${say('restore.next')}</button>
        </div>
      </form>`;
  }

  private choice(): TemplateResult {
    const backup = this.backups.find(({ backup_id: id }) => id === this.chosen);
    return html`<form novalidate @submit=${this.restore}>
      ${this.backups.length === 0 ? html`<p class="intro">${say('restore.none')}</p>` : this.list()}
      ${this.upload()}
      ${
        backup === undefined || !isLocked(backup)
          ? nothing
          : field({
              name: 'passphrase',
              label: say('restore.passphrase'),
              hint: say('restore.passphrase_hint'),
              error: this.fieldErrors.passphrase,
              isCode: true,
            })
      }
      ${
        backup?.database_included === true
          ? labeledSwitch({
              label: say('restore.history'),
              isOn: this.withHistory,
              onTurn: (isOn) => {
                this.withHistory = isOn;
              },
            })
          : nothing
      }
      ${alert(this.errorText)}
      <p class="hint">${say('restore.after')}</p>
      <div class="actions">
        <button class="primary wide" ?disabled=${this.isBusy || backup === undefined}>${say('restore.submit')}</button>
      </div>
    </form>`;
  }

  private list(): TemplateResult {
    return html`<fieldset class="restore-list">
      <legend>${say('restore.backup')}</legend>
      ${this.backups.map(
        ({ backup_id: id, name, date, hearth }) => html`<label class="check">
          <input type="radio" name="backup" .value=${id} .checked=${id === this.chosen} ?disabled=${this.isBusy}
            @change=${() => {
              this.chosen = id;
            }} />
          <span>${name} <small class="hint">${timeText(date, { dateStyle: 'medium', timeStyle: 'short' })} · ${say('restore.version', { version: hearth.version })}</small></span>
        </label>`,
      )}
    </fieldset>`;
  }

  private upload(): TemplateResult {
    const { sent } = this;
    return html`<div class="actions">
      <label class="file-button">
        <input type="file" accept=".tar" ?disabled=${this.isBusy} @change=${this.send} />${say('restore.upload')}
      </label>
    </div>
    ${
      sent === undefined
        ? nothing
        : html`<div class="backup-upload" role="status">
            <p>${sent < 1 ? say('restore.uploading', { percent: Math.floor(sent * 100) }) : say('restore.checking')}</p>
            <progress aria-label=${say('restore.progress')} max="1" .value=${sent}></progress>
          </div>`
    }`;
  }

  private progress(): TemplateResult {
    return html`<div class="backup-upload" role="status">
      <p>${say('restore.restarting')}</p>
      <progress aria-label=${say('restore.progress')}></progress>
    </div>`;
  }

  private readonly enter = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    const { code = '' } = valuesOf(event.target as HTMLFormElement);
    await this.attempt(async () => {
      this.take(await onboardingBackups(code));
      this.code = code;
    });
  };

  private readonly send = async (event: Event): Promise<void> => {
    const input = event.target as HTMLInputElement;
    const file = input.files?.[0];
    const { code } = this;
    if (file === undefined || code === undefined) return;
    await this.attempt(async () => {
      const id = await uploadBackup(code, file, (part) => {
        this.sent = part;
      });
      this.take(await onboardingBackups(code), id);
    });
    this.sent = undefined;
    input.value = '';
  };

  private readonly restore = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    const { code, chosen, withHistory } = this;
    const { passphrase = '' } = valuesOf(event.target as HTMLFormElement);
    if (code === undefined) return;
    await this.attempt(async () => {
      await restoreBackup(code, { backupId: chosen, passphrase, withHistory });
      this.isRestarting = true;
      this.look();
    });
  };

  private take(backups: readonly Backup[], chosen?: string): void {
    this.backups = [...backups].sort((a, b) => b.date.localeCompare(a.date));
    this.chosen = chosen ?? this.backups[0]?.backup_id ?? '';
  }

  /** The restored server has an owner, unless its backup had none. */
  private look(): void {
    this.timer = setTimeout(async () => {
      const isBack = await isClaimed().catch(() => false);
      if (isBack) this.dispatchEvent(new CustomEvent('restored'));
      else this.look();
    }, LOOK_MS);
  }

  private async attempt(work: () => Promise<void>): Promise<void> {
    this.isBusy = true;
    this.errorText = undefined;
    this.fieldErrors = {};
    try {
      await work();
    } catch (error) {
      this.explain(error);
      await this.updateComplete;
      focusFieldError(this);
    } finally {
      this.isBusy = false;
    }
  }

  private explain(error: unknown): void {
    const refusal = error instanceof Refusal ? error : undefined;
    if (refusal !== undefined && refusal.seconds > 0) this.waiting.begin(refusal.seconds);
    else if (refusal?.status === 403) {
      // The server prints another code when it starts again.
      this.code = undefined;
      this.fieldErrors = { code: say('claim.wrong_code') };
    } else if (refusal?.status === 404) this.dispatchEvent(new CustomEvent('restored'));
    else if (refusal?.code === 'incorrect_password')
      this.fieldErrors = { passphrase: say('restore.wrong_passphrase') };
    else this.errorText = failure(error);
  }
}
