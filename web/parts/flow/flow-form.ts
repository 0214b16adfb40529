import type { FlowField, FlowStep, FlowTexts } from '../../server/config-flows.ts';
import type { FormField, FormValues } from '../form/form-field.ts';
import { fieldOf } from '../form/wire-selector.ts';

/** A step of a flow with the texts of its integration. */
export class FlowForm {
  readonly step: FlowStep;
  readonly fields: readonly FormField[];
  private readonly texts: FlowTexts;
  /** The prefix of the keys of the flow, and of the step. */
  private readonly flowKey: string;
  private readonly stepKey: string;

  constructor(step: FlowStep, domain: string, { texts, isOptions }: FlowContext) {
    this.step = step;
    this.texts = texts;
    this.flowKey = `component.${domain}.${isOptions ? 'options' : 'config'}`;
    this.stepKey = `${this.flowKey}.step.${step.step_id ?? 'user'}`;
    this.fields = (step.data_schema ?? []).map((field) => this.field(field, domain));
  }

  get title(): string | undefined {
    return this.ofStep('title');
  }

  get description(): string | undefined {
    return this.ofStep('description');
  }

  /** Why the flow ended without a result. */
  get abortText(): string {
    const { reason = '' } = this.step;
    return this.filled(`${this.flowKey}.abort.${reason}`) ?? reason;
  }

  get progressText(): string | undefined {
    return this.filled(`${this.flowKey}.progress.${this.step.progress_action}`);
  }

  /** The name of an option of a menu. */
  choice(option: string): string {
    return this.ofStep(`menu_options.${option}`) ?? option;
  }

  /** The errors of the step in words, by field; those of no field are under `base`. */
  errors(): Readonly<Record<string, string>> {
    return Object.fromEntries(
      Object.entries(this.step.errors ?? {}).map(([field, code]) => [field, this.errorText(code)]),
    );
  }

  /** An error of the flow in words; what has no text of its own is one. */
  errorText(code: string): string {
    return this.filled(`${this.flowKey}.error.${code}`) ?? code;
  }

  /** The values that the form begins with: what was chosen before, or the defaults. */
  initialValues(): FormValues {
    return valuesOf(this.step.data_schema ?? []);
  }

  /** The answers as the flow expects them: values of a section are within the section. */
  answers(values: FormValues): FormValues {
    return answersOf(this.step.data_schema ?? [], values);
  }

  private field(field: FlowField, domain: string, section = ''): FormField {
    const { name, schema, required = false, type, valueMin: min, valueMax: max } = field;
    if (schema !== undefined)
      return {
        kind: 'section',
        name,
        label: this.ofStep(`sections.${name}.name`) ?? name,
        isFolded: true,
        fields: schema.map((one) => this.field(one, domain, `sections.${name}.`)),
      };
    const label = this.ofStep(`${section}data.${name}`) ?? this.ofStep(`data.${name}`) ?? name;
    const hint = this.ofStep(`${section}data_description.${name}`) ?? this.ofStep(`data_description.${name}`);
    const shared = { name, label, hint, isRequired: required };
    switch (type) {
      case 'integer':
        return { ...shared, kind: 'number', min, max, step: 1 };
      case 'float':
        return { ...shared, kind: 'number', min, max, step: 'any' };
      case 'boolean':
        return { ...shared, kind: 'boolean', isRequired: false };
      case 'select':
        return {
          ...shared,
          kind: 'select',
          options: (field.options ?? []).map(([id, one]) => ({ id, name: one })),
        };
      case 'string':
        return { ...shared, kind: 'text', type: field.secret === true ? 'password' : undefined };
    }
    const selector = this.named(field, domain);
    const drawn = fieldOf(name, { name: label, description: hint, required, selector });
    const { isRequired: _unsaid, ...rest } = drawn;
    // With a default, a boolean has no "not set" option, and an empty list is an answer.
    return drawn.kind === 'boolean' || Array.isArray(field.default) ? rest : drawn;
  }

  /** The selector of a field, with the names of its options. */
  private named({ name, selector }: FlowField, domain: string): FlowField['selector'] {
    const { select } = selector ?? {};
    if (select == null || !Array.isArray(select.options)) return selector;
    const key = `component.${domain}.selector.${String(select.translation_key ?? name)}.options`;
    const options = select.options.map((one: unknown) =>
      typeof one === 'object' ? one : { value: one, label: this.filled(`${key}.${String(one)}`) ?? one },
    );
    return { select: { ...select, options } };
  }

  private ofStep(key: string): string | undefined {
    return this.filled(`${this.stepKey}.${key}`);
  }

  /** A text with its placeholders filled in. */
  private filled(key: string): string | undefined {
    const { description_placeholders: placeholders } = this.step;
    return this.texts[key]?.replace(/\{(\w+)\}/g, (whole, name: string) => placeholders?.[name] ?? whole);
  }
}

/** What the forms of a flow share. */
export interface FlowContext {
  readonly texts: FlowTexts;
  readonly isOptions: boolean;
}

function valuesOf(schema: readonly FlowField[]): FormValues {
  return Object.fromEntries(
    schema.flatMap((field): (readonly [string, unknown])[] => {
      if (field.schema !== undefined) return Object.entries(valuesOf(field.schema));
      const value = field.description?.suggested_value ?? field.default;
      return value == null ? [] : [[field.name, value]];
    }),
  );
}

function answersOf(schema: readonly FlowField[], values: FormValues): FormValues {
  return Object.fromEntries(
    schema.flatMap((field): (readonly [string, unknown])[] => {
      if (field.schema !== undefined) return [[field.name, answersOf(field.schema, values)]];
      const value = values[field.name] ?? emptyOf(field);
      return value === undefined ? [] : [[field.name, value]];
    }),
  );
}

/** What an empty field means: no in a boolean, and a list without items. */
function emptyOf({ selector, type, default: value }: FlowField): unknown {
  if (type === 'boolean' || (selector !== undefined && 'boolean' in selector)) return false;
  return Array.isArray(value) ? [] : undefined;
}
