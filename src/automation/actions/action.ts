import type { Path } from '../config/config-problem.ts';
import type { Fields } from '../config/fields.ts';
import type { ParseHelp } from '../config/parse-help.ts';
import type { Action, Block } from '../runs/run.ts';
import type { BlockCursor, StepCursor } from '../runs/run-parts.ts';

/** The helpers of action parsers. */
export interface ActionHelp extends ParseHelp {
  /** Parses a nested block of actions: an item or a list. */
  block(config: unknown, path: Path): Block;
}

/** A kind of action. */
export interface ActionKind {
  /** The keys that identify this kind of action; the first is its name. */
  readonly keys: readonly [string, ...string[]];
  /** `keys` excludes the keys that all actions share. Throws `ConfigProblem`. */
  parse(keys: Fields, help: ActionHelp): Action['perform'];
}

/** The cursor of a block nested in a step, stored under a name. */
export function blockCursor(cursor: StepCursor, name = 'block'): BlockCursor {
  const known = cursor[name];
  if (known !== undefined) return known as BlockCursor;
  const fresh: BlockCursor = { at: 0, step: null };
  cursor[name] = fresh;
  return fresh;
}
