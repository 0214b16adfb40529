import { z } from 'zod';
import { decimalOf, parseBoolean } from '../../../core/coerce.ts';
import { messageOf } from '../../../core/errors.ts';
import { Float } from '../../../core/json.ts';
import type { Message, MessageKey, MessageParameters } from '../../../core/messages.ts';
import { filterProblem, publishTopicProblem } from '../../../core/mqtt-topic.ts';
import { show } from '../../../core/parse.ts';
import { schemaError } from '../../../core/schema-error.ts';
import { isTimeZone } from '../../../core/time-zone.ts';
import { expectedNumber } from '../../../domains/definition/field.ts';
import { isPattern } from '../../../jinja/regex/pattern.ts';
import { compileTemplate, type MqttTemplate } from './templates.ts';

class Refusal {
  /** The error of the schema. */
  readonly error: string;

  constructor(error: string) {
    this.error = error;
  }
}

/** A refusal that says what was expected. */
function refuse(key: MessageKey, parameters?: MessageParameters): Refusal {
  return new Refusal(schemaError(key, parameters));
}

/** A schema from a function that returns the value or a refusal. */
function value<T>(read: (raw: unknown) => T | Refusal): z.ZodType<T> {
  return z.unknown().transform((raw, context) => {
    const result = read(raw);
    if (!(result instanceof Refusal)) return result;
    context.issues.push({ code: 'custom', message: result.error, input: raw });
    return z.NEVER;
  });
}

/** Text as Python prints a string, number or truth value; undefined for null, lists and objects. */
export function pythonText(raw: unknown): string | undefined {
  if (typeof raw === 'string') return raw;
  if (typeof raw === 'boolean') return raw ? 'True' : 'False';
  if (typeof raw === 'bigint') return String(raw);
  if (raw instanceof Float) return floatText(raw.value);
  if (typeof raw === 'number') return Number.isInteger(raw) ? String(raw) : floatText(raw);
  return undefined;
}

/** A float as Python prints it: `21.0`, `1e-07`, `1e+16`. */
export function floatText(number: number): string {
  const size = Math.abs(number);
  if (size !== 0 && (size < 1e-4 || size >= 1e16)) {
    return number.toExponential().replace(/e([+-])(\d)$/, 'e$10$2');
  }
  return Number.isInteger(number) ? `${Object.is(number, -0) ? '-0' : number}.0` : String(number);
}

/** A finite number from a number or numeric text; undefined for anything else. */
export function numberOf(raw: unknown): number | undefined {
  if (typeof raw === 'boolean') return raw ? 1 : 0;
  if (typeof raw === 'bigint') return Number(raw);
  const number = raw instanceof Float ? raw.value : typeof raw === 'string' ? decimalOf(raw) : raw;
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined;
}

/** Text; numbers and truth values become text as Python prints them. */
export const text: z.ZodType<string> = value((raw) => pythonText(raw) ?? refuse('expects_text'));

/** Text or null. */
export const nullableText: z.ZodType<string | null> = value((raw) =>
  raw === null ? null : (pythonText(raw) ?? refuse('expects_text_or_null')),
);

/** A topic filter to listen to. */
export const stateTopic: z.ZodType<string> = topic(filterProblem);

/** A topic to publish to. */
export const commandTopic: z.ZodType<string> = topic(publishTopicProblem);

function topic(problemOf: (topic: string) => Message | undefined): z.ZodType<string> {
  return value((raw) => {
    const read = pythonText(raw);
    if (read === undefined) return refuse('expects_text');
    const problem = problemOf(read);
    return problem === undefined ? read : refuse('expects_topic', { problem });
  });
}

/** A template that compiles. */
export const template: z.ZodType<MqttTemplate> = value((raw) => {
  const source = pythonText(raw);
  if (source === undefined) return refuse('expects_template');
  try {
    return compileTemplate(source);
  } catch (error) {
    return refuse('expects_valid_template', { reason: messageOf(error) });
  }
});

/** The quality of service, as number or text. */
export const qos: z.ZodType<0 | 1 | 2> = value((raw) => {
  const number = numberOf(raw);
  return number === 0 || number === 1 || number === 2 ? number : refuse('expects_qos');
});

/** A boolean, a number or one of the words for true and false. */
export const flag: z.ZodType<boolean> = value((raw) => {
  if (typeof raw === 'boolean') return raw;
  if (typeof raw === 'string') return parseBoolean(raw) ?? refuse('expects_boolean');
  if (raw !== null && typeof raw !== 'object') return numberOf(raw) !== 0;
  return raw instanceof Float ? raw.value !== 0 : refuse('expects_boolean');
});

/** The limits of a number; both count as inside. */
interface Limits {
  readonly min?: number;
  readonly max?: number;
}

