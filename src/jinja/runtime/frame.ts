import type { RenderContext, Value } from '../values/context.ts';

/** Evaluates an expression. */
export type Evaluate = (frame: Frame) => Value;

/** Runs statements and returns their output. */
export type Execute = (frame: Frame) => string;

/** How a loop body ends early. */
export const CONTINUE = 1;
export const BREAK = 2;

/** The local variables of one run of a template, macro or block; unassigned slots are `undefined`. */
export class Frame {
  readonly context: RenderContext;
  readonly variables: Readonly<Record<string, Value>>;
  readonly parent: Frame | undefined;
  readonly slots: Value[] = [];
  readonly root: Frame;
  /** 0, `CONTINUE` or `BREAK`. */
  signal = 0;
  /** In the root frame: the bodies of each block, the most derived first. */
  blocks: Map<string, Execute[]> | undefined = undefined;
  /**
   * In the root frame of a template that extends another: the name of the parent, whose output replaces its
   * own.
   */
  extended: Value = undefined;
  /** In the frame of a block: the value of `super`. */
  superBlock: Value = undefined;

  constructor(
    context: RenderContext,
    variables: Readonly<Record<string, Value>>,
    parent: Frame | undefined = undefined,
  ) {
    this.context = context;
    this.variables = variables;
    this.parent = parent;
    this.root = parent === undefined ? this : parent.root;
  }
}
