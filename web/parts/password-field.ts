import { mdiEyeOffOutline, mdiEyeOutline } from '@mdi/js';
import { html, nothing } from 'lit';
import { ifDefined } from 'lit/directives/if-defined.js';
import { LightElement } from '../app/light-element.ts';
import { say } from '../texts/say.ts';
import { describedBy, remarks } from './field.ts';
import { icon } from './icon.ts';
import { passwordLevel } from './password-strength.ts';

/** A password field, hidden by default, with a strength hint for new passwords. */
export class PasswordField extends LightElement {
  static override properties = {
    name: {},
    label: {},
    error: {},
    isNew: { attribute: false },
    isShown: { state: true },
    typed: { state: true },
  };

  declare name: string;
  declare label: string;
  declare error: string | undefined;
  declare isNew: boolean;
  declare isShown: boolean;
  declare typed: string;

  constructor() {
    super();
    this.name = 'password';
    this.label = say('password.label');
    this.error = undefined;
    this.isNew = false;
    this.isShown = false;
    this.typed = '';
  }

  protected override render() {
    const { name, error, isShown } = this;
    const hint = this.isNew && this.typed !== '' ? ' ' : undefined;
    return html`<div class="field">
      <label for=${name}>${this.label}</label>
      <div class="with-button">
        <input
          id=${name}
          name=${name}
          type=${isShown ? 'text' : 'password'}
          autocomplete=${this.isNew ? 'new-password' : 'current-password'}
          autocapitalize="none"
          spellcheck="false"
          aria-invalid=${error === undefined ? 'false' : 'true'}
          aria-describedby=${ifDefined(describedBy({ name, error, hint }))}
          @input=${(event: InputEvent) => {
            this.typed = (event.target as HTMLInputElement).value;
          }}
        />
        <button
          type="button"
          class="quiet round"
          aria-label=${say(isShown ? 'password.hide' : 'password.show')}
          @click=${() => {
            this.isShown = !isShown;
          }}
        >
          ${icon(isShown ? mdiEyeOffOutline : mdiEyeOutline)}
        </button>
      </div>
      ${remarks({ name, error })} ${hint === undefined ? nothing : this.strength()}
    </div>`;
  }

  private strength() {
    const level = passwordLevel(this.typed);
    return html`<div class="strength" data-level=${level}>
      <span class="strength-bar" aria-hidden="true"><i></i><i></i><i></i><i></i></span>
      <p class="hint" id="${this.name}-hint" role="status">
        ${say('password.strength', { level: say(`password.level_${level}`) })}
      </p>
    </div>`;
  }
}
