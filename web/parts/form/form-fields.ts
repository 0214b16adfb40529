import { html, nothing, type TemplateResult } from 'lit';
import { ifDefined } from 'lit/directives/if-defined.js';
import { live } from 'lit/directives/live.js';
import { define } from '../../app/define.ts';
import { LightElement } from '../../app/light-element.ts';
import type { House } from '../../state/house.ts';
import { say } from '../../words/say.ts';
import { describedBy, remarks } from '../field.ts';
import { choicesOf } from './choices.ts';
import { Chooser } from './chooser.ts';
import { type Choice, type FormField, type FormValues, fieldsFor, withValue } from './form-field.ts';
import { WeekField } from './week-field.ts';
import { YamlField } from './yaml-field.ts';

const PLAIN = { time: 'time', date: 'date', datetime: 'datetime-local', color: 'color' } as const;
const TARGET = ['entity', 'device', 'area', 'floor', 'label'] as const;

/** Fields drawn from what is said of them. Fires `changed` with all values; what is left empty is left out. */
export class FormFields extends LightElement {
  static override properties = {
    house: { attribute: false },
    fields: { attribute: false },
    values: { attribute: false },
    prefix: { attribute: false },
    mistakes: { attribute: false },
  };

  declare house: House;
  declare fields: readonly FormField[];
  declare values: FormValues;
  /** Begins the ids of the fields, so that several forms can stand on one page. */
  declare prefix: string;
  /** What is wrong, by the name of the field. */
  declare mistakes: Readonly<Record<string, string>>;

  constructor() {
    super();
    this.fields = [];
    this.values = {};
    this.prefix = 'form';
    this.mistakes = {};
  }

  protected override render() {
    return html`${fieldsFor(this.fields, this.values).map((one) => this.field(one))}`;
  }

  private field(field: FormField): TemplateResult {
    const id = this.idOf(field);
    const { label, hint } = field;
    const error = this.mistakes[field.name];
    const value = this.values[field.name];
    switch (field.kind) {
      case 'boolean':
        return field.isRequired === undefined ? this.check(field) : this.framed(field, this.yesOrNo(field));
      case 'yaml':
        return html`<hearth-yaml-field
          .name=${id}
          .label=${label}
          .hint=${error ?? hint}
          .value=${value}
          @changed=${this.take(field)}
        ></hearth-yaml-field>`;
      case 'checks':
      case 'week':
      case 'target':
        return html`<fieldset class="field">
          <legend>${label}</legend>
          ${field.kind === 'checks' ? this.checks(field, field.options) : field.kind === 'week' ? this.week(field) : this.target(field)}
          ${remarks({ name: id, hint, error })}
        </fieldset>`;
      default:
        return this.framed(field, this.control(field));
    }
  }

  private framed(field: FormField, control: TemplateResult): TemplateResult {
    const error = this.mistakes[field.name];
    return html`<div class="field">
      <label for=${this.idOf(field)}>${field.label}</label>
      ${control} ${remarks({ name: this.idOf(field), hint: field.hint, error })}
    </div>`;
  }

  private control(field: FormField): TemplateResult {
    const value = this.values[field.name];
    const id = this.idOf(field);
    switch (field.kind) {
      case 'select':
        return this.select(field, field.options);
      case 'several':
      case 'choose':
        return html`<hearth-chooser
          .name=${id}
          .label=${field.label}
          .choices=${field.kind === 'several' ? field.options : choicesOf(this.house, field.what, field.domains)}
          .value=${value}
          .isMultiple=${field.kind === 'several' || field.isMultiple === true}
          .isTyped=${field.kind === 'choose' && field.what === 'entity'}
          @changed=${this.take(field)}
        ></hearth-chooser>`;
      case 'long_text':
        return html`<textarea
          id=${id}
          class=${field.isCode === true ? 'code' : ''}
          rows="4"
          spellcheck="false"
          .value=${live(String(value ?? ''))}
          @input=${this.typed(field)}
        ></textarea>`;
      case 'list':
        return html`<textarea
          id=${id}
          rows="4"
          spellcheck="false"
          .value=${Array.isArray(value) ? value.join('\n') : ''}
          @change=${(event: Event) => this.put(field, linesOf((event.target as HTMLTextAreaElement).value))}
        ></textarea>`;
      default:
        return this.input(field);
    }
  }

  private input(field: FormField): TemplateResult {
    const id = this.idOf(field);
    const error = this.mistakes[field.name];
    const isNumber = field.kind === 'number';
    const type =
      field.kind === 'text'
        ? (field.type ?? 'text')
        : isNumber
          ? 'number'
          : PLAIN[field.kind as keyof typeof PLAIN];
    const input = html`<input
      id=${id}
      type=${type ?? 'text'}
      class=${ifDefined(field.kind === 'text' && field.isCode === true ? 'code' : undefined)}
      autocomplete=${type === 'password' ? 'new-password' : 'off'}
      autocapitalize="none"
      spellcheck="false"
      maxlength=${ifDefined(field.kind === 'text' ? field.maxLength : undefined)}
      min=${ifDefined(isNumber ? field.min : undefined)}
      max=${ifDefined(isNumber ? field.max : undefined)}
      step=${ifDefined(isNumber ? (field.step ?? 'any') : field.kind === 'time' ? 1 : undefined)}
      placeholder=${ifDefined(PLACEHOLDERS[field.kind])}
      aria-invalid=${error === undefined ? 'false' : 'true'}
      aria-describedby=${ifDefined(describedBy({ name: id, hint: field.hint, error }))}
      .value=${live(shown(field, this.values[field.name]))}
      @input=${this.typed(field)}
    />`;
    return isNumber && field.unit !== undefined
      ? html`<div class="with-unit">${input}<span class="hint">${field.unit}</span></div>`
      : input;
  }

