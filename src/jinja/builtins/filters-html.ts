import { splitOnSpaces } from '../methods/string-split.ts';
import { needInt } from '../values/arguments.ts';
import { boundedText, joinBounded } from '../values/bounds.ts';
import { callable } from '../values/call.ts';
import type { Callable, RenderContext, Value } from '../values/context.ts';
import { escapeHtml, escapeText } from '../values/escape.ts';
import { TemplateFailure, valueError } from '../values/failure.ts';
import { LIMITS } from '../values/limits.ts';
import { str, typeName } from '../values/printing.ts';
import { Markup, pullOf, textOf, toArray, truth } from '../values/protocol.ts';
import { mapPieces } from '../values/text-pieces.ts';
import { findText } from '../values/text-search.ts';
import { Undefined } from '../values/undefined.ts';
import { dictEntries, isDict } from '../values/values.ts';
import { weight } from '../values/weight.ts';
import { spend } from '../values/work-meter.ts';

const ENTITY: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: '\u00a0',
  copy: '©',
  reg: '®',
  deg: '°',
  euro: '€',
  hellip: '…',
  ndash: '–',
  mdash: '—',
};

const ENTITY_REFERENCE = /&(?:#(\d{1,7})|#[xX]([\da-fA-F]{1,6})|([a-zA-Z]{1,32}));?/g;

function decodeEntities(text: string): string {
  let result = '';
  let at = 0;
  for (const match of text.matchAll(ENTITY_REFERENCE)) {
    spend(2 + ((match.index - at) >> 5));
    result += text.slice(at, match.index) + character(match);
    at = match.index + match[0].length;
  }
  return result + text.slice(at);
}

function character([whole, decimal, hex, name]: RegExpMatchArray): string {
  if (name !== undefined) return ENTITY[name] ?? whole;
  const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal);
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '\ufffd';
}

/** The text without comments and tags; each search continues from the last, so the time is linear. */
function stripTags(text: string): string {
  const without = (open: string, close: string, from: string): string => {
    let result = '';
    let at = 0;
    for (;;) {
      spend(1);
      const start = findText(from, open, at);
      const end = start < 0 ? -1 : findText(from, close, start + open.length);
      if (end < 0) return result + from.slice(at);
      result += from.slice(at, start);
      at = end + close.length;
    }
  };
  return decodeEntities(splitOnSpaces(without('<', '>', without('<!--', '-->', text)), -1).join(' '));
}

const SAFE = /[A-Za-z0-9_.~-]/;

/** Percent encoding of UTF-8; `query` writes a blank as `+` and a slash as `%2F`. */
export function percentEncode(text: string, query: boolean): string {
  const encoded = mapPieces(text, (piece) => encodePiece(piece, query), 4);
  if (encoded.length > LIMITS.text) throw new TemplateFailure('MemoryError', 'text too long');
  return encoded;
}

function encodePiece(text: string, query: boolean): string {
  let result = '';
  for (const byte of Buffer.from(text, 'utf8')) {
    const char = String.fromCharCode(byte);
    if (byte < 0x80 && (SAFE.test(char) || (!query && char === '/'))) result += char;
    else if (query && char === ' ') result += '+';
    else result += `%${byte.toString(16).toUpperCase().padStart(2, '0')}`;
  }
  return result;
}

function pairs(value: Value, context: RenderContext): (readonly [Value, Value])[] {
  if (isDict(value)) return Array.from(dictEntries(value));
  return toArray(value, context).map((pair) => {
    const parts = toArray(pair, context);
    if (parts.length !== 2) throw valueError(`not enough values to unpack (expected 2, got ${parts.length})`);
    return [parts[0], parts[1]] as const;
  });
}

/** A dict or pairs as a query string. */
export function queryText(value: Value, context: RenderContext): string {
  const texts = pairs(value, context).map(([key, item]) => {
    spend(4);
    return `${percentEncode(str(key), true)}=${percentEncode(str(item), true)}`;
  });
  return joinBounded(texts, '&', context);
}

function xmlAttributes(context: RenderContext, value: Value, autospace: Value): Value {
  if (value instanceof Undefined) value.fail();
  if (!isDict(value)) {
    throw new TemplateFailure('AttributeError', `'${typeName(value)}' object has no attribute 'items'`);
  }
  const parts: string[] = [];
  for (const [key, item] of dictEntries(value)) {
    if (item === null || item instanceof Undefined) continue;
    const name = str(key);
    spend(1 + weight(item));
    if (/[\s/>=]/.test(name)) throw valueError(`Invalid character in attribute name: '${name}'`);
    parts.push(`${escapeText(name)}="${escapeHtml(item)}"`);
  }
  const text = joinBounded(parts, ' ', context);
  return new Markup((autospace === undefined || truth(autospace)) && text !== '' ? ` ${text}` : text);
}

