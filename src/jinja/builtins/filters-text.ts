import { formatPercent } from '../format/format-percent.ts';
import { replaceText } from '../methods/string.ts';
import { splitLines, stripChars } from '../methods/string-split.ts';
import { capitalize } from '../methods/text-case.ts';
import { needInt } from '../values/arguments.ts';
import { boundedText, joinBounded } from '../values/bounds.ts';
import { callable, type Named } from '../values/call.ts';
import type { Callable, RenderContext, Value } from '../values/context.ts';
import { TemplateFailure, typeError, valueError } from '../values/failure.ts';
import { LIMITS } from '../values/limits.ts';
import { repr, str, typeName } from '../values/printing.ts';
import { codePointLength, hasAstral, length as sizeOrFail, textOf, truth } from '../values/protocol.ts';
import { strip } from '../values/strip.ts';
import { pieces, unitOfCharacter } from '../values/text-pieces.ts';
import { findTextLast } from '../values/text-search.ts';
import { Undefined } from '../values/undefined.ts';
import { Dict, Tuple } from '../values/values.ts';
import { spend } from '../values/work-meter.ts';
import { toFloat } from './filters-conversion.ts';
import { wrapText } from './text-wrap.ts';

/** The text for filters that only take text. */
function linesOf(value: Value, filter: 'indent' | 'truncate' | 'wordwrap'): string {
  if (value instanceof Undefined) value.fail();
  const text = textOf(value);
  if (text !== undefined) return text;
  if (filter !== 'indent' || Array.isArray(value)) {
    const method = filter === 'truncate' ? 'rsplit' : 'splitlines';
    throw new TemplateFailure('AttributeError', `'${typeName(value)}' object has no attribute '${method}'`);
  }
  throw typeError(`unsupported operand type(s) for +=: '${typeName(value)}' and 'str'`);
}

