import type { Execute, Frame } from '../runtime/frame.ts';
import type { Statement } from '../syntax/nodes.ts';
import type { Environment } from '../values/context.ts';
import { assignedNames, type Scope } from './scope.ts';

type Body = readonly Statement[];

/** What an expression is compiled in. */
export interface ExpressionCompiler {
  readonly environment: Environment;
  readonly scope: Scope;
  /** Inside a branch: unknown filters fail when they are reached, not at once. */
  readonly soft: boolean;
  readonly source: string;
  readonly escape: boolean;
  /** Counts the expressions of the body that is compiled: what one run of it costs. */
  readonly size: { expressions: number };
}

/** What statements are compiled in. */
export interface StatementCompiler extends ExpressionCompiler {
  readonly blocks: Map<string, Execute>;
  /** Compiles a template that this one names; `undefined` where it is not known. */
  readonly template: (name: string) => Compiled | undefined;
  /** Compiles statements; here so that each kind of statement can stand in a file of its own. */
  readonly body: (body: Body, on: StatementCompiler) => Execute;
}

/** A template ready to run. */
export interface Compiled {
  readonly run: Execute;
  readonly blocks: ReadonlyMap<string, Execute>;
  /** The names set at the top, which an import can take. */
  readonly exports: () => readonly (readonly [string, number])[];
}

/** Opens a scope in the same frame and declares what the statements set in it. The second part unsets those names again. */
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
