import { mdiBackspaceOutline } from '@mdi/js';
import { html, nothing, type TemplateResult } from 'lit';
import { LightElement } from '../app/light-element.ts';
import { say } from '../texts/say.ts';
import { icon } from './icon.ts';

const KEYS = '123456789'.split('');

/** A code entered by text field or keypad, and the buttons that use it. Cleared after use. */
export class CodeEntry extends LightElement {
  static override properties = {
    isNumeric: { attribute: false },
    isDisabled: { attribute: false },
    actions: { attribute: false },
    code: { state: true },
  };

  declare isNumeric: boolean;
  declare isDisabled: boolean;
  /** Renders the buttons for the current code. */
  declare actions: (code: string) => unknown;
  declare code: string;

  constructor() {
    super();
    this.isNumeric = false;
    this.isDisabled = false;
    this.code = '';
  }

  protected override render() {
    const { code, isNumeric, isDisabled } = this;
    return html`<div class="code-entry">
      <label class="field">
        <span class="choice-label">${say('control.code')}</span>
        <input
          type="password"
          class="code"
          autocomplete="off"
          inputmode=${isNumeric ? 'numeric' : 'text'}
          .value=${code}
          ?disabled=${isDisabled}
          @input=${(event: Event) => {
            this.code = (event.target as HTMLInputElement).value;
          }}
        />
      </label>
      ${isNumeric ? this.keypad() : nothing}
      <div @click=${this.forget}>${this.actions(code)}</div>
    </div>`;
  }

  private keypad(): TemplateResult {
    const key = (digit: string): TemplateResult => html`<button
      type="button"
      ?disabled=${this.isDisabled}
      @click=${() => {
        this.code += digit;
      }}
    >${digit}</button>`;
    return html`<div class="keypad" role="group" aria-label=${say('control.keypad')}>
      ${KEYS.map(key)}<span></span>${key('0')}
      <button
        type="button"
        aria-label=${say('control.erase')}
        ?disabled=${this.isDisabled || this.code === ''}
        @click=${() => {
          this.code = this.code.slice(0, -1);
        }}
      >
        ${icon(mdiBackspaceOutline)}
      </button>
    </div>`;
  }

  /** Runs after the button's own listener. */
  private forget(event: Event): void {
    if ((event.target as Element).closest('button') !== null) this.code = '';
  }
}
