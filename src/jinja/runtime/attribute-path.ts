import { lower } from '../methods/text-case.ts';
import type { RenderContext, Value } from '../values/context.ts';
import { textOf } from '../values/protocol.ts';
import { splitText } from '../values/text-search.ts';
import { Undefined } from '../values/undefined.ts';
import { spend } from '../values/work-meter.ts';
import { getItem } from './access.ts';

/** Reads `a.b.0` of an item, for `map(attribute=…)`, `sort`, `groupby` and the like. */
export function attributeGetter(
  context: RenderContext,
  attribute: Value,
  standard?: Value,
): (item: Value) => Value {
  if (attribute === undefined || attribute === null) return (item) => item;
  const text = textOf(attribute);
  const path: readonly Value[] =
    text === undefined
      ? [attribute]
      : splitText(text, '.').map((part) => (/^\d+$/.test(part) ? Number(part) : part));
  return (item) => {
    let value = item;
    if (path.length > 4) spend(path.length >> 1);
    for (const part of path) {
      value = getItem(context, value, part);
      if (value instanceof Undefined && standard !== undefined && standard !== null) value = standard;
    }
    return value;
  };
}

/** Text in lower case, other values unchanged, for sorting and grouping without case. */
export function ignoringCase(value: Value): Value {
  const text = textOf(value);
  return text === undefined ? value : lower(text);
}
