import { type Clock, isoTime } from '../../core/clock.ts';
import type { Context } from '../../core/context.ts';
import { messageOf, translationFor } from '../../core/errors.ts';
import { mapValues } from '../../core/map-values.ts';
import type { Variables } from '../../jinja/template.ts';
import type { Value } from '../../jinja/values/context.ts';
import { emptyDict } from '../../jinja/values/empty-dict.ts';
import { jsonValue } from '../config/json-value.ts';
import type { TracedStep, Tracer } from '../config/tracer.ts';

/** How a run ended, in Home Assistant's terms plus `interrupted`. */
export type Outcome =
  | 'failed_conditions'
  | 'failed_single'
  | 'failed_max_runs'
  | 'disallowed_recursion_detected'
  | 'finished'
  | 'aborted'
  | 'error'
  | 'cancelled'
  | 'interrupted'
  | 'not_triggered';

/** The run that a trace belongs to, and its item. */
export interface TraceFacts {
  readonly runId: string;
  readonly domain: 'automation' | 'script';
  /**
   * The ID of the automation or key of the script; null without one, so that the trace cannot be requested.
   */
  readonly itemId: string | null;
  readonly context: Context;
  /** Returns the configuration as written. */
  readonly config: () => unknown;
  readonly blueprintInputs: unknown;
  readonly clock: Clock;
}

/** The JSON of a step. */
type StepJson = Readonly<Record<string, unknown>>;

const NOTHING: Variables = Object.freeze(Object.create(null));
const MAX_STEPS_PER_PATH = 20;
const MAX_PATHS = 1000;
const MAX_WARNINGS = 10;

/** The message of a failure, and its translation for clients that ask for the keys of errors. */
function errorFields(failure: unknown): StepJson {
  if (failure === undefined) return {};
  return { error: messageOf(failure), error_translation: translationFor(failure) };
}

/** A completed or active step. */
export class TraceStep implements TracedStep {
  readonly path: string;
  private readonly trace: Trace;
  private readonly at: number;
  private readonly before: Variables;
  private changed: Readonly<Record<string, Value>> | undefined;
  private results: Record<string, Value> | undefined;
  private failure: unknown;
  private warnings: string[] | undefined;
  private child: StepJson | undefined;
  private took: number | undefined;

  constructor(trace: Trace, path: string, variables: Variables | undefined) {
    this.trace = trace;
    this.path = path;
    this.at = trace.facts.clock.now();
    this.before = trace.lastVariables;
    if (variables !== undefined) this.note(variables);
  }

  /** Records result values of the step, in addition to earlier ones. */
  result(values: Readonly<Record<string, Value>>): void {
    this.results = Object.assign(this.results ?? emptyDict(), values);
  }

  /** Records why the step failed: an error, or its text. */
  error(failure: unknown): void {
    this.failure = failure;
  }

  /** Records a warning; beyond a limit they are dropped. */
  warned(text: string): void {
    this.warnings ??= [];
    if (this.warnings.length < MAX_WARNINGS) this.warnings.push(text);
  }

  /** Records the run of a script that this step started. */
  spawned(facts: Pick<TraceFacts, 'domain' | 'itemId' | 'runId'>): void {
    this.child = { domain: facts.domain, item_id: facts.itemId, run_id: facts.runId };
  }

  /** Completes the step and records the variables it changed. */
  end(variables: Variables): void {
    this.took = this.trace.facts.clock.now() - this.at;
    this.note(variables);
  }

  /** The step as in `trace/get`. */
  toJSON(): StepJson {
    const { changed } = this;
    return {
      path: this.path,
      timestamp: isoTime(this.at),
      ...(changed === undefined ? {} : { changed_variables: jsonValue(changed) }),
      ...(this.results === undefined ? {} : { result: jsonValue(this.results) }),
      ...errorFields(this.failure),
      ...(this.warnings === undefined ? {} : { template_errors: this.warnings }),
      ...(this.child === undefined ? {} : { child_id: this.child }),
      ...(this.took === undefined ? {} : { duration: Math.round(this.took * 1000) / 1_000_000 }),
    };
  }

  private note(variables: Variables): void {
    if (variables === this.before) return;
    this.trace.lastVariables = variables;
    let changed: Record<string, Value> | undefined;
    for (const name in variables) {
      if (variables[name] === this.before[name] && name in this.before) continue;
      changed ??= emptyDict();
      changed[name] = variables[name];
    }
    this.changed = changed;
  }
}

