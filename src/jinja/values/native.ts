import type { Value } from './context.ts';
import { TemplateFailure } from './failure.ts';
import { float } from './number.ts';
import { parseIntText } from './number-text.ts';
import { Bytes } from './objects.ts';
import { Dict, PySet, Tuple } from './values.ts';
import { spend } from './work-meter.ts';

const NUMBER = /^[+-]?(?!0\d)\d*(?:\.\d*)?$/;
const STARTS_LITERAL = /^(?:[[({]|True$|False$|None$|b['"]|set\(|-|\d|\.)/;
const MAX_DEPTH = 100;

/** Python's `...` (`Ellipsis`). */
export const ELLIPSIS: unique symbol = Symbol('Ellipsis');

/**
 * Parses output as a value: numbers, and Python's literals for lists, tuples, sets, dicts, True, False, None
 * and bytes. Everything else remains text, including JSON with `true` or `null`.
 */
export function parseNative(text: string): Value {
  if (text === '' || text.length > 262_144) return text;
  if (NUMBER.test(text) && /\d/.test(text)) return numberOf(text) ?? text;
  if (!STARTS_LITERAL.test(text) && !/^['"\d][\s\S]*,/.test(text)) return text;
  const value = new LiteralReader(text).read();
  if (
    value === undefined ||
    typeof value === 'string' ||
    typeof value === 'number' ||
    typeof value === 'bigint'
  )
    return text;
  return value instanceof Object && !isContainer(value) ? text : value;
}

function isContainer(value: object): boolean {
  return (
    Array.isArray(value) ||
    value instanceof Tuple ||
    value instanceof PySet ||
    value instanceof Dict ||
    value instanceof Bytes
  );
}

function numberOf(text: string): Value {
  if (text.includes('.')) return float(Number(text));
  return text.replace(/^[+-]/, '').length > 4300 ? undefined : parseIntText(text);
}

const FAIL: unique symbol = Symbol('no literal');

/** Python's `ast.literal_eval`, without complex numbers. */
class LiteralReader {
  private readonly text: string;
  private at = 0;

  constructor(text: string) {
    this.text = text;
  }

  /** `undefined` if the text is not a literal. */
  read(): Value {
    this.skip();
    const value = this.list('', 0);
    this.skip();
    if (value === FAIL || this.at < this.text.length) return undefined;
    return value;
  }

  private skip(inside = false): void {
    // Line ends only count as blanks inside brackets.
    const space = inside ? /(?:[ \t\f\n\r]|\\\n|#[^\n]*)*/y : /[ \t\f]*(?:#[^\n]*)?(?:[\n\r]+$)?/y;
    space.lastIndex = this.at;
    this.at += space.exec(this.text)?.[0].length ?? 0;
  }

  private take(token: string): boolean {
    if (!this.text.startsWith(token, this.at)) return false;
    this.at += token.length;
    return true;
  }

  /** Items up to a closing bracket; without brackets, a single value or a bare tuple. */
  private list(close: string, depth: number): Value {
    const items: Value[] = [];
    let comma = false;
    for (;;) {
      this.skip(close !== '');
      if (close === '' ? this.at >= this.text.length : this.take(close)) break;
      if (items.length > 0 && !comma) return FAIL;
      const item = this.value(depth, close !== '');
      if (item === FAIL) return FAIL;
      items.push(item);
      this.skip(close !== '');
      comma = this.take(',');
    }
    if (close === ']') return items;
    if (items.length === 1 && !comma) return items[0];
    return items.length === 0 && close === '' ? FAIL : new Tuple(items);
  }

  private value(depth: number, inside: boolean): Value {
    spend(8);
    if (depth > MAX_DEPTH) return FAIL;
    if (this.take('[')) return this.list(']', depth + 1);
    if (this.take('(')) return this.list(')', depth + 1);
    if (this.take('{')) return this.braces(depth + 1);
    const word = /[A-Za-z_]\w*|\.\.\./y;
    word.lastIndex = this.at;
    const name = word.exec(this.text)?.[0];
    const isPrefix =
      name !== undefined &&
      /^(?:[bB]|[rR]|[uU]|[bB][rR]|[rR][bB])$/.test(name) &&
      /['"]/.test(this.text.charAt(this.at + name.length));
    if (name !== undefined && !isPrefix) return this.word(name);
    if (isPrefix || /['"]/.test(this.text.charAt(this.at))) return this.strings(inside);
    return this.number();
  }

  private word(name: string): Value {
    this.at += name.length;
    if (name === 'True' || name === 'False') return name === 'True';
    if (name === 'None') return null;
    if (name === '...') return ELLIPSIS;
    if (name !== 'set') return FAIL;
    const call = /[ \t]*\([ \t]*\)/y;
    call.lastIndex = this.at;
    const match = call.exec(this.text);
    if (match === null) return FAIL;
    this.at += match[0].length;
    return new PySet();
  }

  private number(): Value {
    const literal =
      /[+-]?[ \t]*(?:0[xX](?:_?[\da-fA-F])+|0[oO](?:_?[0-7])+|0[bB](?:_?[01])+|(?:\d(?:_?\d)*(?:\.(?:\d(?:_?\d)*)?)?|\.\d(?:_?\d)*)(?:[eE][+-]?\d(?:_?\d)*)?)(?![\w.])/y;
    literal.lastIndex = this.at;
    const text = literal.exec(this.text)?.[0];
    if (text === undefined) return FAIL;
    this.at += text.length;
    const plain = text.replace(/[_ \t]/g, '');
    if (/^[+-]?0[xXoObB]/.test(plain)) return parseIntText(plain, 0) ?? FAIL;
    if (/[.eE]/.test(plain)) return float(Number(plain));
    if (/^[+-]?0\d*[1-9]/.test(plain) || plain.length > 4300) return FAIL;
    return parseIntText(plain) ?? FAIL;
  }

  private braces(depth: number): Value {
    const dict = new Dict();
    const items: Value[] = [];
    let count = 0;
    let comma = true;
    for (;;) {
      this.skip(true);
      if (this.take('}')) break;
      if (!comma) return FAIL;
      const key = this.value(depth, true);
      if (key === FAIL) return FAIL;
      this.skip(true);
      const paired = this.take(':');
      if (count > 0 && paired !== items.length < count) return FAIL;
      count += 1;
      if (paired) {
        this.skip(true);
        const value = this.value(depth, true);
        if (value === FAIL || !this.add(() => dict.set(key, value))) return FAIL;
        this.skip(true);
      } else {
        items.push(key);
      }
      comma = this.take(',');
    }
    if (items.length === 0) return dict;
    const set = new PySet();
    return items.every((item) => this.add(() => set.add(item))) ? set : FAIL;
  }

  /** False if a list or dict would be a key. */
  private add(step: () => void): boolean {
    try {
      step();
      return true;
    } catch (error) {
      if (error instanceof TemplateFailure && error.kind === 'TimeoutError') throw error;
      return false;
    }
  }

  /** Adjacent strings are concatenated; bytes and text cannot be mixed. */
  private strings(inside: boolean): Value {
    let text = '';
    let bytes: boolean | undefined;
    for (;;) {
      const literal =
        /([bBrRuU]{0,2})("""(?:[^\\]|\\[\s\S])*?"""|'''(?:[^\\]|\\[\s\S])*?'''|"(?:[^"\\\n]|\\[\s\S])*"|'(?:[^'\\\n]|\\[\s\S])*')/y;
      literal.lastIndex = this.at;
      const match = literal.exec(this.text);
      if (match === null) break;
      this.at += match[0].length;
      const [, prefix = '', quoted = ''] = match;
      spend(2 + (quoted.length >> 3));
      const isBytes = /[bB]/.test(prefix);
      if (bytes !== undefined && bytes !== isBytes) return FAIL;
      bytes = isBytes;
      const size = /^("""|''')/.test(quoted) && quoted.length >= 6 ? 3 : 1;
      const part = decodeEscapes(quoted.slice(size, -size), isBytes, /[rR]/.test(prefix));
      if (part === undefined) return FAIL;
      text += part;
      this.skip(inside);
    }
    if (bytes === undefined) return FAIL;
    return bytes ? new Bytes(Buffer.from(text, 'latin1')) : text;
  }
}

const SIMPLE: Readonly<Record<string, string>> = {
  n: '\n',
  r: '\r',
  t: '\t',
  b: '\b',
  f: '\f',
  v: '\v',
  a: '\x07',
  '\\': '\\',
  "'": "'",
  '"': '"',
  '\n': '',
};

function decodeEscapes(body: string, bytes: boolean, raw: boolean): string | undefined {
  if (bytes && /[^\0-\x7f]/.test(body)) return undefined;
  if (raw || !body.includes('\\')) return body;
  let bad = false;
  const text = body.replace(
    /\\(?:x([\da-fA-F]{2})|u([\da-fA-F]{4})|U([\da-fA-F]{8})|([0-7]{1,3})|([\s\S]))/g,
    (whole, x?: string, u?: string, long?: string, octal?: string, char?: string) => {
      if (bytes && (u ?? long) !== undefined) return whole;
      const code =
        octal === undefined ? Number.parseInt(x ?? u ?? long ?? '', 16) : Number.parseInt(octal, 8);
      if (!Number.isNaN(code)) {
        bad ||= code > 0x10ffff;
        return bad ? '' : String.fromCodePoint(code);
      }
      if (char === 'x' || (!bytes && (char === 'u' || char === 'U' || char === 'N'))) bad = true;
      return SIMPLE[char ?? ''] ?? whole;
    },
  );
  return bad ? undefined : text;
}
