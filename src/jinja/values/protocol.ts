import { Float } from '../../core/json.ts';
import type { RenderContext, Value } from './context.ts';
import { TemplateFailure, typeError } from './failure.ts';
import { LIMITS } from './limits.ts';
import { plainKeys } from './plain-keys.ts';
import { repr, typeName } from './printing.ts';
import { END, type Pull, PyObject } from './py-object.ts';
import { findText } from './text-search.ts';
import {
  comparable,
  compareNumbers,
  dictGet,
  dictSize,
  equals,
  isPlainDict,
  isSubset,
  PySet,
  pullArray,
  Tuple,
} from './values.ts';
import { spend, spendText, textWeight } from './work-meter.ts';

/** Text from `escape` or `safe`, which is not escaped again. */
export class Markup extends PyObject {
  readonly value: string;

  constructor(value: string) {
    super();
    this.value = value;
  }

  override weight(): number {
    return textWeight(this.value.length);
  }

  override get typeName(): string {
    return 'Markup';
  }

  override text(): string {
    return this.value;
  }

  override repr(): string {
    return `Markup(${repr(this.value)})`;
  }

  override size(): number {
    return codePointLength(this.value);
  }

  override truth(): boolean {
    return this.value !== '';
  }

  override pull(): Pull {
    return pullText(this.value);
  }

  override equals(other: Value): boolean {
    return textOf(other) === this.value;
  }

  override hash(): string {
    return this.value;
  }
}

/** The text of a string or `Markup`, `undefined` for anything else. */
export function textOf(value: Value): string | undefined {
  if (typeof value === 'string') return value;
  return value instanceof Markup ? value.value : undefined;
}

/** Python's truth value. */
export function truth(value: Value): boolean {
  switch (typeof value) {
    case 'boolean':
      return value;
    case 'string':
      return value !== '';
    case 'number':
      return value !== 0;
    case 'bigint':
      return true;
    default:
  }
  if (value === null || value === undefined) return false;
  if (Array.isArray(value)) return value.length > 0;
  if (value instanceof PyObject) return value.truth();
  if (value instanceof Float) return value.value !== 0;
  return isPlainDict(value) ? dictSize(value) > 0 : true;
}

const SURROGATE = /[\ud800-\udfff]/;

/** Whether a text contains surrogate pairs, which JavaScript counts as two characters. */
export function hasAstral(text: string): boolean {
  return SURROGATE.test(text);
}

/** The number of characters in a text; those outside the basic plane count once. */
export function codePointLength(text: string): number {
  spendText(text.length);
  if (!SURROGATE.test(text)) return text.length;
  let length = text.length;
  for (let at = 1; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code < 0xdc00 || code > 0xdfff) continue;
    const before = text.charCodeAt(at - 1);
    if (before >= 0xd800 && before < 0xdc00) length -= 1;
  }
  return length;
}

/** Python's `len`; `undefined` if there is none. */
export function sizeOf(value: Value, context?: RenderContext): number | undefined {
  if (typeof value === 'string') return codePointLength(value);
  if (Array.isArray(value)) return value.length;
  if (value instanceof PyObject) return value.size(context);
  return isPlainDict(value) ? dictSize(value) : undefined;
}

/** Python's `len`; throws `TypeError` if there is none. */
export function length(value: Value, context?: RenderContext): number {
  const size = sizeOf(value, context);
  if (size === undefined) throw typeError(`object of type '${typeName(value)}' has no len()`);
  return size;
}

/** The characters of a text, one by one: an array of them would take twenty times the memory. */
function pullText(text: string): Pull {
  const chars = text[Symbol.iterator]();
  return () => {
    const next = chars.next();
    return next.done === true ? END : next.value;
  };
}

/** The iteration of a value; `undefined` if it is not iterable. */
export function pullOf(value: Value, context?: RenderContext): Pull | undefined {
  if (Array.isArray(value)) return pullArray(value);
  if (typeof value === 'string') return pullText(value);
  if (value instanceof PyObject) return value.pull(context);
  return isPlainDict(value) ? pullArray(plainKeys(value)) : undefined;
}

/** Iterates a value; throws `TypeError` if it is not iterable. */
export function iterate(value: Value, context?: RenderContext): Pull {
  const pull = pullOf(value, context);
  if (pull === undefined) throw typeError(`'${typeName(value)}' object is not iterable`);
  return pull;
}

/** All items of an iterable; for lists and tuples their own array, which must not be changed. */
export function toArray(value: Value, context?: RenderContext): readonly Value[] {
  if (Array.isArray(value)) return value;
  if (value instanceof Tuple) return value.items;
  const pull = iterate(value, context);
  const items: Value[] = [];
  for (let item = pull(); item !== END; item = pull()) {
    items.push(item);
    context?.spend(1);
    if (items.length > LIMITS.items) throw new TemplateFailure('MemoryError', 'list too long');
  }
  return items;
}

