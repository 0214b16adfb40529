import { Float } from '../../core/json.ts';
import { roundHalfEven } from '../../core/rounding.ts';
import type { Value } from './context.ts';
import { TemplateFailure } from './failure.ts';
import { LIMITS } from './limits.ts';
import { spend } from './work-meter.ts';

/** An int: safe integers are `number`, all others `bigint`. */
export type Int = number | bigint;

/** The template value of a float. */
export function float(value: number): number | Float {
  return Number.isSafeInteger(value) ? new Float(value) : value;
}

/** The template value of an integer of any size. */
export function int(value: bigint): Int {
  if (value >= -9007199254740991n && value <= 9007199254740991n) return Number(value);
  if (value >> BigInt(LIMITS.integerBits) !== 0n && -value >> BigInt(LIMITS.integerBits) !== 0n) {
    throw new TemplateFailure('OverflowError', 'integer too large');
  }
  return value;
}

/** Whether it is a Python float: a JavaScript number other than a safe integer, or a `Float`. */
export function isFloat(value: Value): value is number | Float {
  return typeof value === 'number' ? !Number.isSafeInteger(value) : value instanceof Float;
}

/** Whether it is a Python int. */
export function isInt(value: Value): value is Int {
  return typeof value === 'number' ? Number.isSafeInteger(value) : typeof value === 'bigint';
}

/** Whether it is an int, float or boolean. */
export function isNumeric(value: Value): value is number | bigint | boolean | Float {
  return (
    typeof value === 'number' ||
    typeof value === 'bigint' ||
    typeof value === 'boolean' ||
    value instanceof Float
  );
}

/** A number or boolean as a JavaScript number; too large an int fails as in Python. */
export function floatOf(value: number | bigint | boolean | Float): number {
  if (typeof value === 'number') return value;
  if (value instanceof Float) return value.value;
  if (typeof value === 'boolean') return value ? 1 : 0;
  const number = Number(value);
  if (Number.isFinite(number)) return number;
  throw new TemplateFailure('OverflowError', 'int too large to convert to float');
}

/** An int or boolean as an int; `undefined` for everything else. */
export function intOf(value: Value): Int | undefined {
  if (typeof value === 'boolean') return value ? 1 : 0;
  return isInt(value) ? value : undefined;
}

export type Arithmetic = '+' | '-' | '*' | '/' | '//' | '%' | '**';

/** `a op b` of two numbers. */
export function calculate(
  operator: Arithmetic,
  a: number | bigint | boolean | Float,
  b: number | bigint | boolean | Float,
): Value {
  if (isFloat(a) || isFloat(b)) return calculateFloats(operator, floatOf(a), floatOf(b));
  const x = typeof a === 'boolean' ? Number(a) : a;
  const y = typeof b === 'boolean' ? Number(b) : b;
  if (typeof x === 'number' && typeof y === 'number') {
    const small = calculateSmall(operator, x, y);
    if (small !== undefined) return small;
  }
  return calculateBig(operator, BigInt(x), BigInt(y));
}

function divisionByZero(): TemplateFailure {
  return new TemplateFailure('ZeroDivisionError', 'division by zero');
}

function calculateSmall(operator: Arithmetic, a: number, b: number): Value {
  let result: number;
  switch (operator) {
    case '+':
      result = a + b;
      break;
    case '-':
      result = a - b;
      break;
    case '*':
      result = a * b;
      break;
    case '/':
      if (b === 0) throw divisionByZero();
      return float(a / b);
    case '//':
      if (b === 0) throw divisionByZero();
      result = floorDivide(a, b);
      break;
    case '%':
      if (b === 0) throw divisionByZero();
      result = modulo(a, b);
      break;
    default:
      if (b < 0) {
        if (a === 0) throw new TemplateFailure('ZeroDivisionError', 'zero to a negative power');
        return float(a ** b);
      }
      result = a ** b;
  }
  return Number.isSafeInteger(result) ? result + 0 : undefined;
}

function floorDivide(a: number, b: number): number {
  const remainder = a % b;
  const quotient = (a - remainder) / b;
  return remainder !== 0 && remainder < 0 !== b < 0 ? quotient - 1 : quotient;
}

function modulo(a: number, b: number): number {
  const remainder = a % b;
  return remainder !== 0 && remainder < 0 !== b < 0 ? remainder + b : remainder;
}

function calculateFloats(operator: Arithmetic, a: number, b: number): Value {
  switch (operator) {
    case '+':
      return float(a + b);
    case '-':
      return float(a - b);
    case '*':
      return float(a * b);
    case '/':
      if (b === 0) throw divisionByZero();
      return float(a / b);
    case '//': {
      if (b === 0) throw divisionByZero();
      const remainder = modulo(a, b);
      const quotient = (a - remainder) / b;
      const floor = Math.floor(quotient);
      return float(quotient - floor > 0.5 ? floor + 1 : floor);
    }
    case '%': {
      if (b === 0) throw divisionByZero();
      const remainder =
        Number.isFinite(b) || !Number.isFinite(a) ? modulo(a, b) : a < 0 !== b < 0 && a !== 0 ? b : a;
      return float(remainder === 0 ? (b < 0 ? -0 : 0) : remainder);
    }
    default:
      return powerOfFloats(a, b);
  }
}

function powerOfFloats(a: number, b: number): Value {
  if (b === 0 || a === 1) return float(1);
  if (a === 0 && b < 0) throw new TemplateFailure('ZeroDivisionError', 'zero to a negative power');
  if (a === -1 && !Number.isFinite(b) && !Number.isNaN(b)) return float(1);
  const result = a ** b;
  if (Number.isNaN(result) && !Number.isNaN(a) && !Number.isNaN(b)) {
    throw new TemplateFailure('TypeError', 'complex numbers are not supported');
  }
  if (!Number.isFinite(result) && Number.isFinite(a) && Number.isFinite(b)) {
    throw new TemplateFailure('OverflowError', "(34, 'Numerical result out of range')");
  }
  return float(result);
}

