import { isObject } from '../../core/coerce.ts';
import type { FormField } from './form-field.ts';

/** What a user entered, by field. */
export type FormValues = Readonly<Record<string, unknown>>;

/** Why values were refused, by field; `base` for fields that do not exist. */
export type FormProblems = Readonly<Record<string, string | readonly string[]>>;

/** Checks what was entered and adds initial values. */
export function readForm(
  fields: readonly FormField[],
  given: FormValues,
): { readonly values: FormValues } | { readonly problems: FormProblems } {
  const values: Record<string, unknown> = {};
  const problems: Record<string, string | string[]> = {};
  for (const field of fields) {
    const { name, isRequired, isReadOnly } = field;
    if (isReadOnly === true) continue;
    if (!Object.hasOwn(given, name)) {
      if ('initial' in field) values[name] = field.initial;
      else if (isRequired) problems[name] = 'required key not provided';
      continue;
    }
    const accepted = field.accept(given[name]);
    if ('problem' in accepted) problems[name] = accepted.problem;
    else values[name] = accepted.value;
  }
  const known = new Set(fields.map(({ name }) => name));
  const unknown = Object.keys(given).filter((name) => !known.has(name));
  if (unknown.length > 0) problems.base = unknown.map((name) => `not a valid option at '${name}'`);
  return Object.keys(problems).length > 0 ? { problems } : { values };
}

/** The fields as clients receive them; `suggested` fills them in. */
export function showForm(fields: readonly FormField[], suggested: FormValues): object[] {
  return fields.map((field) => ({
    ...(field.section === undefined
      ? { selector: field.selector }
      : {
          type: 'expandable',
          schema: showForm(field.section, valuesOf(suggested[field.name])),
          expanded: false,
        }),
    name: field.name,
    ...(field.section === undefined && Object.hasOwn(suggested, field.name)
      ? { description: { suggested_value: suggested[field.name] } }
      : {}),
    required: field.isRequired,
    ...(field.isRequired ? {} : { optional: true }),
    ...('initial' in field ? { default: field.initial } : {}),
  }));
}

/** A section: fields that are shown together and may be hidden, with their values in an object. */
export function sectionField(name: string, section: readonly FormField[]): FormField {
  return {
    ...{ name, section, selector: {}, isRequired: false },
    accept: (given) => {
      if (!isObject(given)) return { problem: 'expected a dictionary' };
      const read = readForm(section, given);
      if ('values' in read) return { value: read.values };
      const [field, problem] = Object.entries(read.problems)[0] ?? [];
      return { problem: field === 'base' ? String(problem) : `${String(problem)} @ data['${field}']` };
    },
  };
}

function valuesOf(given: unknown): FormValues {
  return isObject(given) ? given : {};
}
