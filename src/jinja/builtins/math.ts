import { callable } from '../values/call.ts';
import type { Callable, RenderContext, Value } from '../values/context.ts';
import { noDefault, TemplateFailure, typeError, valueError } from '../values/failure.ts';
import { float, floatOf, intOf, isNumeric, roundDigits, truncate } from '../values/number.ts';
import { repr, str, typeName } from '../values/printing.ts';
import { truth } from '../values/protocol.ts';
import { PyObject } from '../values/py-object.ts';
import { Tuple } from '../values/values.ts';
import { orDefault, toFloat, toInt } from './filters-conversion.ts';

/** A function of one float, with a default for invalid input. */
function real(name: string, run: (value: number) => number): Callable {
  return callable(`${name}(value, default=…)`, (context, value, standard) => {
    const number = toFloat(value);
    const result = number === undefined ? Number.NaN : run(number);
    if (
      number === undefined ||
      (Number.isNaN(result) && !Number.isNaN(number)) ||
      (!Number.isFinite(result) && Number.isFinite(number))
    ) {
      return orDefault(context, name, value, standard);
    }
    return float(result);
  });
}

function logarithm(context: RenderContext, value: Value, base: Value, standard: Value): Value {
  const number = toFloat(value);
  const of = base === undefined ? Math.E : toFloat(base);
  if (number === undefined || number <= 0) return orDefault(context, 'log', value, standard);
  if (of === undefined || of <= 0) return orDefault(context, 'log', base, standard);
  if (base === undefined) return float(Math.log(number));
  if (of === 1) throw new TemplateFailure('ZeroDivisionError', 'division by zero');
  const result = of === 10 ? Math.log(number) / Math.log(10) : Math.log(number) / Math.log(of);
  return float(result);
}

function arcTangent(context: RenderContext, first: Value, second: Value, third: Value): Value {
  const pair = Array.isArray(first) ? first : first instanceof Tuple ? first.items : undefined;
  const [y, x, standard] =
    pair !== undefined && pair.length === 2 ? [pair[0], pair[1], second ?? third] : [first, second, third];
  const [a, b] = [toFloat(y), x === undefined ? undefined : toFloat(x)];
  if (a === undefined || b === undefined) {
    if (standard !== undefined) return standard;
    throw noDefault('atan2', pairText(y, x), context.source);
  }
  return float(Math.atan2(a, b));
}

function pairText(y: Value, x: Value): string {
  return repr(new Tuple(x === undefined ? [y] : [y, x]));
}

function needNumbers(given: Readonly<Record<string, Value>>): number[] {
  const values = Object.values(given).map((value) => toFloat(value));
  if (values.includes(undefined)) {
    const list = Object.entries(given).map(([name, value]) => `${name}=${repr(value)}`);
    throw valueError(`function requires numeric arguments, got ${list.join(', ')}`);
  }
  return values.filter((value) => value !== undefined);
}

function wrapNumber(value: number, low: number, high: number): number {
  const range = high - low;
  if (range === 0) return low;
  const rest = (value - low) % range;
  return low + (rest !== 0 && rest < 0 !== range < 0 ? rest + range : rest);
}

const EDGES: ReadonlySet<string> = new Set(['none', 'clamp', 'wrap', 'mirror']);

function remap(_context: RenderContext, ...args: Value[]): Value {
  const [value, inMin, inMax, outMin, outMax, stepsGiven, edgesGiven] = args;
  const [number = 0, low = 0, high = 0, outLow = 0, outHigh = 0] = needNumbers({
    value,
    in_min: inMin,
    in_max: inMax,
    out_min: outMin,
    out_max: outMax,
  });
  const steps = stepsGiven === undefined ? 0 : Number(intOf(stepsGiven) ?? 0);
  const edges = edgesGiven === undefined ? 'none' : str(edgesGiven);
  if (!EDGES.has(edges))
    throw valueError(`edges must be one of none, clamp, wrap, mirror, got ${repr(edgesGiven)}`);
  if (low === high) throw valueError(`in_min=${repr(inMin)} must not equal in_max=${repr(inMax)}`);
  let input = number;
  if (edges === 'clamp') input = Math.max(Math.min(low, high), Math.min(Math.max(low, high), input));
  if (edges === 'wrap') input = wrapNumber(input, low, high);
  if (edges === 'mirror') {
    const range = high - low;
    const period = wrapNumber(input - low, 0, 2 * range);
    input = low + (Math.abs(period) > Math.abs(range) ? 2 * range - period : period);
  }
  let share = (input - low) / (high - low);
  if (steps > 0) share = Math.floor(share * steps) / steps;
  return float(outLow + share * (outHigh - outLow));
}

