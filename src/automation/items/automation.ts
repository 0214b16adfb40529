import { fullAccess } from '../../core/access.ts';
import type { Undo } from '../../core/clock.ts';
import { type Context, newContext, ulid } from '../../core/context.ts';
import { messageOf } from '../../core/errors.ts';
import type { Log } from '../../core/log.ts';
import type { Entity } from '../../entities/entity/entity.ts';
import type { ItemReferences } from '../../entities/visibility/related.ts';
import { TemplateError, type Variables } from '../../jinja/template.ts';
import { noNames } from '../config/scope.ts';
import type { TriggerFired } from '../config/trigger.ts';
import { withDefaults } from '../config/variables.ts';
import { fingerprint } from '../runs/fingerprint.ts';
import type { Run } from '../runs/run.ts';
import { noteRunCause } from '../runs/run-cause.ts';
import type { StoredRun } from '../runs/run-store.ts';
import { callerOf, type Resuming, Runner, type RunsParts } from '../runs/runner.ts';
import { RunEnded } from '../runs/signals.ts';
import { Trace } from '../runs/trace.ts';
import type { WaitOwner, WaitStore } from '../runs/wait-store.ts';
import type { AutomationPlan } from './automation-config.ts';
import { areConditionsMet, runVariables } from './before-run.ts';
import type { ReadItem } from './item-plan.ts';
import { mentioningOf } from './mentioning.ts';
import { thisValue } from './this-value.ts';

/** The dependencies of an automation. */
export interface AutomationParts extends RunsParts {
  readonly log: Log;
  /** Persists the waits of triggers. */
  readonly waits: Pick<WaitStore, 'of' | 'forget'>;
}

/** A request for a run. */
interface Launch {
  readonly variables: Variables;
  readonly cause: Context | null;
  /** The trigger's description. */
  readonly description: string | undefined;
  /** The path of the trigger in the trace. */
  readonly path: string;
  readonly skipsConditions: boolean;
  /** Called with the run if one is started. */
  onStarted?(run: Run): void;
}

/** The runtime of an automation. */
export class Automation {
  readonly read: ReadItem<AutomationPlan>;
  readonly plan: AutomationPlan;
  readonly entity: Entity;
  readonly runner: Runner;
  /** Identifies the actions, to detect changes after a restart. */
  readonly fingerprint: () => string;
  private readonly waitsOwner: WaitOwner;
  private readonly parts: AutomationParts;
  private triggerVariables: Variables = noNames();
  private detach: Undo | undefined;
  private lastTriggered: number | null = null;

  constructor(
    { read, plan, entity }: { read: ReadItem<AutomationPlan>; plan: AutomationPlan; entity: Entity },
    parts: AutomationParts,
  ) {
    this.read = read;
    this.plan = plan;
    this.entity = entity;
    this.parts = parts;
    const config = read.filled ?? {};
    this.fingerprint = fingerprint(config, ['action', 'actions']);
    this.waitsOwner = {
      owner: this.owner,
      onMissed: plan.onMissed,
      plan: fingerprint(config, ['trigger', 'triggers', 'trigger_variables']),
    };
    this.runner = new Runner(
      {
        owner: this.owner,
        log: parts.log,
        block: plan.block,
        path: 'action',
        mode: plan.mode,
        storedTraces: plan.storedTraces,
        onMissed: plan.onMissed,
        fingerprint: this.fingerprint,
        refusesRecursion: false,
        changed: (context) => this.showRuns(context),
      },
      parts,
    );
  }

  /** The key of its runs and waits. */
  get owner(): string {
    return `automation.${this.plan.id ?? this.entity.id.slice(this.entity.id.indexOf('.') + 1)}`;
  }

  /** Attaches the triggers, while the automation is on. */
  attach(): void {
    if (this.detach !== undefined) return;
    const { setting, log, waits } = this.parts;
    const { rendering } = setting;
    try {
      this.triggerVariables = withDefaults(
        this.plan.triggerVariables,
        noNames(),
        (template, seen) => rendering.limited(template, seen),
        rendering,
      );
    } catch (error) {
      if (!(error instanceof TemplateError)) throw error;
      log.error(`The trigger_variables of ${this.entity.id} failed: ${error.message}`);
      return;
    }
    const undo = this.plan.triggers.attach({
      setting,
      variables: { this: thisValue(setting.states.get(this.entity.id)), ...this.triggerVariables },
      waits: (index) => waits.of(this.waitsOwner, index),
      owner: this.entity.id,
      fire: (fired) => setting.bus.afterwards(() => this.listener(fired)),
      passed: (fired, reason) => this.notePassed(fired, reason),
    });
    this.detach = undo ?? (() => {});
  }

  /** Detaches the triggers. Their waits are discarded with `isOver`, and persist when the process ends. */
  unattach(isOver: boolean): void {
    this.detach?.();
    this.detach = undefined;
    if (isOver) this.parts.waits.forget(this.owner);
  }

  /** Runs it regardless of its triggers, like the service; settles when the run is finished. */
  async trigger(variables: Variables, skipsConditions: boolean, cause: Context): Promise<void> {
    await this.launch({
      variables: { ...variables, trigger: { platform: null } },
      cause,
      description: undefined,
      path: 'trigger',
      skipsConditions,
    });
  }

