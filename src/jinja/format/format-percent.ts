import type { RenderContext, Value } from '../values/context.ts';
import { TemplateFailure, typeError, valueError } from '../values/failure.ts';
import { LIMITS } from '../values/limits.ts';
import { floatOf, type Int, intOf, isNumeric, truncate } from '../values/number.ts';
import { intText } from '../values/number-text.ts';
import { repr, str, typeName } from '../values/printing.ts';
import { codePointLength, textOf } from '../values/protocol.ts';
import { characters } from '../values/text-pieces.ts';
import { Undefined } from '../values/undefined.ts';
import { dictGet, isDict, Tuple } from '../values/values.ts';
import { spend } from '../values/work-meter.ts';
import { formatFloat } from './format-float.ts';

const CONVERSION = /%(?:\(([^)]{0,100})\))?([-+ #0]*)(\*|\d+)?(?:\.(\*|\d*))?[hlL]?([\s\S])?/g;
const MAX_PRECISION = 5000;
/** The longest format that is replaced in one call. */
const SHORT = 1024;

interface Conversion {
  readonly flags: string;
  readonly width: number;
  readonly precision: number | undefined;
  readonly type: string;
}

/** Python's `text % value`. */
export function formatPercent(text: string, value: Value, context: RenderContext): string {
  const args = value instanceof Tuple ? value.items : [value];
  let used = 0;
  let mapped = false;
  const next = (): Value => {
    if (used >= args.length) throw typeError('not enough arguments for format string');
    used += 1;
    return args[used - 1];
  };
  const number = (given: string | undefined): number | undefined => {
    if (given === undefined) return undefined;
    if (given !== '*') return Number(given);
    const whole = intOf(next());
    if (whole === undefined) throw typeError('* wants int');
    return Number(whole);
  };
  let room = LIMITS.text - text.length;
  const within = (part: string): string => {
    room -= part.length;
    if (room < 0) throw new TemplateFailure('MemoryError', 'text too long');
    return part;
  };
  const replacement = (
    _whole: string,
    key?: string,
    flags = '',
    width?: string,
    precision?: string,
    type?: string,
  ): string => {
    spend(4);
    if (type === undefined) throw valueError('incomplete format');
    if (type === '%') return '%';
    const size = number(width) ?? 0;
    const digits = number(precision);
    if (Math.abs(size) > LIMITS.text || (digits ?? 0) > MAX_PRECISION) throw valueError('width too big');
    const conversion = {
      flags: size < 0 ? `${flags}-` : flags,
      width: Math.abs(size),
      precision: digits,
      type,
    };
    if (key === undefined) return within(convert(next(), conversion, context));
    if (!isDict(value)) throw typeError('format requires a mapping');
    mapped = true;
    const found = dictGet(value, key);
    if (found === undefined) throw new TemplateFailure('KeyError', repr(key));
    return within(convert(found, conversion, context));
  };
  const result =
    text.length <= SHORT ? text.replace(CONVERSION, replacement) : replaceInTurn(text, replacement);
  const lenient = mapped || isDict(value) || Array.isArray(value);
  if (used < args.length && !lenient) throw typeError('not all arguments converted during string formatting');
  return result;
}

/** Like `replace`, which would find all matches of a long text before the first replacement. */
function replaceInTurn(
  text: string,
  replacement: (whole: string, ...groups: (string | undefined)[]) => string,
): string {
  let result = '';
  let at = 0;
  for (const match of text.matchAll(CONVERSION)) {
    const [whole, ...groups] = match;
    result += text.slice(at, match.index) + replacement(whole, ...groups);
    at = match.index + whole.length;
  }
  return result + text.slice(at);
}

function convert(value: Value, conversion: Conversion, context: RenderContext): string {
  const { type, precision } = conversion;
  switch (type) {
    case 's':
    case 'r':
    case 'a': {
      const text = type === 's' ? str(value) : repr(value);
      context.spend(text.length >> 5);
      return fill('', precision === undefined ? text : beginning(text, precision), conversion, false);
    }
    case 'c':
      return fill('', character(value), conversion, false);
    case 'd':
    case 'i':
    case 'u':
    case 'o':
    case 'x':
    case 'X':
      return convertInt(value, conversion);
    case 'e':
    case 'E':
    case 'f':
    case 'F':
    case 'g':
    case 'G':
      return convertFloat(value, conversion);
    default: {
      const code = (type.codePointAt(0) ?? 0).toString(16);
      throw valueError(`unsupported format character '${type}' (0x${code})`);
    }
  }
}

/** The first `count` characters, a few thousand at most. */
function beginning(text: string, count: number): string {
  return characters(text.slice(0, count * 2))
    .slice(0, count)
    .join('');
}

function character(value: Value): string {
  const text = textOf(value);
  if (text !== undefined && text.length <= 2 && codePointLength(text) === 1) return text;
  const code = intOf(value);
  if (code === undefined) throw typeError('%c requires int or char');
  if (code < 0 || code > 0x10ffff)
    throw new TemplateFailure('OverflowError', '%c arg not in range(0x110000)');
  return String.fromCodePoint(Number(code));
}

function convertInt(value: Value, conversion: Conversion): string {
  const { type, flags, precision } = conversion;
  if (value instanceof Undefined) value.fail();
  if (!isNumeric(value)) {
    const needed = 'oxX'.includes(type) ? 'an integer' : 'a real number';
    throw typeError(`%${type} format: ${needed} is required, not ${typeName(value)}`);
  }
  let whole: Int | undefined = intOf(value);
  if (whole === undefined) {
    if ('oxX'.includes(type)) throw typeError(`%${type} format: an integer is required, not float`);
    whole = truncate(floatOf(value));
  }
  const radix = type === 'o' ? 8 : type === 'x' || type === 'X' ? 16 : 10;
  const magnitude = typeof whole === 'number' ? Math.abs(whole) : whole < 0n ? -whole : whole;
  let digits = radix === 10 ? intText(magnitude) : magnitude.toString(radix);
  if (type === 'X') digits = digits.toUpperCase();
  digits = digits.padStart(precision ?? 0, '0');
  const prefix = flags.includes('#') && radix !== 10 ? `0${type}` : '';
  return fill(signOf(whole < 0, flags) + prefix, digits, conversion, true);
}

function convertFloat(value: Value, conversion: Conversion): string {
  const { type, flags, precision } = conversion;
  if (value instanceof Undefined) value.fail();
  if (!isNumeric(value)) {
    throw typeError(`must be real number, not ${typeName(value)}`);
  }
  const number = floatOf(value);
  const negative = number < 0 || Object.is(number, -0);
  const text = formatFloat(Math.abs(number), type, precision ?? 6, flags.includes('#'));
  return fill(signOf(negative, flags), text, conversion, Number.isFinite(number));
}

function signOf(negative: boolean, flags: string): string {
  if (negative) return '-';
  if (flags.includes('+')) return '+';
  return flags.includes(' ') ? ' ' : '';
}

function fill(head: string, body: string, { flags, width }: Conversion, zeros: boolean): string {
  if (width === 0) return head + body;
  const missing = width - codePointLength(head + body);
  if (missing <= 0) return head + body;
  spend(missing >> 5);
  if (flags.includes('-')) return head + body + ' '.repeat(missing);
  if (zeros && flags.includes('0')) return head + '0'.repeat(missing) + body;
  return ' '.repeat(missing) + head + body;
}
