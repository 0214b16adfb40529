import { decimalOf } from './coerce.ts';

/** A number as `digits` times ten to the power of `exponent`, so that 0.1 + 0.2 is 0.3. */
export interface ExactDecimal {
  readonly digits: bigint;
  readonly exponent: number;
}

/** Significant digits of a result, as Python's `Decimal` has. */
const PRECISION = 28;
/** Smaller numbers count as zero. */
const LEAST_EXPONENT = -400;

export const ZERO: ExactDecimal = { digits: 0n, exponent: 0 };

/** The finite number that a text stands for, with the decimals it is written with; undefined for any other text. */
export function exactDecimalOf(text: string): ExactDecimal | undefined {
  if (decimalOf(text) === undefined) return undefined;
  const [mantissa = '', power = '0'] = text.trim().replaceAll('_', '').toLowerCase().split('e');
  const [whole = '', fraction = ''] = mantissa.split('.');
  const digits = BigInt(`${whole.replace(/^[-+]/, '')}${fraction}`);
  const exponent = Number(power) - fraction.length;
  if (digits === 0n) return { digits, exponent: Math.max(-PRECISION, Math.min(0, exponent)) };
  if (exponent < LEAST_EXPONENT) return ZERO;
  return { digits: whole.startsWith('-') ? -digits : digits, exponent };
}

/** The sum, rounded to 28 significant digits. */
export function plus(one: ExactDecimal, other: ExactDecimal): ExactDecimal {
  const exponent = Math.min(one.exponent, other.exponent);
  return rounded({ digits: scaled(one, exponent) + scaled(other, exponent), exponent });
}

/** The difference, rounded to 28 significant digits. */
export function minus(one: ExactDecimal, other: ExactDecimal): ExactDecimal {
  return plus(one, { digits: -other.digits, exponent: other.exponent });
}

/** Whether a number is below zero. */
export function isNegative({ digits }: ExactDecimal): boolean {
  return digits < 0n;
}

/** The nearest double. */
export function numberOf({ digits, exponent }: ExactDecimal): number {
  return Number(`${digits}e${exponent}`);
}

/** A number as Python shows a `Decimal`: `0.30`, `100`, `1E+20`. */
export function exactText({ digits, exponent }: ExactDecimal): string {
  const sign = digits < 0n ? '-' : '';
  const all = String(digits < 0n ? -digits : digits);
  const point = exponent + all.length;
  if (exponent <= 0 && point > -6) {
    if (exponent === 0) return `${sign}${all}`;
    const padded = all.padStart(1 - exponent, '0');
    return `${sign}${padded.slice(0, exponent)}.${padded.slice(exponent)}`;
  }
  const power = point - 1;
  const rest = all.length > 1 ? `.${all.slice(1)}` : '';
  return `${sign}${all.slice(0, 1)}${rest}E${power < 0 ? '' : '+'}${power}`;
}

function scaled({ digits, exponent }: ExactDecimal, to: number): bigint {
  return digits * 10n ** BigInt(exponent - to);
}

/** Halves go to the even neighbor. */
function rounded(number: ExactDecimal): ExactDecimal {
  const size = number.digits < 0n ? -number.digits : number.digits;
  const excess = String(size).length - PRECISION;
  if (excess <= 0) return number;
  const unit = 10n ** BigInt(excess);
  const twice = (size % unit) * 2n;
  const kept = size / unit;
  const isUp = twice > unit || (twice === unit && kept % 2n === 1n);
  const digits = isUp ? kept + 1n : kept;
  // 999… became 1000…, one digit longer.
  if (digits === 10n ** BigInt(PRECISION))
    return { digits: (number.digits < 0n ? -digits : digits) / 10n, exponent: number.exponent + excess + 1 };
  return { digits: number.digits < 0n ? -digits : digits, exponent: number.exponent + excess };
}
