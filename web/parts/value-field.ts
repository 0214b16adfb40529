import { html, nothing } from 'lit';
import { LightElement } from '../app/light-element.ts';
import { say } from '../texts/say.ts';

/** The constraints of a value. */
export interface Limits {
  readonly min?: string;
  readonly max?: string;
  readonly step?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
}

/**
 * A text field with a submit button. Fires `chosen` with the text. Updates do not overwrite what is being
 * typed.
 */
export class ValueField extends LightElement {
  static override properties = {
    type: {},
    label: { attribute: false },
    value: { attribute: false },
    limits: { attribute: false },
    isDisabled: { attribute: false },
    action: { attribute: false },
    typed: { state: true },
    errorText: { state: true },
  };

  declare type: 'text' | 'password' | 'number' | 'date' | 'time' | 'datetime-local';
  declare label: string;
  declare value: string;
  declare limits: Limits;
  declare isDisabled: boolean;
  /** The text of the button. */
  declare action: string;
  declare typed: string | undefined;
  declare errorText: string;

  constructor() {
    super();
    this.type = 'text';
    this.value = '';
    this.limits = {};
    this.isDisabled = false;
    this.action = say('control.set');
    this.typed = undefined;
    this.errorText = '';
  }

  protected override render() {
    const { limits, errorText } = this;
    const id = `value-${this.type}`;
    return html`<form class="value-field" novalidate @submit=${this.choose}>
      <label for=${id}>${this.label}</label>
      <div class="value-line">
        <input
          id=${id}
          type=${this.type}
          autocomplete="off"
          spellcheck="false"
          min=${limits.min ?? nothing}
          max=${limits.max ?? nothing}
          step=${limits.step ?? nothing}
          minlength=${limits.minLength ?? nothing}
          maxlength=${limits.maxLength ?? nothing}
          .value=${this.typed ?? this.value}
          ?disabled=${this.isDisabled}
          aria-invalid=${errorText === '' ? 'false' : 'true'}
          aria-describedby=${errorText === '' ? nothing : `${id}-error`}
          @input=${this.takeTyped}
        />
        <button ?disabled=${this.isDisabled || this.typed === undefined || this.typed === this.value}>
          ${this.action}
        </button>
      </div>
      ${errorText === '' ? nothing : html`<p class="error" id="${id}-error">${errorText}</p>`}
    </form>`;
  }

  private takeTyped(event: Event): void {
    this.typed = (event.target as HTMLInputElement).value;
    this.errorText = '';
  }

  private choose(event: Event): void {
    event.preventDefault();
    const input = this.querySelector('input');
    if (input === null || this.isDisabled) return;
    if (!input.checkValidity() || (this.type === 'number' && input.value === '')) {
      this.errorText = input.validationMessage === '' ? say('error.required') : input.validationMessage;
      return;
    }
    this.dispatchEvent(new CustomEvent('chosen', { detail: input.value }));
    this.typed = undefined;
  }
}
