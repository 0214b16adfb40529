import { LIMITS } from '../values/limits.ts';
import { spend } from '../values/work-meter.ts';
import type { Token, TokenType } from './lexer.ts';
import { SyntaxFailure } from './syntax-error.ts';

const DESCRIPTIONS: Partial<Record<TokenType, string>> = {
  data: 'template data / text',
  block_begin: 'begin of statement block',
  block_end: 'end of statement block',
  variable_begin: 'begin of print statement',
  variable_end: 'end of print statement',
  eof: 'end of template',
};

/** The name of a token in error messages. */
export function describe(token: Token): string {
  if (token.type === 'name' || token.type === 'operator') return token.value;
  return DESCRIPTIONS[token.type] ?? token.type;
}

/** The tokens of a template, the current position and the nesting depth of the parser. */
export class TokenStream {
  private readonly tokens: readonly Token[];
  readonly source: string;
  private at = 0;
  private depth = 0;

  constructor(source: string, tokens: readonly Token[]) {
    this.source = source;
    this.tokens = tokens;
  }

  get current(): Token {
    return this.peek(0);
  }

  peek(ahead: number): Token {
    return this.tokens[this.at + ahead] ?? { type: 'eof', value: '', offset: this.source.length };
  }

  next(): Token {
    const token = this.current;
    spend(2);
    this.at += 1;
    return token;
  }

  fail(text: string, offset = this.current.offset, kind?: string): never {
    throw new SyntaxFailure(text, this.source, offset, kind);
  }

  is(type: TokenType, value?: string): boolean {
    const token = this.current;
    return token.type === type && (value === undefined || token.value === value);
  }

  isOperator(value: string): boolean {
    return this.is('operator', value);
  }

  isName(value: string): boolean {
    return this.is('name', value);
  }

  skip(type: TokenType, value?: string): boolean {
    if (!this.is(type, value)) return false;
    spend(2);
    this.at += 1;
    return true;
  }

  expect(type: TokenType, value?: string): Token {
    if (this.is(type, value)) return this.next();
    const wanted = value ?? DESCRIPTIONS[type] ?? type;
    if (this.current.type === 'eof') this.fail(`unexpected end of template, expected '${wanted}'.`);
    this.fail(`expected token '${wanted}', got '${describe(this.current)}'`);
  }

  /** Runs a step one level deeper; deeply nested sources fail here rather than overflow the stack. */
  nested<T>(step: () => T): T {
    this.depth += 1;
    if (this.depth > LIMITS.nesting) this.fail('too many nested parentheses or blocks');
    try {
      return step();
    } finally {
      this.depth -= 1;
    }
  }
}
