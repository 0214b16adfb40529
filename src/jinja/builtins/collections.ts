import { boundedList } from '../values/bounds.ts';
import { callable, callValue, type Named } from '../values/call.ts';
import type { Callable, RenderContext, Value } from '../values/context.ts';
import { typeError, valueError } from '../values/failure.ts';
import { intOf } from '../values/number.ts';
import { repr, typeName } from '../values/printing.ts';
import { contains, textOf, toArray, truth } from '../values/protocol.ts';
import { NativeFunction, PyObject } from '../values/py-object.ts';
import { eachCharacter } from '../values/text-pieces.ts';
import { Undefined } from '../values/undefined.ts';
import { Dict, dictEntries, dictGet, isDict, PySet } from '../values/values.ts';
import { spend } from '../values/work-meter.ts';

function needList(name: string, value: Value, context: RenderContext): readonly Value[] {
  const isIterable =
    !isDict(value) && textOf(value) === undefined && (Array.isArray(value) || value instanceof PyObject);
  if (!isIterable) throw typeError(`${name} expected a list, got ${typeName(value)}`);
  return toArray(value, context);
}

function flatten(context: RenderContext, value: Value, levels: Value): Value {
  if (!isListLike(value)) throw typeError(`flatten expected a list, got ${typeName(value)}`);
  const max = levels === undefined || levels === null ? Number.POSITIVE_INFINITY : Number(intOf(levels) ?? 0);
  const result: Value[] = [];
  const walk = (items: readonly Value[], depth: number): void => {
    for (const item of items) {
      context.spend(1);
      if (isListLike(item) && depth < max) walk(toArray(item, context), depth + 1);
      else result.push(item);
    }
  };
  walk(toArray(value, context), 0);
  return boundedList(result, context);
}

function isListLike(value: Value): boolean {
  return (
    Array.isArray(value) ||
    (value instanceof PyObject && textOf(value) === undefined && !isDict(value) && value.pull() !== undefined)
  );
}

function setOperation(name: string, run: (a: PySet, b: PySet) => Value[]): Callable {
  return callable(`${name}(value, other)`, (context, value, other) => {
    const [a, b] = [new PySet(needList(name, value, context)), new PySet(needList(name, other, context))];
    context.spend(a.size() + b.size());
    return boundedList(run(a, b), context);
  });
}

const all = (set: PySet): Value[] => [...set.entries.values()];

