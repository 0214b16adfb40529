import { attributeGetter } from '../runtime/attribute-path.ts';
import { binary } from '../runtime/operators.ts';
import { caseKey, extremeFilter, flag, groupBy, multiKey, sortBy } from '../runtime/ordering.ts';
import { needInt } from '../values/arguments.ts';
import { boundedList, joinBounded, spentText } from '../values/bounds.ts';
import { callable } from '../values/call.ts';
import type { Callable, RenderContext, Value } from '../values/context.ts';
import { TemplateFailure, typeError } from '../values/failure.ts';
import { hashKey } from '../values/hash-key.ts';
import { LIMITS } from '../values/limits.ts';
import { generator, Lazy } from '../values/objects.ts';
import { str, typeName } from '../values/printing.ts';
import { iterate, length, pullOf, sizeOf, textOf, toArray } from '../values/protocol.ts';
import { END, type Pull } from '../values/py-object.ts';
import { pieces } from '../values/text-pieces.ts';
import { Undefined } from '../values/undefined.ts';
import { dictEntries, isDict, PySet, pullArray, Tuple } from '../values/values.ts';
import { spend } from '../values/work-meter.ts';

function unique(context: RenderContext, value: Value, sensitive: Value, attribute: Value): Value {
  const [read, change] = [attributeGetter(context, attribute), caseKey(sensitive)];
  const seen = new Set<unknown>();
  const pull = iterate(value, context);
  return generator('do_unique', () => {
    for (let item = pull(); item !== END; item = pull()) {
      context.spend(1);
      const key = hashKey(change(read(item)));
      if (!seen.has(key)) {
        seen.add(key);
        return item;
      }
    }
    return END;
  });
}

function batch(context: RenderContext, value: Value, count: Value, fill: Value): Value {
  const size = Math.min(needInt(count), LIMITS.items);
  const pull = iterate(value, context);
  const next: Pull = () => {
    const row: Value[] = [];
    for (let item: Value; row.length < size || size < 1; row.push(item)) {
      item = pull();
      context.spend(1);
      if (item === END) break;
    }
    if (row.length === 0) return END;
    if (fill !== undefined && fill !== null) {
      context.spend(size - row.length);
      while (row.length < size) row.push(fill);
    }
    return boundedList(row, context);
  };
  return generator('do_batch', next);
}

function sliced(context: RenderContext, value: Value, slices: Value, fill: Value): Value {
  const items = toArray(value, context);
  const count = needInt(slices);
  if (count === 0) throw new TemplateFailure('ZeroDivisionError', 'integer division or modulo by zero');
  const each = Math.floor(items.length / count);
  const extra = items.length % count;
  const rows: Value[] = [];
  let offset = 0;
  for (let at = 0; at < Math.min(count, 100_000); at += 1) {
    context.spend(1);
    const start = offset + at * each;
    if (at < extra) offset += 1;
    const row = items.slice(start, offset + (at + 1) * each);
    rows.push(fill !== undefined && fill !== null && at >= extra ? [...row, fill] : row);
  }
  return generator('sync_do_slice', pullArray(boundedList(rows, context)));
}

function backward(text: string): string {
  let result = '';
  for (const piece of pieces(text, 2)) result = Array.from(piece).reverse().join('') + result;
  return result;
}

function reverse(context: RenderContext, value: Value): Value {
  const text = textOf(value);
  if (text !== undefined) return backward(text);
  if (pullOf(value) === undefined)
    throw new TemplateFailure('FilterArgumentError', 'argument must be iterable');
  const items = [...toArray(value, context)].reverse();
  return isReversible(value) ? new Lazy(`${typeName(value)}_reverseiterator`, pullArray(items)) : items;
}

function isReversible(value: Value): boolean {
  return !(value instanceof Lazy) && !(value instanceof PySet) && sizeOf(value) !== undefined;
}

function last(context: RenderContext, value: Value): Value {
  if (value instanceof Lazy || value instanceof PySet) {
    throw typeError(`'${typeName(value)}' object is not reversible`);
  }
  const items = toArray(value, context);
  return items.length > 0 ? items.at(-1) : new Undefined(context, () => 'No last item, sequence was empty.');
}

