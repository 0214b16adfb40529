import { TemplateFailure } from '../values/failure.ts';
import type { Assertion, CharTest, RegexNode } from './nodes.ts';

/** One step of a compiled pattern; jumps are indices into the program. */
export type Step =
  | { readonly op: 'char'; readonly test: CharTest }
  /** A run of one class, of length `min` to `max`. */
  | {
      readonly op: 'run';
      readonly test: CharTest;
      readonly min: number;
      readonly max: number;
      readonly mode: 'greedy' | 'lazy' | 'possessive';
    }
  | { op: 'split'; first: number; second: number }
  | { op: 'jump'; to: number }
  | { readonly op: 'save'; readonly slot: number }
  /** Leaves a loop whose body matched the empty string. */
  | { readonly op: 'progress'; readonly slot: number }
  | { readonly op: 'assert'; readonly what: Assertion }
  | {
      readonly op: 'look';
      readonly program: readonly Step[];
      /** -1 for a lookahead, otherwise the length of the lookbehind. */
      readonly behind: number;
      readonly negated: boolean;
    }
  | { readonly op: 'atomic'; readonly program: readonly Step[] }
  | { readonly op: 'back'; readonly index: number; readonly ignoreCase: boolean }
  | { op: 'condition'; readonly group: number; no: number }
  | { readonly op: 'match' };

export interface Program {
  readonly steps: readonly Step[];
  /** Two per group, including the whole match, and one per loop. */
  readonly slots: number;
  /** Matching depends on captured groups, so a position that failed once may succeed later. */
  readonly remembers: boolean;
}

const MAX_STEPS = 20_000;

/** Compiles a pattern to steps. Throws `PatternError` if it is too large. */
export function compileProgram(node: RegexNode, groups: number): Program {
  const state = { slots: (groups + 1) * 2, size: 0, remembers: false };
  const steps = emitAll(node, state);
  return { steps, slots: state.slots, remembers: state.remembers };
}

interface State {
  slots: number;
  size: number;
  remembers: boolean;
}

function emitAll(node: RegexNode, state: State): Step[] {
  const steps: Step[] = [];
  emit(node, steps, state);
  steps.push({ op: 'match' });
  return steps;
}

function emit(node: RegexNode, steps: Step[], state: State): void {
  state.size += 1;
  if (state.size > MAX_STEPS) throw new TemplateFailure('PatternError', 'regular expression is too large');
  switch (node.kind) {
    case 'char':
      steps.push({ op: 'char', test: node.test });
      break;
    case 'sequence':
      for (const item of node.items) emit(item, steps, state);
      break;
    case 'either':
      emitEither(node.items, steps, state);
      break;
    case 'repeat':
      emitRepeat(node, steps, state);
      break;
    case 'group':
      steps.push({ op: 'save', slot: node.index * 2 });
      emit(node.of, steps, state);
      steps.push({ op: 'save', slot: node.index * 2 + 1 });
      break;
    case 'look': {
      const behind = node.ahead ? -1 : width(node.of);
      steps.push({ op: 'look', program: emitAll(node.of, state), behind, negated: node.negated });
      break;
    }
    case 'atomic':
      steps.push({ op: 'atomic', program: emitAll(node.of, state) });
      break;
    case 'back':
      state.remembers = true;
      steps.push({ op: 'back', index: node.index, ignoreCase: node.ignoreCase });
      break;
    case 'condition': {
      state.remembers = true;
      const condition: Step = { op: 'condition', group: node.group, no: 0 };
      steps.push(condition);
      emit(node.yes, steps, state);
      const jump: Step = { op: 'jump', to: 0 };
      steps.push(jump);
      condition.no = steps.length;
      emit(node.no, steps, state);
      jump.to = steps.length;
      break;
    }
    case 'assert':
      steps.push({ op: 'assert', what: node.what });
      break;
  }
}

function emitEither(items: readonly RegexNode[], steps: Step[], state: State): void {
  const jumps: { to: number }[] = [];
  for (const [at, item] of items.entries()) {
    if (at === items.length - 1) {
      emit(item, steps, state);
      break;
    }
    const split: Step = { op: 'split', first: steps.length + 1, second: 0 };
    steps.push(split);
    emit(item, steps, state);
    const jump: Step = { op: 'jump', to: 0 };
    steps.push(jump);
    jumps.push(jump);
    split.second = steps.length;
  }
  for (const jump of jumps) jump.to = steps.length;
}

function emitRepeat(node: Extract<RegexNode, { kind: 'repeat' }>, steps: Step[], state: State): void {
  const { of, min, max, mode } = node;
  if (of.kind === 'char') {
    steps.push({ op: 'run', test: of.test, min, max, mode });
    return;
  }
  if (mode === 'possessive') {
    steps.push({ op: 'atomic', program: emitAll({ ...node, mode: 'greedy' }, state) });
    return;
  }
  for (let count = 0; count < min; count += 1) emit(of, steps, state);
  const split = (body: number): { op: 'split'; first: number; second: number } => {
    const step = { op: 'split' as const, first: body, second: body };
    steps.push(step);
    return step;
  };
  const leave = (step: { first: number; second: number }): void => {
    if (mode === 'greedy') step.second = steps.length;
    else step.first = steps.length;
  };
  if (max === Number.POSITIVE_INFINITY) {
    const slot = state.slots;
    state.slots += 1;
    const start = steps.length;
    const step = split(start + 1);
    steps.push({ op: 'save', slot });
    emit(of, steps, state);
    steps.push({ op: 'progress', slot }, { op: 'jump', to: start });
    leave(step);
    return;
  }
  const splits: { first: number; second: number }[] = [];
  for (let count = min; count < max; count += 1) {
    splits.push(split(steps.length + 1));
    emit(of, steps, state);
  }
  for (const step of splits) leave(step);
}

/** The length of a lookbehind; Python requires a fixed one. */
function width(node: RegexNode): number {
  switch (node.kind) {
    case 'char':
      return 1;
    case 'sequence':
      return node.items.reduce((sum, item) => sum + width(item), 0);
    case 'either': {
      const [first = 0, ...others] = node.items.map(width);
      if (others.some((other) => other !== first)) throw notFixed();
      return first;
    }
    case 'repeat':
      if (node.min !== node.max) throw notFixed();
      return node.min * width(node.of);
    case 'group':
    case 'atomic':
      return width(node.of);
    case 'back':
      throw notFixed();
    case 'condition': {
      const [yes, no] = [width(node.yes), width(node.no)];
      if (yes !== no) throw notFixed();
      return yes;
    }
    default:
      return 0;
  }
}

function notFixed(): TemplateFailure {
  return new TemplateFailure('PatternError', 'look-behind requires fixed-width pattern');
}
