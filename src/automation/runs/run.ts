import type { Bus } from '../../core/bus.ts';
import { truth } from '../../jinja/values/protocol.ts';
import type { ConditionContext } from '../config/condition.ts';
import type { Scope } from '../config/scope.ts';
import { isPassing } from './passing-failure.ts';
import { noteStepCause } from './run-cause.ts';
import type { BlockCursor, RunPartsOf, StepCursor } from './run-parts.ts';
import { BlockEnded, RunEnded, rethrow } from './signals.ts';
import { Branch, type StepProcess, until } from './step-process.ts';
import type { TraceStep } from './trace.ts';

/** The common properties of all actions. */
export interface Action {
  /** Shown while it runs: its alias, or its kind. */
  readonly label: string;
  /** False, or a template that renders false, skips it. */
  readonly enabled: boolean | string;
  /** Whether the run continues after a failure. */
  readonly continueOnError: boolean;
  /** Runs to completion, or returns the process to be driven. */
  perform(step: Step): StepProcess | undefined;
}

/** An action during a run. */
export interface Step {
  readonly run: Run;
  /** The path in the trace, e.g. `action/1`. */
  readonly path: string;
  readonly scope: Scope;
  /** The state needed to resume it after a restart; empty at first. */
  readonly cursor: StepCursor;
  readonly traced: TraceStep;
}

/** A sequence of actions. */
export type Block = readonly Action[];

/** The parts of a run. */
export type RunParts = RunPartsOf<Run, Block>;

/**
 * One execution of the actions of an automation or script. Its position is data: the cursors and variables
 * describe it completely.
 */
export class Run {
  readonly parts: RunParts;
  /** The value of `set_conversation_response`. */
  sentence: string | null = null;
  /** The label of the current step. */
  label = '';
  /** Whether it has waited: from then on it survives a restart. */
  isDurable = false;
  /** Whether it has been persisted: from then on a step with an effect is persisted before it starts. */
  isSaved = false;
  /** The step that is calling a service right now; a run started meanwhile is its child. */
  calling: Step | null = null;
  private children: Set<Run> | null = null;
  private branch: Branch<unknown> | undefined;
  private ended: RunEnded | undefined;
  private moved = false;
  private isKeeping = false;
  private isOver = false;
  private waiters: (() => void)[] | null = null;

  constructor(parts: RunParts) {
    this.parts = parts;
    parts.parent?.adopt(this);
    this.isDurable = parts.resumed !== null;
    this.isSaved = this.isDurable;
  }

  /** Adds a run that a step waits for: it is cancelled with this one. */
  adopt(child: Run): void {
    this.children ??= new Set();
    this.children.add(child);
  }

  /** The context for conditions. */
  context(scope: Scope): ConditionContext {
    return { setting: this.parts.setting, variables: scope.all, tracer: this.parts.trace };
  }

  /** Runs from the position of the cursors to the end. */
  begin(before: Promise<unknown> | null): unknown {
    this.branch = new Branch(this.whole(before), this);
    return this.branch.begin();
  }

  /** Cancels the run, including the runs its steps wait for. */
  cancel(outcome: 'cancelled' | 'interrupted' = 'cancelled', reason = 'The run was stopped'): void {
    if (this.ended !== undefined) return;
    this.ended = new RunEnded(outcome, reason);
    for (const child of [...(this.children ?? [])]) child.cancel(outcome, reason);
    this.branch?.end(this.ended);
  }

  /** Settles when it has ended, in any way. */
  whenOver(): Promise<void> {
    if (this.isOver) return Promise.resolve();
    return new Promise((done) => {
      this.waiters ??= [];
      this.waiters.push(done);
    });
  }

  /** Whether it was cancelled. */
  get isCancelled(): boolean {
    return this.ended !== undefined;
  }

  /** Called when a step starts to wait: the run, and those that wait for it, now survive a restart. */
  waits(): void {
    const { parent, listener } = this.parts;
    this.isDurable = true;
    parent?.waits();
    listener.save(this).catch(() => {});
    listener.changed(this);
  }

  /** Whether it only waits for the database. */
  mayContinue(): boolean {
    const { isKeeping } = this;
    this.isKeeping = false;
    return isKeeping;
  }

  /** The bus that collects its events. */
  get bus(): Bus {
    return this.parts.setting.bus;
  }

  private keeping(): Promise<void> {
    this.isKeeping = true;
    return this.parts.listener.save(this);
  }

  /** Persists the changes of a run that survives restarts. */
  keepsOn(): void {
    if (this.isDurable) this.parts.listener.save(this).catch(() => {});
  }

