import { parseBoolean } from '../../core/coerce.ts';
import { lower, upper } from '../methods/text-case.ts';
import { callable } from '../values/call.ts';
import type { Callable, RenderContext, Value } from '../values/context.ts';
import { noDefault } from '../values/failure.ts';
import { float, floatOf, intOf, isNumeric, truncate } from '../values/number.ts';
import { parseFloatText, parseIntText } from '../values/number-text.ts';
import { str } from '../values/printing.ts';
import { textOf, truth } from '../values/protocol.ts';
import { strip } from '../values/strip.ts';
import { Undefined } from '../values/undefined.ts';

/**
 * Converts a value to a float like Python's `float()`; `undefined` if impossible. An undefined value fails.
 */
export function toFloat(value: Value): number | undefined {
  if (typeof value === 'string') return parseFloatText(value);
  if (isNumeric(value)) return floatOf(value);
  if (value instanceof Undefined) return value.fail();
  const text = textOf(value);
  return text === undefined ? undefined : parseFloatText(text);
}

/** Converts a value to an int like the `int` filter: ints, then truncated floats, then text as either. */
export function toInt(value: Value, base = 10): Value {
  if (value instanceof Undefined) return value.fail();
  const text = textOf(value);
  if (text !== undefined) {
    const whole = parseIntText(text, base);
    if (whole !== undefined) return whole;
    const number = base === 10 ? parseFloatText(text) : undefined;
    return number === undefined || !Number.isFinite(number) ? undefined : truncate(number);
  }
  const whole = intOf(value);
  if (whole !== undefined) return whole;
  if (!isNumeric(value)) return undefined;
  const number = floatOf(value);
  return Number.isFinite(number) ? truncate(number) : undefined;
}

/**
 * Converts a value to a boolean by the words of configurations; `undefined` if impossible. An undefined value
 * fails.
 */
export function toBool(value: Value): boolean | undefined {
  if (value instanceof Undefined) return value.fail();
  if (typeof value === 'boolean') return value;
  const text = textOf(value);
  if (text !== undefined) return parseBoolean(strip(text).slice(0, 16));
  return isNumeric(value) ? truth(value) : undefined;
}

/** The caller's default, or an error that there is none. */
export function orDefault(context: RenderContext, name: string, value: Value, standard: Value): Value {
  if (standard !== undefined) return standard;
  throw noDefault(name, str(value), context.source);
}

export const FLOAT: Callable = callable('float(value, default=…)', (context, value, standard) => {
  const number = toFloat(value);
  return number === undefined ? orDefault(context, 'float', value, standard) : float(number);
});

export const INT: Callable = callable('int(value, default=…, base=10)', (context, value, standard, base) => {
  const whole = toInt(value, base === undefined ? 10 : Number(intOf(base) ?? 10));
  return whole === undefined ? orDefault(context, 'int', value, standard) : whole;
});

export const BOOL: Callable = callable('bool(value, default=…)', (context, value, standard) => {
  const flag = toBool(value);
  return flag === undefined ? orDefault(context, 'bool', value, standard) : flag;
});

const DEFAULT_RUN = (_context: RenderContext, value: Value, standard: Value, boolean: Value): Value => {
  const missing = value instanceof Undefined || (boolean !== undefined && truth(boolean) && !truth(value));
  return missing ? (standard ?? (standard === null ? null : '')) : value;
};

/** Filters that convert between types. */
export const CONVERSION_FILTERS: readonly Callable[] = [
  callable("default(value, default_value='', boolean=false)", DEFAULT_RUN),
  callable("d(value, default_value='', boolean=false)", DEFAULT_RUN),
  callable('lower(value)', (_context, value) => lower(str(value))),
  callable('upper(value)', (_context, value) => upper(str(value))),
];
