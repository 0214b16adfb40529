import { isDecimal } from '../../core/coerce.ts';
import { type ExactJson, Float } from '../../core/json.ts';
import type { Value } from './context.ts';
import { typeError } from './failure.ts';
import { numberText } from './number-text.ts';
import { typeName } from './printing.ts';
import { textOf } from './protocol.ts';
import { PyObject } from './py-object.ts';
import { Dict, dictEntries, isDict, PySet, Tuple } from './values.ts';
import { spend } from './work-meter.ts';

/** A number that is finite, also one as decimal text; undefined for anything else, booleans included. */
export function finiteNumber(value: Value): number | undefined {
  const number =
    value instanceof Float
      ? value.value
      : typeof value === 'number' ||
          typeof value === 'bigint' ||
          (typeof value === 'string' && isDecimal(value))
        ? Number(value)
        : Number.NaN;
  return Number.isFinite(number) ? number : undefined;
}

const MAX_DEPTH = 200;

/**
 * Converts a value to plain JSON data: tuples and sets become lists, keys text, undefined values null. Throws
 * a `TemplateFailure` for values without a JSON form: integers beyond 64 bits, bytes, tuples as keys.
 */
export function toPlain(value: Value, depth = 0): ExactJson {
  spend(1);
  if (depth > MAX_DEPTH) throw typeError('value nests too deep');
  if (value === null || typeof value === 'boolean' || typeof value === 'string' || value instanceof Float)
    return value;
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  if (typeof value === 'bigint') {
    if (value >= 2n ** 64n || value < -(2n ** 63n)) throw typeError('Integer exceeds 64-bit range');
    return value;
  }
  if (Array.isArray(value)) return value.map((item) => toPlain(item, depth + 1));
  if (value instanceof Tuple) return value.items.map((item) => toPlain(item, depth + 1));
  if (value instanceof PySet) return [...value.entries.values()].map((item) => toPlain(item, depth + 1));
  if (value instanceof Dict || isDict(value)) return plainDict(value, depth);
  const text = textOf(value);
  if (text !== undefined) return text;
  const own = value instanceof PyObject ? value.json() : undefined;
  if (own === undefined) throw typeError(`Type is not JSON serializable: ${typeName(value)}`);
  return toPlain(own, depth + 1);
}

function plainDict(dict: Parameters<typeof dictEntries>[0], depth: number): ExactJson {
  const result: Record<string, ExactJson> = Object.create(null);
  for (const [key, item] of dictEntries(dict)) result[keyText(key)] = toPlain(item, depth + 1);
  return result;
}

function keyText(key: Value): string {
  const text = textOf(key);
  if (text !== undefined) return text;
  if (key === null) return 'null';
  if (typeof key === 'boolean') return String(key);
  if (typeof key === 'number' || typeof key === 'bigint' || key instanceof Float) return numberText(key);
  throw typeError('Dict key must be a type serializable with OPT_NON_STR_KEYS');
}
