import { callable } from '../values/call.ts';
import type { Callable, RenderContext, Value } from '../values/context.ts';
import { typeError } from '../values/failure.ts';
import { typeName } from '../values/printing.ts';
import { order, textOf, toArray, truth } from '../values/protocol.ts';
import { splitText } from '../values/text-search.ts';
import { Undefined } from '../values/undefined.ts';
import { equals, Tuple } from '../values/values.ts';
import { spend } from '../values/work-meter.ts';
import { attributeGetter, ignoringCase } from './attribute-path.ts';

/** Whether an argument is true; `standard` if it was omitted. */
export function flag(value: Value, standard = false): boolean {
  return value === undefined ? standard : truth(value);
}

function less(a: Value, b: Value, operator: string): number {
  spend(1);
  const result = order(a, b);
  if (result === undefined) {
    throw typeError(`'${operator}' not supported between instances of '${typeName(a)}' and '${typeName(b)}'`);
  }
  return Number.isNaN(result) ? 0 : result;
}

/** Sorts by a key, stably; `reverse` retains the order of equal items, as in Python. */
export function sortBy(
  items: readonly Value[],
  key: (item: Value) => Value,
  reverse: boolean,
  context: RenderContext,
): Value[] {
  const keyed = items.map((item) => {
    context.spend(2);
    return { item, key: key(item) };
  });
  if (keyed.length === 2 && keyed[0] !== undefined && keyed[1] !== undefined)
    less(keyed[1].key, keyed[0].key, '<');
  keyed.sort((a, b) => (reverse ? less(b.key, a.key, '<') : less(a.key, b.key, '<')));
  return keyed.map(({ item }) => item);
}

/** The comparison key: text in lower case unless `caseSensitive`. */
export function caseKey(caseSensitive: Value): (value: Value) => Value {
  return flag(caseSensitive) ? (value) => value : ignoringCase;
}

/** The sort key: one attribute, or several separated by commas. */
export function multiKey(
  context: RenderContext,
  attribute: Value,
  change: (value: Value) => Value,
): (item: Value) => Value {
  const text = textOf(attribute);
  // The key is a list even for one attribute, so that undefined values are compared for equality first.
  const paths: readonly Value[] = text === undefined ? [attribute] : splitText(text, ',');
  const readers = paths.map((path) => attributeGetter(context, path));
  return (item) => {
    spend(readers.length);
    return readers.map((read) => change(read(item)));
  };
}

/** The smallest (`sign` 1) or largest (-1) item. */
export function extreme(
  items: readonly Value[],
  sign: 1 | -1,
  key: (item: Value) => Value,
  context: RenderContext,
): Value {
  context.spend(items.length >> 2);
  let [best, bestKey]: Value[] = [items[0], items.length > 0 ? key(items[0]) : undefined];
  for (const item of items.slice(1)) {
    const itemKey = key(item);
    if (less(itemKey, bestKey, sign === 1 ? '<' : '>') * sign < 0) [best, bestKey] = [item, itemKey];
  }
  return best;
}

/** The filters `min` and `max`. */
export function extremeFilter(name: 'min' | 'max'): Callable {
  return callable(
    `${name}(value, case_sensitive=false, attribute=None)`,
    (context, value, sensitive, attribute) => {
      const items = toArray(value, context);
      if (items.length === 0) {
        return new Undefined(context, () => 'No aggregated item, sequence was empty.');
      }
      const [read, change] = [attributeGetter(context, attribute), caseKey(sensitive)];
      return extreme(items, name === 'min' ? 1 : -1, (item) => change(read(item)), context);
    },
  );
}

/** Groups items by an attribute, sorted by it; each group is a named tuple. */
export function groupBy(
  context: RenderContext,
  value: Value,
  attribute: Value,
  standard: Value,
  sensitive: Value,
): Value {
  const [read, change] = [attributeGetter(context, attribute, standard), caseKey(sensitive)];
  const sorted = sortBy(toArray(value, context), (item) => change(read(item)), false, context);
  const groups: { key: Value; items: Value[] }[] = [];
  for (const item of sorted) {
    context.spend(1);
    const key = change(read(item));
    const last = groups.at(-1);
    if (last !== undefined && equals(last.key, key)) last.items.push(item);
    else groups.push({ key, items: [item] });
  }
  return groups.map(({ items }) => new Tuple([read(items[0]), items], ['grouper', 'list']));
}
