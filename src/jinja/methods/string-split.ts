import { needInt, needText } from '../values/arguments.ts';
import { boundedList } from '../values/bounds.ts';
import { callable } from '../values/call.ts';
import type { Callable, Value } from '../values/context.ts';
import { valueError } from '../values/failure.ts';
import { str } from '../values/printing.ts';
import { isSpace, strip, stripEnd, stripStart } from '../values/strip.ts';
import { eachCharacter } from '../values/text-pieces.ts';
import { findText, findTextLast, splitText } from '../values/text-search.ts';
import { Tuple } from '../values/values.ts';
import { spend } from '../values/work-meter.ts';

function afterSpace(text: string, from: number): number {
  let at = from;
  while (at < text.length && isSpace(text.charAt(at))) at += 1;
  spend((at - from) >> 4);
  return at;
}

/** `split` without a separator: the words between white space. */
export function splitOnSpaces(text: string, limit: number): string[] {
  const result: string[] = [];
  let at = afterSpace(text, 0);
  while (at < text.length) {
    spend(1);
    if (limit >= 0 && result.length === limit) {
      result.push(stripEnd(text.slice(at)));
      return result;
    }
    let end = at;
    while (end < text.length && !isSpace(text.charAt(end))) end += 1;
    result.push(text.slice(at, end));
    spend((end - at) >> 4);
    at = afterSpace(text, end);
  }
  return result;
}

function wordsFromEnd(text: string, limit: number): string[] {
  const result: string[] = [];
  let end = stripEnd(text).length;
  while (end > 0) {
    spend(1);
    if (limit >= 0 && result.length === limit) {
      const first = stripStart(text.slice(0, end));
      if (first !== '') result.push(first);
      break;
    }
    let start = end;
    while (start > 0 && !isSpace(text.charAt(start - 1))) start -= 1;
    result.push(text.slice(start, end));
    spend((end - start) >> 4);
    end = start;
    while (end > 0 && isSpace(text.charAt(end - 1))) end -= 1;
  }
  return result.reverse();
}

function split(text: string, separator: Value, limit: Value, fromEnd: boolean): string[] {
  const max = limit === undefined ? -1 : needInt(limit);
  if (separator === undefined || separator === null)
    return fromEnd ? wordsFromEnd(text, max) : splitOnSpaces(text, max);
  const between = needText(separator, 'separator');
  if (between === '') throw valueError('empty separator');
  const parts = splitText(text, between);
  if (max < 0 || parts.length - 1 <= max) return parts;
  const cut = fromEnd ? parts.length - max : max;
  if (fromEnd) return [parts.slice(0, cut).join(between), ...parts.slice(cut)];
  return [...parts.slice(0, cut), parts.slice(cut).join(between)];
}

function splitter(name: 'split' | 'rsplit'): Callable {
  return callable(`${name}(self, sep=None, maxsplit=-1)`, (context, self, separator, limit) =>
    boundedList(split(str(self), separator, limit, name === 'rsplit'), context),
  );
}

const ENDS = '\\n\\r\\v\\f\\x1c-\\x1e\\x85\\u2028\\u2029';
const LINE_END = new RegExp(`\\r\\n|[${ENDS}]`, 'g');

/** Python's `splitlines`. */
export function splitLines(text: string, keepEnds: boolean): string[] {
  const result: string[] = [];
  let at = 0;
  for (const match of text.matchAll(LINE_END)) {
    spend(1);
    result.push(text.slice(at, match.index + (keepEnds ? match[0].length : 0)));
    at = match.index + match[0].length;
  }
  if (at < text.length) result.push(text.slice(at));
  return result;
}

function stripper(name: string, ends: 'both' | 'start' | 'end'): Callable {
  return callable(`${name}(self, chars=None)`, (_context, self, chars) => {
    const text = str(self);
    if (chars === undefined || chars === null) {
      return ends === 'both' ? strip(text) : ends === 'start' ? stripStart(text) : stripEnd(text);
    }
    return stripChars(text, needText(chars, `${name} arg`), ends);
  });
}

/** `strip('xy')`: removes any of these characters from the ends. */
export function stripChars(text: string, chars: string, ends: 'both' | 'start' | 'end'): string {
  const unwanted = new Set<string>();
  for (const char of eachCharacter(chars)) unwanted.add(char);
  let [from, to] = [0, text.length];
  while (ends !== 'end' && from < to) {
    const char = String.fromCodePoint(text.codePointAt(from) ?? 0);
    if (!unwanted.has(char)) break;
    from += char.length;
    if ((from & 255) < char.length) spend(64);
  }
  while (ends !== 'start' && to > from) {
    const char = lastCharacter(text, to);
    if (!unwanted.has(char)) break;
    to -= char.length;
    if ((to & 255) < char.length) spend(64);
  }
  return text.slice(from, to);
}

function lastCharacter(text: string, end: number): string {
  const [high, low] = [text.charCodeAt(end - 2), text.charCodeAt(end - 1)];
  const isPair = high >= 0xd800 && high < 0xdc00 && low >= 0xdc00 && low < 0xe000;
  return text.slice(end - (isPair ? 2 : 1), end);
}

function partition(name: string, last: boolean): Callable {
  return callable(`${name}(self, sep)`, (_context, self, sep) => {
    const [text, between] = [str(self), needText(sep)];
    if (between === '') throw valueError('empty separator');
    const at = last ? findTextLast(text, between) : findText(text, between);
    if (at < 0) return new Tuple(last ? ['', '', text] : [text, '', '']);
    return new Tuple([text.slice(0, at), between, text.slice(at + between.length)]);
  });
}

/** Methods that split or strip text. */
export const SPLIT_METHODS: readonly Callable[] = [
  splitter('split'),
  splitter('rsplit'),
  callable('splitlines(self, keepends=false)', (context, self, keep) =>
    boundedList(splitLines(str(self), keep === true || keep === 1), context),
  ),
  stripper('strip', 'both'),
  stripper('lstrip', 'start'),
  stripper('rstrip', 'end'),
  partition('partition', false),
  partition('rpartition', true),
];
