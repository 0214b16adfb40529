import { codesOf } from '../values/code-points.ts';
import { TemplateFailure } from '../values/failure.ts';
import { spend } from '../values/work-meter.ts';
import { fold, isWord } from './nodes.ts';
import type { Program, Step } from './program.ts';

/** Steps of one operation, such as replacing all matches: tens of milliseconds. */
const BUDGET = 2_000_000;
/** Steps between two charges to the work of the render. */
const CHARGE_EVERY = 1024;
/** Steps of one search before failed positions are remembered. */
const REMEMBER_AFTER = 2048;
/** Bits of memory for failed positions: 8 MB. */
const MEMORY_BITS = 64_000_000;
const MAX_STACK = 3_000_000;
/** Marks lazy runs on the stack; below all positions and slots. */
const LAZY = -1_000_000_000;

/** The groups of a match: starts and ends in code points, -1 for groups that did not participate. */
export type Found = Int32Array;

/** Searches for one pattern in one text. Throws `TimeoutError` after too many steps. */
export class Search {
  readonly codes: Int32Array;
  private readonly program: Program;
  private readonly text: string;
  private readonly astral: boolean;
  private steps = 0;
  private charged = 0;
  private nextCharge = CHARGE_EVERY;
  private since = 0;
  private failed: Uint32Array | undefined;
  private saved: Int32Array = new Int32Array(0);
  private mustPass = -1;

  constructor(program: Program, text: string) {
    this.program = program;
    this.text = text;
    this.codes = codesOf(text);
    this.astral = this.codes.length !== text.length;
  }

  /** The text between two positions. */
  slice(from: number, to: number): string {
    if (!this.astral) return this.text.slice(from, to);
    spend((to - from) >> 2);
    let result = '';
    for (let at = from; at < to; at += 1) result += String.fromCodePoint(this.codes[at] ?? 0);
    return result;
  }

  /** The match that starts exactly at an index. */
  matchAt(start: number): Found | undefined {
    this.begin();
    return this.attempt(start);
  }

