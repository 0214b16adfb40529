import { z } from 'zod';
import { decimalOf, isObject, parseBoolean } from '../../core/coerce.ts';
import type { Json } from '../../core/json.ts';
import { type Message, type MessageKey, message } from '../../core/messages.ts';
import { schemaError } from '../../core/schema-error.ts';
import { floatText } from './number-text.ts';
import type { ShownQuantityName } from './shown-units.ts';

/** The input of a form: Home Assistant's selector, e.g. `{ number: { min: 0, max: 100 } }`. */
export type Selector = Readonly<Record<string, Json>>;

/** The targets that support a field; forms hide it for others. Feature names are the domain's own. */
export interface FieldFilter {
  readonly features?: readonly string[];
  readonly attributes?: Readonly<Record<string, readonly string[]>>;
}

/** A field's properties besides its values; its name and description are in the message catalog. */
export interface FieldFacts {
  readonly required?: true;
  readonly advanced?: true;
  readonly example?: Json;
  readonly default?: Json;
  readonly filter?: FieldFilter;
  /** The kind of quantity, for conversion from the home's units to those of the source. */
  readonly quantity?: ShownQuantityName | 'reading';
  /** Whether the text is a template; one with a broken syntax is refused. */
  readonly template?: true;
  /** Replaces the selector that follows from the type. */
  readonly selector?: Selector;
}

/** One parameter of a service: validation, coercion, type and form in one place. */
export interface Field<T = unknown> extends FieldFacts {
  readonly schema: z.ZodType<T>;
  /** The same as the schema in a fraction of the time, but without a reason for what it refuses. */
  readonly coerce?: Coercion<T> | undefined;
  readonly selector: Selector;
}

/** A required field. */
export type Required<T> = Field<T> & { readonly required: true };

/** The fields of a service by their wire name. */
export type Fields = Readonly<Record<string, Field>>;

/** The fields of a validated call. */
export type FieldValues<F extends Fields> = {
  readonly [K in keyof F as F[K] extends { required: true } ? K : never]: Value<F[K]>;
} & { readonly [K in keyof F as F[K] extends { required: true } ? never : K]?: Value<F[K]> };

type Value<F> = F extends Field<infer T> ? T : never;
type Made<T, O extends FieldFacts> = O extends { required: true } ? Required<T> : Field<T>;

/** What a coercion returns for a value that its schema refuses. */
export const REFUSED = Symbol('refused');

/** Returns the value a field has, or `REFUSED`. */
export type Coercion<T = unknown> = (value: unknown) => T | typeof REFUSED;

/** The coercions of schemas that consist of nothing else. */
const coercions = new WeakMap<z.ZodType, Coercion>();

/** Builds a schema from a coercion. */
function coerced<T>(expected: MessageKey | Message, coerce: Coercion<T>): z.ZodType<T> {
  const error =
    typeof expected === 'string' ? schemaError(expected) : schemaError(expected.key, expected.parameters);
  const schema = z.unknown().transform((value, context) => {
    const result = coerce(value);
    if (result !== REFUSED) return result;
    context.issues.push({ code: 'custom', message: error, input: value });
    return z.NEVER;
  });
  coercions.set(schema, coerce);
  return schema;
}

/** Text that `read` can parse. Other values are rejected, and so is text for which `read` returns null. */
export function coercedText<T>(expected: MessageKey, read: (text: string) => T | null): z.ZodType<T> {
  return coerced<T>(expected, (value) => (typeof value === 'string' ? (read(value) ?? REFUSED) : REFUSED));
}

function made<T, const O extends FieldFacts>(schema: z.ZodType<T>, selector: Selector, facts: O): Made<T, O> {
  const coerce = coercions.get(schema);
  return { ...facts, schema, coerce, selector: facts.selector ?? selector } as Made<T, O>;
}

/** A number's limits: `clamp` moves a value to the nearer limit, otherwise it is refused. */
export interface Limits {
  readonly min?: number;
  readonly max?: number;
  readonly clamp?: boolean;
  readonly unit?: string;
  /** Step of the form. */
  readonly step?: number | 'any';
  /** Limits of the form, if narrower than the accepted ones. */
  readonly formMin?: number;
  readonly formMax?: number;
}

