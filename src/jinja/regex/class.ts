import { TemplateFailure } from '../values/failure.ts';
import { type CharTest, isAsciiWord, isDigit, isWhite, isWord } from './nodes.ts';

/** A position in a pattern. */
export class PatternReader {
  readonly pattern: string;
  at = 0;

  constructor(pattern: string) {
    this.pattern = pattern;
  }

  fail(text: string): never {
    throw new TemplateFailure('PatternError', `${text} at position ${this.at}`);
  }

  charAt(ahead: number): string {
    return this.pattern.charAt(this.at + ahead);
  }

  next(token: string): boolean {
    return this.pattern.startsWith(token, this.at);
  }

  take(token: string): boolean {
    if (!this.next(token)) return false;
    this.at += token.length;
    return true;
  }

  /** The next code point. */
  char(): string {
    const char = String.fromCodePoint(this.pattern.codePointAt(this.at) ?? 0);
    this.at += char.length;
    return char;
  }

  peekPattern(sticky: RegExp): RegExpExecArray | null {
    sticky.lastIndex = this.at;
    return sticky.exec(this.pattern);
  }

  until(end: string): string {
    const stop = this.pattern.indexOf(end, this.at);
    if (stop < 0) this.fail(`missing ${end}, unterminated name`);
    const text = this.pattern.slice(this.at, stop);
    this.at = stop + end.length;
    if (text === '') this.fail('missing group name');
    return text;
  }
}

/** The class of an escaped letter: `\d`, `\W` …; `undefined` for other letters. */
export function escapedClass(letter: string, ascii: boolean): CharTest | undefined {
  const own = classOf(letter.toLowerCase(), ascii);
  if (own === undefined || !/[dDwWsS]/.test(letter)) return undefined;
  return letter === letter.toLowerCase() ? own : (code) => !own(code);
}

function classOf(letter: string, ascii: boolean): CharTest | undefined {
  if (letter === 'd') return ascii ? (code) => code > 47 && code < 58 : isDigit;
  if (letter === 'w') return ascii ? isAsciiWord : isWord;
  if (letter !== 's') return undefined;
  return ascii ? (code) => code === 32 || (code > 8 && code < 14) : isWhite;
}

const ESCAPES: Readonly<Record<string, number>> = { n: 10, t: 9, r: 13, f: 12, v: 11, a: 7, '\\': 92 };

/** The code point of an escape that is not a class. */
export function parseEscape(reader: PatternReader): number {
  if (reader.at >= reader.pattern.length) reader.fail('bad escape (end of pattern)');
  const hex = reader.peekPattern(/x([\da-fA-F]{2})|u([\da-fA-F]{4})|U([\da-fA-F]{8})/y);
  if (hex !== null) {
    reader.at += hex[0].length;
    const code = Number.parseInt(hex[1] ?? hex[2] ?? hex[3] ?? '', 16);
    if (code > 0x10ffff) reader.fail('bad escape');
    return code;
  }
  const octal = reader.peekPattern(/0[0-7]{0,2}|[0-3][0-7]{2}/y);
  if (octal !== null) {
    reader.at += octal[0].length;
    return Number.parseInt(octal[0], 8);
  }
  const char = reader.char();
  const simple = ESCAPES[char];
  if (simple !== undefined) return simple;
  if (/[A-Za-z0-9]/.test(char)) {
    reader.at -= 1;
    reader.fail(`bad escape \\${char}`);
  }
  return char.codePointAt(0) ?? 0;
}

/** `\\d`, `\\w` and the like in one set; there are six of them. */
const MAX_CLASSES = 64;

/** The content of `[…]`, after its opening bracket. */
export function parseSet(reader: PatternReader, ascii: boolean): CharTest {
  const negated = reader.take('^');
  const singles = new Set<number>();
  const ranges: (readonly [number, number])[] = [];
  const classes: CharTest[] = [];
  const item = (): number | undefined => {
    if (reader.at >= reader.pattern.length) reader.fail('unterminated character set');
    if (!reader.take('\\')) return reader.char().codePointAt(0) ?? 0;
    const test = escapedClass(reader.charAt(0), ascii);
    if (test !== undefined) {
      reader.at += 1;
      if (classes.push(test) > MAX_CLASSES) reader.fail('too many classes in a character set');
      return undefined;
    }
    if (reader.take('b')) return 8;
    return parseEscape(reader);
  };
  for (let first = true; first || !reader.take(']'); first = false) {
    const from = item();
    if (!reader.next('-') || reader.charAt(1) === ']' || reader.charAt(1) === '') {
      if (from !== undefined) singles.add(from);
      continue;
    }
    reader.at += 1;
    const to = item();
    if (from === undefined || to === undefined || to < from) reader.fail('bad character range');
    ranges.push([from, to]);
  }
  const merged = mergeRanges(ranges);
  const has: CharTest = (code) =>
    singles.has(code) || isInRanges(merged, code) || classes.some((test) => test(code));
  const known = Uint8Array.from({ length: 128 }, (_, code) => (has(code) === negated ? 0 : 1));
  return (code) => (code < 128 ? known[code] === 1 : has(code) !== negated);
}

type Span = readonly [from: number, to: number];

/** The same characters as sorted, disjoint ranges. */
function mergeRanges(ranges: readonly Span[]): readonly Span[] {
  const merged: [number, number][] = [];
  for (const [from, to] of [...ranges].sort(([a], [b]) => a - b)) {
    const last = merged.at(-1);
    if (last !== undefined && from <= last[1] + 1) last[1] = Math.max(last[1], to);
    else merged.push([from, to]);
  }
  return merged;
}

/** A binary search: a set may have a thousand ranges and is tested for each character. */
function isInRanges(spans: readonly Span[], code: number): boolean {
  let [low, high] = [0, spans.length - 1];
  while (low <= high) {
    const middle = (low + high) >> 1;
    const [from, to] = spans[middle] ?? [0, -1];
    if (code < from) high = middle - 1;
    else if (code > to) low = middle + 1;
    else return true;
  }
  return false;
}
