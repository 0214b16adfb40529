import { spend } from '../values/work-meter.ts';
import { SyntaxFailure } from './syntax-error.ts';

export type TokenType =
  | 'data'
  | 'block_begin'
  | 'block_end'
  | 'variable_begin'
  | 'variable_end'
  | 'name'
  | 'integer'
  | 'float'
  | 'string'
  | 'operator'
  | 'eof';

export interface Token {
  readonly type: TokenType;
  readonly value: string;
  /** Its start in the source. */
  readonly offset: number;
}

const RAW_BEGIN = /\{%[-+]?\s*raw\s*(-?)%\}/y;
const RAW_END = /\{%([-+]?)\s*endraw\s*(-?)\+?%\}/g;
const OPENING = /\{[{%#]/g;
const COMMENT_END = /([-+]?)#\}/g;
const SPACE = /\s+/y;
const FLOAT = /(?:\d+_)*\d+(?:(?:\.(?:\d+_)*\d+)?[eE][+-]?(?:\d+_)*\d+|\.(?:\d+_)*\d+)/y;
const INTEGER = /0[bB](?:_?[01])+|0[oO](?:_?[0-7])+|0[xX](?:_?[\da-fA-F])+|[1-9](?:_?\d)*|0(?:_?0)*/y;
const NAME = /[\p{L}\p{Nl}\p{Mn}\p{Mc}\p{Nd}\p{Pc}·]+/uy;
const FIRST_OF_NAME = /^[\p{L}\p{Nl}_]/u;
const STRING = /'(?:[^'\\]|\\[\s\S])*'|"(?:[^"\\]|\\[\s\S])*"/y;
const OPERATOR = /\/\/|\*\*|==|!=|>=|<=|[+\-/*%~[\](){}>=<.:|,;]/y;
const CLOSING: Readonly<Record<string, string>> = { ')': '(', ']': '[', '}': '{' };
const EXPECTED: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}' };

/** Splits a template into tokens, with white space control already applied to the data. */
export function tokenize(template: string): { source: string; tokens: Token[] } {
  const source = template.replace(/\r\n|\r/g, '\n').replace(/\n$/, '');
  const lexer = new Lexer(source);
  lexer.run();
  return { source, tokens: lexer.tokens };
}

class Lexer {
  readonly tokens: Token[] = [];
  private readonly source: string;
  private at = 0;

  constructor(source: string) {
    this.source = source;
  }

  private fail(text: string, offset = this.at): never {
    throw new SyntaxFailure(text, this.source, offset);
  }

  private match(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.at;
    return pattern.exec(this.source);
  }

  private push(type: TokenType, value: string, offset: number): void {
    spend(2);
    this.tokens.push({ type, value, offset });
  }

  private data(text: string, offset: number, stripEnd: boolean): void {
    const kept = stripEnd ? text.trimEnd() : text;
    if (kept !== '') this.push('data', kept, offset);
  }

  private skipSpace(): void {
    this.at += this.match(SPACE)?.[0].length ?? 0;
  }

  run(): void {
    while (this.at < this.source.length) {
      const opening = this.match(OPENING);
      const start = this.at;
      const end = opening?.index ?? this.source.length;
      const sign = opening === null ? '' : this.source.charAt(end + 2);
      this.data(this.source.slice(start, end), start, sign === '-');
      this.at = end;
      if (opening === null) break;
      this.construct(opening[0], sign);
    }
    this.push('eof', '', this.source.length);
  }

  private construct(opening: string, sign: string): void {
    spend(4);
    const raw = opening === '{%' ? this.match(RAW_BEGIN) : null;
    if (raw !== null) {
      this.at += raw[0].length;
      this.raw(raw[1] === '-');
      return;
    }
    const start = this.at;
    this.at += 2;
    if (opening === '{#') {
      this.comment(start);
      return;
    }
    if (sign === '-' || sign === '+') this.at += 1;
    this.push(opening === '{{' ? 'variable_begin' : 'block_begin', opening, start);
    this.inside(opening === '{{');
  }

  private comment(start: number): void {
    if (this.source.charAt(this.at) === '-' && this.source.charAt(this.at + 1) !== '#') this.at += 1;
    const end = this.match(COMMENT_END);
    if (end === null) this.fail('Missing end of comment tag', start);
    this.at = end.index + end[0].length;
    if (end[1] === '-') this.skipSpace();
  }

  private raw(stripStart: boolean): void {
    const begin = this.at;
    const end = this.match(RAW_END);
    if (end === null) this.fail('Missing end of raw directive', begin);
    const text = this.source.slice(begin, end.index);
    this.data(stripStart ? text.trimStart() : text, begin, end[1] === '-');
    this.at = end.index + end[0].length;
    if (end[2] === '-') this.skipSpace();
  }

  /** The tokens of one `{{ … }}` or `{% … %}`; brackets must be closed before it ends. */
  private inside(print: boolean): void {
    const brackets: string[] = [];
    const close = print ? '}}' : '%}';
    for (;;) {
      this.skipSpace();
      if (this.at >= this.source.length) return;
      if (brackets.length === 0 && this.closing(close, print)) return;
      this.token(brackets);
    }
  }

  private closing(close: string, print: boolean): boolean {
    const offset = this.at;
    const strip = this.source.startsWith(`-${close}`, offset);
    const plus = !print && this.source.startsWith(`+${close}`, offset);
    if (!strip && !plus && !this.source.startsWith(close, offset)) return false;
    this.at += close.length + (strip || plus ? 1 : 0);
    this.push(print ? 'variable_end' : 'block_end', close, offset);
    if (strip) this.skipSpace();
    return true;
  }

  private token(brackets: string[]): void {
    const offset = this.at;
    const before = this.source.charAt(offset - 1);
    const number = (before === '.' ? null : this.match(FLOAT)) ?? this.match(INTEGER);
    if (number !== null) {
      this.push(/^0[xXoObB]|^[\d_]+$/.test(number[0]) ? 'integer' : 'float', number[0], offset);
      this.at += number[0].length;
      return;
    }
    const name = this.match(NAME);
    if (name !== null) {
      if (!FIRST_OF_NAME.test(name[0])) this.fail('Invalid character in identifier');
      this.push('name', name[0], offset);
      this.at += name[0].length;
      return;
    }
    const string = this.match(STRING);
    if (string !== null) {
      this.push('string', this.unescape(string[0].slice(1, -1), offset), offset);
      this.at += string[0].length;
      return;
    }
    this.operator(brackets);
  }

  private operator(brackets: string[]): void {
    const operator = this.match(OPERATOR)?.[0];
    if (operator === undefined) {
      const char = String.fromCodePoint(this.source.codePointAt(this.at) ?? 0);
      this.fail(`unexpected char ${char === "'" ? '"\'"' : `'${char}'`} at ${this.at}`);
    }
    if (operator in EXPECTED) brackets.push(operator);
    const opener = CLOSING[operator];
    if (opener !== undefined) {
      const expected = brackets.pop();
      if (expected === undefined) this.fail(`unexpected '${operator}'`);
      if (expected !== opener) this.fail(`unexpected '${operator}', expected '${EXPECTED[expected]}'`);
    }
    this.push('operator', operator, this.at);
    this.at += operator.length;
  }

  private unescape(body: string, offset: number): string {
    if (!body.includes('\\')) return body;
    return body.replace(
      /\\(?:x([\da-fA-F]{2})|u([\da-fA-F]{4})|U([\da-fA-F]{8})|([0-7]{1,3})|N\{([^}]*)\}|([\s\S]))/gu,
      (whole, x?: string, u?: string, long?: string, octal?: string, _named?: string, char?: string) => {
        spend(2);
        const hex = x ?? u ?? long;
        if (hex !== undefined || octal !== undefined) {
          const code = hex === undefined ? Number.parseInt(octal ?? '0', 8) : Number.parseInt(hex, 16);
          if (code > 0x10ffff) this.fail('illegal Unicode character', offset);
          return String.fromCodePoint(code);
        }
        if (char === undefined || char === 'x' || char === 'u' || char === 'U' || char === 'N') {
          this.fail(`truncated \\${whole.charAt(1)}XX escape`, offset);
        }
        return SIMPLE_ESCAPES[char] ?? (char === '\n' ? '' : whole);
      },
    );
  }
}

const SIMPLE_ESCAPES: Readonly<Record<string, string>> = {
  '\\': '\\',
  "'": "'",
  '"': '"',
  a: '\x07',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
};
