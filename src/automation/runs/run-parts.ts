import type { Access } from '../../core/access.ts';
import type { CauseNotes } from '../../core/cause-notes.ts';
import type { Context } from '../../core/context.ts';
import type { Log } from '../../core/log.ts';
import type { AutomationContext } from '../config/automation-context.ts';
import type { OnMissed } from '../config/on-missed.ts';
import type { Scope } from '../config/scope.ts';
import type { Breakpoints } from './breakpoints.ts';
import type { Chain } from './loops.ts';
import type { Trace } from './trace.ts';

/** The state of a step, needed to resume it after a restart: plain values and template values. */
export type StepCursor = Record<string, unknown>;

/** The position in a block: the index of the current action, and its cursor. */
export interface BlockCursor {
  at: number;
  step: StepCursor | null;
}

/** The callbacks of a run to its runner. */
export interface RunListener<Run> {
  /** Called when it is about to wait, or its label has changed. */
  changed(run: Run): void;
  /** Something changed that must be persisted; settles when it is durable. */
  save(run: Run): Promise<void>;
  /** Called when it has ended. */
  over(run: Run): void;
}

/** The parts of a run; the concrete types of runs and blocks are in `run.ts`. */
export interface RunPartsOf<Run, Block> {
  readonly id: string;
  readonly setting: AutomationContext;
  readonly log: Log;
  /** The permissions it acts with. */
  readonly access: Access;
  readonly context: Context;
  readonly trace: Trace;
  readonly scope: Scope;
  readonly block: Block;
  readonly cursor: BlockCursor;
  /** The path of its actions in the trace: `action` or `sequence`. */
  readonly path: string;
  /** The run whose step waits for this one. */
  readonly parent: Run | null;
  readonly listener: RunListener<Run>;
  readonly breakpoints: Breakpoints;
  readonly causes: CauseNotes;
  /** The runs whose steps are currently calling something, each the caller of the next. */
  readonly calling: Run[];
  /** The chain that led to it. */
  readonly chain: Chain | null;
  /**
   * When the server was up again, for a run resumed after a restart, and what to do about times missed until
   * then.
   */
  readonly resumed: { readonly at: number; readonly onMissed: OnMissed } | null;
  /** The results of other runs resumed after the restart, by ID. */
  readonly results: ReadonlyMap<string, Promise<unknown>>;
}