  /** Performs an external effect once: after a restart, a step that had started ends the run. */
  *effect<T>(
    step: Step,
    { name, entities = [] }: { readonly name: string; readonly entities?: readonly string[] },
    task: () => T | Promise<T>,
  ): StepProcess<T> {
    if (step.cursor.started === true) return (yield* this.resumedResult(step, name)) as T;
    step.cursor.started = true;
    if (this.isSaved) yield this.keeping();
    noteStepCause(this.parts, { path: step.path, subject: name, entities });
    const { calling } = this.parts;
    this.calling = step;
    calling.push(this);
    let result: T | Promise<T>;
    try {
      result = task();
    } finally {
      calling.pop();
      this.calling = null;
    }
    this.moved = true;
    if (this.ended !== undefined) throw this.ended;
    return result instanceof Promise ? yield* until(result) : result;
  }

  /**
   * A step that had started before a restart is not repeated; if it waits for a resumed run, it waits for
   * that again.
   */
  private *resumedResult({ cursor, path }: Step, name: string): StepProcess<unknown> {
    const result = this.parts.results.get(String(cursor.child));
    if (result !== undefined)
      return yield* until(result.catch((error) => rethrow(error, `Step ${path} (${name})`)));
    throw new RunEnded(
      'interrupted',
      `Step ${path} (${name}) had begun when the server ended and is not repeated`,
    );
  }

  /** Runs a block to its end; a condition in it that is not met ends it early. */
  *block(
    block: Block,
    cursor: BlockCursor,
    at: { readonly scope: Scope; readonly path: string },
  ): StepProcess {
    try {
      yield* this.steps(block, cursor, at);
    } catch (error) {
      if (!(error instanceof BlockEnded)) throw error;
    }
  }

  private *whole(before: Promise<unknown> | null): StepProcess<unknown> {
    const { trace, block, cursor, scope, path, parent, listener } = this.parts;
    try {
      if (before !== null) {
        this.waits();
        yield before;
      }
      if (this.ended !== undefined) throw this.ended;
      yield* this.steps(block, cursor, { scope, path });
      trace.end('finished');
    } catch (error) {
      if (error instanceof BlockEnded) trace.end('aborted');
      else if (error instanceof RunEnded) {
        const isLost = error.outcome === 'interrupted';
        trace.end(error.outcome, isLost ? error.message : undefined);
        if (!isLost) return error.response;
        this.parts.log.warn(error.message);
        throw error;
      } else {
        trace.end('error', error);
        throw error;
      }
    } finally {
      parent?.children?.delete(this);
      this.isOver = true;
      listener.over(this);
      for (const report of this.waiters ?? []) report();
      this.waiters = null;
    }
    return undefined;
  }

  private *steps(
    block: Block,
    cursor: BlockCursor,
    at: { readonly scope: Scope; readonly path: string },
  ): StepProcess {
    for (let action = block[cursor.at]; action !== undefined; action = block[cursor.at]) {
      if (this.ended !== undefined) throw this.ended;
      cursor.step ??= {};
      yield* this.step(action, {
        run: this,
        path: `${at.path}/${cursor.at}`,
        scope: at.scope,
        cursor: cursor.step,
      });
      cursor.at += 1;
      cursor.step = null;
      if (this.moved) this.keepsOn();
      this.moved = false;
    }
  }

  private *step(action: Action, at: Omit<Step, 'traced'>): StepProcess {
    const { trace, breakpoints } = this.parts;
    const traced = trace.begin(at.path, at.scope.all);
    try {
      if (breakpoints.isWatching) yield* breakpoints.halt(trace, at.path);
      if (!this.isEnabled(action, at.scope)) {
        traced.result({ enabled: false });
        return;
      }
      this.label = action.label;
      const process = action.perform({ ...at, traced });
      if (process !== undefined) yield* process;
    } catch (error) {
      const isEnd = error instanceof BlockEnded || error instanceof RunEnded;
      const isFailure = !isEnd || (error instanceof RunEnded && error.outcome === 'aborted');
      if (isFailure) traced.error(error);
      if (isEnd || !action.continueOnError || !isPassing(error)) throw error;
    } finally {
      traced.end(at.scope.all);
    }
  }

  private isEnabled({ enabled }: Action, scope: Scope): boolean {
    if (typeof enabled === 'boolean') return enabled;
    const { rendering, mayRead } = this.parts.setting;
    return truth(rendering.value(enabled, scope.all, mayRead));
  }
}
