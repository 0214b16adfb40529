import { type Access, fullAccess } from '../../core/access.ts';
import type { CauseNotes } from '../../core/cause-notes.ts';
import type { Context } from '../../core/context.ts';
import type { Log } from '../../core/log.ts';
import type { Variables } from '../../jinja/template.ts';
import { type AutomationContext, contextFor } from '../config/automation-context.ts';
import type { OnMissed } from '../config/on-missed.ts';
import { type RunMode, rejectionOf } from '../config/run-mode.ts';
import { type Names, noNames, Scope } from '../config/scope.ts';
import type { Breakpoints } from './breakpoints.ts';
import type { Chain, Loops } from './loops.ts';
import { type Block, Run } from './run.ts';
import type { BlockCursor, RunListener } from './run-parts.ts';
import type { Outcome, Trace } from './trace.ts';

/** Persists runs that have waited, so that they survive a restart. */
export interface RunRecorder {
  /** Settles when the current state of the run is durable. */
  save(run: Run, saved: SavedRun): Promise<void>;
  drop(run: Run): void;
}

/** The persisted state of a run besides its context and trace. */
export interface SavedRun {
  readonly owner: string;
  readonly names: Names;
  readonly cursor: BlockCursor;
  /** The ID of the parent run whose step waits for this one. */
  readonly parent: string | null;
  /** Identifies the configuration, to detect changes. */
  readonly plan: () => string;
}

/** The dependencies shared by all runs of the server. */
export interface RunsParts {
  readonly setting: AutomationContext;
  readonly stateSaver: RunRecorder;
  readonly loops: Loops;
  /** Records what runs do, for the cause of a change. */
  readonly causes: CauseNotes;
  readonly breakpoints: Breakpoints;
  /** The results of runs resumed after a restart, by ID, for the steps that wait for them. */
  readonly resumed: Map<string, Promise<unknown>>;
  /** Whether the process is about to end: active runs are then resumed at the next start. */
  readonly isClosing: () => boolean;
  /** Active runs by ID. */
  readonly running: Map<string, Run>;
  /** The runs whose steps are currently calling something, each the caller of the next. */
  readonly calling: Run[];
  /** Saves a finished trace. */
  readonly keepTrace: (trace: Trace, max: number) => void;
  /** Deletes the traces of a removed item. */
  readonly dropTraces: (domain: 'automation' | 'script', itemId: string) => void;
}

/** What to run, and how. */
export interface RunPlan {
  /** Its name in logs and the key of its runs, e.g. `automation.hall`. */
  readonly owner: string;
  readonly log: Log;
  readonly block: Block;
  /** The path of the actions in traces. */
  readonly path: 'action' | 'sequence';
  readonly mode: RunMode;
  readonly storedTraces: number;
  readonly onMissed: OnMissed;
  /** Identifies the configuration, to detect changes. */
  readonly fingerprint: () => string;
  /** Whether a nested run of the same item is rejected if it could only wait for itself. */
  readonly refusesRecursion: boolean;
  /** Called when the number of runs or the label of a step has changed. */
  changed(context: Context): void;
}

/** A request for a run. */
export interface Start {
  readonly context: Context;
  readonly access: Access;
  readonly variables: Variables;
  readonly trace: Trace;
  /** The run whose step requests this one. */
  readonly caller: Run | null;
  /** The run whose step waits for this one. */
  readonly parent: Run | null;
  /** The context of the cause. */
  readonly cause: Context | null;
  /** Called when the run is certain to start, before its first step. */
  started(): void;
}

/** How a run resumes after a restart. */
export interface Resuming {
  /** When the server was up again. */
  readonly upAt: number;
  /** The run resumes when this settles. */
  readonly ready: Promise<unknown>;
}

interface Beginning extends Pick<Start, 'context' | 'access' | 'trace' | 'parent'> {
  readonly names: Names;
  readonly cursor: BlockCursor;
  readonly parentId: string | null;
  readonly chain: Chain | null;
  readonly resumed: { readonly at: number; readonly ready: Promise<unknown> } | null;
}

/** The result of a start, or a promise of it; null if it was rejected. */
export type Started = { readonly run: Run; readonly result: unknown } | null;

/** The run whose step is currently requesting another one, in its context. */
export function callerOf(cause: Context | null, calling: readonly Run[]): Run | null {
  return calling.findLast(({ parts }) => parts.context.id === cause?.id) ?? null;
}

/** Starts runs of one automation or script according to its run mode. */
export class Runner {
  readonly runs: Set<Run> = new Set();
  private readonly plan: RunPlan;
  private readonly parts: RunsParts;

  constructor(plan: RunPlan, parts: RunsParts) {
    this.plan = plan;
    this.parts = parts;
  }

