import { type Access, fullAccess } from '../../core/access.ts';
import type { CauseNotes } from '../../core/cause-notes.ts';
import type { Context } from '../../core/context.ts';
import type { Log } from '../../core/log.ts';
import type { Variables } from '../../jinja/template.ts';
import { type AutomationContext, contextFor } from '../config/automation-context.ts';
import type { OnMissed } from '../config/on-missed.ts';
import { type Names, noNames, Scope } from '../config/scope.ts';
import type { Breakpoints } from './breakpoints.ts';
import type { Chain, Loops } from './loops.ts';
import { type Block, Run } from './run.ts';
import type { RunMode } from './run-mode.ts';
import type { BlockCursor, RunListener } from './run-parts.ts';
import type { Outcome, Trace } from './trace.ts';

/** Keeps runs that have waited, so that they outlive the process. */
export interface RunKeeper {
  /** Settles when what the run is now is durable. */
  keep(run: Run, kept: KeptRun): Promise<void>;
  drop(run: Run): void;
}

/** What has to be kept of a run besides its context and its trace. */
export interface KeptRun {
  readonly owner: string;
  readonly names: Names;
  readonly cursor: BlockCursor;
  /** The id of the run whose step waits for this one. */
  readonly parent: string | null;
  /** What says later that the configuration is still the same. */
  readonly plan: () => string;
}

/** What all runs of the house share. */
export interface RunsParts {
  readonly setting: AutomationContext;
  readonly keeper: RunKeeper;
  readonly loops: Loops;
  /** Takes note of what runs do, for those who ask why. */
  readonly causes: CauseNotes;
  readonly breakpoints: Breakpoints;
  /** What becomes of runs that went on after a restart, by their id, for those whose step waits for them. */
  readonly resumed: Map<string, Promise<unknown>>;
  /** Whether the process is about to end: what runs then goes on at the next start. */
  readonly isClosing: () => boolean;
  /** Runs at work, by their id. */
  readonly running: Map<string, Run>;
  /** The runs whose steps call something at this moment, each the caller of the next. */
  readonly calling: Run[];
  /** Takes a trace that is over. */
  readonly keepTrace: (trace: Trace, most: number) => void;
  /** Forgets the traces of what is gone. */
  readonly dropTraces: (domain: 'automation' | 'script', itemId: string) => void;
}

/** What is run, and how. */
export interface RunPlan {
  /** What it is called in logs and where runs are kept, e.g. `automation.hall`. */
  readonly owner: string;
  readonly log: Log;
  readonly block: Block;
  /** The path of the actions in traces. */
  readonly path: 'action' | 'sequence';
  readonly mode: RunMode;
  readonly storedTraces: number;
  readonly onMissed: OnMissed;
  /** What says that a configuration is still the same. */
  readonly fingerprint: () => string;
  /** Whether a run that a run of the same began is refused where it could only wait for itself. */
  readonly refusesRecursion: boolean;
  /** How many run has changed, or what a run shows of its step. */
  changed(context: Context): void;
}

/** One start. */
export interface Start {
  readonly context: Context;
  readonly access: Access;
  readonly variables: Variables;
  readonly trace: Trace;
  /** The run whose step asks for this one. */
  readonly caller: Run | null;
  /** The run whose step waits for this one. */
  readonly parent: Run | null;
  /** The context that led to it. */
  readonly cause: Context | null;
  /** Called once it is sure that it runs, before its first step. */
  started(): void;
}

/** How a run goes on after a restart. */
export interface Resuming {
  /** When the hub was up again. */
  readonly upAt: number;
  /** It goes on when this settles. */
  readonly ready: Promise<unknown>;
}

interface Beginning extends Pick<Start, 'context' | 'access' | 'trace' | 'parent'> {
  readonly names: Names;
  readonly cursor: BlockCursor;
  readonly parentId: string | null;
  readonly chain: Chain | null;
  readonly resumed: { readonly at: number; readonly ready: Promise<unknown> } | null;
}

/** What came of a start: the result, or a promise of it; null where it was refused. */
export type Started = { readonly run: Run; readonly result: unknown } | null;

/** The run whose step asks for another at this moment, in its context. */
export function callerOf(cause: Context | null, calling: readonly Run[]): Run | null {
  return calling.findLast(({ parts }) => parts.context.id === cause?.id) ?? null;
}

/** Starts runs of one automation or script as its mode says. */
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

  /** Goes on with a run where it stood, in all rights: those of limited callers do not go on after a restart. */
  resume(
    { context, names, cursor, parent }: Pick<KeptRun, 'names' | 'cursor' | 'parent'> & Pick<Start, 'context'>,
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

  /** Ends all runs. */
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

  private listenerOf(kept: KeptRun): RunListener<Run> {
    const { parts, plan } = this;
    return {
      changed: (run) => plan.changed(run.parts.context),
      keep: (run) => parts.keeper.keep(run, kept),
      over: (run) => {
        if (parts.isClosing()) return;
        this.runs.delete(run);
        parts.running.delete(run.parts.id);
        if (run.isDurable) parts.keeper.drop(run);
        parts.keepTrace(run.parts.trace, plan.storedTraces);
        plan.changed(run.parts.context);
      },
    };
  }

  /** Why it may not run; where it may, the chain it then stands in. */
  private refusalOf({ caller, parent, cause, context }: Start): Outcome | Chain {
    const { plan, parts } = this;
    const { mode, max, level } = plan.mode;
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
    const isFull = mode !== 'restart' && this.runs.size >= (mode === 'single' ? 1 : max);
    if (!isFull) return chain;
    if (level !== null)
      plan.log[level](
        mode === 'single'
          ? `${plan.owner}: Already running`
          : `${plan.owner}: Maximum number of runs exceeded`,
      );
    return mode === 'single' ? 'failed_single' : 'failed_max_runs';
  }

  private isAbove(parent: Run | null): boolean {
    for (let run = parent; run !== null; run = run.parts.parent) if (this.runs.has(run)) return true;
    return false;
  }
}
