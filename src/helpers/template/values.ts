import { parseBoolean } from '../../core/coerce.ts';
import { Float } from '../../core/json.ts';
import type { Value } from '../../jinja/values/context.ts';
import { finiteNumber, toPlain } from '../../jinja/values/plain.ts';
import { str } from '../../jinja/values/printing.ts';
import { PySet, Tuple } from '../../jinja/values/values.ts';

/** The boolean a template returned: true for `yes`, `true` and similar words and for numbers except 0. */
export function booleanOf(value: Value): boolean {
  if (typeof value === 'boolean') return value;
  if (typeof value === 'string') return parseBoolean(value) === true;
  return (finiteNumber(value) ?? 0) !== 0;
}

/** Whether a template returned an unknown value. */
export function isUnknown(value: Value): boolean {
  return (
    value === null || value === undefined || value === '' || value === 'unknown' || value === 'unavailable'
  );
}

/** The text a template prints; null for None. */
export function textOf(value: Value): string | null {
  return value === null || value === undefined ? null : str(value);
}

/** The items of a list, tuple or set; undefined for anything else. */
export function listOf(value: Value): readonly Value[] | undefined {
  if (Array.isArray(value)) return value;
  if (value instanceof Tuple) return value.items;
  return value instanceof PySet ? [...value.entries.values()] : undefined;
}

/** The items of a list as text. */
export function textsOf(value: Value): string[] | undefined {
  return listOf(value)?.map(str);
}

/** Exactly `count` numbers, from a list or from text such as `12, 50`. */
export function numbersOf(value: Value, count: number): number[] | undefined {
  const items = listOf(value) ?? (typeof value === 'string' ? value.split(',') : undefined);
  const numbers = items?.map(finiteNumber).filter((number) => number !== undefined);
  return numbers?.length === count && items?.length === count ? numbers : undefined;
}

/** A value as an attribute: plain JSON. */
export function attributeOf(value: Value): unknown {
  return plain(toPlain(value));
}

function plain(value: unknown): unknown {
  if (value instanceof Float) return value.value;
  if (typeof value === 'bigint') return Number(value);
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, plain(item)]));
}
