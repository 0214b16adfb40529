import { roundHalfEven } from './rounding.ts';
import { QUANTITIES, type Quantity, type UnitFacts, type UnitTable } from './unit-tables.ts';

/** Readings in one unit as readings in another. */
export interface Conversion {
  /** The value in the other unit, within a relative error of 1e-12; whole degrees where that is Beaufort. */
  readonly apply: (value: number) => number;
  /** Decimals a reading needs beyond those it came with, where the other unit is larger. */
  readonly extraDecimals: number;
  /** Decimals a converted reading has at least. */
  readonly leastDecimals: number;
}

/** Metres a second of one degree Beaufort. */
const BEAUFORT = 0.836;
/** What a kind of quantity needs where its factors are no powers of ten: a whole °F is not a whole °C. */
const AFFINE_DECIMALS = 1;
const INVERSE_DECIMALS = 2;
const MOST_DECIMALS = 15;

/** How readings in `from` are told in `to`; null where one of them is no unit of the quantity, or both are the same. */
export function conversionOf(quantity: Quantity, from: string, to: string): Conversion | null {
  const table: UnitTable = QUANTITIES[quantity];
  const [source, goal] = [table.get(from), table.get(to)];
  if (source === undefined || goal === undefined || from === to) return null;
  return {
    apply: (value) => fromBase(toBase(value, source), goal),
    extraDecimals: extraDecimals(source, goal),
    leastDecimals: leastDecimals(source, goal),
  };
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
  return (QUANTITIES[quantity] as UnitTable).has(unit);
}

/** The text of a reading in another unit, with the decimals it came with and those the larger unit needs; null where it has no value there. */
export function convertText(text: string, conversion: Conversion): string | null {
  const wanted = Math.max(decimalsOf(text) + conversion.extraDecimals, conversion.leastDecimals);
  const decimals = Math.min(wanted, MOST_DECIMALS);
  const value = roundHalfEven(conversion.apply(Number(text)), decimals);
  if (!Number.isFinite(value)) return null;
  return Math.abs(value) < 1e21 ? value.toFixed(decimals) : String(value);
}

/** A value without the noise of its last binary digits, for devices that get it as text. */
export function withoutNoise(value: number): number {
  return Number(value.toPrecision(12));
}

function decimalsOf(text: string): number {
  const [mantissa = '', exponent = '0'] = text.trim().toLowerCase().split('e');
  const point = mantissa.indexOf('.');
  return Math.max(0, (point < 0 ? 0 : mantissa.length - point - 1) - Number(exponent));
}

function toBase(value: number, unit: UnitFacts): number {
  if (unit.beaufort === true) return BEAUFORT * Math.max(0, value) ** 1.5;
  return unit.inverse === true ? unit.perBase / value : (value - (unit.zero ?? 0)) / unit.perBase;
}

function fromBase(value: number, unit: UnitFacts): number {
  if (unit.beaufort === true) return roundHalfEven((Math.max(0, value) / BEAUFORT) ** (2 / 3));
  return unit.inverse === true ? unit.perBase / value : value * unit.perBase + (unit.zero ?? 0);
}

function extraDecimals(source: UnitFacts, goal: UnitFacts): number {
  if (source.beaufort === true || goal.beaufort === true || source.inverse !== goal.inverse) return 0;
  const larger = source.inverse === true ? goal.perBase / source.perBase : source.perBase / goal.perBase;
  // The logarithm of a power of ten may fall just short of the whole number.
  return Math.max(0, Math.floor(Math.log10(larger) + 1e-9));
}

function leastDecimals(source: UnitFacts, goal: UnitFacts): number {
  if (goal.beaufort === true) return 0;
  if (source.inverse !== goal.inverse) return INVERSE_DECIMALS;
  return source.zero !== goal.zero || source.beaufort === true ? AFFINE_DECIMALS : 0;
}
