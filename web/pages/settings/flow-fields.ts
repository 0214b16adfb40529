import type { FormField, FormValues } from '../../parts/form/form-field.ts';
import { fieldOf } from '../../parts/form/wire-selector.ts';
import type { FlowField, FlowForm, FlowKind, FlowTexts } from '../../server/config-flows.ts';

/** Whose form it is, and its texts. */
export interface FlowStep {
  readonly domain: string;
  readonly kind: FlowKind;
  readonly form: FlowForm;
  readonly texts: FlowTexts;
}

/** A text of the present form; undefined if there is none. */
export function stepText({ domain, kind, form, texts }: FlowStep, key: string): string | undefined {
  return texts[`component.${domain}.${kind}.step.${form.step_id}.${key}`];
}

/** The text of an error, such as `tariffs_not_unique`. */
export function errorOf({ domain, kind, texts }: FlowStep, error: string): string {
  return texts[`component.${domain}.${kind}.error.${error}`] ?? error;
}

/** The fields of the present form. */
export function flowFields(step: FlowStep): readonly FormField[] {
  return step.form.data_schema.map((field) => flowField(step, field));
}

function flowField(step: FlowStep, field: FlowField, section = ''): FormField {
  const { name, schema } = field;
  const prefix = section === '' ? '' : `sections.${section}.`;
  if (schema !== undefined)
    return {
      kind: 'section',
      name,
      label: stepText(step, `sections.${name}.name`) ?? name,
      isFolded: true,
      fields: schema.map((one) => flowField(step, one, name)),
    };
  const label = stepText(step, `${prefix}data.${name}`) ?? stepText(step, `data.${name}`) ?? name;
  const hint = stepText(step, `${prefix}data_description.${name}`);
  const { required, selector } = named(step, field);
  const drawn = fieldOf(name, { name: label, description: hint, required, selector });
  const { isRequired: _unsaid, ...rest } = drawn;
  // With a default, a boolean has no "not set" option, and an empty list is an answer.
  return drawn.kind === 'boolean' || Array.isArray(field.default) ? rest : drawn;
}

/** The field whose options have names. */
function named({ domain, texts }: FlowStep, field: FlowField): FlowField {
  const { options, translation_key: key } = field.selector?.select ?? {};
  if (!Array.isArray(options) || typeof key !== 'string') return field;
  const labeled = options.map((value: unknown) => ({
    value,
    label: texts[`component.${domain}.selector.${key}.options.${String(value)}`] ?? value,
  }));
  return { ...field, selector: { select: { ...field.selector?.select, options: labeled } } };
}

/** The values that a form begins with: what was chosen before, or the defaults. */
export function flowValues(schema: readonly FlowField[]): FormValues {
  return Object.fromEntries(
    schema.flatMap((field): (readonly [string, unknown])[] => {
      if (field.schema !== undefined) return Object.entries(flowValues(field.schema));
      const value = field.description?.suggested_value ?? field.default;
      return value == null ? [] : [[field.name, value]];
    }),
  );
}

/** The answers to a form: values of sections are within the section. */
export function flowInput(schema: readonly FlowField[], values: FormValues): FormValues {
  return Object.fromEntries(
    schema.flatMap((field): (readonly [string, unknown])[] => {
      if (field.schema !== undefined) return [[field.name, flowInput(field.schema, values)]];
      const value = values[field.name] ?? emptyOf(field);
      return value === undefined ? [] : [[field.name, value]];
    }),
  );
}

/** What an empty field means: no in a boolean, and a list without items. */
function emptyOf({ selector, default: value }: FlowField): unknown {
  if (selector !== undefined && 'boolean' in selector) return false;
  return Array.isArray(value) ? [] : undefined;
}
