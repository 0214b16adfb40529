import { Float } from '../../core/json.ts';

const BOOLEANS: ReadonlyMap<string, boolean> = new Map(
  ['true', 'yes', 'on', 'false', 'no', 'off'].flatMap((word, i) => {
    const forms = [word, word.toUpperCase(), word.charAt(0).toUpperCase() + word.slice(1)];
    return forms.map((form) => [form, i < 3] as const);
  }),
);

/** Longer integers stay text: parsing and printing them takes quadratic time. */
const MAX_DIGITS = 4300;
const INTEGER = /^[-+]?(?:0b[01_]+|0[0-7_]+|0x[\da-fA-F_]+|0|[1-9][\d_]*)$/;
const MINUTES = /^[-+]?[1-9][\d_]*:[0-5]?\d$/;
const FLOAT = /^[-+]?(?:\d[\d_]*\.[\d_]*(?:[eE][-+]\d+)?|\.\d[\d_]*(?:[eE][-+]\d+)?)$/;
const ENDLESS = /^[-+]?\.(?:inf|Inf|INF)$/;
const NOT_A_NUMBER = /^\.(?:nan|NaN|NAN)$/;
const NULL = /^(?:~|null|Null|NULL|)$/;
const MAY_BE_NUMBER = /^[-+.\d]/;

/** A YAML value; numbers as in `core/json.ts`. */
export type YamlValue = unknown;

/**
 * The value of a plain scalar, as Home Assistant reads it: `on` and `off` are booleans, `0123` is octal,
 * `1e3` and `y` are text, `1:30` is 90. Unlike there, `12:30:00` and dates stay text, as users mean them.
 * Whole floats become `Float`, large integers `bigint`.
 */
export function resolvePlain(text: string): YamlValue {
  const word = BOOLEANS.get(text);
  if (word !== undefined) return word;
  if (NULL.test(text)) return null;
  if (!MAY_BE_NUMBER.test(text)) return text;
  if (INTEGER.test(text)) return integerOf(text.replaceAll('_', '')) ?? text;
  if (FLOAT.test(text)) return floatOf(text.replaceAll('_', ''));
  if (MINUTES.test(text)) return minutesOf(text.replaceAll('_', ''));
  if (ENDLESS.test(text)) return text.startsWith('-') ? -Infinity : Infinity;
  return NOT_A_NUMBER.test(text) ? Number.NaN : text;
}

function integerOf(text: string): number | bigint | undefined {
  const negative = text.startsWith('-');
  const digits = text.replace(/^[-+]/, '');
  const octal = /^0\d/.test(digits);
  if (/^0[bx]?$/.test(digits) && digits !== '0') return undefined;
  if (digits.length > MAX_DIGITS) return undefined;
  const whole = BigInt(octal ? `0o${digits.slice(1)}` : digits);
  const exact = negative ? -whole : whole;
  const number = Number(exact);
  return Number.isSafeInteger(number) ? number : exact;
}

function floatOf(text: string): number | Float {
  const number = Number(text);
  return Number.isInteger(number) ? new Float(number) : number;
}

/** `1:30` is sexagesimal in YAML 1.1. */
function minutesOf(text: string): number {
  const [high = '0', low = '0'] = text.replace(/^[-+]/, '').split(':');
  const count = Number(high) * 60 + Number(low);
  return text.startsWith('-') ? -count : count;
}