  /** Starts a run; throws what its steps throw before the first wait. */
  start(start: Start): Started {
    const refusal = this.refusalOf(start);
    if (typeof refusal === 'string') {
      start.trace.end(refusal);
      this.parts.keepTrace(start.trace, this.plan.storedTraces);
      return null;
    }
    const names = Object.assign(noNames(), start.variables, { context: start.context });
    const { context, access, trace, parent } = start;
    return this.begin(
      {
        context,
        access,
        trace,
        parent,
        names,
        parentId: parent?.parts.id ?? null,
        chain: refusal,
        cursor: { at: 0, step: null },
        resumed: null,
      },
      () => start.started(),
    );
  }

  /**
   * Resumes a run at its position, with full permissions: runs with limited permissions are not resumed after
   * a restart.
   */
  resume(
    {
      context,
      names,
      cursor,
      parent,
    }: Pick<SavedRun, 'names' | 'cursor' | 'parent'> & Pick<Start, 'context'>,
    trace: Trace,
    { upAt, ready }: Resuming,
  ): NonNullable<Started> {
    const resumed = { at: upAt, ready };
    return this.begin(
      {
        context,
        names,
        cursor,
        trace,
        access: fullAccess,
        parent: null,
        parentId: parent,
        chain: null,
        resumed,
      },
      () => {},
    );
  }

  /** Cancels all runs. */
  cancel(outcome: 'cancelled' | 'interrupted' = 'cancelled', reason?: string): void {
    for (const run of [...this.runs]) run.cancel(outcome, reason);
  }

  private begin(
    { context, access, trace, parent, names, cursor, parentId, chain, resumed }: Beginning,
    started: () => void,
  ): NonNullable<Started> {
    const { plan, parts } = this;
    const { setting } = parts;
    const run: Run = new Run({
      id: trace.facts.runId,
      context,
      access,
      trace,
      cursor,
      parent,
      log: plan.log,
      block: plan.block,
      path: plan.path,
      setting: contextFor(setting, access),
      scope: Scope.of(names),
      resumed: resumed === null ? null : { at: resumed.at, onMissed: plan.onMissed },
      results: parts.resumed,
      breakpoints: parts.breakpoints,
      causes: parts.causes,
      calling: parts.calling,
      chain,
      listener: this.listenerOf({
        owner: plan.owner,
        names,
        cursor,
        parent: parentId,
        plan: plan.fingerprint,
      }),
    });
    const before = plan.mode.mode === 'queued' ? [...this.runs].at(-1) : undefined;
    this.runs.add(run);
    parts.running.set(run.parts.id, run);
    if (plan.mode.mode === 'restart') {
      for (const other of [...this.runs]) if (other !== run) other.cancel();
    }
    started();
    plan.changed(context);
    const previous = before?.whenOver() ?? null;
    const ready = resumed === null ? previous : Promise.all([resumed.ready, previous]);
    return { run, result: run.begin(ready) };
  }

  private listenerOf(saved: SavedRun): RunListener<Run> {
    const { parts, plan } = this;
    return {
      changed: (run) => plan.changed(run.parts.context),
      save: (run) => parts.stateSaver.save(run, saved),
      over: (run) => {
        if (parts.isClosing()) return;
        this.runs.delete(run);
        parts.running.delete(run.parts.id);
        if (run.isDurable) parts.stateSaver.drop(run);
        parts.keepTrace(run.parts.trace, plan.storedTraces);
        plan.changed(run.parts.context);
      },
    };
  }

  /** Why it may not run or, if it may, its chain. */
  private refusalOf({ caller, parent, cause, context }: Start): Outcome | Chain {
    const { plan, parts } = this;
    const { mode, level } = plan.mode;
    const { setting, loops } = parts;
    if (plan.refusesRecursion && (mode === 'restart' || mode === 'queued') && this.isAbove(parent)) {
      plan.log.warn(`${plan.owner} called itself: that call is skipped`);
      return 'disallowed_recursion_detected';
    }
    const origin = { caller: caller?.parts.chain ?? null, cause, context };
    const chain = loops.admit(plan.owner, origin, setting.clock.now());
    if (chain === null) {
      plan.log.error(`${plan.owner} triggers itself endlessly: it is stopped here`);
      return 'disallowed_recursion_detected';
    }
    const rejection = rejectionOf(plan.mode, this.runs.size);
    if (rejection === undefined) return chain;
    if (level !== null) plan.log[level](`${plan.owner}: ${rejection.reason}`);
    return rejection.outcome;
  }

  private isAbove(parent: Run | null): boolean {
    for (let run = parent; run !== null; run = run.parts.parent) if (this.runs.has(run)) return true;
    return false;
  }
}
