import { Float } from '../../core/json.ts';
import type { Value } from './context.ts';
import { TemplateFailure } from './failure.ts';
import { LIMITS } from './limits.ts';
import { float, type Int, int } from './number.ts';
import { strip } from './strip.ts';
import { everyPiece, mapPieces } from './text-pieces.ts';
import { spend } from './work-meter.ts';

/** Python's `repr` of a float: `21.0`, `1e+16`, `inf`. */
export function floatText(value: number): string {
  const magnitude = Math.abs(value);
  if (magnitude >= 1e-4 && magnitude < 1e16) {
    const text = String(value);
    return Number.isInteger(value) ? `${text}.0` : text;
  }
  if (magnitude === 0) return Object.is(value, -0) ? '-0.0' : '0.0';
  if (Number.isNaN(value)) return 'nan';
  if (magnitude === Number.POSITIVE_INFINITY) return value > 0 ? 'inf' : '-inf';
  return pythonExponent(value.toExponential());
}

/** `1.5e-7` with at least two digits of exponent: `1.5e-07`. */
export function pythonExponent(text: string): string {
  return text.replace(/e([+-])(\d)$/, 'e$10$2');
}

const MAX_DIGITS = 10n ** BigInt(LIMITS.digits);

/** The digits of an int; throws `ValueError` for more than Python converts. */
export function intText(value: Int): string {
  if (typeof value === 'number') return String(value + 0);
  if (value >= MAX_DIGITS || value <= -MAX_DIGITS) {
    throw new TemplateFailure(
      'ValueError',
      `Exceeds the limit (${LIMITS.digits} digits) for integer string conversion; use sys.set_int_max_str_digits() to increase the limit`,
    );
  }
  spend(64);
  return value.toString();
}

/** A number in Python's notation: `3`, `3.0`, `1e+16`. */
export function numberText(value: number | bigint | Float): string {
  if (value instanceof Float) return floatText(value.value);
  return typeof value === 'bigint' || Number.isSafeInteger(value) ? intText(value) : floatText(value);
}

// Each character can match at one place of these patterns only; ambiguity would take quadratic time on long
// texts.
const PLAIN_FLOAT = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/;
const FLOAT = /^[+-]?(?:\d+(?:_\d+)*(?:\.(?:\d+(?:_\d+)*)?)?|\.\d+(?:_\d+)*)(?:[eE][+-]?\d+(?:_\d+)*)?$/;
const SPECIAL = /^([+-]?)(inf|infinity|nan)$/i;
const OTHER_DIGIT = /\p{Nd}/gu;

/** Converts digits of all scripts to ASCII, as Python's number parsers do. */
function asciiDigits(text: string): string {
  if (/^[\0-\x7f]*$/.test(text)) return text;
  return mapPieces(text, (piece) => piece.replace(OTHER_DIGIT, (digit) => String(digitValue(digit))), 8);
}

/** The value of a decimal digit of any script; the ten digits of a script are consecutive. */
export function digitValue(digit: string): number {
  const code = digit.codePointAt(0) ?? 0;
  let start = code;
  while (start > code - 9 && /^\p{Nd}$/u.test(String.fromCodePoint(start - 1))) start -= 1;
  // The sets of mathematical digits (U+1D7CE…) are contiguous.
  return code >= 0x1d7ce && code <= 0x1d7ff ? (code - 0x1d7ce) % 10 : code - start;
}

/** Python's `float(text)`; `undefined` if it would fail. */
export function parseFloatText(input: string): number | undefined {
  if (PLAIN_FLOAT.test(input)) return Number(input);
  const text = asciiDigits(strip(input));
  if (FLOAT.test(text)) return Number(text.replaceAll('_', ''));
  const special = SPECIAL.exec(text);
  if (special === null) return undefined;
  const sign = special[1] === '-' ? -1 : 1;
  return special[2]?.toLowerCase() === 'nan' ? Number.NaN : sign * Number.POSITIVE_INFINITY;
}

const PREFIX: Readonly<Record<string, number>> = { x: 16, o: 8, b: 2 };

/** Python's `int(text, base)`; `undefined` if it would fail. */
export function parseIntText(input: string, base = 10): Int | undefined {
  let text = asciiDigits(strip(input)).toLowerCase();
  const negative = text.startsWith('-');
  if (negative || text.startsWith('+')) text = text.slice(1);
  let radix = base;
  const prefix = /^0([xob])_?/.exec(text);
  const prefixBase = prefix?.[1] === undefined ? undefined : PREFIX[prefix[1]];
  if (prefix !== null && prefixBase !== undefined && (base === 0 || base === prefixBase)) {
    text = text.slice(prefix[0].length);
    radix = prefixBase;
  } else if (base === 0) {
    if (/^0[_0]*[1-9]/.test(text)) return undefined;
    radix = 10;
  }
  if (!/^[0-9a-z]+(?:_[0-9a-z]+)*$/.test(text)) return undefined;
  text = text.replaceAll('_', '');
  const digits = '0123456789abcdefghijklmnopqrstuvwxyz'.slice(0, radix);
  if (!everyPiece(text, (piece) => [...piece].every((digit) => digits.includes(digit)))) return undefined;
  if (radix === 10 && text.length > LIMITS.digits) {
    throw new TemplateFailure(
      'ValueError',
      `Exceeds the limit (${LIMITS.digits} digits) for integer string conversion: value has ${text.length} digits; use sys.set_int_max_str_digits() to increase the limit`,
    );
  }
  const small = Number.parseInt(text, radix);
  const value = Number.isSafeInteger(small) ? small : bigOf(text, radix);
  return negative ? (typeof value === 'number' ? 0 - value : int(-value)) : value;
}

function bigOf(text: string, radix: number): Int {
  if (radix === 10) return int(BigInt(text));
  if (text.length > LIMITS.integerBits / 2) throw new TemplateFailure('OverflowError', 'integer too large');
  // Combined by halves, so that few multiplications are long.
  const read = (from: number, to: number): bigint => {
    spend(1 + ((to - from) >> 4));
    if (to - from <= 8) return BigInt(Number.parseInt(text.slice(from, to), radix));
    const middle = (from + to) >> 1;
    return read(from, middle) * BigInt(radix) ** BigInt(to - middle) + read(middle, to);
  };
  return int(read(0, text.length));
}

/** A number literal: `1_000`, `0x1f`, `1e3`. */
export function literalNumber(text: string): Value {
  const plain = text.replaceAll('_', '').toLowerCase();
  if (/^0[xob]/.test(plain)) return parseIntText(plain, 0);
  return /[.e]/.test(plain) ? float(Number(plain)) : parseIntText(plain);
}