function calculateBig(operator: Arithmetic, a: bigint, b: bigint): Value {
  switch (operator) {
    case '+':
      return int(a + b);
    case '-':
      return int(a - b);
    case '*':
      return int(a * b);
    case '/':
      if (b === 0n) throw divisionByZero();
      return float(divideBig(a, b));
    case '//':
    case '%': {
      if (b === 0n) throw divisionByZero();
      const remainder = a % b;
      const adjust = remainder !== 0n && remainder < 0n !== b < 0n;
      if (operator === '%') return int(adjust ? remainder + b : remainder);
      return int(adjust ? a / b - 1n : a / b);
    }
    default:
      if (b < 0n) return powerOfFloats(floatOf(a), floatOf(b));
      if (a !== 0n && a !== 1n && a !== -1n && bitLength(a) * Number(b) > LIMITS.integerBits) {
        throw new TemplateFailure('OverflowError', 'integer too large');
      }
      if (b > 4n * BigInt(LIMITS.integerBits)) return int(a === -1n && b % 2n === 1n ? -1n : a * a);
      spend(4096);
      return int(a ** b);
  }
}

/** Correctly rounded, even if either operand exceeds a double. */
function divideBig(a: bigint, b: bigint): number {
  const [x, y] = [Number(a), Number(b)];
  if (Number.isSafeInteger(x) && Number.isSafeInteger(y)) return x / y;
  const negative = a < 0n !== b < 0n;
  const [n, d] = [a < 0n ? -a : a, b < 0n ? -b : b];
  const shift = 66 - (bitLength(n) - bitLength(d));
  const scaled = shift >= 0 ? n << BigInt(shift) : n >> BigInt(-shift);
  const quotient = scaled / d;
  // A sticky bit prevents the truncated rest from being read as an exact tie.
  const exact = quotient * d === scaled && (shift >= 0 || scaled << BigInt(-shift) === n);
  const value = Number(exact ? quotient : quotient | 1n);
  const half = Math.trunc(shift / 2);
  const result = value / 2 ** half / 2 ** (shift - half);
  if (!Number.isFinite(result)) {
    throw new TemplateFailure('OverflowError', 'integer division result too large for a float');
  }
  return negative ? -result : result;
}

/** The number of bits in the magnitude of an int. */
export function bitLength(value: bigint): number {
  if (value === 0n) return 0;
  const hex = (value < 0n ? -value : value).toString(16);
  return hex.length * 4 - Math.clz32(Number.parseInt(hex.charAt(0), 16)) + 28;
}

/** `-x`; booleans count as 0 and 1. */
export function negate(value: number | bigint | boolean | Float): Value {
  if (typeof value === 'boolean') return value ? -1 : 0;
  if (typeof value === 'bigint') return int(-value);
  if (value instanceof Float) return float(-value.value);
  return Number.isSafeInteger(value) ? 0 - value : -value;
}

/** The int a float truncates to. */
export function truncate(value: number): Int {
  if (Number.isNaN(value)) throw new TemplateFailure('ValueError', 'cannot convert float NaN to integer');
  if (!Number.isFinite(value)) {
    throw new TemplateFailure('OverflowError', 'cannot convert float infinity to integer');
  }
  const whole = Math.trunc(value) + 0;
  return Number.isSafeInteger(whole) ? whole : BigInt(whole);
}

/** Python's `round` with any number of digits, also negative ones; -0 stays -0. */
export function roundDigits(value: number, digits: number): number {
  if (!Number.isFinite(value) || digits > 22 + 300) return value;
  if (digits === 0) return roundHalfEven(value);
  if (digits < -310) return 0;
  return Number(decimalText(value, digits));
}

/** The exact value written with `digits` decimals (negative ones round to tens), half to even. */
export function decimalText(value: number, digits: number): string {
  if (digits > 32 || digits < -32) spend(64 + (Math.abs(digits) >> 1));
  const negative = value < 0 || Object.is(value, -0);
  const magnitude = Math.abs(value);
  if (digits >= 0 && digits <= 100 && magnitude < 1e21) {
    const text = magnitude.toFixed(digits);
    if (!isTie(magnitude, digits)) return negative ? `-${text}` : text;
  }
  const { numerator, shift } = exactFraction(magnitude);
  const scale = 10n ** BigInt(Math.abs(digits));
  const top = digits >= 0 ? numerator * scale : numerator;
  const bottom = (1n << BigInt(shift)) * (digits >= 0 ? 1n : scale);
  let quotient = top / bottom;
  const twice = (top % bottom) * 2n;
  if (twice > bottom || (twice === bottom && quotient % 2n === 1n)) quotient += 1n;
  let text = (digits >= 0 ? quotient : quotient * scale).toString();
  if (digits > 0) {
    text = text.padStart(digits + 1, '0');
    text = `${text.slice(0, -digits)}.${text.slice(-digits)}`;
  }
  return negative ? `-${text}` : text;
}

/** Only halves of powers of two can be exact ties; `toFixed` rounds those up, Python to even. */
function isTie(magnitude: number, digits: number): boolean {
  if (digits > 22) return false;
  const scaled = magnitude * 2 ** (digits + 1);
  return Number.isInteger(scaled) && magnitude !== 0;
}

function exactFraction(magnitude: number): { numerator: bigint; shift: number } {
  let shift = 0;
  let value = magnitude;
  while (!Number.isInteger(value)) {
    value *= 2;
    shift += 1;
  }
  return { numerator: BigInt(value), shift };
}
