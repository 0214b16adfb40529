import { html, nothing, type PropertyValues } from 'lit';
import { LightElement } from '../app/light-element.ts';
import { alert, failure } from '../parts/failure.ts';
import { field, focusFieldError, valuesOf } from '../parts/field.ts';
import { Waiting } from '../parts/waiting.ts';
import { beginLogin, continueLogin, type LoginClient, Refusal, type Step } from '../server/login.ts';
import { say } from '../texts/say.ts';

/**
 * User name and password, then the second factor if enabled. Fires `authorized` with the code for the client.
 */
export class LoginForm extends LightElement {
  static override properties = {
    client: { attribute: false },
    submitLabel: { attribute: false },
    notice: { attribute: false },
    step: { state: true },
    fieldErrors: { state: true },
    errorText: { state: true },
    isBusy: { state: true },
  };

  declare client: LoginClient;
  declare submitLabel: string;
  /** Shown above the fields until there is another message. */
  declare notice: string | undefined;
  declare step: 'init' | 'mfa';
  declare fieldErrors: Readonly<Record<string, string>>;
  declare errorText: string | undefined;
  declare isBusy: boolean;
  private flowId: string | undefined;
  private readonly waiting = new Waiting(this);

  constructor() {
    super();
    this.submitLabel = say('login.submit');
    this.step = 'init';
    this.fieldErrors = {};
    this.errorText = undefined;
    this.isBusy = false;
  }

  protected override render() {
    const { seconds } = this.waiting;
    return html`<form novalidate @submit=${this.submit}>
      ${
        this.notice === undefined || this.step === 'mfa' || this.errorText !== undefined
          ? nothing
          : html`<p class="notice" role="status">${this.notice}</p>`
      }
      ${this.step === 'init' ? this.passwordStep() : this.codeStep()}
      ${alert(seconds > 0 ? say('error.throttled', { seconds }) : this.errorText)}
      <div class="actions">
        <button class="primary wide" ?disabled=${this.isBusy || seconds > 0}>${this.submitLabel}</button>
      </div>
      ${
        this.step === 'mfa'
          ? html`<p class="below">
              <button type="button" class="link" @click=${() => this.restart()}>${say('login.back')}</button>
            </p>`
          : ''
      }
    </form>`;
  }

  protected override updated(changed: PropertyValues): void {
    if (changed.has('step') && changed.get('step') !== undefined) this.querySelector('input')?.focus();
  }

  private passwordStep() {
    return html`${field({
      name: 'username',
      label: say('claim.username'),
      autocomplete: 'username',
      error: this.fieldErrors.username,
    })}
    <hearth-password-field .error=${this.fieldErrors.password}></hearth-password-field>`;
  }

  private codeStep() {
    return html`<p class="intro">${say('login.code_intro')}</p>
      ${field({
        name: 'code',
        label: say('login.code'),
        autocomplete: 'one-time-code',
        isCode: true,
        error: this.fieldErrors.code,
      })}`;
  }

  private async submit(event: SubmitEvent): Promise<void> {
    event.preventDefault();
    const values = valuesOf(event.target as HTMLFormElement);
    this.errorText = undefined;
    this.fieldErrors = Object.fromEntries(
      Object.entries(values).flatMap(([name, value]) =>
        value === '' ? [[name, say('error.required')]] : [],
      ),
    );
    await this.updateComplete;
    if (Object.keys(this.fieldErrors).length > 0) return focusFieldError(this);
    this.isBusy = true;
    try {
      await this.take(await this.send(values));
    } catch (error) {
      this.explain(error);
    } finally {
      this.isBusy = false;
    }
  }

  /** Submits the form. Restarts an expired login if nothing is lost by it. */
  private async send(values: Readonly<Record<string, string>>): Promise<Step> {
    if (this.flowId !== undefined) {
      try {
        return await continueLogin(this.flowId, this.client, values);
      } catch (error) {
        const isLapsed = error instanceof Refusal && (error.status === 404 || error.status === 400);
        if (!isLapsed || this.step === 'mfa') throw error;
      }
    }
    const begun = await beginLogin(this.client);
    if (begun.type !== 'form') return begun;
    this.flowId = begun.flow_id;
    return continueLogin(begun.flow_id, this.client, values);
  }

  private async take(step: Step): Promise<void> {
    if (step.type === 'create_entry') {
      this.dispatchEvent(new CustomEvent('authorized', { detail: step.result }));
      return;
    }
    if (step.type === 'abort') {
      this.restart(say('login.code_too_often'));
      return;
    }
    this.step = step.step_id;
    if (step.errors?.base === undefined) return;
    if (step.step_id === 'init') this.errorText = say('login.wrong');
    else this.fieldErrors = { code: say('login.code_wrong') };
    await this.updateComplete;
    for (const input of this.querySelectorAll('input')) if (input.name !== 'username') input.value = '';
    this.querySelector<HTMLInputElement>(step.step_id === 'init' ? '#password' : '#code')?.focus();
  }

  private explain(error: unknown): void {
    if (!(error instanceof Refusal)) this.errorText = failure(error);
    else if (error.seconds > 0) this.waiting.begin(error.seconds);
    else if (error.status === 403) this.restart(say('login.blocked'));
    else if (this.step === 'mfa' && (error.status === 404 || error.status === 400))
      this.restart(say('login.too_slow'));
    else this.errorText = failure(error);
  }

  private restart(because?: string): void {
    this.flowId = undefined;
    this.step = 'init';
    this.fieldErrors = {};
    this.errorText = because;
  }
}