/** A reproducible generator: mulberry32, seeded with the text of the seed. */
function seeded(seed: Value): () => number {
  let state = 0x9e3779b9;
  for (const char of eachCharacter(repr(seed)))
    state = Math.imul(state ^ (char.codePointAt(0) ?? 0), 0x01000193);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

function shuffle(context: RenderContext, rest: Value, seed: Value): Value {
  const args = rest as readonly Value[];
  const [first] = args;
  if (first === undefined) throw typeError('shuffle expected at least 1 argument, got 0');
  const isList = Array.isArray(first) || (first instanceof PyObject && !isDict(first));
  if (args.length === 1 && !isList) throw typeError(`'${typeName(first)}' object is not iterable`);
  const [list, key] = isList ? [toArray(first, context), args[1] ?? seed] : [args, seed];
  const random = key === undefined || key === null ? Math.random : seeded(key);
  const items = [...list];
  for (let at = items.length - 1; at > 0; at -= 1) {
    if ((at & 7) === 0) context.spend(1);
    const other = Math.floor(random() * (at + 1));
    [items[at], items[other]] = [items[other], items[at]];
  }
  return boundedList(items, context);
}

function combine(context: RenderContext, rest: Value, recursive: Value): Value {
  const dicts = rest as readonly Value[];
  if (dicts.length === 0) throw typeError('combine expected at least 1 argument, got 0');
  const deep = recursive !== undefined && truth(recursive);
  let result = new Dict();
  for (const dict of dicts) {
    if (!isDict(dict)) throw typeError(`combine expected a dict, got ${typeName(dict)}`);
    result = merge(result, dict, deep, context);
  }
  return result;
}

function merge(base: Value, added: Value, deep: boolean, context: RenderContext): Dict {
  const result = new Dict();
  if (isDict(base)) {
    for (const [key, value] of dictEntries(base)) {
      context.spend(1);
      result.set(key, value);
    }
  }
  if (!isDict(added)) return result;
  for (const [key, value] of dictEntries(added)) {
    context.spend(1);
    const old = result.get(key);
    result.set(key, deep && isDict(old) && isDict(value) ? merge(old, value, true, context) : value);
  }
  return result;
}

/** Merges the service responses for several entities into one list. */
function mergeResponse(context: RenderContext, response: Value): Value {
  if (!isDict(response)) throw typeError('Response is not a dictionary');
  const rows: Value[] = [];
  for (const [entity, answer] of dictEntries(response)) {
    context.spend(2);
    if (!isDict(answer)) throw typeError('Response is not a dictionary');
    const entries = Array.from(dictEntries(answer));
    const lists = entries.filter(([, value]) => Array.isArray(value));
    const single = lists.length === 1 && entries.length === 1 ? lists[0] : undefined;
    if (single === undefined) {
      rows.push(withOrigin(answer, [['entity_id', entity]]));
      continue;
    }
    for (const item of toArray(single[1], context)) {
      rows.push(
        withOrigin(item, [
          ['entity_id', entity],
          ['value_key', single[0]],
        ]),
      );
    }
  }
  return boundedList(rows, context);
}

function withOrigin(row: Value, origin: readonly (readonly [string, Value])[]): Dict {
  if (!isDict(row)) throw typeError('Response is not a dictionary');
  const result = new Dict();
  for (const [key, value] of dictEntries(row)) {
    spend(1);
    result.set(key, value);
  }
  for (const [key, value] of origin) {
    if (dictGet(row, key) !== undefined)
      throw valueError(`Response dictionary already contains key '${key}'`);
    result.set(key, value);
  }
  return result;
}

/** `macro | as_function`: returns what the macro passes to its `returns`. */
function asFunction(macro: Value): NativeFunction {
  return new NativeFunction('function', (context, args, named) => {
    let returned: Value = null;
    const returns = new NativeFunction('method', (_context, values) => {
      const [value] = values;
      if (value === undefined || values.length > 1) throw typeError('returns() takes 1 positional argument');
      returned = value;
      return value;
    });
    callValue(macro, context, args, new Map([...named, ['returns', returns]]));
    return returned;
  });
}

/** Collections and functions, as both filters and functions. */
export const COLLECTIONS: readonly Callable[] = [
  callable('flatten(value, levels=None)', flatten),
  callable('shuffle(*args, seed=None)', shuffle),
  setOperation('intersect', (a, b) => all(a).filter((item) => b.has(item))),
  setOperation('difference', (a, b) => all(a).filter((item) => !b.has(item))),
  setOperation('union', (a, b) => all(new PySet([...all(a), ...all(b)]))),
  setOperation('symmetric_difference', (a, b) => [
    ...all(a).filter((item) => !b.has(item)),
    ...all(b).filter((item) => !a.has(item)),
  ]),
  callable('combine(*args, recursive=false)', combine),
  callable('merge_response(value)', mergeResponse),
  callable('as_function(macro)', (_context, macro) => asFunction(macro)),
  callable('apply(value, fn, *args, **kwargs)', (context, value, target, args, kwargs) =>
    callValue(target, context, [value, ...(args as readonly Value[])], kwargs as Named),
  ),
  callable('typeof(value)', (_context, value) => typeName(value)),
];

/** `contains`, as both filter and test. */
export const CONTAINS: Callable = callable('contains(value, item)', (context, value, item) =>
  contains(value, item, context),
);

/** `apply` as a test. */
export const APPLY_TEST: Callable = callable(
  'apply(value, fn, *args, **kwargs)',
  (context, value, target, args, kwargs) =>
    truth(callValue(target, context, [value, ...(args as readonly Value[])], kwargs as Named)),
);

/** Fails for undefined values. */
export const IS_DEFINED: Callable = callable('is_defined(value)', (_context, value) => {
  return value instanceof Undefined ? value.fail() : value;
});
