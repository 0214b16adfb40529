import { needInt, needText } from '../values/arguments.ts';
import { callable } from '../values/call.ts';
import type { Callable, Value } from '../values/context.ts';
import { typeError, valueError } from '../values/failure.ts';
import { str, typeName } from '../values/printing.ts';
import { codePointLength, hasAstral, textOf } from '../values/protocol.ts';
import { unitOfCharacter } from '../values/text-pieces.ts';
import { findText, findTextLast, splitText } from '../values/text-search.ts';
import { Tuple } from '../values/values.ts';
import { weight } from '../values/weight.ts';
import { spend } from '../values/work-meter.ts';

/** The range of a search in code units, from Python's optional last arguments. */
function window(
  text: string,
  start: Value,
  end: Value,
): { text: string; from: number; offset: (unit: number) => number } | undefined {
  const astral = hasAstral(text);
  const size = astral ? codePointLength(text) : text.length;
  const clip = (value: Value, standard: number): number => {
    if (value === undefined || value === null) return standard;
    const at = needInt(value);
    return at < 0 ? Math.max(0, at + size) : at;
  };
  const from = clip(start, 0);
  const to = Math.min(clip(end, size), size);
  if (from > to) return undefined;
  const part = astral
    ? text.slice(unitOfCharacter(text, from), unitOfCharacter(text, to))
    : text.slice(from, to);
  const offset = (unit: number): number => from + (astral ? codePointLength(part.slice(0, unit)) : unit);
  return { text: part, from, offset };
}

function search(name: string, last: boolean, strict: boolean): Callable {
  return callable(`${name}(self, sub, start=None, end=None)`, (_context, self, sub, start, end) => {
    const wanted = needText(sub);
    const part = window(str(self), start, end);
    const at = part === undefined ? -1 : last ? findTextLast(part.text, wanted) : findText(part.text, wanted);
    if (at < 0 && strict) throw valueError('substring not found');
    return at < 0 || part === undefined ? -1 : part.offset(at);
  });
}

function edge(name: 'startswith' | 'endswith'): Callable {
  return callable(`${name}(self, prefix, start=None, end=None)`, (_context, self, prefix, start, end) => {
    const candidates = prefix instanceof Tuple ? prefix.items : [prefix];
    const part = window(str(self), start, end);
    return candidates.some((candidate) => {
      spend(1 + weight(candidate));
      const wanted = textOf(candidate);
      if (wanted === undefined)
        throw typeError(`${name} first arg must be str or a tuple of str, not ${typeName(candidate)}`);
      return (
        part !== undefined &&
        (name === 'startswith' ? part.text.startsWith(wanted) : part.text.endsWith(wanted))
      );
    });
  });
}

/** Search methods of text. */
export const SEARCH_METHODS: readonly Callable[] = [
  search('find', false, false),
  search('rfind', true, false),
  search('index', false, true),
  search('rindex', true, true),
  edge('startswith'),
  edge('endswith'),
  callable('count(self, sub, start=None, end=None)', (_context, self, sub, start, end) => {
    const wanted = needText(sub);
    const part = window(str(self), start, end);
    if (part === undefined) return 0;
    return wanted === '' ? codePointLength(part.text) + 1 : splitText(part.text, wanted).length - 1;
  }),
];
