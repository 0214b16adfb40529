import { boundedText } from '../values/bounds.ts';
import { callable } from '../values/call.ts';
import type { Callable, RenderContext, Value } from '../values/context.ts';
import { repr } from '../values/printing.ts';
import { compareText } from '../values/protocol.ts';
import { dictEntries, isDict, PySet, Tuple } from '../values/values.ts';
import { spend } from '../values/work-meter.ts';

const WIDTH = 80;

/** Python's `pprint`: on one line if it fits, otherwise one item per line, sorted by key. */
function pretty(value: Value, margin: number, closing: number, context: RenderContext): string {
  context.spend(1);
  const line = oneLine(value);
  if (line.length + margin + closing <= WIDTH) return line;
  if (isDict(value)) {
    const entries = sortedEntries(value);
    const rows = entries.map(([key, item], at) => {
      const head = `${repr(key)}: `;
      return (
        head + pretty(item, margin + 1 + head.length, at === entries.length - 1 ? closing + 1 : 1, context)
      );
    });
    return `{${rows.join(`,\n${' '.repeat(margin + 1)}`)}}`;
  }
  const items = Array.isArray(value)
    ? value
    : value instanceof Tuple && value.fields === undefined
      ? value.items
      : undefined;
  if (items === undefined || items.length === 0) return line;
  const rows = items.map((item, at) =>
    pretty(item, margin + 1, at === items.length - 1 ? closing + 1 : 1, context),
  );
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['(', rows.length === 1 ? ',)' : ')'];
  return `${open}${rows.join(`,\n${' '.repeat(margin + 1)}`)}${close}`;
}

function sortedEntries(value: Value): (readonly [Value, Value])[] {
  const entries = isDict(value) ? Array.from(dictEntries(value)) : [];
  spend(entries.length);
  return entries.sort(([a], [b]) => {
    spend(2);
    return compareText(repr(a), repr(b));
  });
}

function oneLine(value: Value): string {
  spend(1);
  if (isDict(value))
    return `{${sortedEntries(value)
      .map(([key, item]) => `${repr(key)}: ${oneLine(item)}`)
      .join(', ')}}`;
  if (Array.isArray(value)) return `[${value.map(oneLine).join(', ')}]`;
  if (value instanceof PySet && value.size() > 0)
    return `{${[...value.entries.values()].map(repr).sort(compareText).join(', ')}}`;
  return repr(value);
}

export const PPRINT: Callable = callable('pprint(value)', (context, value) =>
  boundedText(pretty(value, 0, 0, context), context),
);
