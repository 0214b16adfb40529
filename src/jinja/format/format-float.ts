import { decimalText } from '../values/number.ts';
import { floatText, pythonExponent } from '../values/number-text.ts';

/** `inf` and `nan`, which have no digits; `undefined` for other numbers. */
function special(value: number): string | undefined {
  if (Number.isNaN(value)) return 'nan';
  return value === Number.POSITIVE_INFINITY ? 'inf' : undefined;
}

/** `1.50`: a magnitude with a fixed number of decimals, rounded half to even on its exact value. */
export function fixed(value: number, precision: number, alternate = false): string {
  const text = special(value) ?? decimalText(value, precision);
  return alternate && precision === 0 && special(value) === undefined ? `${text}.` : text;
}

/** The digits and the exponent of a magnitude with `count` significant digits. */
function significant(value: number, count: number): { digits: string; exponent: number } {
  if (value === 0) return { digits: '0'.repeat(count), exponent: 0 };
  let exponent = Number(value.toExponential().split('e')[1]);
  const digitsAt = (decimals: number): string =>
    decimalText(value, decimals).replace('.', '').replace(/^0+/, '');
  let digits = digitsAt(count - 1 - exponent);
  if (count - 1 - exponent < 0) digits = digits.slice(0, digits.length + (count - 1 - exponent));
  if (digits.length > count) {
    digits = digits.slice(0, count);
    exponent += 1;
  }
  return { digits: digits.padEnd(count, '0'), exponent };
}

function withExponent(digits: string, exponent: number, alternate: boolean): string {
  const point = digits.length > 1 || alternate ? '.' : '';
  return pythonExponent(
    `${digits.charAt(0)}${point}${digits.slice(1)}e${exponent < 0 ? '-' : '+'}${Math.abs(exponent)}`,
  );
}

/** `1.50e+03`. */
export function exponential(value: number, precision: number, alternate = false): string {
  const text = special(value);
  if (text !== undefined) return text;
  const { digits, exponent } = significant(value, precision + 1);
  return withExponent(digits, exponent, alternate);
}

/**
 * `%g`: fixed or with an exponent, whichever fits, without trailing zeros. `keepPoint` is the form `format`
 * uses without a type.
 */
export function general(value: number, precision: number, alternate = false, keepPoint = false): string {
  const text = special(value);
  if (text !== undefined) return text;
  const count = precision === 0 ? 1 : precision;
  const { digits, exponent } = significant(value, count);
  const trimmed = alternate ? digits : digits.replace(/0+$/, '') || '0';
  if (exponent < -4 || exponent >= (keepPoint ? count - 1 : count))
    return withExponent(trimmed, exponent, alternate);
  if (exponent < 0) return `0.${'0'.repeat(-exponent - 1)}${trimmed}`;
  const whole = trimmed.slice(0, exponent + 1).padEnd(exponent + 1, '0');
  const rest = trimmed.slice(exponent + 1);
  if (rest !== '') return `${whole}.${rest}`;
  return keepPoint ? `${whole}.0` : alternate ? `${whole}.` : whole;
}

/** A magnitude in the format of a type letter; `''` is Python's own form. */
export function formatFloat(
  value: number,
  type: string,
  precision: number | undefined,
  alternate: boolean,
): string {
  const lower = type.toLowerCase();
  const text =
    lower === 'f'
      ? fixed(value, precision ?? 6, alternate)
      : lower === 'e'
        ? exponential(value, precision ?? 6, alternate)
        : lower === '%'
          ? `${fixed(value * 100, precision ?? 6, alternate)}%`
          : lower === ''
            ? precision === undefined
              ? floatText(value)
              : general(value, precision, alternate, true)
            : general(value, precision ?? 6, alternate);
  return type !== lower ? text.toUpperCase() : text;
}
