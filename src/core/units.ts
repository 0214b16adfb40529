import { roundHalfEven } from './rounding.ts';
import { QUANTITIES, type Quantity, type UnitFacts, type UnitTable } from './unit-tables.ts';

/** Converts values from one unit to another. */
export interface Conversion {
  /**
   * The value in the other unit, equal to Home Assistant's to the fifteenth digit; Beaufort values are whole
   * numbers.
   */
  readonly apply: (value: number) => number;
}

/** Meters per second of Beaufort 1; the scale has no direction and no negative values. */
const BEAUFORT = 0.836;
/** Significant digits of a converted value; the last binary digits are noise. */
const DIGITS = 15;

/**
 * The conversion from one unit to another; null if one of them is not a unit of the quantity or both are the
 * same.
 */
export function conversionOf(quantity: Quantity, from: string, to: string): Conversion | null {
  const table: UnitTable = QUANTITIES[quantity];
  const [source, goal] = [table.get(from), table.get(to)];
  if (source === undefined || goal === undefined || from === to) return null;
  return { apply: (value) => fromBase(toBase(value, source), goal) };
}

/** The ratio of `to` to `from`; undefined if one of them is not a unit of the quantity. */
export function unitRatio(quantity: Quantity, from: string, to: string): number | undefined {
  const table: UnitTable = QUANTITIES[quantity];
  const [source, goal] = [table.get(from), table.get(to)];
  return source === undefined || goal === undefined ? undefined : source.perBase / goal.perBase;
}

/** A value in another unit of the same quantity. Throws `RangeError` when no quantity has both. */
export function convert(value: number, from: string, to: string): number {
  if (from === to) return value;
  for (const quantity of Object.keys(QUANTITIES) as Quantity[]) {
    const conversion = conversionOf(quantity, from, to);
    if (conversion !== null) return conversion.apply(value);
  }
  throw new RangeError(`${from} is no other measure of ${to}`);
}

/** Whether a quantity is measured in a unit. */
export function isUnitOf(quantity: Quantity, unit: string): boolean {
  return QUANTITIES[quantity].has(unit);
}

/** A value in another unit as the text of a float with at most 15 digits; null if it has no value there. */
export function convertText(text: string, conversion: Conversion): string | null {
  const value = conversion.apply(Number(text));
  return Number.isFinite(value) ? floatReading(value) : null;
}

/** A number in another unit as text with the same number of decimals. */
export function convertRounded(text: string, conversion: Conversion): string | null {
  const value = roundHalfEven(conversion.apply(Number(text)), decimalsOf(text));
  return Number.isFinite(value) ? floatReading(value) : null;
}

/** A value without the noise of its last binary digits, for devices that receive it as text. */
export function roundNoise(value: number): number {
  return Number(value.toPrecision(12));
}

function floatReading(value: number): string {
  const short = Number(value.toPrecision(DIGITS));
  const size = Math.abs(short);
  if (size !== 0 && (size < 1e-4 || size >= 10 ** (DIGITS - 1)))
    return short.toExponential().replace(/e([+-])(\d)$/, 'e$10$2');
  return Number.isInteger(short) ? `${short}.0` : String(short);
}

/** How many decimals a number in a text has. */
export function decimalsOf(text: string): number {
  const [mantissa = '', exponent = '0'] = text.trim().toLowerCase().split('e');
  const point = mantissa.indexOf('.');
  return Math.max(0, (point < 0 ? 0 : mantissa.length - point - 1) - Number(exponent));
}

function toBase(value: number, unit: UnitFacts): number {
  if (unit.beaufort === true) return BEAUFORT * value ** 1.5;
  return unit.inverse === true ? unit.perBase / value : (value - (unit.zero ?? 0)) / unit.perBase;
}

function fromBase(value: number, unit: UnitFacts): number {
  if (unit.beaufort === true) return roundHalfEven((Math.abs(value) / BEAUFORT) ** (2 / 3));
  return unit.inverse === true ? unit.perBase / value : value * unit.perBase + (unit.zero ?? 0);
}
