import { z } from 'zod';
import type { PlainValues } from '../../../src/integrations/processes/described.ts';

type Field = PlainValues & { readonly name: string };
type Meta = Readonly<Record<string, unknown>>;

/** A field's schema without what wraps it. */
interface Unwrapped {
  readonly inner: z.core.$ZodType;
  readonly isOptional: boolean;
  readonly initial: unknown;
  readonly meta: Meta;
}

/** The fields of a form as clients receive them; `suggested` fills them in. */
export function fieldsOf(form: z.ZodObject, suggested: PlainValues = {}): Field[] {
  return Object.entries(form.shape).map(([name, schema]) => {
    const { inner, isOptional, initial, meta } = unwrap(schema);
    const isSecret = meta.secret === true;
    const value = suggested[name];
    const isFilled = value !== undefined && value !== null && !isSecret;
    return {
      ...kindOf(name, inner, meta),
      name,
      required: !isOptional,
      ...(isOptional ? { optional: true } : {}),
      ...(initial === undefined ? {} : { default: initial }),
      ...(isSecret ? { secret: true } : {}),
      ...(isFilled && inner._zod.def.type !== 'object' ? { description: { suggested_value: value } } : {}),
    };
  });
}

/** The names of secret fields. */
export function secretsOf(form: z.ZodObject): string[] {
  return Object.entries(form.shape).flatMap(([name, schema]) =>
    unwrap(schema).meta.secret === true ? [name] : [],
  );
}

/** The labels that a form brings itself. */
export function labelsOf(form: z.ZodObject): Record<string, string> {
  return Object.fromEntries(
    Object.entries(form.shape).flatMap(([name, schema]) => {
      const { label } = unwrap(schema).meta;
      return typeof label === 'string' ? [[name, label]] : [];
    }),
  );
}

/** Reads what was entered: the values, or why fields are refused, as Home Assistant words it. */
export function readForm<Form extends z.ZodObject>(
  form: Form,
  input: PlainValues,
): { readonly values: z.output<Form> } | { readonly errors: Record<string, string | string[]> } {
  const result = form.strict().safeParse(input);
  if (result.success) return { values: result.data as z.output<Form> };
  const errors: Record<string, string | string[]> = {};
  for (const issue of result.error.issues) {
    const [name = 'base'] = issue.path;
    if (issue.code === 'unrecognized_keys')
      errors.base = issue.keys.map((key) => `not a valid option at '${key}'`);
    else errors[String(name)] ??= problemOf(issue, valueAt(input, issue.path));
  }
  return { errors };
}

function kindOf(name: string, schema: z.core.$ZodType, meta: Meta): PlainValues {
  if (typeof meta.selector === 'object') return { selector: meta.selector };
  const { def } = schema._zod;
  switch (def.type) {
    case 'number': {
      const { isInt, minValue, maxValue } = schema as z.ZodNumber;
      return {
        type: isInt ? 'integer' : 'float',
        ...(isLimit(minValue) ? { valueMin: minValue } : {}),
        ...(isLimit(maxValue) ? { valueMax: maxValue } : {}),
      };
    }
    case 'boolean':
      return { type: 'boolean' };
    case 'enum':
      return {
        selector: {
          select: {
            ...{ options: Object.values((def as z.core.$ZodEnumDef).entries), translation_key: name },
            ...{ multiple: false, custom_value: false, sort: false, mode: 'dropdown' },
          },
        },
      };
    case 'array': {
      const { element } = def as z.core.$ZodArrayDef;
      if (element._zod.def.type !== 'enum')
        return { selector: { text: { multiline: false, multiple: true } } };
      const options = Object.values((element._zod.def as z.core.$ZodEnumDef).entries);
      const select = { options, translation_key: name, multiple: true, custom_value: false, sort: false };
      return { selector: { select: { ...select, mode: 'list' } } };
    }
    case 'object':
      return { type: 'expandable', schema: fieldsOf(schema as z.ZodObject), expanded: false };
    default:
      return { type: 'string' };
  }
}

const isLimit = (limit: number | null): boolean =>
  limit !== null && Number.isFinite(limit) && Math.abs(limit) < Number.MAX_SAFE_INTEGER;

function unwrap(schema: z.core.$ZodType): Unwrapped {
  let [inner, isOptional, initial]: [z.core.$ZodType, boolean, unknown] = [schema, false, undefined];
  let meta: Meta = {};
  for (;;) {
    meta = { ...(z.globalRegistry.get(inner as z.ZodType) as Meta | undefined), ...meta };
    const { def } = inner._zod;
    if (def.type === 'default' || def.type === 'prefault') {
      initial ??= (def as z.core.$ZodDefaultDef).defaultValue;
      isOptional = true;
    } else if (def.type === 'optional' || def.type === 'nullable') isOptional = true;
    else if (def.type !== 'pipe') return { inner, isOptional, initial, meta };
    inner = def.type === 'pipe' ? (def as z.core.$ZodPipeDef).in : (def as z.core.$ZodOptionalDef).innerType;
  }
}

const EXPECTED: Readonly<Record<string, string>> = {
  ...{ string: 'expected str', number: 'expected float', int: 'expected int', boolean: 'expected bool' },
  ...{ object: 'expected a dictionary', array: 'expected a list' },
};

function problemOf(issue: z.core.$ZodIssue, value: unknown): string {
  if (value === undefined) return 'required key not provided';
  switch (issue.code) {
    case 'invalid_type':
      return EXPECTED[issue.expected] ?? issue.message;
    case 'too_small':
      return `value must be at least ${issue.minimum}`;
    case 'too_big':
      return `value must be at most ${issue.maximum}`;
    case 'invalid_value':
      return `value must be one of [${issue.values.map((one) => `'${String(one)}'`).join(', ')}]`;
    default:
      return issue.message;
  }
}

function valueAt(input: unknown, path: readonly PropertyKey[]): unknown {
  let at = input;
  for (const key of path)
    at = typeof at === 'object' && at !== null ? (at as Record<PropertyKey, unknown>)[key] : undefined;
  return at;
}
