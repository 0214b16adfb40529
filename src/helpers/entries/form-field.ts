import { decimalOf, isObject } from '../../core/coerce.ts';
import { isEntityId } from '../../core/entity-id.ts';

/** A value that a field accepts, or why it does not, as Home Assistant words it. */
export type Accepted = { readonly value: unknown } | { readonly problem: string };

/** A field of a form. */
export interface FormField {
  readonly name: string;
  readonly isRequired: boolean;
  readonly initial?: unknown;
  /** How clients ask for it, as in `data_schema`. */
  readonly selector: Readonly<Record<string, unknown>>;
  /** Shown, not entered. */
  readonly isReadOnly?: boolean;
  /** The fields of a section, shown instead of a selector. */
  readonly section?: readonly FormField[];
  accept(given: unknown): Accepted;
}

/** What differs from a required field without an initial value. */
export interface FieldOptions {
  readonly isOptional?: boolean;
  readonly initial?: unknown;
  readonly isReadOnly?: boolean;
}

const MAX_TEXT = 10_000;
const MAX_ITEMS = 1000;
const REGISTRY_ID = /^[0-9a-f]{32}$/;

const accepted = (value: unknown): Accepted => ({ value });
const refused = (problem: string): Accepted => ({ problem });

function field(
  name: string,
  { isOptional = false, isReadOnly = false, ...options }: FieldOptions,
  { selector, accept }: Pick<FormField, 'selector' | 'accept'>,
): FormField {
  const initial = 'initial' in options ? { initial: options.initial } : {};
  return { name, isRequired: !isOptional, isReadOnly, ...initial, selector, accept };
}

export function textField(name: string, options: FieldOptions = {}): FormField {
  return field(name, options, {
    selector: { text: { multiline: false, multiple: false } },
    accept: textOf,
  });
}

export function templateField(name: string, options: FieldOptions = {}): FormField {
  return field(name, options, { selector: { template: {} }, accept: textOf });
}

export function booleanField(name: string, options: FieldOptions = {}): FormField {
  return field(name, options, {
    selector: { boolean: {} },
    accept: (given) => (typeof given === 'boolean' ? accepted(given) : refused('expected bool')),
  });
}

/** The limits of a number and how it is shown. */
export interface NumberForm {
  readonly min?: number;
  readonly max?: number;
  readonly step?: number | 'any';
  readonly unit_of_measurement?: string;
  readonly translation_key?: string;
}

export function numberField(name: string, form: NumberForm, options: FieldOptions = {}): FormField {
  const { min = Number.NEGATIVE_INFINITY, max = Number.POSITIVE_INFINITY, step = 1 } = form;
  return field(name, options, {
    selector: { number: { ...form, mode: 'box', step } },
    accept: (given) => {
      const number = typeof given === 'string' ? decimalOf(given) : given;
      if (typeof number !== 'number' || !Number.isFinite(number)) return refused('expected float');
      if (number < min) return refused(`Value ${number} is too small`);
      return number > max ? refused(`Value ${number} is too large`) : accepted(number);
    },
  });
}

/** How an entity is chosen. */
export interface EntityForm {
  readonly domain?: readonly string[];
  readonly include_entities?: readonly string[];
}

export function entityField(name: string, form: EntityForm, options: FieldOptions = {}): FormField {
  const readOnly = options.isReadOnly === true ? { read_only: true } : {};
  return field(name, options, {
    selector: { entity: { ...form, ...readOnly, multiple: false, reorder: false } },
    accept: (given) => entityOf(given, form),
  });
}

export function entitiesField(name: string, form: EntityForm, options: FieldOptions = {}): FormField {
  return field(name, options, {
    selector: { entity: { ...form, multiple: true, reorder: false } },
    accept: (given) => listOf(given, (item) => entityOf(item, form)),
  });
}

/** How one or more of some values are chosen. */
export interface SelectForm {
  readonly options: readonly (string | { readonly value: string; readonly label: string })[];
  readonly translation_key?: string;
  readonly mode?: 'dropdown' | 'list';
  readonly multiple?: boolean;
  /** Whether other values may be entered. */
  readonly custom_value?: boolean;
  readonly sort?: boolean;
}

