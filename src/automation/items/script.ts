import { type Access, fullAccess } from '../../core/access.ts';
import { type Context, ulid } from '../../core/context.ts';
import { fault, faultOf, messageOf } from '../../core/errors.ts';
import type { Log } from '../../core/log.ts';
import type { Entity } from '../../entities/entity/entity.ts';
import type { ItemReferences } from '../../entities/visibility/related.ts';
import { TemplateError, type Variables } from '../../jinja/template.ts';
import { jsonValue } from '../config/json-value.ts';
import { noNames } from '../config/scope.ts';
import { withDefaults } from '../config/variables.ts';
import { fingerprint } from '../runs/fingerprint.ts';
import type { Run } from '../runs/run.ts';
import type { StoredRun } from '../runs/run-store.ts';
import { callerOf, type Resuming, Runner, type RunsParts } from '../runs/runner.ts';
import { RunEnded } from '../runs/signals.ts';
import { Trace } from '../runs/trace.ts';
import type { ReadItem } from './item-plan.ts';
import { mentioningOf } from './mentioning.ts';
import type { ScriptPlan } from './script-config.ts';
import { thisValue } from './this-value.ts';

/** The dependencies of a script. */
export interface ScriptParts extends RunsParts {
  readonly log: Log;
}

/** The runtime of a script. */
export class Script {
  readonly key: string;
  readonly read: ReadItem<ScriptPlan>;
  readonly plan: ScriptPlan;
  readonly entity: Entity;
  readonly runner: Runner;
  /** The key of its runs. */
  readonly owner: string;
  /** Identifies the actions, to detect changes after a restart. */
  readonly fingerprint: () => string;
  private readonly parts: ScriptParts;

  constructor(
    { read, plan, entity }: { read: ReadItem<ScriptPlan>; plan: ScriptPlan; entity: Entity },
    parts: ScriptParts,
  ) {
    this.key = read.item.id ?? '';
    this.read = read;
    this.plan = plan;
    this.entity = entity;
    this.parts = parts;
    this.owner = `script.${this.key}`;
    this.fingerprint = fingerprint(read.filled ?? {}, ['sequence']);
    this.runner = new Runner(
      {
        owner: this.owner,
        log: parts.log,
        block: plan.block,
        path: 'sequence',
        mode: plan.mode,
        storedTraces: plan.storedTraces,
        onMissed: plan.onMissed,
        fingerprint: this.fingerprint,
        refusesRecursion: true,
        changed: (context) => this.showRuns(context),
      },
      parts,
    );
  }

  /**
   * Runs the script to its end, like its service; returns its response or a promise of it. Errors are thrown.
   */
  call(variables: Variables, context: Context, access: Access): unknown {
    try {
      const answer = this.start(variables, { context, access, waits: true });
      if (!(answer instanceof Promise)) return this.answerOf(answer);
      return answer.then((value) => this.answerOf(value), rethrowToCaller);
    } catch (error) {
      return rethrowToCaller(error);
    }
  }

  /** Resumes a run that was waiting when the process ended. */
  resume(stored: StoredRun, how: Resuming): { readonly run: Run; readonly result: Promise<unknown> } {
    const { run, result } = this.runner.resume(stored, this.newTrace(stored.context, stored), how);
    const answer = Promise.resolve(result).then((value) => this.answerOf(value));
    answer.catch((error) => this.logError(error));
    return { run, result: answer };
  }

  /** The references of its configuration. */
  mentions(): ItemReferences {
    return mentioningOf('script', this);
  }

  /** Records that a run is not resumed. */
  giveUp(stored: StoredRun, reason: string): void {
    const trace = this.newTrace(stored.context, stored);
    trace.end('interrupted', reason);
    this.parts.keepTrace(trace, this.plan.storedTraces);
  }

