import type { Connection } from 'home-assistant-js-websocket';
import { html, type TemplateResult } from 'lit';
import { LightElement } from '../../app/light-element.ts';
import { closeDialog, confirmation, dialog } from '../../parts/dialog.ts';
import { alert, failure } from '../../parts/failure.ts';
import { field, focusFieldError, valuesOf } from '../../parts/field.ts';
import { qrDrawing } from '../../parts/qr-drawing.ts';
import { when } from '../../parts/when.ts';
import {
  beginFactor,
  confirmFactor,
  type FactorSetup,
  type FactorState,
  factorState,
  removeFactor,
} from '../../server/account.ts';
import { ReloadOnReconnect } from '../../state/reload-on-reconnect.ts';
import { say } from '../../texts/say.ts';

type Window =
  | { readonly kind: 'setup'; readonly setup: FactorSetup }
  | { readonly kind: 'codes'; readonly codes: readonly string[] }
  | { readonly kind: 'remove' };

/** The second factor: enabling it with an app, its recovery codes, and disabling it. */
export class FactorCard extends LightElement {
  static override properties = {
    connection: { attribute: false },
    factor: { state: true },
    window: { state: true },
    fieldError: { state: true },
    errorText: { state: true },
    notice: { state: true },
  };

  declare connection: Connection;
  /** Undefined until loaded. */
  declare factor: FactorState | null | undefined;
  declare window: Window | undefined;
  declare fieldError: string | undefined;
  declare errorText: string | undefined;
  declare notice: string;

  constructor() {
    super();
    this.notice = '';
    new ReloadOnReconnect(this, () => void this.load());
  }

  protected override render() {
    const { factor } = this;
    return html`<section class="card" aria-labelledby="factor-title">
      <h2 id="factor-title">${say('factor.title')}</h2>
      <p class="hint">${say('factor.intro')}</p>
      ${factor === undefined ? '' : html`<p>${describe(factor)}</p>`}
      <p class="notice" role="status" ?hidden=${this.notice === ''}>${this.notice}</p>
      ${this.window === undefined ? alert(this.errorText) : ''}
      <div class="actions">
        ${
          factor
            ? html`<button type="button" class="danger" @click=${() => this.show({ kind: 'remove' })}>
                ${say('factor.remove')}
              </button>`
            : html`<button type="button" ?disabled=${factor === undefined} @click=${this.begin}>
                ${say('factor.set_up')}
              </button>`
        }
      </div>
      ${this.windowView()}
    </section>`;
  }

  private windowView(): TemplateResult | string {
    const { window } = this;
    const onClose = (): void => {
      if (this.window?.kind === window?.kind) this.window = undefined;
    };
    if (window?.kind === 'setup')
      return dialog({ title: say('factor.title'), body: this.setupView(window.setup), onClose });
    if (window?.kind === 'codes')
      return dialog({ title: say('factor.codes_title'), body: codesView(window.codes), onClose });
    if (window?.kind !== 'remove') return '';
    return confirmation({
      title: say('factor.remove'),
      question: say('factor.remove_sure'),
      yes: say('factor.remove'),
      no: say('action.cancel'),
      onYes: () => this.turnOff(),
      onClose,
    });
  }

  private setupView({ url, secret }: FactorSetup): TemplateResult {
    return html`<p>${say('factor.scan')}</p>
      ${qrDrawing(url, say('factor.qr'))}
      <p class="hint">${say('factor.secret')}: <code class="secret">${inFours(secret)}</code></p>
      <form novalidate @submit=${this.confirm}>
        ${field({
          name: 'code',
          label: say('factor.code'),
          autocomplete: 'one-time-code',
          inputMode: 'numeric',
          isCode: true,
          error: this.fieldError,
        })}
        ${alert(this.errorText)}
        <div class="actions end">
          <button type="button" @click=${closeDialog}>${say('action.cancel')}</button>
          <button class="primary">${say('factor.turn_on')}</button>
        </div>
      </form>`;
  }

  private show(window: Window): void {
    this.fieldError = undefined;
    this.errorText = undefined;
    this.notice = '';
    this.window = window;
  }

  private async load(): Promise<void> {
    try {
      this.factor = await factorState(this.connection);
      if (this.window === undefined) this.errorText = undefined;
    } catch (error) {
      this.errorText = failure(error);
    }
  }

  private async begin(): Promise<void> {
    try {
      this.show({ kind: 'setup', setup: await beginFactor(this.connection) });
    } catch (error) {
      this.errorText = failure(error);
    }
  }

  private async confirm(event: SubmitEvent): Promise<void> {
    event.preventDefault();
    const { window } = this;
    if (window?.kind !== 'setup') return;
    const { code = '' } = valuesOf(event.target as HTMLFormElement);
    this.errorText = undefined;
    try {
      const codes = code === '' ? null : await confirmFactor(this.connection, window.setup.flowId, code);
      if (codes !== null) {
        this.show({ kind: 'codes', codes });
        await this.load();
        this.querySelector<HTMLElement>('dialog h2')?.focus();
        return;
      }
      this.fieldError = say(code === '' ? 'error.required' : 'login.code_wrong');
      await this.updateComplete;
      focusFieldError(this);
    } catch (error) {
      const isLapsed = (error as { code?: unknown }).code === 'not_found';
      this.errorText = isLapsed ? say('factor.lapsed') : failure(error);
    }
  }

  private async turnOff(): Promise<void> {
    try {
      await removeFactor(this.connection);
      this.notice = say('factor.removed');
    } catch (error) {
      this.errorText = failure(error);
    }
    await this.load();
  }
}

function codesView(codes: readonly string[]): TemplateResult {
  return html`<p>${say('factor.codes_intro')}</p>
    <ul class="codes">
      ${codes.map((code) => html`<li><code>${code}</code></li>`)}
    </ul>
    <div class="actions end">
      <hearth-copy-text .text=${codes.join('\n')} .isShown=${false}></hearth-copy-text>
      <button type="button" class="primary" @click=${closeDialog}>${say('factor.codes_kept')}</button>
    </div>`;
}

function describe(factor: FactorState | null): string {
  if (factor === null) return say('factor.none');
  const count = factor.recovery_codes_left;
  return `${say('factor.since', { when: when(factor.created_at) })} ${say('factor.codes_left', { count })}`;
}

function inFours(secret: string): string {
  return secret.replace(/(.{4})(?=.)/g, '$1 ');
}