  /** The first match at or after a position; with `notEmpty`, not an empty one at that position. */
  find(from: number, notEmpty = false): Found | undefined {
    this.begin();
    const [first] = this.program.steps;
    for (let start = from; start <= this.codes.length; start += 1) {
      if (first?.op === 'char' && (start === this.codes.length || !first.test(this.codes[start] ?? 0))) {
        this.count(1);
        continue;
      }
      this.mustPass = notEmpty && start === from ? start : -1;
      const found = this.attempt(start);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  private begin(): void {
    this.failed = undefined;
    this.since = 0;
    this.mustPass = -1;
  }

  private count(steps: number): void {
    this.steps += steps;
    if (this.steps < this.nextCharge) return;
    if (this.steps > BUDGET) throw new TemplateFailure('TimeoutError', 'regular expression takes too long');
    spend((this.steps - this.charged) >> 1);
    this.charged = this.steps;
    this.nextCharge = this.steps + CHARGE_EVERY;
  }

  private attempt(start: number): Found | undefined {
    this.count(this.program.slots >> 4);
    this.saved = new Int32Array(this.program.slots).fill(-1);
    const end = this.run(this.program.steps, start, true);
    if (end < 0) return undefined;
    this.saved[0] = start;
    this.saved[1] = end;
    return this.saved;
  }

  /** Whether this state was tried before; a failed one fails again unless the pattern depends on groups. */
  private triedBefore(step: number, at: number, size: number): boolean {
    this.since += 1;
    if (this.failed === undefined) {
      if (this.since < REMEMBER_AFTER) return false;
      const bits = size * (this.codes.length + 1);
      if (bits > MEMORY_BITS) return false;
      this.count(bits >> 10);
      this.failed = new Uint32Array((bits >> 5) + 1);
    }
    const bit = at * size + step;
    const word = this.failed[bit >> 5] ?? 0;
    const mask = 1 << (bit & 31);
    if ((word & mask) !== 0) return true;
    this.failed[bit >> 5] = word | mask;
    return false;
  }

  /**
   * Runs steps from a position; returns the end position or -1. The backtracking stack has three numbers per
   * entry: a step, a position, and the position down to which a greedy run may be shortened. Other third
   * numbers: -1 for a plain position, -2 - slot to restore a group, and LAZY - taken for a lazy run that may
   * be extended by one.
   */
  private run(steps: readonly Step[], start: number, main: boolean): number {
    const { codes, saved } = this;
    const length = codes.length;
    const memory = main && !this.program.remembers && this.mustPass < 0;
    const stack: number[] = [];
    const save = (slot: number, value: number): void => {
      stack.push(0, saved[slot] ?? -1, -2 - slot);
      saved[slot] = value;
    };
    let step = 0;
    let at = start;
    for (;;) {
      this.count(1);
      if (stack.length > MAX_STACK)
        throw new TemplateFailure('TimeoutError', 'regular expression takes too long');
      const current = steps[step];
      let fine = true;
      switch (current?.op) {
        case 'char':
          fine = at < length && current.test(codes[at] ?? 0);
          at += 1;
          step += 1;
          break;
        case 'run': {
          const max = current.mode === 'lazy' ? current.min : current.max;
          const limit = Math.min(length, at + max);
          let end = at;
          while (end < limit && current.test(codes[end] ?? 0)) {
            end += 1;
            if ((end & 1023) === 0) this.count(512);
          }
          this.count((end - at) >> 4);
          fine = end - at >= current.min;
          if (fine && current.mode === 'greedy' && end > at + current.min)
            stack.push(step + 1, end - 1, at + current.min);
          if (fine && current.mode === 'lazy' && current.max > current.min)
            stack.push(step, end, LAZY - (end - at));
          at = end;
          step += 1;
          break;
        }
        case 'split':
          if (memory && this.triedBefore(step, at, steps.length)) {
            fine = false;
            break;
          }
          stack.push(current.second, at, -1);
          step = current.first;
          break;
        case 'jump':
          step = current.to;
          break;
        case 'save':
          save(current.slot, at);
          step += 1;
          break;
        case 'progress':
          // An empty iteration ends the loop: past the jump back.
          step += saved[current.slot] === at ? 2 : 1;
          break;
        case 'assert':
          fine = this.holds(current.what, at);
          step += 1;
          break;
        case 'look': {
          const from = current.behind < 0 ? at : at - current.behind;
          const before = Int32Array.from(saved);
          const end = from < 0 ? -1 : this.run(current.program, from, false);
          const holds = end >= 0 && (current.behind < 0 || end === at);
          fine = holds !== current.negated;
          this.keep(before, save, holds && !current.negated);
          step += 1;
          break;
        }
        case 'atomic': {
          const before = Int32Array.from(saved);
          const end = this.run(current.program, at, false);
          fine = end >= 0;
          this.keep(before, save, fine);
          at = end;
          step += 1;
          break;
        }
        case 'back': {
          const end = this.repeatGroup(current.index, current.ignoreCase, at);
          fine = end >= 0;
          at = end;
          step += 1;
          break;
        }
        case 'condition':
          step = (saved[current.group * 2 + 1] ?? -1) >= 0 ? step + 1 : current.no;
          break;
        default:
          if (!main || at !== this.mustPass) return at;
          fine = false;
      }
      if (fine) continue;
      for (;;) {
        const limit = stack.pop();
        if (limit === undefined) return -1;
        const place = stack.pop() ?? 0;
        const next = stack.pop() ?? 0;
        if (limit <= LAZY) {
          const lazy = steps[next];
          const taken = LAZY - limit;
          if (lazy?.op !== 'run' || taken >= lazy.max || place >= length || !lazy.test(codes[place] ?? 0))
            continue;
          stack.push(next, place + 1, limit - 1);
          [step, at] = [next + 1, place + 1];
          break;
        }
        if (limit < -1) {
          saved[-2 - limit] = place;
          continue;
        }
        if (limit >= 0 && place > limit) stack.push(next, place - 1, limit);
        [step, at] = [next, place];
        break;
      }
    }
  }

  /** Adopts the captures of an inner run such that backtracking undoes them, or discards them. */
  private keep(before: Int32Array, save: (slot: number, value: number) => void, wanted: boolean): void {
    const { saved } = this;
    this.count(saved.length >> 3);
    for (let slot = 0; slot < saved.length; slot += 1) {
      const now = saved[slot] ?? -1;
      const old = before[slot] ?? -1;
      if (now === old) continue;
      saved[slot] = old;
      if (wanted) save(slot, now);
    }
  }

  private repeatGroup(index: number, ignoreCase: boolean, at: number): number {
    const [from = -1, to = -1] = [this.saved[index * 2], this.saved[index * 2 + 1]];
    if (from < 0 || to < 0) return -1;
    this.count((to - from) >> 2);
    for (let offset = 0; offset < to - from; offset += 1) {
      const [a, b] = [this.codes[from + offset] ?? -1, this.codes[at + offset] ?? -2];
      if (a !== b && !(ignoreCase && b >= 0 && fold(a) === fold(b))) return -1;
    }
    return at + to - from;
  }

  private holds(what: Extract<Step, { op: 'assert' }>['what'], at: number): boolean {
    const { codes } = this;
    const { length } = codes;
    switch (what) {
      case 'start':
        return at === 0;
      case 'end':
        return at === length;
      case 'lineStart':
        return at === 0 || codes[at - 1] === 10;
      case 'lineEnd':
        return at === length || codes[at] === 10;
      case 'lastLineEnd':
        return at === length || (at === length - 1 && codes[at] === 10);
      default: {
        const before = at > 0 && isWord(codes[at - 1] ?? 0);
        const after = at < length && isWord(codes[at] ?? 0);
        return (before !== after) === (what === 'word');
      }
    }
  }
}