  private answerOf(answer: unknown): Readonly<Record<string, unknown>> {
    const response = jsonValue(answer ?? null, true);
    if (response === null || response === '' || (Array.isArray(response) && response.length === 0)) return {};
    if (typeof response === 'object' && !Array.isArray(response))
      return response as Readonly<Record<string, unknown>>;
    throw fault('home_assistant_error', 'response_not_a_dictionary', { owner: this.owner });
  }

  private logError(error: unknown): void {
    if (error instanceof RunEnded) return;
    const text = messageOf(error);
    this.parts.log.error(`Error while executing script ${this.entity.id}: ${text}`);
  }

  /** Starts it without waiting. */
  turnOn(variables: Variables, context: Context, access: Access): void {
    try {
      const result = this.start(variables, { context, access, waits: false });
      if (result instanceof Promise) result.catch((error) => this.logError(error));
    } catch (error) {
      this.logError(error);
    }
  }

  private start(
    given: Variables,
    { context, access, waits }: { context: Context; access: Access; waits: boolean },
  ): unknown {
    const { setting, calling, keepTrace } = this.parts;
    const { clock, states, rendering } = setting;
    const trace = this.newTrace(context);
    const caller = callerOf(context, calling);
    const parent = waits ? caller : null;
    parent?.calling?.traced.spawned(trace.facts);
    if (parent?.calling) parent.calling.cursor.child = trace.facts.runId;
    const own = Object.assign(noNames(), { this: thisValue(states.get(this.entity.id)) }, given);
    const { mayRead } = access;
    this.announce(context, { trace, caller });
    let variables: Variables;
    try {
      variables = withDefaults(
        this.plan.variables,
        own,
        (template, seen) => rendering.value(template, seen, mayRead),
        rendering,
      );
    } catch (error) {
      trace.end('error', error);
      keepTrace(trace, this.plan.storedTraces);
      throw error;
    }
    const started = this.runner.start({
      context,
      access,
      trace,
      variables,
      caller,
      parent,
      cause: context,
      started: () => {
        this.entity.values = { ...this.entity.values, lastTriggered: clock.now(), lastAction: null };
      },
    });
    return started?.result;
  }

  /** Fires the event of the call, even if the run mode then refuses the run. */
  private announce(context: Context, { trace, caller }: { trace: Trace; caller: Run | null }): void {
    const { bus, clock } = this.parts.setting;
    const at = clock.now();
    const data = {
      name: this.entity.friendlyName ?? this.entity.id,
      entity_id: this.entity.id,
      item_id: this.key,
      run_id: trace.facts.runId,
    };
    bus.fire('script_started', data, at, context);
    this.parts.causes.note({
      context: context.id,
      parent: context.parent_id,
      kind: 'script',
      subject: this.entity.id,
      at,
      detail: {
        name: this.entity.friendlyName,
        run_id: trace.facts.runId,
        item_id: this.key,
        ...(context.user_id === null ? {} : { user_id: context.user_id }),
        ...(caller?.calling ? { caller: { run_id: caller.parts.id, path: caller.calling.path } } : {}),
      },
    });
  }

  private showRuns(context: Context): void {
    let newest: Run | undefined;
    for (const run of this.runner.runs) newest = run;
    const lastAction = newest === undefined || newest.label === '' ? null : newest.label;
    this.entity.report({ current: this.runner.runs.size, lastAction }, { context });
  }

  private newTrace(context: Context, stored?: StoredRun): Trace {
    const { clock } = this.parts.setting;
    const { item, inputs } = this.read;
    const runId = stored?.id ?? ulid(clock.now());
    const facts = { runId, context, clock, config: () => item.shown(), blueprintInputs: inputs };
    return new Trace({ domain: 'script', itemId: this.key, ...facts }, stored?.trace);
  }
}

/** The permissions a script acts with: those of its caller if they are limited. */
export function rightsOf(access: Access): Access {
  return access.isAdmin && access.mayRead === null ? fullAccess : access;
}

/** Callers of a service see template errors as service errors. */
function rethrowToCaller(error: unknown): never {
  if (!(error instanceof TemplateError)) throw error;
  throw faultOf('home_assistant_error', error.reason, { cause: error });
}
