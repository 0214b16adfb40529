import { formatWith } from '../format/format-method.ts';
import { needInt, needText } from '../values/arguments.ts';
import { boundedText, joinBounded } from '../values/bounds.ts';
import { callable, table } from '../values/call.ts';
import type { Callable, RenderContext, Value } from '../values/context.ts';
import { encodeText } from '../values/encoding.ts';
import { TemplateFailure, typeError, valueError } from '../values/failure.ts';
import { LIMITS } from '../values/limits.ts';
import { Bytes } from '../values/objects.ts';
import { str, typeName } from '../values/printing.ts';
import { codePointLength, textOf, toArray } from '../values/protocol.ts';
import { characters, eachCharacter } from '../values/text-pieces.ts';
import { splitText } from '../values/text-search.ts';
import { Dict, dictGet, isDict } from '../values/values.ts';
import { spend } from '../values/work-meter.ts';
import { STRING_CHECKS } from './string-checks.ts';
import { SEARCH_METHODS } from './string-search.ts';
import { SPLIT_METHODS } from './string-split.ts';
import { capitalize, caseFold, lower, swapCase, title, upper } from './text-case.ts';

/** A method of text with a plain receiver and result. */
function simple(name: string, run: (text: string) => Value): Callable {
  return callable(`${name}(self)`, (_context, self) => run(str(self)));
}

function justify(name: string, share: (missing: number, width: number) => number): Callable {
  return callable(`${name}(self, width, fillchar=' ')`, (context, self, width, fillchar) => {
    const text = str(self);
    const fill = fillchar === undefined ? ' ' : needText(fillchar, 'The fill character');
    if (codePointLength(fill) !== 1) throw typeError('The fill character must be exactly one character long');
    const wanted = needInt(width);
    if (wanted > LIMITS.text) throw new TemplateFailure('MemoryError', 'text too long');
    const missing = Math.max(0, wanted - codePointLength(text));
    const left = share(missing, wanted);
    return boundedText(fill.repeat(left) + text + fill.repeat(missing - left), context);
  });
}

/** `replace` with Python's count; an empty search text matches between all characters. */
export function replaceText(
  text: string,
  old: string,
  replacement: string,
  count: number,
  context: RenderContext,
): string {
  const pieces = old === '' ? ['', ...characters(text), ''] : splitText(text, old);
  if (replacement.length * pieces.length > LIMITS.text)
    throw new TemplateFailure('MemoryError', 'text too long');
  if (count < 0 || count >= pieces.length - 1) return boundedText(pieces.join(replacement), context);
  const head = pieces.slice(0, count + 1).join(replacement);
  return boundedText([head, ...pieces.slice(count + 1)].join(old), context);
}

function translate(text: string, map: Value): string {
  if (!isDict(map)) return text;
  let result = '';
  for (const char of text) {
    spend(1);
    const found = dictGet(map, char.codePointAt(0));
    if (found === undefined) result += char;
    else if (found !== null) result += typeof found === 'number' ? String.fromCodePoint(found) : str(found);
    if (result.length > LIMITS.text) throw new TemplateFailure('MemoryError', 'text too long');
  }
  return result;
}

function makeTranslation(first: Value, second: Value, third: Value): Dict {
  const result = new Dict();
  if (second === undefined) {
    if (!isDict(first)) throw typeError('if you give only one argument to maketrans it must be a dict');
    for (const key of toArray(first)) {
      spend(1);
      result.set(typeof key === 'string' ? key.codePointAt(0) : key, dictGet(first, key));
    }
    return result;
  }
  const [from, to] = [characters(needText(first)), characters(needText(second))];
  if (from.length !== to.length) throw valueError('the first two maketrans arguments must have equal length');
  for (const [at, char] of from.entries()) {
    spend(1);
    result.set(char.codePointAt(0), to[at]?.codePointAt(0));
  }
  for (const char of third === undefined ? [] : characters(needText(third)))
    result.set(char.codePointAt(0), null);
  return result;
}

