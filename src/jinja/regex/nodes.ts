/** Whether a code point is in a class. */
export type CharTest = (code: number) => boolean;

/** The syntax tree of a pattern. */
export type RegexNode =
  | { readonly kind: 'char'; readonly test: CharTest }
  | { readonly kind: 'sequence'; readonly items: readonly RegexNode[] }
  | { readonly kind: 'either'; readonly items: readonly RegexNode[] }
  | {
      readonly kind: 'repeat';
      readonly of: RegexNode;
      readonly min: number;
      readonly max: number;
      readonly mode: 'greedy' | 'lazy' | 'possessive';
    }
  | { readonly kind: 'group'; readonly index: number; readonly of: RegexNode }
  | { readonly kind: 'look'; readonly ahead: boolean; readonly negated: boolean; readonly of: RegexNode }
  | { readonly kind: 'atomic'; readonly of: RegexNode }
  | { readonly kind: 'back'; readonly index: number; readonly ignoreCase: boolean }
  | { readonly kind: 'condition'; readonly group: number; readonly yes: RegexNode; readonly no: RegexNode }
  | { readonly kind: 'assert'; readonly what: Assertion };

export type Assertion = 'start' | 'end' | 'lineStart' | 'lineEnd' | 'lastLineEnd' | 'word' | 'noWord';

const WORD = /^[\p{L}\p{N}_]$/u;
const DIGIT = /^\p{Nd}$/u;
const SPACES: ReadonlySet<number> = new Set([
  9,
  10,
  11,
  12,
  13,
  28,
  29,
  30,
  31,
  32,
  0x85,
  0xa0,
  0x1680,
  0x2028,
  0x2029,
  0x202f,
  0x205f,
  0x3000,
  ...Array.from({ length: 11 }, (_, at) => 0x2000 + at),
]);

/** Python's `\w`. */
export function isWord(code: number): boolean {
  if (code < 128)
    return (code > 47 && code < 58) || (code > 64 && code < 91) || (code > 96 && code < 123) || code === 95;
  return WORD.test(String.fromCodePoint(code));
}

/** ASCII letters, digits and `_`. */
export function isAsciiWord(code: number): boolean {
  return code < 128 && isWord(code);
}

/** Digits of all scripts. */
export function isDigit(code: number): boolean {
  return code < 128 ? code > 47 && code < 58 : DIGIT.test(String.fromCodePoint(code));
}

/** Whether Python considers the character white space. */
export function isWhite(code: number): boolean {
  return SPACES.has(code);
}

/** The lower-case letter, for comparison without case. */
export function fold(code: number): number {
  if (code < 128) return code > 64 && code < 91 ? code + 32 : code;
  const small = String.fromCodePoint(code).toLowerCase();
  const folded = small.codePointAt(0) ?? code;
  return small.length === (folded > 0xffff ? 2 : 1) ? folded : code;
}

function rise(code: number): number {
  if (code < 128) return code > 96 && code < 123 ? code - 32 : code;
  const big = String.fromCodePoint(code).toUpperCase();
  const risen = big.codePointAt(0) ?? code;
  return big.length === (risen > 0xffff ? 2 : 1) ? risen : code;
}

/** A test that accepts a letter in either case. */
export function inAnyCase(test: CharTest): CharTest {
  return (code) => test(code) || test(fold(code)) || test(rise(code)) || test(rise(fold(code)));
}
