import type { Connection } from 'home-assistant-js-websocket';
import { html } from 'lit';
import { LightElement } from '../../app/light-element.ts';
import { closeDialog, dialog } from '../../parts/dialog.ts';
import { alert, failure } from '../../parts/failure.ts';
import { focusFieldError, valuesOf } from '../../parts/field.ts';
import type { PasswordField } from '../../parts/password-field.ts';
import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from '../../parts/password-strength.ts';
import { changePassword } from '../../server/account.ts';
import { say } from '../../texts/say.ts';

/** Changing one's password. Fires `changed`, since this ends other sessions. */
export class PasswordCard extends LightElement {
  static override properties = {
    connection: { attribute: false },
    isOpen: { state: true },
    isBusy: { state: true },
    fieldErrors: { state: true },
    errorText: { state: true },
    notice: { state: true },
  };

  declare connection: Connection;
  declare isOpen: boolean;
  declare isBusy: boolean;
  declare fieldErrors: Readonly<Record<string, string>>;
  declare errorText: string | undefined;
  declare notice: string;

  constructor() {
    super();
    this.isOpen = false;
    this.isBusy = false;
    this.fieldErrors = {};
    this.notice = '';
  }

  protected override render() {
    return html`<section class="card" aria-labelledby="password-title">
      <h2 id="password-title">${say('password.title')}</h2>
      <p class="hint">${say('password.others_end')}</p>
      <p class="notice" role="status" ?hidden=${this.notice === ''}>${this.notice}</p>
      <div class="actions">
        <button type="button" @click=${() => this.open()}>${say('password.change')}</button>
      </div>
      ${this.isOpen ? this.form() : ''}
    </section>`;
  }

  private form() {
    return dialog({
      title: say('password.change'),
      onClose: () => {
        this.isOpen = false;
      },
      body: html`<form novalidate @submit=${this.submit}>
        <hearth-password-field
          .name=${'current_password'}
          .label=${say('password.current')}
          .error=${this.fieldErrors.current_password}
        ></hearth-password-field>
        <hearth-password-field
          .name=${'new_password'}
          .label=${say('password.new')}
          .isNew=${true}
          .error=${this.fieldErrors.new_password}
        ></hearth-password-field>
        ${alert(this.errorText)}
        <div class="actions end">
          <button type="button" @click=${closeDialog}>${say('action.cancel')}</button>
          <button class="primary" ?disabled=${this.isBusy}>${say('action.save')}</button>
        </div>
      </form>`,
    });
  }

  private open(): void {
    this.fieldErrors = {};
    this.errorText = undefined;
    this.notice = '';
    this.isOpen = true;
  }

  private async submit(event: SubmitEvent): Promise<void> {
    event.preventDefault();
    const { current_password = '', new_password = '' } = valuesOf(event.target as HTMLFormElement);
    const window = this.querySelector('dialog');
    this.errorText = undefined;
    this.fieldErrors = fieldErrorsOf(current_password, new_password);
    await this.refocus();
    if (Object.keys(this.fieldErrors).length > 0) return;
    this.isBusy = true;
    try {
      await changePassword(this.connection, { current_password, new_password });
      window?.close();
      this.notice = say('password.changed');
      this.dispatchEvent(new CustomEvent('changed'));
    } catch (error) {
      if ((error as { code?: unknown }).code === 'invalid_current_password') {
        this.fieldErrors = { current_password: say('password.wrong') };
        await this.refocus();
      } else this.errorText = failure(error);
    } finally {
      this.isBusy = false;
    }
  }

  private async refocus(): Promise<void> {
    await this.updateComplete;
    await Promise.all(
      [...this.querySelectorAll<PasswordField>('hearth-password-field')].map((one) => one.updateComplete),
    );
    focusFieldError(this);
  }
}

function fieldErrorsOf(current: string, requested: string): Record<string, string> {
  const fieldErrors: Record<string, string> = {};
  if (current === '') fieldErrors.current_password = say('error.required');
  if (requested.length < MIN_PASSWORD_LENGTH) fieldErrors.new_password = say('password.too_short');
  if (requested.length > MAX_PASSWORD_LENGTH) fieldErrors.new_password = say('password.too_long');
  return fieldErrors;
}
