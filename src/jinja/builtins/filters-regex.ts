import { type Regex, regexOf } from '../regex/regex.ts';
import type { Found, Search } from '../regex/search.ts';
import { needInt } from '../values/arguments.ts';
import { boundedList, boundedText } from '../values/bounds.ts';
import { callable } from '../values/call.ts';
import type { Callable, RenderContext, Value } from '../values/context.ts';
import { TemplateFailure } from '../values/failure.ts';
import { LIMITS } from '../values/limits.ts';
import { str } from '../values/printing.ts';
import { truth } from '../values/protocol.ts';
import { Undefined } from '../values/undefined.ts';
import { Tuple } from '../values/values.ts';
import { spend } from '../values/work-meter.ts';

function flag(value: Value): boolean {
  return value !== undefined && truth(value);
}

function subject(value: Value): string {
  return value instanceof Undefined ? value.text() : str(value);
}

/**
 * All matches, like Python's `finditer`: an empty match may start where the previous one ended, but not where
 * it started.
 */
function* allMatches(search: Search): Generator<Found> {
  let at = 0;
  let lastEmpty = false;
  while (at <= search.codes.length) {
    const found = search.find(at, lastEmpty);
    if (found === undefined) return;
    spend(2 + (found.length >> 2));
    yield found;
    const [start = 0, end = 0] = found;
    lastEmpty = start === end;
    at = end;
  }
}

function group(search: Search, found: Found, index: number): string {
  const [from = -1, to = -1] = [found[index * 2], found[index * 2 + 1]];
  return from < 0 || to < 0 ? '' : search.slice(from, to);
}

function findAll(context: RenderContext, value: Value, find: Value, ignoreCase: Value): Value[] {
  const regex = regexOf(find === undefined ? '' : str(find), flag(ignoreCase));
  const search = regex.on(subject(value));
  context.spend(search.codes.length >> 2);
  const result: Value[] = [];
  for (const found of allMatches(search)) {
    if (regex.groups === 0) result.push(group(search, found, 0));
    else if (regex.groups === 1) result.push(group(search, found, 1));
    else
      result.push(new Tuple(Array.from({ length: regex.groups }, (_, at) => group(search, found, at + 1))));
  }
  return boundedList(result, context);
}

type Piece = string | number;

const TEMPLATE_ESCAPES: Readonly<Record<string, string>> = {
  n: '\n',
  t: '\t',
  r: '\r',
  f: '\f',
  v: '\v',
  a: '\x07',
  b: '\b',
  '\\': '\\',
};

/** The replacement as pieces: texts and group numbers. */
function parseTemplate(template: string, regex: Regex): Piece[] {
  if (!template.includes('\\')) return [template];
  const pieces: Piece[] = [];
  const groupNumber = (index: number): number => {
    if (index > regex.groups) throw new TemplateFailure('PatternError', `invalid group reference ${index}`);
    return index;
  };
  let at = 0;
  for (const match of template.matchAll(/\\(?:g<([^>]*)>|(0[0-7]{0,2}|[0-3][0-7]{2})|(\d{1,2})|([\s\S]))/g)) {
    spend(1);
    pieces.push(template.slice(at, match.index));
    at = match.index + match[0].length;
    const [, name, octal, number, char] = match;
    if (name !== undefined) {
      const index = /^\d+$/.test(name) ? Number(name) : regex.names.get(name);
      if (index === undefined) throw new TemplateFailure('IndexError', `unknown group name '${name}'`);
      pieces.push(groupNumber(index));
    } else if (octal !== undefined) pieces.push(String.fromCharCode(Number.parseInt(octal, 8)));
    else if (number !== undefined) pieces.push(groupNumber(Number(number)));
    else pieces.push(escaped(char ?? ''));
  }
  pieces.push(template.slice(at));
  return pieces;
}

function escaped(char: string): string {
  const known = TEMPLATE_ESCAPES[char];
  if (known !== undefined) return known;
  if (/[A-Za-z]/.test(char)) throw new TemplateFailure('PatternError', `bad escape \\${char}`);
  return `\\${char}`;
}

function replaceAll(
  context: RenderContext,
  value: Value,
  find: Value,
  replacement: Value,
  ignoreCase: Value,
): Value {
  const regex = regexOf(find === undefined ? '' : str(find), flag(ignoreCase));
  const pieces = parseTemplate(replacement === undefined ? '' : str(replacement), regex);
  const search = regex.on(subject(value));
  context.spend(search.codes.length >> 2);
  let result = '';
  let at = 0;
  for (const found of allMatches(search)) {
    result += search.slice(at, found[0] ?? 0);
    for (const piece of pieces) {
      spend(1);
      result += typeof piece === 'string' ? piece : group(search, found, piece);
    }
    at = found[1] ?? 0;
    if (result.length > LIMITS.text) break;
  }
  return boundedText(result + search.slice(at, search.codes.length), context);
}

function matches(_context: RenderContext, value: Value, find: Value, ignoreCase: Value): Value {
  return (
    regexOf(find === undefined ? '' : str(find), flag(ignoreCase))
      .on(subject(value))
      .matchAt(0) !== undefined
  );
}

function searches(_context: RenderContext, value: Value, find: Value, ignoreCase: Value): Value {
  return (
    regexOf(find === undefined ? '' : str(find), flag(ignoreCase))
      .on(subject(value))
      .find(0) !== undefined
  );
}

/** Filters with Python's regular expressions. */
export const REGEX_FILTERS: readonly Callable[] = [
  callable("regex_match(value, find='', ignorecase=false)", matches),
  callable("regex_search(value, find='', ignorecase=false)", searches),
  callable("regex_replace(value, find='', replace='', ignorecase=false)", replaceAll),
  callable("regex_findall(value, find='', ignorecase=false)", findAll),
  callable(
    "regex_findall_index(value, find='', index=0, ignorecase=false)",
    (context, value, find, index, ignoreCase) => {
      const all = findAll(context, value, find, ignoreCase);
      const at = index === undefined ? 0 : needInt(index);
      const found = all[at < 0 ? at + all.length : at];
      if (found === undefined) throw new TemplateFailure('IndexError', 'list index out of range');
      return found;
    },
  ),
];

/** Tests with Python's regular expressions. */
export const REGEX_TESTS: readonly Callable[] = [
  callable("match(value, find='', ignorecase=false)", matches),
  callable("search(value, find='', ignorecase=false)", searches),
];
