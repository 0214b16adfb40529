import type { FlowField, FlowStep } from '../server/config-entries.ts';
import { say } from '../texts/say.ts';
import type { FormField, FormValues } from './form/form-field.ts';
import { fieldOf } from './form/wire-selector.ts';

type Texts = Readonly<Record<string, string>>;

/** The texts of a step of a flow. */
export interface StepTexts {
  readonly title: string | undefined;
  readonly description: string | undefined;
  readonly abort: string;
  readonly progress: string | undefined;
  label(field: string): string;
  hint(field: string): string | undefined;
  error(code: string): string;
  choice(option: string): string;
  option(key: string, value: string): string;
}

/** The texts of a step, with its placeholders filled in. */
export function stepTexts(
  texts: Texts,
  domain: string,
  { step, isOptions }: { readonly step: FlowStep; readonly isOptions: boolean },
): StepTexts {
  const flow = `component.${domain}.${isOptions ? 'options' : 'config'}`;
  const base = `${flow}.step.${step.step_id ?? 'user'}`;
  const filled = (key: string): string | undefined => fill(texts[key], step.description_placeholders ?? {});
  return {
    title: filled(`${base}.title`),
    description: filled(`${base}.description`),
    abort: filled(`${flow}.abort.${step.reason}`) ?? step.reason ?? '',
    progress: filled(`${flow}.progress.${step.progress_action}`),
    label: (field) => filled(`${base}.data.${field}`) ?? field,
    hint: (field) => filled(`${base}.data_description.${field}`),
    error: (code) => filled(`${flow}.error.${code}`) ?? code,
    choice: (option) => filled(`${base}.menu_options.${option}`) ?? option,
    option: (key, value) => filled(`component.${domain}.selector.${key}.options.${value}`) ?? value,
  };
}

/** The fields of a form. */
export function flowFields(step: FlowStep, texts: StepTexts): readonly FormField[] {
  return (step.data_schema ?? []).map((field) => formField(field, texts));
}

/** What a form shows at first. */
export function initialValues(step: FlowStep): FormValues {
  const entries = (step.data_schema ?? []).map(
    ({ name, default: initial, description }) => [name, description?.suggested_value ?? initial] as const,
  );
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined && value !== null));
}

function formField(field: FlowField, texts: StepTexts): FormField {
  const { name, required = false, type, valueMin: min, valueMax: max } = field;
  const shared = { name, label: texts.label(name), hint: texts.hint(name), isRequired: required };
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
        options: (field.options ?? []).map(([id, label]) => ({ id, name: label })),
      };
    case 'expandable':
      return { ...shared, kind: 'group', fields: (field.schema ?? []).map((one) => formField(one, texts)) };
    case 'string':
      return { ...shared, kind: 'text', type: field.secret === true ? 'password' : undefined };
    default:
      return selectorField(field, shared, texts);
  }
}

function selectorField(
  { name, selector, required = false, default: initial }: FlowField,
  shared: Pick<FormField, 'label' | 'hint'>,
  texts: StepTexts,
): FormField {
  const select = selector?.select;
  const named =
    select == null
      ? selector
      : {
          select: {
            ...select,
            options: optionsOf(select, (value) =>
              texts.option(String(select.translation_key ?? name), value),
            ),
          },
        };
  const { label, hint } = shared;
  return fieldOf(name, { name: label, description: hint, required, default: initial, selector: named });
}

function optionsOf(select: Readonly<Record<string, unknown>>, name: (value: string) => string): unknown {
  if (!Array.isArray(select.options)) return [];
  return select.options.map((one: unknown) =>
    typeof one === 'string' ? { value: one, label: name(one) } : one,
  );
}

function fill(text: string | undefined, placeholders: Texts): string | undefined {
  return text?.replace(/\{(\w+)\}/g, (whole, key: string) => placeholders[key] ?? whole);
}

/** The state of an entry in words. */
export function entryState(state: string): string {
  switch (state) {
    case 'loaded':
      return say('integrations.state_loaded');
    case 'setup_retry':
      return say('integrations.state_retry');
    case 'setup_in_progress':
      return say('integrations.state_setup');
    case 'not_loaded':
      return say('integrations.state_off');
    default:
      return say('integrations.state_error');
  }
}