function within(number: number | undefined, { min = -Infinity, max = Infinity }: Limits): boolean {
  return number !== undefined && number >= min && number <= max;
}

/** A number, or text that is one. */
export function number(limits: Limits = {}): z.ZodType<number> {
  const { key, parameters } = expectedNumber('number', limits);
  return value((raw) => {
    const read = numberOf(raw);
    return read !== undefined && within(read, limits) ? read : refuse(key, parameters);
  });
}

/** A whole number, or text that is one; the fraction of a number is truncated, text must not have one. */
export function integer(limits: Limits = {}): z.ZodType<number> {
  const { key, parameters } = expectedNumber('integer', limits);
  return value((raw) => {
    const read = typeof raw === 'string' && !/^\s*[-+]?\d+\s*$/.test(raw) ? undefined : numberOf(raw);
    const whole = read === undefined ? undefined : Math.trunc(read);
    return whole !== undefined && within(whole, limits) ? whole : refuse(key, parameters);
  });
}

/** A whole number that JSON wrote as one; truth values count as 1 and 0. */
export const strictInteger: z.ZodType<number> = value((raw) => {
  const read = typeof raw === 'boolean' ? Number(raw) : raw;
  return typeof read === 'number' && Number.isInteger(read) ? read : refuse('expects_whole_number');
});

/** One of several words, in lower case unless `exact`. */
export function word<const W extends string>(words: readonly W[], how?: 'exact'): z.ZodType<W> {
  return value((raw) => {
    const read = how === 'exact' || typeof raw !== 'string' ? raw : raw.toLowerCase();
    return words.find((one) => one === read) ?? refuse('expects_one_of', { words: words.join(', ') });
  });
}

/** A device class in any case, or null. */
export function deviceClass(classes: readonly string[]): z.ZodType<string | null> {
  const one = word(classes);
  return value((raw) => {
    if (raw === null) return null;
    const read = one.safeParse(raw);
    return read.success ? read.data : refuse('expects_one_of', { words: classes.join(', ') });
  });
}

/** A list of texts; one text counts as a list of one, and null as an empty one. */
export const textList: z.ZodType<readonly string[]> = value((raw) => {
  const items = Array.isArray(raw) ? raw : raw === null ? [] : [raw];
  const texts: string[] = [];
  for (const item of items) {
    const read = pythonText(item);
    if (read === undefined) return refuse('expects_list_of_texts', { value: show(item) });
    texts.push(read);
  }
  return texts;
});

/** A Python regular expression; numbers are read as text. */
export const pattern: z.ZodType<string> = value((raw) => {
  const read = pythonText(raw);
  return read !== undefined && isPattern(read) ? read : refuse('expects_regular_expression');
});

/** A time zone such as Europe/Amsterdam; a name that no zone has counts as none. */
export const timeZone: z.ZodType<string | undefined> = value((raw) => {
  const name = pythonText(raw);
  if (name === undefined) return refuse('expects_time_zone');
  return isTimeZone(name) ? name : undefined;
});

/** An icon, e.g. `mdi:lamp`; other text with a colon, such as a URL, counts as none. */
export const icon: z.ZodType<string | undefined> = value((raw) => {
  const name = pythonText(raw);
  if (name?.includes(':') !== true) return refuse('expects_icon');
  return ICON.test(name) ? name : undefined;
});

const ICON = /^(?!(?:javascript|vbscript|data):)[a-z][\w-]*:[\w.-]+$/i;

/** An absolute address a browser can open. */
export function url(schemes: readonly string[]): z.ZodType<string> {
  return value((raw) => {
    const read = pythonText(raw);
    if (read === undefined || !URL.canParse(read)) return refuse('expects_url');
    const { protocol, host } = new URL(read);
    return schemes.includes(protocol.slice(0, -1)) && host !== '' ? read : refuse('expects_url');
  });
}

const SECONDS: Readonly<Record<string, number>> = { days: 86_400, hours: 3600, minutes: 60, seconds: 1 };

/** A length of time in seconds, as a whole number or as `{days, hours, minutes, seconds}`. */
export const seconds: z.ZodType<number> = value((raw) => {
  const plain = raw instanceof Float ? raw.value : raw;
  if (typeof plain !== 'object' || plain === null) {
    const isWhole = typeof plain === 'number' && Number.isInteger(plain) && !(raw instanceof Float);
    return isWhole && plain >= 0 ? plain : refuse('expects_length_of_time');
  }
  let length = 0;
  for (const [unit, amount] of Object.entries(plain)) {
    const factor = Object.hasOwn(SECONDS, unit) ? SECONDS[unit] : undefined;
    const read = numberOf(amount);
    if (factor === undefined || read === undefined || read < 0) return refuse('expects_length_of_time');
    length += factor * read;
  }
  return length;
});