function bitwise(name: string, run: (a: bigint, b: bigint) => bigint, sign: string): Callable {
  return callable(`${name}(first_value, second_value)`, (_context, a, b) => {
    const [x, y] = [intOf(a), intOf(b)];
    if (x === undefined || y === undefined) {
      throw typeError(`unsupported operand type(s) for ${sign}: '${typeName(a)}' and '${typeName(b)}'`);
    }
    const value = run(BigInt(x), BigInt(y));
    return Number.isSafeInteger(Number(value)) ? Number(value) : value;
  });
}

/** Also a test. */
export const IS_NUMBER: Callable = callable('is_number(value)', (_context, value) => isNumber(value));

/** Numbers, as both filters and functions. */
export const MATH: readonly Callable[] = [
  callable('log(value, base=…, default=…)', logarithm),
  real('sin', Math.sin),
  real('cos', Math.cos),
  real('tan', Math.tan),
  real('asin', Math.asin),
  real('acos', Math.acos),
  real('atan', Math.atan),
  real('sqrt', Math.sqrt),
  callable('atan2(y, x=…, default=…)', arcTangent),
  callable('clamp(value, min_value, max_value)', (_context, value, low, high) => {
    const [number = 0, min = 0, max = 0] = needNumbers({ value, min_value: low, max_value: high });
    return float(Math.max(min, Math.min(max, number)));
  }),
  callable('wrap(value, min_value, max_value)', (_context, value, low, high) => {
    const [number = 0, min = 0, max = 0] = needNumbers({ value, min_value: low, max_value: high });
    return float(wrapNumber(number, min, max));
  }),
  callable("remap(value, in_min, in_max, out_min, out_max, *, steps=0, edges='none')", remap),
  bitwise('bitwise_and', (a, b) => a & b, '&'),
  bitwise('bitwise_or', (a, b) => a | b, '|'),
  bitwise('bitwise_xor', (a, b) => a ^ b, '^'),
  callable(
    'iif(value, if_true=true, if_false=false, if_none=…)',
    (_context, value, ifTrue, ifFalse, ifNone) => {
      if (value === null && ifNone !== undefined) return ifNone;
      return truth(value) ? (ifTrue === undefined ? true : ifTrue) : ifFalse === undefined ? false : ifFalse;
    },
  ),
  IS_NUMBER,
];

/** Whether a value is a finite number, or text that represents one. */
export function isNumber(value: Value): boolean {
  const number = typeof value === 'string' || isNumeric(value) ? toFloat(value) : undefined;
  return number !== undefined && Number.isFinite(number);
}

function round(context: RenderContext, value: Value, digits: Value, method: Value, standard: Value): Value {
  const number = toFloat(value);
  const precision = digits === undefined ? 0 : Number(intOf(digits) ?? toInt(digits) ?? Number.NaN);
  if (number === undefined || Number.isNaN(precision)) return orDefault(context, 'round', value, standard);
  const rounded = roundBy(number, precision, method === undefined ? 'common' : str(method));
  if (precision !== 0) return float(rounded);
  return Number.isFinite(rounded) ? truncate(rounded) : orDefault(context, 'round', value, standard);
}

function roundBy(number: number, precision: number, method: string): number {
  const multiplier = 10 ** precision;
  if (method === 'ceil') return Math.ceil(number * multiplier) / multiplier;
  if (method === 'floor') return Math.floor(number * multiplier) / multiplier;
  if (method === 'half') return roundDigits(number * 2, 0) / 2;
  return roundDigits(number, precision);
}

function arithmetic(name: string, run: (a: number, b: number) => number): Callable {
  return callable(`${name}(value, amount, default=…)`, (context, value, amount, standard) => {
    const [a, b] = [toFloat(value), toFloat(amount)];
    return a === undefined || b === undefined ? orDefault(context, name, value, standard) : float(run(a, b));
  });
}

/** Numbers, as filters only. */
export const MATH_FILTERS: readonly Callable[] = [
  callable("round(value, precision=0, method='common', default=…)", round),
  arithmetic('add', (a, b) => a + b),
  arithmetic('multiply', (a, b) => a * b),
  callable('abs(x)', (_context, value) => {
    if (typeof value === 'bigint') return value < 0n ? -value : value;
    const whole = intOf(value);
    if (whole !== undefined) return Math.abs(Number(whole));
    if (isNumeric(value)) return float(Math.abs(floatOf(value)));
    const own = value instanceof PyObject ? value.absolute() : undefined;
    if (own !== undefined) return own;
    throw typeError(`bad operand type for abs(): '${typeName(value)}'`);
  }),
  callable('ordinal(value)', (_context, value) => ordinal(str(value))),
];

/** `1st`, `2nd`, `11th`. */
function ordinal(text: string): string {
  const tens = Number(text.slice(-2)) % 100;
  const ending = ['th', 'st', 'nd', 'rd'][tens >= 11 && tens <= 13 ? 0 : tens % 10] ?? 'th';
  return `${text}${ending}`;
}