function expandTabs(text: string, size: number): string {
  let column = 0;
  let result = '';
  for (const char of eachCharacter(text)) {
    if (char === '\t') {
      const width = size > 0 ? size - (column % size) : 0;
      spend(1 + (Math.min(width, 1000) >> 5));
      result += ' '.repeat(Math.min(width, 1000));
      if (result.length > LIMITS.text) throw new TemplateFailure('MemoryError', 'text too long');
      column += width;
    } else {
      result += char;
      column = char === '\n' || char === '\r' ? 0 : column + 1;
    }
  }
  return result;
}

function zeroFill(text: string, width: number): string {
  if (width > LIMITS.text) throw new TemplateFailure('MemoryError', 'text too long');
  const sign = /^[+-]/.exec(text)?.[0] ?? '';
  return (
    sign + text.slice(sign.length).padStart(width - sign.length - (codePointLength(text) - text.length), '0')
  );
}

const METHODS: readonly Callable[] = [
  simple('lower', lower),
  simple('upper', upper),
  simple('title', title),
  simple('capitalize', capitalize),
  simple('swapcase', swapCase),
  simple('casefold', caseFold),
  justify('ljust', () => 0),
  justify('rjust', (missing) => missing),
  justify('center', (missing, width) => Math.floor(missing / 2) + (missing & width & 1)),
  callable('replace(self, old, new, count=-1)', (context, self, old, replacement, count) =>
    replaceText(
      str(self),
      needText(old, 'replace() argument 1'),
      needText(replacement, 'replace() argument 2'),
      count === undefined ? -1 : needInt(count),
      context,
    ),
  ),
  callable('join(self, iterable)', (context, self, iterable) => {
    const parts = toArray(iterable, context).map((part, at) => {
      const text = textOf(part);
      if (text === undefined)
        throw typeError(`sequence item ${at}: expected str instance, ${typeName(part)} found`);
      return text;
    });
    return joinBounded(parts, str(self), context);
  }),
  callable('zfill(self, width)', (context, self, width) =>
    boundedText(zeroFill(str(self), needInt(width)), context),
  ),
  callable('expandtabs(self, tabsize=8)', (context, self, size) =>
    boundedText(expandTabs(str(self), size === undefined ? 8 : needInt(size)), context),
  ),
  callable('removeprefix(self, prefix)', (_context, self, prefix) => {
    const [text, start] = [str(self), needText(prefix, 'removeprefix() argument')];
    return text.startsWith(start) ? text.slice(start.length) : text;
  }),
  callable('removesuffix(self, suffix)', (_context, self, suffix) => {
    const [text, end] = [str(self), needText(suffix, 'removesuffix() argument')];
    return end !== '' && text.endsWith(end) ? text.slice(0, -end.length) : text;
  }),
  callable(
    "encode(self, encoding='utf-8', errors='strict')",
    (_context, self, encoding, errors) =>
      new Bytes(
        encodeText(
          str(self),
          encoding === undefined ? 'utf-8' : str(encoding),
          errors === undefined ? 'strict' : str(errors),
        ),
      ),
  ),
  callable('format(self, *args, **kwargs)', (context, self, args, named) =>
    boundedText(
      formatWith(str(self), context, args as readonly Value[], named as ReadonlyMap<string, Value>),
      context,
    ),
  ),
  callable('format_map(self, mapping)', (context, self, mapping) => {
    const named = new Map<string, Value>();
    if (isDict(mapping)) for (const key of toArray(mapping)) named.set(str(key), dictGet(mapping, key));
    return boundedText(formatWith(str(self), context, [], named), context);
  }),
  callable('translate(self, table)', (context, self, map) => boundedText(translate(str(self), map), context)),
  callable('maketrans(self, x, y=…, z=…)', (_context, _self, x, y, z) => makeTranslation(x, y, z)),
];

/** The methods of text. */
export const STRING_METHODS = table(METHODS, SEARCH_METHODS, SPLIT_METHODS, STRING_CHECKS);
