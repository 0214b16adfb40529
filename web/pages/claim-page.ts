import { html } from 'lit';
import { define } from '../app/define.ts';
import { LightElement } from '../app/light-element.ts';
import { entryFrame } from '../parts/entry-frame.ts';
import { alert, failure } from '../parts/failure.ts';
import { field, focusFieldError, valuesOf } from '../parts/field.ts';
import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from '../parts/password-strength.ts';
import { Waiting } from '../parts/waiting.ts';
import { claim, isClaimed, Refusal } from '../server/login.ts';
import { OWN_CLIENT } from '../server/session.ts';
import { say } from '../texts/say.ts';

type FieldErrors = Partial<Record<'code' | 'name' | 'username' | 'password', string>>;

/**
 * The first page of a new server: the claim code in its output makes the user its owner. Fires `authorized`
 * with a code, or `claimed`.
 */
export class ClaimPage extends LightElement {
  static override properties = {
    fieldErrors: { state: true },
    errorText: { state: true },
    isBusy: { state: true },
    isRestoring: { state: true },
  };

  declare fieldErrors: FieldErrors;
  declare errorText: string | undefined;
  declare isBusy: boolean;
  /** Whether a backup is restored instead. */
  declare isRestoring: boolean;
  private readonly waiting = new Waiting(this);

  constructor() {
    super();
    this.fieldErrors = {};
    this.errorText = undefined;
    this.isBusy = false;
    this.isRestoring = false;
  }

  protected override render() {
    if (this.isRestoring)
      return html`<hearth-restore-page
        @restored=${() => this.dispatchEvent(new CustomEvent('claimed'))}
        @left=${() => {
          this.isRestoring = false;
        }}
      ></hearth-restore-page>`;
    const { fieldErrors } = this;
    const { seconds } = this.waiting;
    return entryFrame(
      say('claim.title'),
      html`<p class="intro">${say('claim.intro')}</p>
        <form novalidate @submit=${this.submit}>
          ${field({
            name: 'code',
            label: say('claim.code'),
            hint: say('claim.code_hint'),
            error: fieldErrors.code,
            isCode: true,
          })}
          ${field({ name: 'name', label: say('claim.name'), autocomplete: 'name', error: fieldErrors.name })}
          ${field({
            name: 'username',
            label: say('claim.username'),
            hint: say('claim.username_hint'),
            autocomplete: 'username',
            error: fieldErrors.username,
          })}
          <hearth-password-field .isNew=${true} .error=${fieldErrors.password}></hearth-password-field>
          ${alert(seconds > 0 ? say('error.throttled', { seconds }) : this.errorText)}
          <div class="actions">
            <button class="primary wide" ?disabled=${this.isBusy || seconds > 0}>${say('claim.submit')}</button>
          </div>
        </form>
        <p><button type="button" class="link" @click=${this.openRestore}>${say('claim.restore')}</button></p>`,
    );
  }

  private readonly openRestore = async (): Promise<void> => {
    try {
      define({ 'hearth-restore-page': (await import('./restore-page.ts')).RestorePage });
      this.isRestoring = true;
    } catch (error) {
      this.errorText = failure(error);
    }
  };

  private async submit(event: SubmitEvent): Promise<void> {
    event.preventDefault();
    const { code = '', name = '', username = '', password = '' } = valuesOf(event.target as HTMLFormElement);
    this.errorText = undefined;
    this.fieldErrors = fieldErrorsOf({ code, name, username, password });
    await this.updateComplete;
    if (Object.keys(this.fieldErrors).length > 0) return focusFieldError(this);
    this.isBusy = true;
    try {
      const authCode = await claim(OWN_CLIENT, { code, name, username, password });
      this.dispatchEvent(new CustomEvent('authorized', { detail: authCode }));
    } catch (error) {
      await this.explain(error);
    } finally {
      this.isBusy = false;
    }
  }

  private async explain(error: unknown): Promise<void> {
    if (error instanceof Refusal && error.seconds > 0) this.waiting.begin(error.seconds);
    else if (error instanceof Refusal && error.status === 403) {
      if (await isClaimed()) {
        this.errorText = say('claim.too_late');
        this.dispatchEvent(new CustomEvent('claimed'));
        return;
      }
      this.fieldErrors = { code: say('claim.wrong_code') };
      await this.updateComplete;
      focusFieldError(this);
    } else this.errorText = failure(error);
  }
}

function fieldErrorsOf(
  values: Readonly<Record<'code' | 'name' | 'username' | 'password', string>>,
): FieldErrors {
  const fieldErrors: FieldErrors = {};
  for (const key of ['code', 'name', 'username', 'password'] as const)
    if (values[key] === '') fieldErrors[key] = say('error.required');
  if (values.username.length > 64) fieldErrors.username = say('claim.poor_username');
  const { length } = values.password;
  if (length > 0 && length < MIN_PASSWORD_LENGTH) fieldErrors.password = say('password.too_short');
  if (length > MAX_PASSWORD_LENGTH) fieldErrors.password = say('password.too_long');
  return fieldErrors;
}
