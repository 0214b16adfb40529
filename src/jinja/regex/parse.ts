import { escapedClass, PatternReader, parseEscape, parseSet } from './class.ts';
import { type CharTest, fold, inAnyCase, type RegexNode } from './nodes.ts';

export interface ParsedRegex {
  readonly node: RegexNode;
  readonly groups: number;
  readonly names: ReadonlyMap<string, number>;
}

interface Flags {
  readonly i: boolean;
  readonly m: boolean;
  readonly s: boolean;
  readonly x: boolean;
  readonly a: boolean;
}

const MAX_REPEAT = 1000;
const MAX_DEPTH = 60;

/** Parses a Python regular expression. Throws `PatternError`. */
export function parseRegex(pattern: string, ignoreCase: boolean): ParsedRegex {
  const parser = new RegexParser(pattern);
  const flags = parser.globalFlags({ i: ignoreCase, m: false, s: false, x: false, a: false });
  const node = parser.alternatives(flags, 0);
  parser.finish();
  return { node, groups: parser.groups, names: parser.names };
}

const EMPTY: RegexNode = { kind: 'sequence', items: [] };

class RegexParser extends PatternReader {
  groups = 0;
  readonly names = new Map<string, number>();
  private readonly open = new Set<number>();

  /** `(?i)` and the like at the very start. */
  globalFlags(flags: Flags): Flags {
    let result = flags;
    for (
      let match = this.peekPattern(/\(\?([aiLmsux]+)\)/y);
      match !== null;
      match = this.peekPattern(/\(\?([aiLmsux]+)\)/y)
    ) {
      this.at += match[0].length;
      result = withFlags(result, match[1] ?? '', '');
    }
    return result;
  }

  finish(): void {
    if (this.at < this.pattern.length) this.fail('unbalanced parenthesis');
  }

  alternatives(flags: Flags, depth: number): RegexNode {
    if (depth > MAX_DEPTH) this.fail('pattern nests too deep');
    const items = [this.sequence(flags, depth)];
    while (this.take('|')) items.push(this.sequence(flags, depth));
    const [only] = items;
    return items.length === 1 && only !== undefined ? only : { kind: 'either', items };
  }

  private sequence(flags: Flags, depth: number): RegexNode {
    const items: RegexNode[] = [];
    while (this.at < this.pattern.length && !this.next('|') && !this.next(')')) {
      if (flags.x && this.skipVerbose()) continue;
      const atom = this.atom(flags, depth);
      if (atom !== undefined) items.push(this.repeated(atom, flags));
    }
    const [only] = items;
    return items.length === 1 && only !== undefined ? only : { kind: 'sequence', items };
  }

