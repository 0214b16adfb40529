import { Float } from '../../core/json.ts';
import { methodsOf, propertyOf } from '../methods/members.ts';
import { callValue, invoke, type Named, NO_NAMED, PyFunction } from '../values/call.ts';
import type { RenderContext, Value } from '../values/context.ts';
import { typeError, valueError } from '../values/failure.ts';
import { intOf } from '../values/number.ts';
import { Bytes, Range } from '../values/objects.ts';
import { typeName } from '../values/printing.ts';
import { codePointLength, hasAstral, textOf } from '../values/protocol.ts';
import { PyObject } from '../values/py-object.ts';
import { characters, textOfCharacters, unitOfCharacter } from '../values/text-pieces.ts';
import { Undefined, undefinedMember, unsafeMember } from '../values/undefined.ts';
import { Dict, dictGet, isPlainDict, Tuple } from '../values/values.ts';
import { weight } from '../values/weight.ts';
import { spend, spendText } from '../values/work-meter.ts';
import { isUnsafe } from './unsafe-names.ts';

/**
 * Python's attribute of a value: a method, a property, or `undefined`. JavaScript properties are never
 * accessed.
 */
function attribute(context: RenderContext, value: Value, name: string): Value {
  if (value instanceof PyObject) {
    const found = value.attribute(name, context);
    if (found !== undefined) return found;
  }
  const method = methodsOf(value)?.get(name);
  if (method !== undefined) return new PyFunction(method, 'builtin_function_or_method', value);
  return propertyOf(value, name);
}

/** The item under a key; `undefined` if there is none or the value has no items. */
function item(context: RenderContext, value: Value, key: Value): Value {
  if (Array.isArray(value)) return atIndex(value, key);
  if (typeof value === 'string') return charAt(value, key);
  if (isPlainDict(value) || value instanceof Dict) {
    if (!isHashable(key)) return undefined;
    return dictGet(value, key);
  }
  if (value instanceof Tuple) return atIndex(value.items, key);
  if (value instanceof PyObject) {
    const text = textOf(value);
    return text === undefined ? value.item(key, context) : charAt(text, key);
  }
  return undefined;
}

function isHashable(key: Value): boolean {
  return !Array.isArray(key) && !isPlainDict(key) && !(key instanceof Dict);
}

function atIndex(items: readonly Value[], key: Value): Value {
  const index = intOf(key);
  return typeof index === 'number' ? items[index < 0 ? index + items.length : index] : undefined;
}

function charAt(text: string, key: Value): Value {
  const index = intOf(key);
  if (typeof index !== 'number') return undefined;
  if (text.length > 64) spendText(text.length);
  if (!hasAstral(text)) return text[index < 0 ? index + text.length : index];
  const wanted = index < 0 ? index + codePointLength(text) : index;
  const at = wanted < 0 ? text.length : unitOfCharacter(text, wanted);
  return at < text.length ? String.fromCodePoint(text.codePointAt(at) ?? 0) : undefined;
}

/** `value | attr(name)`: the attribute, never an item. */
export function getAttributeOnly(context: RenderContext, value: Value, name: string): Value {
  if (value instanceof Undefined) return value.failAloud();
  if (isUnsafe(value, name)) return unsafeMember(context, value, name);
  const found = attribute(context, value, name);
  return found === undefined ? undefinedMember(context, value, name) : found;
}

/** `value.name`: the attribute or, if there is none, the item. */
export function getAttribute(context: RenderContext, value: Value, name: string): Value {
  if (value instanceof Undefined)
    return isUnsafe(value, name) ? unsafeMember(context, value, name) : value.failAloud();
  if (isUnsafe(value, name)) return unsafeMember(context, value, name);
  const found = attribute(context, value, name);
  if (found !== undefined) return found;
  const entry = item(context, value, name);
  return entry === undefined ? undefinedMember(context, value, name) : entry;
}

/** `value[key]`: the item or, if there is none, the attribute. */
export function getItem(context: RenderContext, value: Value, key: Value): Value {
  if (value instanceof Undefined) return value.fail();
  const entry = item(context, value, key);
  if (entry !== undefined) return entry;
  const name = textOf(key);
  if (name === undefined) return undefinedMember(context, value, key);
  if (isUnsafe(value, name)) return unsafeMember(context, value, name);
  const found = attribute(context, value, name);
  return found === undefined ? undefinedMember(context, value, name) : found;
}

/** `value.name(…)` without creating a bound method. */
export function callMethod(
  context: RenderContext,
  value: Value,
  name: string,
  args: readonly Value[],
  named: Named = NO_NAMED,
): Value {
  const method = methodsOf(value)?.get(name);
  if (method !== undefined && !isUnsafe(value, name)) return invoke(method, context, [value, ...args], named);
  return callValue(getAttribute(context, value, name), context, args, named);
}

/** `value[start:stop:step]`. */
export function getSlice(value: Value, parts: readonly [Value, Value, Value]): Value {
  if (value instanceof Undefined) return value.fail();
  spend(weight(value) << 1);
  const text = textOf(value);
  if (text !== undefined) {
    if (!hasAstral(text) && (parts[2] === undefined || parts[2] === null)) {
      const { start, stop } = bounds(text.length, parts);
      return text.slice(start, Math.max(start, stop));
    }
    if (parts[2] === undefined || parts[2] === null || parts[2] === 1) {
      const { start, stop } = bounds(codePointLength(text), parts);
      return start < stop ? text.slice(unitOfCharacter(text, start), unitOfCharacter(text, stop)) : '';
    }
    return textOfCharacters(picked(characters(text), parts));
  }
  if (Array.isArray(value)) return picked(value, parts);
  if (value instanceof Tuple) return new Tuple(picked(value.items, parts));
  if (value instanceof Bytes) return new Bytes(Uint8Array.from(picked(Array.from(value.data), parts)));
  if (value instanceof Range) {
    const { start, stop, step } = bounds(value.count, parts);
    return new Range(value.at(start), value.at(stop), value.step * step);
  }
  throw typeError(`'${typeName(value)}' object is not subscriptable`);
}

function picked<T>(items: readonly T[], parts: readonly [Value, Value, Value]): T[] {
  const { start, stop, step } = bounds(items.length, parts);
  if (step === 1) return items.slice(start, Math.max(start, stop));
  const result: T[] = [];
  for (let at = start; step > 0 ? at < stop : at > stop; at += step) {
    const entry = items[at];
    if (entry !== undefined) result.push(entry);
  }
  return result;
}

function bounds(
  length: number,
  [first, second, third]: readonly [Value, Value, Value],
): { start: number; stop: number; step: number } {
  const step = sliceIndex(third) ?? 1;
  if (step === 0) throw valueError('slice step cannot be zero');
  const clip = (value: number): number => {
    const at = value < 0 ? value + length : value;
    return step > 0 ? Math.min(Math.max(at, 0), length) : Math.min(Math.max(at, -1), length - 1);
  };
  const [start, stop] = [sliceIndex(first), sliceIndex(second)];
  return {
    start: start === undefined ? (step > 0 ? 0 : length - 1) : clip(start),
    stop: stop === undefined ? (step > 0 ? length : -1) : clip(stop),
    step,
  };
}

function sliceIndex(value: Value): number | undefined {
  if (value === undefined || value === null) return undefined;
  if (value instanceof Undefined) return value.fail();
  const whole = value instanceof Float ? undefined : intOf(value);
  if (whole === undefined) {
    throw typeError('slice indices must be integers or None or have an __index__ method');
  }
  return Number(whole);
}
