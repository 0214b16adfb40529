import { html, nothing, type TemplateResult } from 'lit';
import { ifDefined } from 'lit/directives/if-defined.js';
import { live } from 'lit/directives/live.js';
import type { HomeStore } from '../../state/home-store.ts';
import { say } from '../../texts/say.ts';
import { describedBy } from '../field.ts';
import { asTyped } from './as-typed.ts';
import type { Fault } from './fault.ts';
import type { Choice, FormField, FormValues } from './form-field.ts';
import { noOption, option } from './option.ts';

/** A field with everything needed to render it. */
export interface DrawnField {
  readonly field: FormField;
  /** Unique on the page. */
  readonly id: string;
  readonly value: unknown;
  readonly error: string | undefined;
  /** The error in the value. */
  readonly fault: Fault | undefined;
  readonly home: HomeStore;
  /** All values of the form. */
  readonly values: FormValues;
  readonly put: (value: unknown) => void;
}

const TYPES: Readonly<Record<string, string>> = {
  time: 'time',
  date: 'date',
  datetime: 'datetime-local',
  color: 'color',
  number: 'number',
};

/** The fields whose texts are names, which begin with a capital. */
const NAMES = new Set(['name', 'alias', 'name_by_user', 'title']);

/** An input: text, a number, a time, a color. */
export function plainInput(drawn: DrawnField): TemplateResult {
  const { field, id, value, error, put } = drawn;
  const isNumber = field.kind === 'number';
  const isText = field.kind === 'text';
  const type = isText ? (field.type ?? 'text') : (TYPES[field.kind] ?? 'text');
  const input = html`<input
    id=${id}
    type=${type}
    class=${ifDefined(isText && field.isCode === true ? 'code' : undefined)}
    autocomplete=${type === 'password' ? 'new-password' : 'off'}
    autocapitalize=${isText && NAMES.has(field.name) ? 'sentences' : 'none'}
    spellcheck="false"
    maxlength=${ifDefined(isText ? field.maxLength : undefined)}
    min=${ifDefined(isNumber ? field.min : undefined)}
    max=${ifDefined(isNumber ? field.max : undefined)}
    step=${ifDefined(isNumber ? (field.step ?? 'any') : field.kind === 'time' ? 1 : undefined)}
    aria-invalid=${error === undefined ? 'false' : 'true'}
    aria-describedby=${ifDefined(describedBy({ name: id, hint: field.hint, error }))}
    .value=${asTyped(shown(field, value), (typed) => isSame(meant(field, typed), value))}
    @input=${(event: InputEvent) => put(meant(field, (event.target as HTMLInputElement).value))}
  />`;
  if (field.kind === 'color') return colorLine(input, drawn);
  const unit = isNumber || isText ? field.unit : undefined;
  const slider = isNumber && field.isSlider === true ? range(drawn) : nothing;
  if (unit === undefined && slider === nothing) return input;
  return html`<div class="with-unit">
    ${slider}${input}${unit === undefined ? nothing : html`<span class="hint">${unit}</span>`}
  </div>`;
}

/** A slider for the same number; keyboard and screen reader users have the input next to it. */
function range({ field, value, put }: DrawnField): TemplateResult | typeof nothing {
  if (field.kind !== 'number' || field.min === undefined || field.max === undefined) return nothing;
  return html`<input
    type="range"
    class=${value === undefined ? 'unset' : ''}
    aria-hidden="true"
    tabindex="-1"
    min=${field.min}
    max=${field.max}
    step=${field.step ?? 'any'}
    .value=${live(String(value ?? field.min))}
    @input=${(event: InputEvent) => put(Number((event.target as HTMLInputElement).value))}
  />`;
}

/** Adds a button to clear the color, which the browser's input lacks. */
function colorLine(input: TemplateResult, { field, value, put }: DrawnField): TemplateResult {
  return html`<div class="with-unit">
    ${input}
    ${
      value === undefined || field.isRequired === true
        ? html`<span class="hint">${value === undefined ? say('form.none') : shown(field, value)}</span>`
        : html`<span class="hint">${shown(field, value)}</span>
          <button type="button" class="quiet" aria-label=${say('form.clear', { label: field.label })} @click=${() => put(undefined)}>
            ${say('form.clear_short')}
          </button>`
    }
  </div>`;
}