function first(context: RenderContext, value: Value): Value {
  const item = iterate(value, context)();
  return item === END ? new Undefined(context, () => 'No first item, sequence was empty.') : item;
}

function random(context: RenderContext, value: Value): Value {
  if (value instanceof Lazy) length(value, context);
  const items = toArray(value, context);
  if (items.length === 0) return new Undefined(context, () => 'No random item, sequence was empty.');
  return items[Math.floor(Math.random() * items.length)];
}

function tuplesOf(dict: Parameters<typeof dictEntries>[0]): Tuple[] {
  return Array.from(dictEntries(dict), (entry) => {
    spend(1);
    return new Tuple(entry);
  });
}

function dictSort(context: RenderContext, value: Value, sensitive: Value, by: Value, reversed: Value): Value {
  const position = by === undefined || by === 'key' ? 0 : by === 'value' ? 1 : -1;
  if (position < 0) {
    throw new TemplateFailure('FilterArgumentError', 'You can only sort by either "key" or "value"');
  }
  if (value instanceof Undefined) value.fail();
  if (!isDict(value)) {
    throw new TemplateFailure('AttributeError', `'${typeName(value)}' object has no attribute 'items'`);
  }
  const pairs = tuplesOf(value);
  const change = caseKey(sensitive);
  return sortBy(
    pairs,
    (pair) => change(pair instanceof Tuple ? pair.items[position] : pair),
    flag(reversed),
    context,
  );
}

function items(_context: RenderContext, value: Value): Value {
  if (value instanceof Undefined) return generator('do_items', () => END);
  if (!isDict(value)) throw typeError('Can only get item pairs from a mapping.');
  return generator('do_items', pullArray(tuplesOf(value)));
}

function sum(context: RenderContext, value: Value, attribute: Value, start: Value): Value {
  const read = attributeGetter(context, attribute);
  let total: Value = start ?? 0;
  if (textOf(total) !== undefined) throw typeError("sum() can't sum strings [use ''.join(seq) instead]");
  const list = toArray(value, context);
  context.spend(list.length >> 1);
  for (const item of list) total = binary('+', total, read(item), context);
  return total;
}

function join(context: RenderContext, value: Value, separator: Value, attribute: Value): Value {
  const read = attributeGetter(context, attribute);
  let size = 0;
  const texts = toArray(value, context).map((item) => {
    context.spend(1);
    const text = spentText(read(item), context);
    size += text.length;
    if (size > LIMITS.text) throw new TemplateFailure('MemoryError', 'text too long');
    return text;
  });
  return joinBounded(texts, separator === undefined ? '' : str(separator), context);
}

const LENGTH = (context: RenderContext, value: Value): Value => length(value, context);

/** Filters for lists and other iterables. */
export const LIST_FILTERS: readonly Callable[] = [
  callable('list(value)', (context, value) => boundedList([...toArray(value, context)], context)),
  callable('length(obj)', LENGTH),
  callable('count(obj)', LENGTH),
  callable('first(seq)', first),
  callable('last(seq)', last),
  callable('random(seq)', random),
  callable("join(value, d='', attribute=None)", join),
  callable('reverse(value)', reverse),
  callable(
    'sort(value, reverse=false, case_sensitive=false, attribute=None)',
    (context, value, reversed, sensitive, attribute) =>
      sortBy(
        toArray(value, context),
        multiKey(context, attribute, caseKey(sensitive)),
        flag(reversed),
        context,
      ),
  ),
  callable('unique(value, case_sensitive=false, attribute=None)', unique),
  callable('groupby(value, attribute, default=None, case_sensitive=false)', groupBy),
  extremeFilter('min'),
  extremeFilter('max'),
  callable('sum(iterable, attribute=None, start=0)', sum),
  callable('batch(value, linecount, fill_with=None)', batch),
  callable('slice(value, slices, fill_with=None)', sliced),
  callable("dictsort(value, case_sensitive=false, by='key', reverse=false)", dictSort),
  callable('items(value)', items),
];
