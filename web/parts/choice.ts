import { html, nothing, type TemplateResult } from 'lit';
import { icon } from './icon.ts';

/** One of several options. */
export interface Option<T extends string = string> {
  readonly value: T;
  readonly text: string;
  readonly icon?: string;
}

interface ChoiceView {
  readonly label: string;
  readonly options: readonly Option[];
  readonly value: string | undefined;
  readonly isDisabled?: boolean;
  readonly onChoose: (value: string) => void;
}

const MAX_BUTTONS = 6;
const MAX_TEXT_LENGTH = 16;

/** A choice of one option: buttons if there are few and short ones, otherwise a list. */
export function choice(view: ChoiceView): TemplateResult | typeof nothing {
  if (view.options.length === 0) return nothing;
  const isShort = view.options.every(({ text }) => text.length <= MAX_TEXT_LENGTH);
  return view.options.length <= MAX_BUTTONS && isShort ? buttons(view) : list(view);
}

function buttons({ label, options, value, isDisabled = false, onChoose }: ChoiceView): TemplateResult {
  return html`<div class="choice" role="group" aria-label=${label}>
    <span class="choice-label" aria-hidden="true">${label}</span>
    <div class="choice-options">
      ${options.map(
        (option) => html`<button
          type="button"
          aria-pressed=${option.value === value ? 'true' : 'false'}
          ?disabled=${isDisabled}
          @click=${() => onChoose(option.value)}
        >
          ${option.icon === undefined ? nothing : icon(option.icon)}<span>${option.text}</span>
        </button>`,
      )}
    </div>
  </div>`;
}

function list({ label, options, value, isDisabled = false, onChoose }: ChoiceView): TemplateResult {
  const isKnown = options.some((option) => option.value === value);
  return html`<label class="choice">
    <span class="choice-label">${label}</span>
    <select
      ?disabled=${isDisabled}
      @change=${(event: Event) => onChoose((event.target as HTMLSelectElement).value)}
    >
      ${isKnown ? nothing : html`<option value="" selected disabled>–</option>`}
      ${options.map(
        (option) =>
          html`<option value=${option.value} .selected=${option.value === value}>${option.text}</option>`,
      )}
    </select>
  </label>`;
}