/** A choice of a few options. */
export function selectInput(
  { field, id, value, error, put }: DrawnField,
  options: readonly Choice[],
): TemplateResult {
  const now = value === undefined ? '' : String(value);
  return html`<select
    id=${id}
    aria-invalid=${error === undefined ? 'false' : 'true'}
    aria-describedby=${ifDefined(describedBy({ name: id, hint: field.hint, error }))}
    @change=${(event: Event) => {
      const chosen = (event.target as HTMLSelectElement).value;
      put(chosen === '' ? undefined : chosen);
    }}
  >
    ${field.isRequired === true && now !== '' ? nothing : noOption(now === '')}
    ${options.some((one) => one.id === now) || now === '' ? nothing : option(now, now, true)}
    ${options.map((one) => option(one.id, one.name, one.id === now))}
  </select>`;
}

/** Yes, no, or not set. */
export function yesOrNo({ field, id, value, error, put }: DrawnField): TemplateResult {
  return html`<select
    id=${id}
    aria-invalid=${error === undefined ? 'false' : 'true'}
    aria-describedby=${ifDefined(describedBy({ name: id, hint: field.hint, error }))}
    @change=${(event: Event) => {
      const chosen = (event.target as HTMLSelectElement).value;
      put(chosen === '' ? undefined : chosen === 'yes');
    }}
  >
    ${noOption(typeof value !== 'boolean')} ${option('yes', say('form.yes'), value === true)}
    ${option('no', say('form.no'), value === false)}
  </select>`;
}

/** A checkbox; when checked, its value may be other than true. */
export function checkBox({ field, id, value, put }: DrawnField): TemplateResult {
  const on = field.kind === 'constant' ? field.value : true;
  return html`<label class="check">
    <input
      type="checkbox"
      id=${id}
      .checked=${live(value === on)}
      @change=${(event: Event) => {
        const isOn = (event.target as HTMLInputElement).checked;
        put(isOn ? on : field.kind === 'constant' ? undefined : false);
      }}
    />
    <span>${field.label}${field.hint === undefined ? nothing : html` <small class="hint">${field.hint}</small>`}</span>
  </label>`;
}

/** Checkboxes, one per option. */
export function checkBoxes({ value, put }: DrawnField, options: readonly Choice[]): TemplateResult {
  const chosen = Array.isArray(value) ? (value as string[]) : [];
  return html`<div class="checks">${options.map(
    ({ id, name }) => html`<label class="check">
      <input
        type="checkbox"
        .checked=${live(chosen.includes(id))}
        @change=${(event: Event) => {
          const others = chosen.filter((one) => one !== id);
          const now = (event.target as HTMLInputElement).checked ? [...others, id] : others;
          put(now.length === 0 ? undefined : now);
        }}
      />
      <span>${name}</span>
    </label>`,
  )}</div>`;
}

/** Multi-line text; lists have one item per line. */
export function textArea({ field, id, value, error, put }: DrawnField): TemplateResult {
  const isList = field.kind === 'list';
  const text = isList ? (Array.isArray(value) ? value.join('\n') : '') : String(value ?? '');
  const read = (typed: string): unknown => (isList ? linesOf(typed) : typed || undefined);
  return html`<textarea
    id=${id}
    class=${field.kind === 'list' || (field.kind === 'long_text' && field.isCode !== true) ? '' : 'code'}
    rows=${Math.min(12, Math.max(isList ? 4 : 2, text.split('\n').length + 1))}
    spellcheck="false"
    aria-invalid=${error === undefined ? 'false' : 'true'}
    aria-describedby=${ifDefined(describedBy({ name: id, hint: field.hint, error }))}
    .value=${asTyped(text, (typed) => isSame(read(typed), value))}
    @input=${(event: InputEvent) => put(read((event.target as HTMLTextAreaElement).value))}
  ></textarea>`;
}

/** The text of an input for a value. */
function shown({ kind }: FormField, value: unknown): string {
  if (kind === 'color' && Array.isArray(value))
    return `#${value.map((part) => Number(part).toString(16).padStart(2, '0')).join('')}`;
  if (kind === 'color') return '#ffffff';
  return value === undefined || value === null || typeof value === 'object' ? '' : String(value);
}

/** The value of an input's text. */
function meant({ kind }: FormField, text: string): unknown {
  if (text === '') return undefined;
  if (kind === 'number') return Number(text);
  if (kind === 'color') return [1, 3, 5].map((at) => Number.parseInt(text.slice(at, at + 2), 16));
  if (kind === 'time' && /^\d\d:\d\d$/.test(text)) return `${text}:00`;
  return kind === 'datetime' ? text.replace('T', ' ') : text;
}

/** Whether two values have the same JSON. */
function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

function linesOf(text: string): string[] | undefined {
  const lines = text.split('\n').map((line) => line.trim());
  const some = lines.filter((line) => line !== '');
  return some.length === 0 ? undefined : some;
}
