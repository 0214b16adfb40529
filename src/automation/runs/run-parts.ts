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

/** What a step has to know to go on after a restart: plain values and template values. */
export type StepCursor = Record<string, unknown>;

/** Where a block stands: the action at hand, and what that one noted. */
export interface BlockCursor {
  at: number;
  step: StepCursor | null;
}

/** What a run tells whoever started it. */
export interface RunListener<Run> {
  /** It is about to wait, or shows another step. */
  changed(run: Run): void;
  /** Something of it is to be kept: settles when that is durable. */
  keep(run: Run): Promise<void>;
  /** It has ended. */
  over(run: Run): void;
}

/** What a run is made of; the kinds of runs and blocks are those of `run.ts`. */
export interface RunPartsOf<Run, Block> {
  readonly id: string;
  readonly setting: AutomationContext;
  readonly log: Log;
  /** In whose rights it acts. */
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
  /** The runs whose steps call something at this moment, each the caller of the next. */
  readonly calling: Run[];
  /** What has run in the chain that led to it. */
  readonly chain: Chain | null;
  /** When the hub was up again, for a run that goes on after a restart, and what becomes of times that passed until then. */
  readonly resumed: { readonly at: number; readonly onMissed: OnMissed } | null;
  /** What becomes of other runs that went on after the restart, by their id. */
  readonly results: ReadonlyMap<string, Promise<unknown>>;
}
