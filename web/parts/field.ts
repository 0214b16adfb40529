import { html, nothing, type TemplateResult } from 'lit';
import { ifDefined } from 'lit/directives/if-defined.js';

/** A labeled text field. */
export interface Field {
  /** Its ID and form name. Unique on the page. */
  readonly name: string;
  readonly label: string;
  readonly type?: 'text' | 'number' | 'date' | 'time';
  readonly value?: string | undefined;
  readonly hint?: string | undefined;
  /** The validation error. */
  readonly error?: string | undefined;
  readonly autocomplete?: string;
  readonly inputMode?: 'numeric' | 'text';
  readonly maxLength?: number;
  readonly isCode?: boolean;
  readonly onInput?: (event: InputEvent) => void;
}

/** A text field with label, hint and error, associated for screen readers. */
export function field(one: Field): TemplateResult {
  const { name, label, hint, error } = one;
  return html`<div class="field">
    <label for=${name}>${label}</label>
    <input
      id=${name}
      name=${name}
      class=${ifDefined(one.isCode ? 'code' : undefined)}
      type=${one.type ?? 'text'}
      .value=${one.value ?? ''}
      autocomplete=${one.autocomplete ?? 'off'}
      autocapitalize=${one.autocomplete === 'name' ? 'words' : 'none'}
      spellcheck="false"
      inputmode=${ifDefined(one.inputMode)}
      maxlength=${ifDefined(one.maxLength)}
      aria-invalid=${error === undefined ? 'false' : 'true'}
      aria-describedby=${ifDefined(describedBy(one))}
      @input=${one.onInput}
    />
    ${remarks({ name, hint, error })}
  </div>`;
}

/** The error and hint below a field. */
export function remarks({ name, hint, error }: Pick<Field, 'name' | 'hint' | 'error'>): TemplateResult {
  return html`${error === undefined ? nothing : html`<p class="error" id="${name}-error">${error}</p>`}
  ${hint === undefined ? nothing : html`<p class="hint" id="${name}-hint">${hint}</p>`}`;
}

/** The IDs of the error and hint of a field. */
export function describedBy({
  name,
  hint,
  error,
}: Pick<Field, 'name' | 'hint' | 'error'>): string | undefined {
  const ids = [error && `${name}-error`, hint && `${name}-hint`].filter(Boolean).join(' ');
  return ids === '' ? undefined : ids;
}

/** The values of a form by name, trimmed except for passwords. */
export function valuesOf(form: HTMLFormElement): Record<string, string> {
  const values: Record<string, string> = {};
  for (const [name, value] of new FormData(form))
    if (typeof value === 'string') values[name] = name.includes('password') ? value : value.trim();
  return values;
}

/** Whether a field contains input that cannot be parsed and is missing from the values; focuses it. */
export function hasUnreadable(root: ParentNode): boolean {
  const found = root.querySelector<HTMLElement>('[data-unreadable]');
  goTo(found?.matches(FIELDS) ? found : found?.querySelector<HTMLElement>('[aria-invalid="true"]'));
  return found !== null;
}

const FIELDS = 'input, select, textarea, button, hearth-code-editor';

/** Focuses the first invalid field, after a delay since nested fields render later. */
export function focusFieldError(root: ParentNode): void {
  setTimeout(() => {
    const wrong = root.querySelector<HTMLElement>('[aria-invalid="true"], fieldset[data-wrong]');
    // A fieldset itself cannot be focused.
    goTo(wrong?.matches('fieldset') ? wrong.querySelector<HTMLElement>(FIELDS) : wrong);
  });
}

/** Focuses a field, opening collapsed sections around it. */
function goTo(field: HTMLElement | null | undefined): void {
  for (let box = field?.closest('details'); box != null; box = box.parentElement?.closest('details'))
    box.open = true;
  field?.focus();
}
