import type { Execute, Frame } from '../runtime/frame.ts';
import type { Statement } from '../syntax/nodes.ts';
import type { Environment } from '../values/context.ts';
import { assignedNames, type Scope } from './scope.ts';

type Body = readonly Statement[];

/** The environment of compiling expressions. */
export interface ExpressionCompiler {
  readonly environment: Environment;
  readonly scope: Scope;
  /** Inside a branch: unknown filters fail when they are reached, not at compile time. */
  readonly soft: boolean;
  readonly source: string;
  readonly escape: boolean;
  /** Counts the expressions of the current body, as the cost of one run. */
  readonly size: { expressions: number };
}

/** The environment of compiling statements. */
export interface StatementCompiler extends ExpressionCompiler {
  readonly blocks: Map<string, Execute>;
  /** Compiles a template by name; `undefined` if it is unknown. */
  readonly template: (name: string) => Compiled | undefined;
  /** Compiles statements; passed in, so that each kind of statement can be in a file of its own. */
  readonly body: (body: Body, on: StatementCompiler) => Execute;
}

/** A template ready to run. */
export interface Compiled {
  readonly run: Execute;
  readonly blocks: ReadonlyMap<string, Execute>;
  /** The top-level names, which can be imported. */
  readonly exports: () => readonly (readonly [string, number])[];
}

/**
 * Opens a scope in the same frame and declares the names that the statements assign. The second part resets
 * those names.
 */
export function openBlock(
  on: StatementCompiler,
  body: Body,
): { inside: StatementCompiler; reset: (frame: Frame) => void } {
  const scope = on.scope.block();
  assignedNames(body, (name) => scope.declare(name));
  const slots = scope.own().map(([, slot]) => slot);
  const reset = (frame: Frame): void => {
    for (const slot of slots) frame.slots[slot] = undefined;
  };
  return { inside: { ...on, scope }, reset };
}