const WORD_START = /([-\s({[<]+)/;
const BETWEEN = /^[-\s({[<]/;

/** Capitalizes each word; words start after white space, `-` and opening brackets. */
function title(text: string): string {
  let result = '';
  let begins = true;
  for (const piece of pieces(text, 2)) {
    for (const part of piece.split(WORD_START)) {
      if (part === '') continue;
      const isBetween = BETWEEN.test(part);
      const first = String.fromCodePoint(part.codePointAt(0) ?? 0);
      result +=
        begins && !isBetween
          ? first.toUpperCase() + part.slice(first.length).toLowerCase()
          : part.toLowerCase();
      begins = isBetween;
    }
  }
  return result;
}

function indent(context: RenderContext, value: Value, width: Value, first: Value, blank: Value): Value {
  const text = `${linesOf(value, 'indent')}\n`;
  const space =
    textOf(width) ?? ' '.repeat(Math.min(1000, Math.max(0, width === undefined ? 4 : needInt(width))));
  const lines = splitLinesPlainly(text);
  lines.pop();
  const longest = LIMITS.text / Math.max(1, space.length);
  if (lines.length > longest) throw new TemplateFailure('MemoryError', 'text too long');
  spend(lines.length >> 2);
  const every = blank !== undefined && truth(blank);
  const [head = '', ...rest] = lines;
  const body = rest.map((line) => (line !== '' || every ? space + line : line));
  const start = first !== undefined && truth(first) ? space : '';
  return joinBounded([start + head, ...body], '\n', context);
}

/** Splits at CRLF, LF and CR. */
function splitLinesPlainly(text: string): string[] {
  spend(text.length >> 4);
  return text.split(/\r\n|[\n\r]/);
}

function truncate(
  _context: RenderContext,
  value: Value,
  length: Value,
  kill: Value,
  end: Value,
  leeway: Value,
): Value {
  const max = length === undefined ? 255 : needInt(length);
  const closing = end === undefined ? '...' : str(end);
  const slack = leeway === undefined || leeway === null ? 5 : needInt(leeway);
  const size = codePointLength(closing);
  if (max < size) {
    throw new TemplateFailure('AssertionError', `expected length >= ${size}, got ${max}`);
  }
  if (slack < 0) throw new TemplateFailure('AssertionError', `expected leeway >= 0, got ${slack}`);
  if (textOf(value) === undefined && sizeOrFail(value) <= max + slack) return value;
  const text = linesOf(value, 'truncate');
  if (codePointLength(text) <= max + slack) return value;
  const cut = beginning(text, max - size);
  if (kill !== undefined && truth(kill)) return cut + closing;
  const space = findTextLast(cut, ' ');
  return (space < 0 ? cut : cut.slice(0, space)) + closing;
}

/** The first `count` characters. */
function beginning(text: string, count: number): string {
  return text.slice(0, hasAstral(text) ? unitOfCharacter(text, count) : count);
}

function format(context: RenderContext, value: Value, args: Value, kwargs: Value): Value {
  const [positional, named] = [args as readonly Value[], kwargs as Named];
  if (positional.length > 0 && named.size > 0) {
    throw new TemplateFailure(
      'FilterArgumentError',
      "can't handle positional and keyword arguments at the same time",
    );
  }
  if (named.size === 0)
    return boundedText(formatPercent(str(value), new Tuple(positional), context), context);
  const dict = new Dict();
  for (const [name, item] of named) dict.set(name, item);
  return boundedText(formatPercent(str(value), dict, context), context);
}

function bytesOf(value: Value): number {
  const bytes = toFloat(value);
  if (bytes !== undefined) return bytes;
  if (textOf(value) === undefined) {
    throw typeError(`float() argument must be a string or a real number, not '${typeName(value)}'`);
  }
  throw valueError(`could not convert string to float: ${repr(value)}`);
}

const UNITS = ['kB', 'MB', 'GB', 'TB', 'PB', 'EB', 'ZB', 'YB'];
const BINARY_UNITS = ['KiB', 'MiB', 'GiB', 'TiB', 'PiB', 'EiB', 'ZiB', 'YiB'];

/** `123.5 MB`. */
export function fileSize(bytes: number, binary: boolean): string {
  const base = binary ? 1024 : 1000;
  if (bytes === 1) return '1 Byte';
  if (bytes < base) return `${Math.trunc(bytes)} Bytes`;
  const units = binary ? BINARY_UNITS : UNITS;
  let unit = base;
  for (const [at, name] of units.entries()) {
    unit = base ** (at + 2);
    if (bytes < unit || at === units.length - 1) return `${((base * bytes) / unit).toFixed(1)} ${name}`;
  }
  return '';
}

/** Counts runs of letters, digits and underscores. */
function wordCount(text: string): number {
  let count = 0;
  let inWord = false;
  for (const piece of pieces(text, 2)) {
    count += piece.match(/[\p{L}\p{N}_]+/gu)?.length ?? 0;
    if (inWord && /^[\p{L}\p{N}_]/u.test(piece)) count -= 1;
    inWord = /[\p{L}\p{N}_]$/u.test(piece.slice(-2));
  }
  return count;
}

/** Filters for text. */
export const TEXT_FILTERS: readonly Callable[] = [
  callable('string(value)', (_context, value) => (textOf(value) === undefined ? str(value) : value)),
  callable('capitalize(value)', (_context, value) => capitalize(str(value))),
  callable('title(value)', (_context, value) => title(str(value))),
  callable('trim(value, chars=None)', (_context, value, chars) =>
    chars === undefined || chars === null ? strip(str(value)) : stripChars(str(value), str(chars), 'both'),
  ),
  callable('center(value, width=80)', (context, value, width) => {
    const text = str(value);
    const wanted = Math.min(LIMITS.text, width === undefined ? 80 : needInt(width));
    const missing = Math.max(0, wanted - codePointLength(text));
    const left = Math.floor(missing / 2) + (missing & wanted & 1);
    return boundedText(' '.repeat(left) + text + ' '.repeat(missing - left), context);
  }),
  callable('replace(value, old, new, count=None)', (context, value, old, replacement, count) =>
    replaceText(
      str(value),
      str(old),
      str(replacement),
      count === undefined || count === null ? -1 : needInt(count),
      context,
    ),
  ),
  callable('format(value, *args, **kwargs)', format),
  callable('indent(s, width=4, first=false, blank=false)', indent),
  callable("truncate(s, length=255, killwords=false, end='...', leeway=5)", truncate),
  callable('wordcount(s)', (_context, value) => {
    return wordCount(str(value));
  }),
  callable(
    "wordwrap(s, width=79, break_long_words=true, wrapstring='\\n', break_on_hyphens=true)",
    (context, value, width, long, wrapstring, hyphens) => {
      const options = {
        width: width === undefined ? 79 : needInt(width),
        breakLongWords: long === undefined || truth(long),
        breakOnHyphens: hyphens === undefined || truth(hyphens),
      };
      const between = wrapstring === undefined || wrapstring === null ? '\n' : str(wrapstring);
      const lines = splitLines(linesOf(value, 'wordwrap'), false);
      const wrapped = lines.flatMap((line) => {
        const rows = wrapText(line, options);
        return rows.length === 0 ? [''] : rows;
      });
      return joinBounded(wrapped, between, context);
    },
  ),
  callable('filesizeformat(value, binary=false)', (_context, value, binary) =>
    fileSize(bytesOf(value), binary !== undefined && truth(binary)),
  ),
];
