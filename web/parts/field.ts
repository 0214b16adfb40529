import { html, nothing, type TemplateResult } from 'lit';
import { ifDefined } from 'lit/directives/if-defined.js';

/** A labeled line of text to fill in. */
export interface Field {
  /** Also the name its value has in the form. Unique on the page. */
  readonly name: string;
  readonly label: string;
  readonly type?: 'text' | 'number' | 'date' | 'time';
  readonly value?: string | undefined;
  readonly hint?: string | undefined;
  /** What is wrong with it, in words. */
  readonly error?: string | undefined;
  readonly autocomplete?: string;
  readonly inputMode?: 'numeric' | 'text';
  readonly maxLength?: number;
  readonly isCode?: boolean;
  readonly onInput?: (event: InputEvent) => void;
}

/** A field with its label, a hint and its error, tied together for screen readers. */
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

/** What stands below a field: its error and its hint. */
export function remarks({ name, hint, error }: Pick<Field, 'name' | 'hint' | 'error'>): TemplateResult {
  return html`${error === undefined ? nothing : html`<p class="error" id="${name}-error">${error}</p>`}
  ${hint === undefined ? nothing : html`<p class="hint" id="${name}-hint">${hint}</p>`}`;
}

/** The ids of what stands below a field. */
export function describedBy({
  name,
  hint,
  error,
}: Pick<Field, 'name' | 'hint' | 'error'>): string | undefined {
  const ids = [error && `${name}-error`, hint && `${name}-hint`].filter(Boolean).join(' ');
  return ids === '' ? undefined : ids;
}

/** What has been filled in, by name; no blanks around it. Passwords are taken as they are typed. */
export function valuesOf(form: HTMLFormElement): Record<string, string> {
  const values: Record<string, string> = {};
  for (const [name, value] of new FormData(form))
    if (typeof value === 'string') values[name] = name.includes('password') ? value : value.trim();
  return values;
}

/** Whether something in it is written that cannot be used as it stands, and so is not in its values; the focus goes there. */
export function hasUnreadable(root: ParentNode): boolean {
  const found = root.querySelector<HTMLElement>('[data-unreadable]');
  goTo(found?.matches(FIELDS) ? found : found?.querySelector<HTMLElement>('[aria-invalid="true"]'));
  return found !== null;
}

const FIELDS = 'input, select, textarea, button';

/** Puts the focus where the first mistake is, once it is shown: fields inside fields are drawn a moment later. */
export function focusMistake(root: ParentNode): void {
  setTimeout(() => {
    const wrong = root.querySelector<HTMLElement>('[aria-invalid="true"], fieldset[data-wrong]');
    // What is filled in at several places is no field itself.
    goTo(wrong?.matches('fieldset') ? wrong.querySelector<HTMLElement>(FIELDS) : wrong);
  });
}

/** Puts the focus on a field, also on one in something folded. */
function goTo(field: HTMLElement | null | undefined): void {
  for (let box = field?.closest('details'); box != null; box = box.parentElement?.closest('details'))
    box.open = true;
  field?.focus();
}
