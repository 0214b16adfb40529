/** Mantissas and their differences stay exact below this. */
export const MAX_MANTISSA = 2 ** 52 - 1;
const MAX_DIGITS = 15;
const MINUS = 45;
const POINT = 46;
const ZERO = 48;

/** The digits of a decimal number in its plain form, without the point, or NaN: not of `-0`, `007`, `1e3`, `.5`. */
export function mantissaOf(text: string): number {
  const isNegative = text.charCodeAt(0) === MINUS;
  const start = isNegative ? 1 : 0;
  const length = text.length;
  if (length - start > MAX_DIGITS + 1 || length === start) return Number.NaN;
  let mantissa = 0;
  let point = -1;
  for (let i = start; i < length; i += 1) {
    const code = text.charCodeAt(i);
    if (code === POINT) {
      if (point >= 0 || i === start || i === length - 1) return Number.NaN;
      point = i;
      continue;
    }
    const digit = code - ZERO;
    if (digit < 0 || digit > 9) return Number.NaN;
    mantissa = mantissa * 10 + digit;
  }
  const whole = (point < 0 ? length : point) - start;
  if (whole > 1 && text.charCodeAt(start) === ZERO) return Number.NaN;
  if (mantissa > MAX_MANTISSA || (isNegative && mantissa === 0)) return Number.NaN;
  return isNegative ? -mantissa : mantissa;
}

/** The number of digits after the point. */
export function decimalsOf(text: string): number {
  const point = text.indexOf('.');
  return point < 0 ? 0 : text.length - point - 1;
}

/** How the numbers of a block are written: with `most` decimals, less the zeros at the end beyond `least`. */
export interface DecimalForm {
  readonly most: number;
  readonly least: number;
}

/** The text of a mantissa at `most` decimals. */
export function decimalText(mantissa: number, { most, least }: DecimalForm): string {
  if (most === 0) return String(mantissa);
  const digits = String(Math.abs(mantissa)).padStart(most + 1, '0');
  const point = digits.length - most;
  let end = digits.length;
  while (end > point + least && digits.charCodeAt(end - 1) === ZERO) end -= 1;
  const sign = mantissa < 0 ? '-' : '';
  if (end === point) return sign + digits.slice(0, point);
  return `${sign}${digits.slice(0, point)}.${digits.slice(point, end)}`;
}