/** Numeric text, a number or a boolean as a finite number; other values are rejected. */
function asNumber(value: unknown): number | typeof REFUSED {
  if (typeof value === 'number') return Number.isFinite(value) ? value : REFUSED;
  if (typeof value === 'boolean') return value ? 1 : 0;
  return typeof value === 'string' ? (decimalOf(value) ?? REFUSED) : REFUSED;
}

function limited(number: number, limits: Limits): number | typeof REFUSED {
  const { min = -Infinity, max = Infinity } = limits;
  if (number >= min && number <= max) return number;
  return limits.clamp ? Math.min(max, Math.max(min, number)) : REFUSED;
}

const NUMBER_TEXTS = {
  number: ['expects_number', 'expects_number_from', 'expects_number_up_to', 'expects_number_from_to'],
  integer: [
    'expects_whole_number',
    'expects_whole_number_from',
    'expects_whole_number_up_to',
    'expects_whole_number_from_to',
  ],
} as const;

/** A number within limits; limits that a value is moved to are not named. */
export function expectedNumber(kind: 'number' | 'integer', { min, max, clamp }: Limits): Message {
  const [any, from, upTo, fromTo] = NUMBER_TEXTS[kind];
  if (clamp || (min === undefined && max === undefined)) return message(any);
  if (min === undefined) return message(upTo, { max: Number(max) });
  return max === undefined ? message(from, { min }) : message(fromTo, { min, max });
}

/** Whole numbers: `"50"` is 50, `0.7` is truncated to 0, `"0.7"` is refused. */
export function integerSchema(limits: Limits = {}): z.ZodType<number> {
  return coerced(expectedNumber('integer', limits), (value) => {
    if (typeof value === 'string' && !/^\s*[-+]?\d+(_\d+)*\s*$/.test(value)) return REFUSED;
    const number = asNumber(value);
    return number === REFUSED ? REFUSED : limited(Math.trunc(number), limits);
  });
}

/** Numbers, numeric text among them. */
export function floatSchema(limits: Limits = {}): z.ZodType<number> {
  return coerced(expectedNumber('number', limits), (value) => {
    const number = asNumber(value);
    return number === REFUSED ? REFUSED : limited(number, limits);
  });
}

/** Text as Python prints it for numbers and booleans; null, lists and objects are refused. */
export const textSchema: z.ZodType<string> = coerced('expects_text', (value) => {
  if (typeof value === 'string') return value;
  if (typeof value === 'number') return Number.isInteger(value) ? String(value) : floatText(value);
  return typeof value === 'boolean' ? (value ? 'True' : 'False') : REFUSED;
});

/** true, false, any number, and the words yes/no, on/off, true/false, enable/disable, 1/0, ignoring case. */
export const booleanSchema: z.ZodType<boolean> = coerced('expects_boolean', (value) => {
  if (typeof value === 'boolean') return value;
  if (typeof value === 'number') return value !== 0;
  return typeof value === 'string' ? (parseBoolean(value) ?? REFUSED) : REFUSED;
});

function numberSelector(limits: Limits, step: number | 'any'): Selector {
  const min = limits.formMin ?? limits.min;
  const max = limits.formMax ?? limits.max;
  return {
    number: {
      ...(min === undefined ? {} : { min }),
      ...(max === undefined ? {} : { max }),
      step: limits.step ?? step,
      ...(limits.unit === undefined ? {} : { unit_of_measurement: limits.unit }),
      mode: min !== undefined && max !== undefined ? 'slider' : 'box',
    },
  };
}

/** A whole number. */
export function integer<const O extends FieldFacts & Limits>(facts: O): Made<number, O> {
  return made(integerSchema(facts), numberSelector(facts, 1), facts);
}

/** A number. */
export function float<const O extends FieldFacts & Limits>(facts: O): Made<number, O> {
  return made(floatSchema(facts), numberSelector(facts, 'any'), facts);
}

/** A text. */
export function text<const O extends FieldFacts>(facts: O): Made<string, O> {
  return made(textSchema, { text: null }, facts);
}