  private select(field: FormField, options: readonly Choice[]): TemplateResult {
    const value = this.values[field.name];
    const now = value === undefined ? '' : String(value);
    return html`<select id=${this.idOf(field)} @change=${this.typed(field)}>
      ${field.isRequired === true && now !== '' ? nothing : html`<option value="" ?selected=${now === ''}>${say('form.none')}</option>`}
      ${options.some(({ id }) => id === now) || now === '' ? nothing : html`<option value=${now} selected>${now}</option>`}
      ${options.map(({ id, name }) => html`<option value=${id} ?selected=${id === now}>${name}</option>`)}
    </select>`;
  }

  private yesOrNo(field: FormField): TemplateResult {
    const value = this.values[field.name];
    return html`<select
      id=${this.idOf(field)}
      @change=${(event: Event) => {
        const chosen = (event.target as HTMLSelectElement).value;
        this.put(field, chosen === '' ? undefined : chosen === 'yes');
      }}
    >
      <option value="" ?selected=${typeof value !== 'boolean'}>${say('form.none')}</option>
      <option value="yes" ?selected=${value === true}>${say('form.yes')}</option>
      <option value="no" ?selected=${value === false}>${say('form.no')}</option>
    </select>`;
  }

  private check(field: FormField): TemplateResult {
    return html`<label class="check">
      <input
        type="checkbox"
        id=${this.idOf(field)}
        .checked=${live(this.values[field.name] === true)}
        @change=${(event: Event) => this.put(field, (event.target as HTMLInputElement).checked)}
      />
      <span>${field.label}${field.hint === undefined ? nothing : html` <small class="hint">${field.hint}</small>`}</span>
    </label>`;
  }

  private checks(field: FormField, options: readonly Choice[]): TemplateResult {
    const value = this.values[field.name];
    const chosen = Array.isArray(value) ? (value as string[]) : [];
    return html`<div class="checks">${options.map(
      ({ id, name }) => html`<label class="check">
        <input
          type="checkbox"
          .checked=${chosen.includes(id)}
          @change=${(event: Event) => {
            const others = chosen.filter((one) => one !== id);
            const now = (event.target as HTMLInputElement).checked ? [...others, id] : others;
            this.put(field, now.length === 0 ? undefined : now);
          }}
        />
        <span>${name}</span>
      </label>`,
    )}</div>`;
  }

  private week(field: FormField): TemplateResult {
    return html`<hearth-week-field
      .name=${this.idOf(field)}
      .value=${this.values[field.name]}
      @changed=${this.take(field)}
    ></hearth-week-field>`;
  }

  private target(field: FormField): TemplateResult {
    const value = (this.values[field.name] ?? {}) as FormValues;
    const fields = TARGET.map(
      (what): FormField => ({
        kind: 'choose',
        what,
        isMultiple: true,
        name: `${what}_id`,
        label: say(`form.${what}`),
      }),
    );
    return html`<hearth-form-fields
      .house=${this.house}
      .fields=${fields}
      .prefix=${this.idOf(field)}
      .values=${Object.fromEntries(Object.entries(value).map(([key, ids]) => [key, [ids].flat()]))}
      @changed=${(event: CustomEvent<FormValues>) => {
        event.stopPropagation();
        const some = Object.entries(event.detail).filter(([, ids]) => !Array.isArray(ids) || ids.length > 0);
        this.put(field, some.length === 0 ? undefined : Object.fromEntries(some));
      }}
    ></hearth-form-fields>`;
  }

  private readonly take =
    (field: FormField) =>
    (event: CustomEvent<unknown>): void =>
      this.put(field, event.detail);

  private readonly typed =
    (field: FormField) =>
    (event: Event): void =>
      this.put(field, meant(field, (event.target as HTMLInputElement).value));

  private put({ name }: FormField, value: unknown): void {
    this.values = withValue(this.values, name, value);
    this.dispatchEvent(new CustomEvent('changed', { detail: this.values }));
  }

  private idOf({ name }: FormField): string {
    return `${this.prefix}-${name}`;
  }
}

const PLACEHOLDERS: Readonly<Record<string, string>> = { icon: 'mdi:lamp', duration: '00:05:00' };

/** What stands in an input for a value. */
function shown({ kind }: FormField, value: unknown): string {
  if (kind === 'color' && Array.isArray(value))
    return `#${value.map((part) => Number(part).toString(16).padStart(2, '0')).join('')}`;
  if (kind === 'color') return '#ffffff';
  return value === undefined || value === null || typeof value === 'object' ? '' : String(value);
}

/** The value an input stands for. */
function meant({ kind }: FormField, text: string): unknown {
  if (text === '') return undefined;
  if (kind === 'number') return Number(text);
  if (kind === 'color') return [1, 3, 5].map((at) => Number.parseInt(text.slice(at, at + 2), 16));
  if (kind === 'time' && /^\d\d:\d\d$/.test(text)) return `${text}:00`;
  return kind === 'datetime' ? text.replace('T', ' ') : text;
}

function linesOf(text: string): string[] | undefined {
  const lines = text.split('\n').map((line) => line.trim());
  const some = lines.filter((line) => line !== '');
  return some.length === 0 ? undefined : some;
}

/** Makes the elements of forms known to the browser. */
export function defineForms(): void {
  define({
    'hearth-form-fields': FormFields,
    'hearth-chooser': Chooser,
    'hearth-week-field': WeekField,
    'hearth-yaml-field': YamlField,
  });
}
