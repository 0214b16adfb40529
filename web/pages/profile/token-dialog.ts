import type { Connection } from 'home-assistant-js-websocket';
import { html, type TemplateResult } from 'lit';
import { LightElement } from '../../app/light-element.ts';
import { closeDialog, dialog } from '../../parts/dialog.ts';
import { alert, failure } from '../../parts/failure.ts';
import { field, focusFieldError, valuesOf } from '../../parts/field.ts';
import { qrDrawing } from '../../parts/qr-drawing.ts';
import { createToken, type Policy } from '../../server/account.ts';
import { say } from '../../texts/say.ts';
import { type Reach, ReachPicker } from './reach-picker.ts';

const LIVES = [1, 7, 30, 90, 365] as const;
const NOTHING: Reach = { domains: [], areas: [], entities: [] };

/** Creates a long-lived access token and shows it once. Fires `made` when created and `closed` at the end. */
export class TokenDialog extends LightElement {
  static override properties = {
    connection: { attribute: false },
    isChosen: { state: true },
    suggested: { attribute: false },
    made: { state: true },
    isBusy: { state: true },
    fieldError: { state: true },
    errorText: { state: true },
  };

  declare connection: Connection;
  /** The name that is filled in. */
  declare suggested: string;
  /** Whether the token is limited to the selection. */
  declare isChosen: boolean;
  declare made: { readonly name: string; readonly token: string } | undefined;
  declare isBusy: boolean;
  declare fieldError: string | undefined;
  declare errorText: string | undefined;

  constructor() {
    super();
    this.suggested = '';
    this.isChosen = false;
    this.isBusy = false;
  }

  protected override render() {
    const { made } = this;
    const onClose = (): boolean => this.dispatchEvent(new CustomEvent('closed'));
    return made === undefined
      ? dialog({ title: say('tokens.create'), body: this.form(), onClose })
      : dialog({ title: say('tokens.made_title', { name: made.name }), body: madeView(made.token), onClose });
  }

  private form(): TemplateResult {
    return html`<form novalidate @submit=${this.submit}>
      ${field({
        name: 'name',
        label: say('tokens.name'),
        hint: say('tokens.name_hint'),
        value: this.suggested,
        maxLength: 100,
        error: this.fieldError,
      })}
      <div class="field">
        <label for="life">${say('tokens.life')}</label>
        <select id="life" name="days">
          <option value="">${say('tokens.life_always')}</option>
          ${LIVES.map((days) => html`<option value=${days}>${lifeName(days)}</option>`)}
        </select>
      </div>
      <label class="check">
        <input type="checkbox" name="read_only" value="yes" />
        <span>${say('tokens.read_only')} <small class="hint">${say('tokens.read_only_hint')}</small></span>
      </label>
      <fieldset class="field">
        <legend>${say('tokens.reach')}</legend>
        ${this.reachChoice(false)} ${this.reachChoice(true)}
      </fieldset>
      ${this.isChosen ? html`<hearth-reach-picker .connection=${this.connection}></hearth-reach-picker>` : ''}
      ${alert(this.errorText)}
      <div class="actions end">
        <button type="button" @click=${closeDialog}>${say('action.cancel')}</button>
        <button class="primary" ?disabled=${this.isBusy}>${say('tokens.create')}</button>
      </div>
    </form>`;
  }

  private reachChoice(isChosen: boolean): TemplateResult {
    return html`<label class="check">
      <input
        type="radio"
        name="reach"
        value=${isChosen ? 'some' : 'all'}
        .checked=${this.isChosen === isChosen}
        @change=${() => {
          this.isChosen = isChosen;
        }}
      />
      <span>${say(isChosen ? 'tokens.reach_some' : 'tokens.reach_all')}</span>
    </label>`;
  }

  private async submit(event: SubmitEvent): Promise<void> {
    event.preventDefault();
    const { name = '', days = '', read_only } = valuesOf(event.target as HTMLFormElement);
    const reach = this.reach();
    const isEmpty = this.isChosen && Object.values(reach).every(({ length }) => length === 0);
    this.fieldError = name === '' ? say('error.required') : undefined;
    this.errorText = isEmpty ? say('tokens.choose_some') : undefined;
    await this.updateComplete;
    if (this.fieldError !== undefined) return focusFieldError(this);
    if (isEmpty) return;
    this.isBusy = true;
    try {
      const policy = policyOf(read_only !== undefined, reach);
      const request = { name, days: days === '' ? null : Number(days), policy };
      const { token } = await createToken(this.connection, request);
      this.made = { name, token };
      this.dispatchEvent(new CustomEvent('made'));
      await this.updateComplete;
      this.querySelector<HTMLElement>('dialog h2')?.focus();
    } catch (error) {
      await this.explain(error);
    } finally {
      this.isBusy = false;
    }
  }

  private async explain(error: unknown): Promise<void> {
    const { code, message = '' } = error as { code?: string; message?: string };
    if (code !== 'invalid_info' || !message.includes('already')) {
      this.errorText = failure(error);
      return;
    }
    this.fieldError = say('tokens.name_taken');
    await this.updateComplete;
    focusFieldError(this);
  }

  private reach(): Reach {
    const picker = this.querySelector('hearth-reach-picker');
    return this.isChosen && picker instanceof ReachPicker ? picker.reach : NOTHING;
  }
}

function madeView(token: string): TemplateResult {
  return html`<p>${say('tokens.made_intro')}</p>
    <hearth-copy-text .text=${token} .label=${say('tokens.text')}></hearth-copy-text>
    ${qrDrawing(token, say('tokens.qr'))}
    <div class="actions end">
      <button type="button" class="primary" @click=${closeDialog}>${say('action.done')}</button>
    </div>`;
}

/** A policy with one rule; null for a token with all permissions of its user. */
function policyOf(isReadOnly: boolean, reach: Reach): Policy | null {
  const lists = Object.fromEntries(Object.entries(reach).filter(([, ids]) => ids.length > 0));
  if (!isReadOnly && Object.keys(lists).length === 0) return null;
  const actions = isReadOnly ? (['read'] as const) : (['read', 'control'] as const);
  return { rules: [{ effect: 'allow', actions, ...lists }] };
}

function lifeName(days: (typeof LIVES)[number]): string {
  if (days === 1) return say('tokens.life_day');
  return days === 365 ? say('tokens.life_year') : say('tokens.life_days', { days });
}