/** `value in container`. */
export function contains(container: Value, value: Value, context?: RenderContext): boolean {
  const text = textOf(container);
  if (text !== undefined) {
    const part = textOf(value);
    if (part === undefined) {
      if (value instanceof PyObject && value.typeName.endsWith('Undefined')) value.text();
      throw typeError(`'in <string>' requires string as left operand, not ${typeName(value)}`);
    }
    return findText(text, part) >= 0;
  }
  if (Array.isArray(container)) return includes(container, value, context);
  if (container instanceof Tuple) return includes(container.items, value, context);
  if (isPlainDict(container)) return dictGet(container, value) !== undefined;
  if (container instanceof PyObject) {
    const answer = container.contains(value);
    if (answer !== undefined) return answer;
  }
  const pull = pullOf(container, context);
  if (pull === undefined) {
    throw typeError(`argument of type '${typeName(container)}' is not a container or iterable`);
  }
  for (let item = pull(); item !== END; item = pull()) {
    context?.spend(1);
    if (equals(item, value)) return true;
  }
  return false;
}

function includes(items: readonly Value[], value: Value, context?: RenderContext): boolean {
  context?.spend(items.length >> 3);
  for (const item of items) {
    if (item === value) return true;
    spend(1);
    if (equals(item, value)) return true;
  }
  return false;
}

/** Compares by code points; JavaScript's own order differs beyond the basic plane. */
export function compareText(a: string, b: string): number {
  if (a.length > 32 && b.length > 32) spendText(Math.min(a.length, b.length));
  if (a === b) return 0;
  if (!SURROGATE.test(a) && !SURROGATE.test(b)) return a < b ? -1 : 1;
  const shared = Math.min(a.length, b.length);
  for (let at = 0; at < shared; at += 1) {
    // At the first difference, both are at the same half of a pair, or at whole characters.
    if (a.charCodeAt(at) !== b.charCodeAt(at)) return (a.codePointAt(at) ?? 0) - (b.codePointAt(at) ?? 0);
  }
  return a.length - b.length;
}

/**
 * Negative, zero or positive; `NaN` for unordered values of comparable types, `undefined` for types that
 * cannot be compared.
 */
export function order(a: Value, b: Value): number | undefined {
  if (typeof a === 'number' && typeof b === 'number') return compareNumbers(a, b);
  const [textA, textB] = [textOf(a), textOf(b)];
  if (textA !== undefined && textB !== undefined) return compareText(textA, textB);
  const numberA = comparable(a);
  if (numberA !== undefined) {
    const numberB = comparable(b);
    if (numberB !== undefined) return compareNumbers(numberA, numberB);
  }
  if (Array.isArray(a) && Array.isArray(b)) return orderItems(a, b);
  if (a instanceof Tuple && b instanceof Tuple) return orderItems(a.items, b.items);
  if (a instanceof PySet && b instanceof PySet) return orderSets(a, b);
  const direct = a instanceof PyObject ? a.order(b) : undefined;
  if (direct !== undefined || !(b instanceof PyObject)) return direct;
  const reverse = b.order(a);
  return reverse === undefined ? undefined : 0 - reverse;
}

function orderSets(a: PySet, b: PySet): number {
  if (isSubset(a, b)) return a.size() === b.size() ? 0 : -1;
  return isSubset(b, a) ? 1 : Number.NaN;
}

function orderItems(a: readonly Value[], b: readonly Value[]): number | undefined {
  const shared = Math.min(a.length, b.length);
  for (let at = 0; at < shared; at += 1) {
    spend(1);
    if (!equals(a[at], b[at])) return order(a[at], b[at]) ?? failOrder('<', a[at], b[at]);
  }
  return a.length - b.length;
}

function failOrder(operator: string, a: Value, b: Value): never {
  throw typeError(`'${operator}' not supported between instances of '${typeName(a)}' and '${typeName(b)}'`);
}

export type Comparison = '==' | '!=' | '<' | '<=' | '>' | '>=';

/** Compares two values with an operator; throws `TypeError` for an order that Python does not define. */
export function compare(operator: Comparison, a: Value, b: Value): boolean {
  if (operator === '==') return equals(a, b);
  if (operator === '!=') return !equals(a, b);
  const result = order(a, b) ?? failOrder(operator, a, b);
  switch (operator) {
    case '<':
      return result < 0;
    case '<=':
      return result <= 0;
    case '>':
      return result > 0;
    default:
      return result >= 0;
  }
}
