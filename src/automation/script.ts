import { type Access, fullAccess } from '../core/access.ts';
import { type Context, newContext, ulid } from '../core/context.ts';
import { HubError } from '../core/errors.ts';
import type { Log } from '../core/log.ts';
import type { Entity } from '../entities/entity.ts';
import { TemplateError, type Variables } from '../jinja/template.ts';
import type { ReadItem } from './item-plan.ts';
import { jsonValue } from './json-value.ts';
import type { Run } from './run.ts';
import { callerOf, Runner, type RunsParts } from './runner.ts';
import { noNames } from './scope.ts';
import type { ScriptPlan } from './script-config.ts';
import { thisValue } from './this-value.ts';
import { Trace } from './trace.ts';
import { withDefaults } from './variables.ts';

/** What a script stands on. */
export interface ScriptParts extends RunsParts {
  readonly log: Log;
}

/** One script that can run. */
export class Script {
  readonly key: string;
  readonly read: ReadItem<ScriptPlan>;
  readonly plan: ScriptPlan;
  readonly entity: Entity;
  readonly runner: Runner;
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
    this.runner = new Runner(
      {
        owner: `script.${this.key}`,
        log: parts.log,
        block: plan.block,
        path: 'sequence',
        mode: plan.mode,
        storedTraces: plan.storedTraces,
        refusesRecursion: true,
        changed: (context) => this.showRuns(context),
      },
      parts,
    );
  }

  /** Runs it and waits for its end, as its service does; gives its answer. What fails inside is thrown. */
  async call(
    variables: Variables,
    context: Context,
    access: Access,
  ): Promise<Readonly<Record<string, unknown>>> {
    try {
      const answer = await this.start(variables, { context, access, waits: true });
      const response = jsonValue(answer ?? null, true);
      if (response === null || response === '' || (Array.isArray(response) && response.length === 0))
        return {};
      if (typeof response === 'object' && !Array.isArray(response))
        return response as Readonly<Record<string, unknown>>;
    } catch (error) {
      if (error instanceof TemplateError)
        throw new HubError('home_assistant_error', error.message, { cause: error });
      throw error;
    }
    throw new HubError(
      'home_assistant_error',
      `Service response data expected a dictionary, was something else (script.${this.key})`,
    );
  }

  /** Starts it and does not wait. */
  turnOn(variables: Variables, context: Context, access: Access): void {
    const complain = (error: unknown): void =>
      this.parts.log.error(
        `Error while executing script ${this.entity.id}: ${error instanceof Error ? error.message : String(error)}`,
      );
    try {
      const result = this.start(variables, { context, access, waits: false });
      if (result instanceof Promise) result.catch(complain);
    } catch (error) {
      complain(error);
    }
  }

  private start(
    given: Variables,
    { context: cause, access, waits }: { context: Context; access: Access; waits: boolean },
  ): unknown {
    const { setting, running, keepTrace } = this.parts;
    const { clock, states, rendering } = setting;
    const context = newContext(clock.now(), cause.user_id, cause.id);
    const trace = this.newTrace(context);
    const parent = waits ? callerOf(cause, running) : null;
    parent?.calling?.traced.begot(trace.facts);
    if (parent?.calling) parent.calling.cursor.child = trace.facts.runId;
    const own = Object.assign(noNames(), { this: thisValue(states.get(this.entity.id)) }, given);
    const { mayRead } = access;
    let variables: Variables;
    try {
      variables = withDefaults(
        this.plan.variables,
        own,
        (template, seen) => rendering.value(template, seen, mayRead),
        rendering,
      );
    } catch (error) {
      trace.end('error', error instanceof Error ? error.message : String(error));
      keepTrace(trace, this.plan.storedTraces);
      throw error;
    }
    const started = this.runner.start({
      ...{ context, access, trace, variables, parent, cause: cause.id },
      started: () => this.announce(context, trace),
    });
    return started?.result;
  }

  private announce(context: Context, trace: Trace): void {
    const { bus, clock } = this.parts.setting;
    const at = clock.now();
    this.entity.values = { ...this.entity.values, lastTriggered: at, lastAction: null };
    const data = {
      name: this.entity.friendlyName ?? this.entity.id,
      entity_id: this.entity.id,
      item_id: this.key,
      run_id: trace.facts.runId,
    };
    bus.fire('script_started', data, at, context);
  }

  private showRuns(context: Context): void {
    let newest: Run | undefined;
    for (const run of this.runner.runs) newest = run;
    const lastAction = newest === undefined || newest.label === '' ? null : newest.label;
    this.entity.report({ current: this.runner.runs.size, lastAction }, { context });
  }

  private newTrace(context: Context): Trace {
    const { clock } = this.parts.setting;
    return new Trace({
      runId: ulid(clock.now()),
      ...{ domain: 'script', itemId: this.key, context, clock },
      ...{ config: this.read.item.config, blueprintInputs: this.read.inputs },
    });
  }
}

/** In whose rights a script acts: those of whoever calls it, where they are limited. */
export function rightsOf(access: Access): Access {
  return access.isAdmin && access.mayRead === null ? fullAccess : access;
}