  private skipVerbose(): boolean {
    const match = this.peekPattern(/[ \t\n\r\f\v]+|#[^\n]*/y);
    this.at += match?.[0].length ?? 0;
    return match !== null;
  }

  private repeated(atom: RegexNode, flags: Flags): RegexNode {
    let node = atom;
    for (let count = 0; ; count += 1) {
      if (flags.x) while (this.skipVerbose());
      const [min, max] = this.quantifier() ?? [-1, -1];
      if (min < 0) return node;
      if (count > 0) this.fail('multiple repeat');
      if (atom.kind === 'assert') this.fail('nothing to repeat');
      const mode = this.take('?') ? 'lazy' : this.take('+') ? 'possessive' : 'greedy';
      node = { kind: 'repeat', of: node, min, max, mode };
    }
  }

  private quantifier(): readonly [number, number] | undefined {
    if (this.take('*')) return [0, Number.POSITIVE_INFINITY];
    if (this.take('+')) return [1, Number.POSITIVE_INFINITY];
    if (this.take('?')) return [0, 1];
    const match = this.peekPattern(/\{(\d*)(,?)(\d*)\}/y);
    if (match === null || (match[1] === '' && match[2] === '')) return undefined;
    const [whole, low, comma, high] = match;
    this.at += whole.length;
    const min = Number(low);
    const max = comma === '' ? min : high === '' ? Number.POSITIVE_INFINITY : Number(high);
    if (max < min) this.fail('min repeat greater than max repeat');
    if (min > MAX_REPEAT || (Number.isFinite(max) && max > MAX_REPEAT))
      this.fail('the repetition number is too large');
    return [min, max];
  }

  private atom(flags: Flags, depth: number): RegexNode | undefined {
    const char = this.char();
    switch (char) {
      case '.':
        return { kind: 'char', test: flags.s ? () => true : (code) => code !== 10 };
      case '^':
        return { kind: 'assert', what: flags.m ? 'lineStart' : 'start' };
      case '$':
        return { kind: 'assert', what: flags.m ? 'lineEnd' : 'lastLineEnd' };
      case '(':
        return this.group(flags, depth + 1);
      case '[':
        return { kind: 'char', test: cased(parseSet(this, flags.a), flags) };
      case '\\':
        return this.escape(flags);
      case '*':
      case '+':
      case '?':
        return this.fail('nothing to repeat');
      default:
        return literal(char.codePointAt(0) ?? 0, flags);
    }
  }

  private escape(flags: Flags): RegexNode {
    const char = this.charAt(0);
    const assertion = ({ A: 'start', Z: 'end', z: 'end', b: 'word', B: 'noWord' } as const)[char as 'A'];
    if (assertion !== undefined) {
      this.at += 1;
      return { kind: 'assert', what: assertion };
    }
    const reference = this.peekPattern(/[1-9]\d?(?!\d)|[1-9]\d/y);
    if (reference !== null && !/^[0-3][0-7]{2}/.test(this.pattern.slice(this.at))) {
      this.at += reference[0].length;
      return this.back(Number(reference[0]), flags);
    }
    const test = escapedClass(char, flags.a);
    if (test !== undefined) {
      this.at += 1;
      return { kind: 'char', test: cased(test, flags) };
    }
    return literal(parseEscape(this), flags);
  }

  private back(index: number, flags: Flags): RegexNode {
    if (index > this.groups) this.fail(`invalid group reference ${index}`);
    if (this.open.has(index)) this.fail('cannot refer to an open group');
    return { kind: 'back', index, ignoreCase: flags.i };
  }

  private reference(name: string): number {
    const index = /^\d+$/.test(name) ? Number(name) : this.names.get(name);
    if (index === undefined || index > this.groups || index === 0) this.fail(`unknown group name '${name}'`);
    return index;
  }

  private group(flags: Flags, depth: number): RegexNode | undefined {
    if (!this.take('?')) return this.capture(flags, depth);
    if (this.take('#')) {
      const end = this.pattern.indexOf(')', this.at);
      if (end < 0) this.fail('missing ), unterminated comment');
      this.at = end + 1;
      return undefined;
    }
    if (this.take(':')) return this.closed(flags, depth);
    if (this.take('>')) return { kind: 'atomic', of: this.closed(flags, depth) };
    for (const [sign, ahead, negated] of LOOKS) {
      if (this.take(sign)) return { kind: 'look', ahead, negated, of: this.closed(flags, depth) };
    }
    if (this.take('P=')) {
      const name = this.until(')');
      return this.back(this.reference(name), flags);
    }
    if (this.take('P<')) return this.capture(flags, depth, this.until('>'));
    if (this.take('(')) return this.conditional(flags, depth);
    const match = this.peekPattern(/([aiLmsux]*)(?:-([imsx]+))?:/y);
    if (match === null) {
      if (this.peekPattern(/[aiLmsux]+\)/y) !== null)
        this.fail('global flags not at the start of the expression');
      this.fail(`unknown extension ?${this.charAt(0)}`);
    }
    this.at += match[0].length;
    return this.closed(withFlags(flags, match[1] ?? '', match[2] ?? ''), depth);
  }

  private conditional(flags: Flags, depth: number): RegexNode {
    const group = this.reference(this.until(')'));
    const of = this.closed(flags, depth);
    if (of.kind !== 'either') return { kind: 'condition', group, yes: of, no: EMPTY };
    const [yes = EMPTY, no = EMPTY, ...more] = of.items;
    if (more.length > 0) this.fail('conditional backref with more than two branches');
    return { kind: 'condition', group, yes, no };
  }

  private capture(flags: Flags, depth: number, name?: string): RegexNode {
    this.groups += 1;
    const index = this.groups;
    if (index > 100) this.fail('too many groups');
    if (name !== undefined) {
      if (!/^[\p{L}_][\p{L}\p{N}_]*$/u.test(name)) this.fail(`bad character in group name '${name}'`);
      if (this.names.has(name)) this.fail(`redefinition of group name '${name}'`);
      this.names.set(name, index);
    }
    this.open.add(index);
    const of = this.closed(flags, depth);
    this.open.delete(index);
    return { kind: 'group', index, of };
  }

  private closed(flags: Flags, depth: number): RegexNode {
    const node = this.alternatives(flags, depth);
    if (!this.take(')')) this.fail('missing ), unterminated subpattern');
    return node;
  }
}

const LOOKS = [
  ['=', true, false],
  ['!', true, true],
  ['<=', false, false],
  ['<!', false, true],
] as const;

function withFlags(flags: Flags, on: string, off: string): Flags {
  const has = (name: keyof Flags): boolean => (flags[name] || on.includes(name)) && !off.includes(name);
  return { i: has('i'), m: has('m'), s: has('s'), x: has('x'), a: has('a') && !on.includes('u') };
}

function cased(test: CharTest, flags: Flags): CharTest {
  return flags.i ? inAnyCase(test) : test;
}

function literal(code: number, flags: Flags): RegexNode {
  if (!flags.i) return { kind: 'char', test: (other) => other === code };
  const folded = fold(code);
  return { kind: 'char', test: (other) => other === code || fold(other) === folded };
}