/** The recorded steps of one run. */
export class Trace implements Tracer {
  readonly facts: TraceFacts;
  lastVariables: Variables = NOTHING;
  /** The trigger's description. */
  trigger: string | null = null;
  /** Whether it is halted at a breakpoint. */
  isStopped = false;
  private readonly start: number;
  private finish: number | null = null;
  private outcome: Outcome | null = null;
  private failure: unknown;
  private lastStep: string | null = null;
  private readonly steps = new Map<string, (TraceStep | StepJson)[]>();
  /** The step that a condition used as an action records into, instead of its own. */
  private shared: TraceStep | undefined;

  constructor(facts: TraceFacts, earlier?: Readonly<Record<string, unknown>>) {
    this.facts = facts;
    this.start = facts.clock.now();
    if (earlier === undefined) return;
    const { startedAt, last_step, trigger, trace } = earlier as {
      startedAt?: number;
      last_step?: string | null;
      trigger?: string | null;
      trace?: Readonly<Record<string, readonly StepJson[]>>;
    };
    this.start = startedAt ?? this.start;
    this.lastStep = last_step ?? null;
    this.trigger = trigger ?? null;
    for (const [path, steps] of Object.entries(trace ?? {})) this.steps.set(path, [...steps]);
  }

  get isOver(): boolean {
    return this.finish !== null;
  }

  /** Whether it is of a trigger that was evaluated without firing. */
  get isNotTriggered(): boolean {
    return this.outcome === 'not_triggered';
  }

  /** Starts a step with these variables. */
  begin(path: string, variables: Variables): TraceStep {
    return this.add(new TraceStep(this, path, variables));
  }

  /** Starts a step of a condition, or reuses the shared one. */
  step(path: string): TracedStep {
    if (this.shared?.path === path) {
      const { shared } = this;
      this.shared = undefined;
      return shared;
    }
    return this.add(new TraceStep(this, path, undefined));
  }

  /** Shares a step with the condition that is tested next. */
  lend(step: TraceStep): void {
    this.shared = step;
  }

  /** Completes the run. */
  end(outcome: Outcome, failure?: unknown): void {
    if (this.finish !== null) return;
    this.finish = this.facts.clock.now();
    this.outcome = outcome;
    if (failure !== undefined) this.failure = failure;
  }

  /** Records a failure before the first action. */
  fail(failure: unknown): void {
    this.failure = failure;
  }

  /** The trace as in `trace/list`. */
  short(): Readonly<Record<string, unknown>> {
    const { runId, domain, itemId } = this.facts;
    return {
      last_step: this.lastStep,
      run_id: runId,
      state: this.isStopped ? 'debugged' : this.finish === null ? 'running' : 'stopped',
      script_execution: this.outcome,
      timestamp: { start: isoTime(this.start), finish: this.finish === null ? null : isoTime(this.finish) },
      domain,
      item_id: itemId,
      ...(domain === 'automation' ? { trigger: this.trigger } : {}),
      ...errorFields(this.failure),
      ...(this.outcome === 'not_triggered' ? { not_triggered: true } : {}),
    };
  }

  /** The state needed to resume it after a restart. */
  saved(): Readonly<Record<string, unknown>> {
    const { start: startedAt, lastStep: last_step, trigger } = this;
    return { startedAt, last_step, trigger, trace: this.byPath() };
  }

  /** The trace as in `trace/get`. */
  long(): Readonly<Record<string, unknown>> {
    const { config, blueprintInputs, context } = this.facts;
    const trace = mapValues(this.byPath(), (steps) =>
      steps.map((step) => (step instanceof TraceStep ? step.toJSON() : step)),
    );
    return { ...this.short(), trace, config: config(), blueprint_inputs: blueprintInputs ?? null, context };
  }

  private byPath(): Readonly<Record<string, readonly (TraceStep | StepJson)[]>> {
    return Object.fromEntries(this.steps);
  }

  private add(step: TraceStep): TraceStep {
    const { path } = step;
    this.lastStep = path;
    const steps = this.steps.get(path);
    if (steps !== undefined) {
      steps.push(step);
      if (steps.length > MAX_STEPS_PER_PATH) steps.shift();
    } else if (this.steps.size < MAX_PATHS) this.steps.set(path, [step]);
    return step;
  }
}