/** A truth value. */
export function boolean<const O extends FieldFacts>(facts: O): Made<boolean, O> {
  return made(booleanSchema, { boolean: null }, facts);
}

/** A boolean that accepts no words for it. */
export function strictBoolean<const O extends FieldFacts>(facts: O): Made<boolean, O> {
  const schema = coerced('expects_boolean', (value) => (typeof value === 'boolean' ? value : REFUSED));
  return made(schema, { boolean: null }, facts);
}

/** One of several words, case-sensitive. */
export function oneOf<const W extends string, const O extends FieldFacts>(
  words: readonly W[],
  facts: O,
): Made<W, O> {
  const schema = coerced<W>(
    message('expects_one_of', { words: words.join(', ') }),
    (value) => words.find((word) => word === value) ?? REFUSED,
  );
  return made(schema, { select: { options: words } }, facts);
}

/** A list of numbers, one for each of the limits, such as a color. */
export function numbers<const O extends FieldFacts>(
  kind: 'integer' | 'float',
  limits: readonly Limits[],
  facts: O,
): Made<readonly number[], O> {
  const one = kind === 'integer' ? integerSchema : floatSchema;
  const items = limits.map((limit) => one(limit)) as [z.ZodType<number>, ...z.ZodType<number>[]];
  const schema = z.tuple(items, {
    error: schemaError('expects_list_of_numbers', { count: limits.length }),
  });
  return made(schema, { object: null }, facts);
}

/** Anything a schema of zod describes, with its own selector. */
export function custom<T, const O extends FieldFacts>(
  schema: z.ZodType<T>,
  selector: Selector,
  facts: O,
): Made<T, O> {
  return made(schema, selector, facts);
}

/** One text or a list of them, normalized to a list. */
export const textListSchema: z.ZodType<readonly string[]> = z
  .union([z.array(textSchema), textSchema.transform((one) => [one])], {
    error: schemaError('expects_texts'),
  })
  .readonly();

const CLOCK_TEXT = /^([-+]?)(\d+):(\d{1,2})(?::(\d{1,2})(?:\.(\d+))?)?$/;
/** The parts of a duration, in milliseconds. */
export const DURATION_UNITS: Readonly<Record<string, number>> = {
  days: 86_400_000,
  hours: 3_600_000,
  minutes: 60_000,
  seconds: 1000,
  milliseconds: 1,
};

/** The longest duration: a billion days. */
const MAX_DURATION = 999_999_999 * 86_400_000;

/** A duration in milliseconds, from `H:MM[:SS[.f]]`, seconds or `{days, hours, minutes, seconds, …}`. */
export const durationSchema: z.ZodType<number> = coerced('expects_duration', (value) => {
  const length = lengthOf(value);
  return length !== REFUSED && Math.abs(length) <= MAX_DURATION ? length : REFUSED;
});

function lengthOf(value: unknown): number | typeof REFUSED {
  if (isObject(value)) return durationOfParts(value);
  const clock = typeof value === 'string' ? CLOCK_TEXT.exec(value.trim()) : null;
  if (clock !== null) {
    const [, sign, hours = '0', minutes = '0', secs = '0', fraction = ''] = clock;
    if (Number(minutes) > 59 || Number(secs) > 59) return REFUSED;
    const length = (Number(hours) * 3600 + Number(minutes) * 60 + Number(`${secs}.${fraction || 0}`)) * 1000;
    return sign === '-' ? -length : length;
  }
  const number = asNumber(value);
  return number === REFUSED ? REFUSED : number * 1000;
}

function durationOfParts(parts: object): number | typeof REFUSED {
  let length = 0;
  let count = 0;
  for (const [unit, amount] of Object.entries(parts)) {
    const factor = Object.hasOwn(DURATION_UNITS, unit) ? DURATION_UNITS[unit] : undefined;
    const number = asNumber(amount);
    if (factor === undefined || number === REFUSED) return REFUSED;
    length += number * factor;
    count += 1;
  }
  return count === 0 ? REFUSED : length;
}

/** A length of time, in milliseconds once validated. */
export function duration<const O extends FieldFacts>(facts: O): Made<number, O> {
  return made(durationSchema, { duration: null }, facts);
}