export function selectField(name: string, form: SelectForm, options: FieldOptions = {}): FormField {
  const { multiple = false, custom_value = false, sort = false } = form;
  const readOnly = options.isReadOnly === true ? { read_only: true } : {};
  const values = form.options.map((option) => (typeof option === 'string' ? option : option.value));
  const one = (given: unknown): Accepted => {
    const text = textOf(given);
    if ('problem' in text || custom_value || values.includes(String(given))) return text;
    return refused(`value must be one of ${listed(values)}`);
  };
  return field(name, options, {
    selector: { select: { ...form, ...readOnly, multiple, custom_value, sort } },
    accept: (given) => (multiple ? listOf(given, one) : one(given)),
  });
}

/** A duration as an object of days, hours, minutes and seconds. */
export function durationField(
  name: string,
  form: Readonly<Record<string, boolean>>,
  options: FieldOptions = {},
): FormField {
  return field(name, options, { selector: { duration: form }, accept: durationOf });
}

/** An attribute of an entity. */
export function attributeField(name: string, entityId: unknown, options: FieldOptions = {}): FormField {
  return field(name, options, { selector: { attribute: { entity_id: entityId } }, accept: textOf });
}

/** One or more states of an entity. */
export function statesField(name: string, entityId: unknown, options: FieldOptions = {}): FormField {
  const readOnly = options.isReadOnly === true ? { read_only: true } : {};
  return field(name, options, {
    selector: { state: { entity_id: entityId, multiple: true, ...readOnly } },
    accept: (given) => listOf(given, textOf),
  });
}

/** How a value behaves over time. */
export function stateClassField(
  name: string,
  classes: readonly string[],
  options: FieldOptions = {},
): FormField {
  return field(name, options, {
    selector: { state_class: { state_classes: classes, multiple: false } },
    accept: (given) =>
      classes.includes(String(given)) ? accepted(given) : refused(`value must be one of ${listed(classes)}`),
  });
}

const UNITS: ReadonlySet<string> = new Set(['days', 'hours', 'minutes', 'seconds', 'milliseconds']);

function durationOf(given: unknown): Accepted {
  if (!isObject(given)) return refused('expected a dictionary');
  for (const [unit, amount] of Object.entries(given)) {
    if (!UNITS.has(unit)) return refused(`extra keys not allowed @ data['${unit}']`);
    if (typeof amount !== 'number' || !Number.isFinite(amount)) return refused('expected float');
    if (amount < 0) return refused('value must be positive');
  }
  return accepted(given);
}

function textOf(given: unknown): Accepted {
  if (typeof given !== 'string') return refused('expected str');
  return given.length > MAX_TEXT ? refused(`length of value must be at most ${MAX_TEXT}`) : accepted(given);
}

function listOf(given: unknown, accept: (item: unknown) => Accepted): Accepted {
  if (!Array.isArray(given)) return refused('expected a list');
  if (given.length > MAX_ITEMS) return refused(`length of value must be at most ${MAX_ITEMS}`);
  for (const item of given) {
    const one = accept(item);
    if ('problem' in one) return one;
  }
  return accepted(given);
}

function entityOf(given: unknown, { domain, include_entities: included }: EntityForm): Accepted {
  if (typeof given !== 'string' || !(isEntityId(given) || REGISTRY_ID.test(given)))
    return refused(`Entity ${String(given).slice(0, 255)} is neither a valid entity ID nor a valid UUID`);
  if (REGISTRY_ID.test(given)) return accepted(given);
  const [own = ''] = given.split('.');
  if (domain !== undefined && !domain.includes(own))
    return refused(`Entity ${given} belongs to domain ${own}, expected ${listed(domain)}`);
  if (included !== undefined && !included.includes(given))
    return refused(`Entity ${given} cannot be chosen here`);
  return accepted(given);
}

function listed(values: readonly string[]): string {
  return `[${values.map((value) => `'${value}'`).join(', ')}]`;
}