  /** Resumes a run that was waiting when the process ended. */
  resume(stored: StoredRun, how: Resuming): { readonly run: Run; readonly result: Promise<unknown> } {
    const { run, result } = this.runner.resume(stored, this.newTrace(stored.context, stored), how);
    return { run, result: Promise.resolve(result).then(nothing, (error) => this.logError(error)) };
  }

  /** The references of its configuration. */
  mentions(): ItemReferences {
    return mentioningOf('automation', this);
  }

  /** Records that a run is not resumed. */
  giveUp(stored: StoredRun, reason: string): void {
    const trace = this.newTrace(stored.context, stored);
    trace.end('interrupted', reason);
    this.parts.keepTrace(trace, this.plan.storedTraces);
  }

  private listener(fired: TriggerFired): void {
    if (this.detach === undefined) {
      fired.answer?.(null);
      return;
    }
    let run: Run | undefined;
    const answer = (): void => fired.answer?.(run?.sentence ?? null);
    const over = this.launch({
      variables: Object.assign(noNames(), fired.own, { trigger: fired.trigger }),
      cause: fired.context,
      description: fired.description,
      path: `trigger/${fired.index}`,
      skipsConditions: false,
      onStarted: (one) => {
        run = one;
      },
    });
    if (over === undefined) answer();
    else over.then(answer, answer);
  }

  private launch(launch: Launch): Promise<void> | undefined {
    const { setting, log, keepTrace } = this.parts;
    const { storedTraces } = this.plan;
    const context = newContext(setting.clock.now(), null, launch.cause?.id ?? null);
    const trace = this.newTrace(context);
    trace.trigger = launch.description ?? null;
    let variables: Variables;
    try {
      variables = runVariables(this.parts.setting, this, launch.variables);
    } catch (error) {
      if (!(error instanceof TemplateError)) throw error;
      log.error(`Error rendering variables of ${this.entity.id}: ${error.message}`);
      trace.end('error', error);
      keepTrace(trace, storedTraces);
      return undefined;
    }
    trace.begin(launch.path, variables).end(variables);
    if (!launch.skipsConditions && !areConditionsMet(this.parts, this, { variables, trace })) {
      trace.end('failed_conditions');
      keepTrace(trace, storedTraces);
      return undefined;
    }
    return this.run(launch, { context, trace, variables });
  }

  private run(
    launch: Launch,
    { context, trace, variables }: { context: Context; trace: Trace; variables: Variables },
  ): Promise<void> | undefined {
    const caller = callerOf(launch.cause, this.parts.calling);
    try {
      const started = this.runner.start({
        context,
        trace,
        variables,
        access: fullAccess,
        caller,
        parent: launch.path === 'trigger' ? caller : null,
        cause: launch.cause,
        started: () => this.announce(launch, context, trace),
      });
      if (started !== null) launch.onStarted?.(started.run);
      if (started?.result instanceof Promise)
        return started.result.then(nothing, (error) => this.logError(error));
    } catch (error) {
      this.logError(error);
    }
    return undefined;
  }

  private logError(error: unknown): void {
    if (error instanceof RunEnded) return;
    this.parts.log.error(
      `Error while executing automation ${this.entity.id}: ${messageOf(error)}`,
      error instanceof TemplateError ? {} : { error },
    );
  }

  private showRuns(context: Context): void {
    const current = this.runner.runs.size;
    const { lastTriggered } = this;
    this.entity.report(lastTriggered === null ? { current } : { current, lastTriggered }, { context });
  }

  private announce(launch: Launch, context: Context, trace: Trace): void {
    const { description } = launch;
    const { bus, clock } = this.parts.setting;
    const { id } = this.plan;
    const data: Record<string, unknown> = {
      name: this.entity.friendlyName ?? this.entity.id,
      entity_id: this.entity.id,
    };
    if (description !== undefined) data.source = description;
    if (id !== undefined) {
      data.item_id = id;
      data.run_id = trace.facts.runId;
    }
    const at = clock.now();
    this.lastTriggered = at;
    bus.fire('automation_triggered', data, at, context);
    noteRunCause(this.parts.causes, {
      ...{ entity: this.entity, context, at, runId: trace.facts.runId, itemId: id, launch },
    });
  }

  private newTrace(context: Context, stored?: StoredRun): Trace {
    const { clock } = this.parts.setting;
    const { item, inputs } = this.read;
    const runId = stored?.id ?? ulid(clock.now());
    return new Trace(
      {
        runId,
        domain: 'automation',
        itemId: this.plan.id ?? null,
        context,
        config: () => item.shown(),
        blueprintInputs: inputs,
        clock,
      },
      stored?.trace,
    );
  }

  private notePassed(fired: TriggerFired, reason: string): void {
    const context = newContext(this.parts.setting.clock.now(), null, fired.context?.id ?? null);
    const trace = this.newTrace(context);
    trace.trigger = fired.description ?? null;
    const variables = { ...this.triggerVariables, trigger: fired.trigger };
    const step = trace.begin(`trigger/${fired.index}`, variables);
    step.result({ reason });
    step.end(variables);
    trace.end('not_triggered');
    this.parts.keepTrace(trace, this.plan.storedTraces);
  }
}

function nothing(): void {}