const HTTP =
  /^(?:https?:\/\/|www\.)(?:(?:[\w%-]+\.)+)?(?:[a-z]{2,63}|xn--[\w%]{2,59})|^(?:[\w%-]{2,63}\.)+(?:com|net|int|edu|gov|org|info|mil)|^https?:\/\/(?:(?:[\d]{1,3}(?:\.[\d]{1,3}){3})|\[(?:[\da-f]{0,4}:){2}(?:[\da-f]{0,4}:?){1,6}\])/i;
const REST_OF_URL = /^[^/?#]*?(?::\d{1,5})?(?:[/?#]\S*)?$/;
/** Longer words are not addresses, and would make the patterns below slow. */
const MAX_ADDRESS_LENGTH = 2000;
const EMAIL = /^[^@\s]+@[\w.-]+\.\w+$/;

/** The brackets and full stops after an address. */
function closing(word: string): string {
  let from = word.length;
  for (;;) {
    if (')>.,\n'.includes(word.charAt(from - 1)) && from > 0) from -= 1;
    else if (word.endsWith('&gt;', from)) from -= 4;
    else return word.slice(from);
  }
}

/** Words and the white space between them. */
function wordsAndSpaces(text: string): string[] {
  spend(text.length >> 4);
  return text.split(/(\s+)/);
}

function urlize(
  context: RenderContext,
  value: Value,
  limit: Value,
  nofollow: Value,
  target: Value,
  rel: Value,
): Value {
  const max = limit === undefined || limit === null ? Number.POSITIVE_INFINITY : needInt(limit);
  const rels = new Set((rel === undefined || rel === null ? '' : str(rel)).split(/\s+/).filter(Boolean));
  if (nofollow !== undefined && truth(nofollow)) rels.add('nofollow');
  rels.add('noopener');
  const relText = ` rel="${escapeText([...rels].sort().join(' '))}"`;
  const targetText = target === undefined || target === null ? '' : ` target="${escapeText(str(target))}"`;
  const shorten = (text: string): string => (text.length > max ? `${text.slice(0, max)}...` : text);
  const parts = wordsAndSpaces(escapeHtml(value));
  const text = parts
    .map((word) => {
      spend(8 + (word.length >> 1));
      if (word.length > MAX_ADDRESS_LENGTH) return word;
      const head = /^(?:[(<]|&lt;)*/.exec(word)?.[0] ?? '';
      const tail = closing(word.slice(head.length));
      const middle = word.slice(head.length, word.length - tail.length);
      if (HTTP.test(middle) && REST_OF_URL.test(middle.replace(/^https?:\/\//i, ''))) {
        const href = /^https?:\/\//i.test(middle) ? middle : `https://${middle}`;
        return `${head}<a href="${href}"${relText}${targetText}>${shorten(middle)}</a>${tail}`;
      }
      if (/^mailto:/i.test(middle) && EMAIL.test(middle.slice(7))) {
        return `${head}<a href="${middle}">${middle.slice(7)}</a>${tail}`;
      }
      if (EMAIL.test(middle) && !/^www\./i.test(middle) && !middle.includes(':')) {
        return `${head}<a href="mailto:${middle}">${middle}</a>${tail}`;
      }
      return word;
    })
    .join('');
  return boundedText(text, context);
}

const ESCAPE = (_context: RenderContext, value: Value): Value => new Markup(escapeHtml(value));

/** Filters for HTML and URLs. */
export const HTML_FILTERS: readonly Callable[] = [
  callable('escape(value)', ESCAPE),
  callable('e(value)', ESCAPE),
  callable('forceescape(value)', (_context, value) => new Markup(escapeText(str(value)))),
  callable('safe(value)', (_context, value) => new Markup(str(value))),
  callable('striptags(value)', (_context, value) => stripTags(str(value))),
  callable('xmlattr(d, autospace=true)', xmlAttributes),
  callable('urlize(value, trim_url_limit=None, nofollow=false, target=None, rel=None)', urlize),
  callable('urlencode(value)', (context, value) => {
    if (textOf(value) === undefined && pullOf(value) !== undefined) {
      return queryText(value, context);
    }
    return percentEncode(str(value), false);
  }),
];
