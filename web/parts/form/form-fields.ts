import '../../styles/editors.css';
import { html, nothing, type TemplateResult } from 'lit';
import { ifDefined } from 'lit/directives/if-defined.js';
import { define } from '../../app/define.ts';
import { LightElement } from '../../app/light-element.ts';
import type { HomeStore } from '../../state/home-store.ts';
import { describedBy, remarks } from '../field.ts';
import { NamedIcon } from '../named-icon.ts';
import { Chooser } from './chooser.ts';
import { Combobox } from './combobox.ts';
import { DurationField } from './duration-field.ts';
import { type Fault, faultIn } from './fault.ts';
import { fits } from './fitting.ts';
import { fixedText } from './fixed-text.ts';
import { type FormField, type FormValues, fieldsFor, withValue } from './form-field.ts';
import { IconField } from './icon-field.ts';
import { checkBox, type DrawnField, plainInput, selectInput, textArea, yesOrNo } from './plain-input.ts';
import { RowsField } from './rows-field.ts';
import { searchInput } from './search-input.ts';
import { WeekField } from './week-field.ts';
import { wideInput } from './wide-input.ts';
import { YamlField } from './yaml-field.ts';

/** Fields that show errors in their values themselves. */
const INSIDE: ReadonlySet<string> = new Set(['steps', 'rows', 'group']);

/** A form generated from field descriptions. Fires `changed` with all values, without empty ones. */
export class FormFields extends LightElement {
  static override properties = {
    home: { attribute: false },
    fields: { attribute: false },
    values: { attribute: false },
    prefix: { attribute: false },
    fieldErrors: { attribute: false },
    fault: { attribute: false },
  };

  declare home: HomeStore;
  declare fields: readonly FormField[];
  declare values: FormValues;
  /** The prefix of all field IDs, so that several forms fit on one page. */
  declare prefix: string;
  /** Errors by field name. */
  declare fieldErrors: Readonly<Record<string, string>>;
  /** An error within the values. */
  declare fault: Fault | undefined;

  constructor() {
    super();
    this.fields = [];
    this.values = {};
    this.prefix = 'form';
    this.fieldErrors = {};
    this.fault = undefined;
  }

  protected override render() {
    return html`${fieldsFor(this.fields, this.values).map((one) => this.field(one))}`;
  }

  private field(field: FormField): TemplateResult {
    const drawn = this.drawn(field);
    const { id, value, error } = drawn;
    const { label, hint } = field;
    if (field.isFixed === true)
      return this.framed(drawn, html`<output id=${id} class="fixed-value">${fixedText(drawn)}</output>`);
    if (!fits(field, value)) return this.asWritten(drawn);
    switch (field.kind) {
      case 'boolean':
        return field.isRequired === undefined ? checkBox(drawn) : this.framed(drawn, yesOrNo(drawn));
      case 'constant':
        return checkBox(drawn);
      case 'yaml':
        return this.yaml(drawn);
      case 'section':
        return this.section(field, field.fields);
      case 'swatch':
      case 'checks':
      case 'week':
      case 'duration':
      case 'steps':
      case 'rows':
      case 'group':
        return html`<fieldset
          class="field"
          data-kind=${field.kind}
          ?data-wrong=${error !== undefined}
          aria-describedby=${ifDefined(describedBy({ name: id, hint, error }))}
        >
          <legend>${label}</legend>
          ${wideInput(drawn)} ${remarks({ name: id, hint, error })}
        </fieldset>`;
      default:
        return this.framed(drawn, control(drawn));
    }
  }

  private framed({ field, id, error }: DrawnField, control: TemplateResult): TemplateResult {
    return html`<div class="field">
      <label for=${id}>${field.label}</label>
      ${control} ${remarks({ name: id, hint: field.hint, error })}
    </div>`;
  }

  /** The input for a value that the field cannot show: text for a template, otherwise YAML. */
  private asWritten(drawn: DrawnField): TemplateResult {
    const { field, value } = drawn;
    if (typeof value !== 'string') return this.yaml(drawn);
    return this.framed(drawn, textArea({ ...drawn, field: { ...field, kind: 'long_text', isCode: true } }));
  }

  private yaml({ field, id, value, error, put }: DrawnField): TemplateResult {
    return html`<hearth-yaml-field
      .home=${this.home}
      .name=${id}
      .label=${field.label}
      .hint=${error ?? field.hint}
      .value=${value}
      @changed=${(event: CustomEvent<unknown>) => put(event.detail)}
    ></hearth-yaml-field>`;
  }

  private section(
    field: FormField & { readonly isFolded?: boolean },
    fields: readonly FormField[],
  ): TemplateResult {
    return html`<details class="form-section" ?open=${field.isFolded !== true}>
      <summary><span>${field.label}</span></summary>
      ${field.hint === undefined ? nothing : html`<p class="hint">${field.hint}</p>`}
      <hearth-form-fields
        .home=${this.home}
        .fields=${fields}
        .prefix=${this.prefix}
        .values=${this.values}
        .fieldErrors=${this.fieldErrors}
        .fault=${this.fault}
        @changed=${(event: CustomEvent<FormValues>) => {
          this.emit(event.detail);
        }}
      ></hearth-form-fields>
    </details>`;
  }

  private drawn(field: FormField): DrawnField {
    const { name } = field;
    const fault = faultIn(this.fault, name);
    const isInside = INSIDE.has(field.kind) && (fault?.path.length ?? 0) > 0;
    return {
      field,
      id: `${this.prefix}-${name}`,
      value: this.values[name],
      error: this.fieldErrors[name] ?? (isInside ? undefined : fault?.text),
      fault,
      home: this.home,
      values: this.values,
      put: (value) => this.put(field, value),
    };
  }

  private put({ name }: FormField, value: unknown): void {
    this.emit(withValue(this.values, name, value));
  }

  private emit(values: FormValues): void {
    this.values = values;
    this.dispatchEvent(new CustomEvent('changed', { detail: values }));
  }
}

function control(drawn: DrawnField): TemplateResult {
  const { kind } = drawn.field;
  if (kind === 'select') return selectInput(drawn, drawn.field.options);
  if (kind === 'long_text' || kind === 'list') return textArea(drawn);
  return searchInput(drawn) ?? plainInput(drawn);
}

/** Registers the custom elements of forms. */
export function defineForms(): void {
  define({
    'hearth-form-fields': FormFields,
    'hearth-chooser': Chooser,
    'hearth-combobox': Combobox,
    'hearth-duration-field': DurationField,
    'hearth-icon-field': IconField,
    'hearth-icon': NamedIcon,
    'hearth-rows-field': RowsField,
    'hearth-week-field': WeekField,
    'hearth-yaml-field': YamlField,
  });
}
