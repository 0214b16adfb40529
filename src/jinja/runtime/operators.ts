import { formatPercent } from '../format/format-percent.ts';
import { boundedList, boundedText, spentText } from '../values/bounds.ts';
import type { RenderContext, Value } from '../values/context.ts';
import { TemplateFailure, typeError } from '../values/failure.ts';
import { LIMITS } from '../values/limits.ts';
import { type Arithmetic, calculate, intOf, isNumeric, negate } from '../values/number.ts';
import { typeName } from '../values/printing.ts';
import { Markup, textOf } from '../values/protocol.ts';
import { PyObject } from '../values/py-object.ts';
import { Tuple } from '../values/values.ts';
import { weight } from '../values/weight.ts';
import { spend } from '../values/work-meter.ts';

/** `a op b` with Python's rules for numbers, text, lists, tuples and types with their own operators. */
export function binary(operator: Arithmetic, a: Value, b: Value, context: RenderContext): Value {
  if (operator === '+' && typeof a === 'number' && typeof b === 'number') {
    const sum = a + b;
    if (Number.isSafeInteger(a) && Number.isSafeInteger(b) && Number.isSafeInteger(sum)) return sum;
  }
  if (isNumeric(a) && isNumeric(b)) {
    if (typeof a === 'bigint' || typeof b === 'bigint') spend(weight(a) + weight(b));
    return calculate(operator, a, b);
  }
  spend(1 + weight(a) + weight(b));
  const special = combine(operator, a, b, context);
  if (special !== undefined) return special;
  if (a instanceof PyObject) {
    const result = a.binary(operator, b, false);
    if (result !== undefined) return result;
  }
  if (b instanceof PyObject) {
    const result = b.binary(operator, a, true);
    if (result !== undefined) return result;
  }
  throw wrongOperands(operator, a, b);
}

function combine(operator: Arithmetic, a: Value, b: Value, context: RenderContext): Value {
  if (operator === '+') return add(a, b, context);
  if (operator === '*') return repeat(a, b, context);
  if (operator !== '%') return undefined;
  const text = textOf(a);
  return text === undefined ? undefined : boundedText(formatPercent(text, b, context), context);
}

function add(a: Value, b: Value, context: RenderContext): Value {
  const text = textOf(a);
  if (text !== undefined) {
    const other = textOf(b);
    if (other === undefined) return undefined;
    if (text.length + other.length > LIMITS.text) throw new TemplateFailure('MemoryError', 'text too long');
    const sum = text + other;
    return a instanceof Markup && b instanceof Markup ? new Markup(sum) : sum;
  }
  if (Array.isArray(a) && Array.isArray(b)) return boundedList([...a, ...b], context);
  if (a instanceof Tuple && b instanceof Tuple)
    return new Tuple(boundedList([...a.items, ...b.items], context));
  return undefined;
}

function repeat(a: Value, b: Value, context: RenderContext): Value {
  const times = intOf(b) ?? intOf(a);
  if (times === undefined) return undefined;
  const value = intOf(b) === undefined ? b : a;
  const count = Math.max(0, Number(times));
  const text = textOf(value);
  if (text !== undefined) {
    if (text.length * count > LIMITS.text) throw new TemplateFailure('MemoryError', 'text too long');
    context.spend((text.length * count) >> 5);
    return text.repeat(count);
  }
  const items = Array.isArray(value) ? value : value instanceof Tuple ? value.items : undefined;
  if (items === undefined) return undefined;
  if (items.length * count > LIMITS.items) throw new TemplateFailure('MemoryError', 'list too long');
  context.spend(items.length * count);
  const result: Value[] = [];
  for (let round = 0; round < count && items.length > 0; round += 1)
    for (const item of items) result.push(item);
  return Array.isArray(value) ? result : new Tuple(result);
}

function wrongOperands(operator: string, a: Value, b: Value): TemplateFailure {
  const [left, right] = [typeName(a), typeName(b)];
  if (operator === '+' && textOf(a) !== undefined) {
    return typeError(`can only concatenate str (not "${right}") to str`);
  }
  if (operator === '+' && (Array.isArray(a) || a instanceof Tuple)) {
    return typeError(`can only concatenate ${left} (not "${right}") to ${left}`);
  }
  if (operator === '*' && isSequence(a) && !isNumeric(b)) {
    return typeError(`can't multiply sequence by non-int of type '${right}'`);
  }
  if (operator === '*' && isSequence(b))
    return typeError(`can't multiply sequence by non-int of type '${left}'`);
  const shown = operator === '**' ? '** or pow()' : operator;
  return typeError(`unsupported operand type(s) for ${shown}: '${left}' and '${right}'`);
}

function isSequence(value: Value): boolean {
  return textOf(value) !== undefined || Array.isArray(value) || value instanceof Tuple;
}

/** `-a` and `+a`. */
export function unary(operator: '-' | '+', value: Value): Value {
  if (isNumeric(value)) {
    if (typeof value === 'bigint') spend(weight(value));
    if (operator === '-') return negate(value);
    return typeof value === 'boolean' ? Number(value) : value;
  }
  const result =
    value instanceof PyObject ? (operator === '-' ? value.negate() : positive(value)) : undefined;
  if (result === undefined) throw typeError(`bad operand type for unary ${operator}: '${typeName(value)}'`);
  return result;
}

function positive(value: PyObject): Value {
  return value.negate() === undefined ? undefined : value;
}

/** `a ~ b`: the concatenated text of both. */
export function joinTexts(parts: readonly Value[], context: RenderContext): string {
  let text = '';
  for (const part of parts) text += spentText(part, context);
  return boundedText(text, context);
}
