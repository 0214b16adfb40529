import type { Clock, Undo } from '../../core/clock.ts';
import { hexId, ulid } from '../../core/context.ts';
import { fault } from '../../core/errors.ts';
import type { ConfigEntry } from '../../entities/registry/config-entries.ts';
import type { PlainValues } from './described.ts';
import { entryDataOf } from './entry-setups.ts';
import { type CreateStep, entryAt, entryOf, type FlowResultParts, storeResult } from './flow-results.ts';
import type { ProcessIntegration } from './process-integration.ts';
import type { FlowSource, FlowStep, FromIntegration, ToIntegration } from './protocol.ts';
import { aborted, type EntryFlow, type FlowResult, secretNames, showStep } from './shown-steps.ts';
import type { Supervisor } from './supervisor.ts';

interface Waiting {
  resolve(step: FlowStep): void;
  reject(error: unknown): void;
}

/** The dependencies of `EntryFlows`. */
export interface EntryFlowsParts extends FlowResultParts {
  readonly clock: Clock;
  readonly find: (domain: string) => ProcessIntegration | undefined;
}

/** Asks before packages are downloaded; its texts say which. */
const AGREEMENT = {
  ...{ type: 'form', stepId: 'packages', fields: [] },
  ...{ errors: null, placeholders: null, isLast: false },
} satisfies FlowStep;
const STEP_WITHIN = 90_000;
const MAX_FLOWS = 200;
const KEPT_FOR = 3_600_000;
/** The sources of flows that users begin. */
const BY_USERS: ReadonlySet<FlowSource> = new Set(['user', 'reconfigure', 'options']);

/** What a flow is about; each has addresses of its own. */
export type FlowKind = 'entry' | 'options' | 'subentry';

/** The flows by which users set up entries of integrations in processes; a restart forgets them. */
export class EntryFlows {
  private readonly parts: EntryFlowsParts;
  private readonly flows = new Map<string, EntryFlow>();
  private readonly waiting = new Map<string, Waiting>();
  private readonly uses = new Map<string, Undo>();
  /** What goes on once the download of packages is agreed to. */
  private readonly agreements = new Map<string, () => Promise<FlowResult>>();
  private readonly listeners = new Set<(flow: EntryFlow, change: 'added' | 'removed') => void>();

  constructor(parts: EntryFlowsParts) {
    this.parts = parts;
  }

  /** The flows that no user began. */
  discovered(): EntryFlow[] {
    return [...this.flows.values()].filter(({ source, step }) => !BY_USERS.has(source) && step !== undefined);
  }

  /** Calls the listener for each flow that no user began, as it begins and ends. */
  subscribe(listener: (flow: EntryFlow, change: 'added' | 'removed') => void): Undo {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  has(flowId: string): boolean {
    return this.flows.has(flowId);
  }

  /** Whether a flow asks for something that only the owner may decide. */
  isForOwner(flowId: string): boolean {
    return this.agreements.has(flowId);
  }

  /** Begins a flow and resolves with its first step. */
  async begin(
    domain: string,
    source: FlowSource,
    {
      entry,
      info,
      subentry,
    }: {
      readonly entry?: ConfigEntry;
      readonly info?: PlainValues;
      readonly subentry?: NonNullable<EntryFlow['subentry']>;
    } = {},
  ): Promise<FlowResult> {
    const { find, clock, configEntries } = this.parts;
    const integration = find(domain);
    if (integration === undefined) throw fault('not_found', 'invalid_flow_handler', {});
    const flow: EntryFlow = {
      id: source === 'options' ? hexId() : ulid(clock.now()),
      ...{ domain, source, entryId: entry?.entry_id, subentry },
      ...{ uniqueId: undefined, title: entry?.title, step: undefined, isOpened: BY_USERS.has(source) },
      secrets: new Set(entry?.secret_fields),
    };
    const isNew = entry === undefined;
    const own = [...configEntries.list()].filter((one) => one.domain === domain && one.source !== 'ignore');
    if (isNew && integration.installed.manifest.single && own.length > 0)
      return aborted(flow, 'single_instance_allowed');
    const run = (): Promise<FlowResult> =>
      this.run(flow, integration, {
        ...{ info: info ?? null, subentry: subentry ?? null },
        entry: entry === undefined ? null : entryDataOf(entry),
      });
    if (integration.installed.packages?.areThere !== false) return run();
    this.keep(flow);
    this.agreements.set(flow.id, run);
    return this.proceed(flow, AGREEMENT);
  }

  private async run(
    flow: EntryFlow,
    { supervisor }: ProcessIntegration,
    begun: Pick<Extract<ToIntegration, { type: 'flow' }>, 'entry' | 'info' | 'subentry'>,
  ): Promise<FlowResult> {
    this.keep(flow, supervisor);
    try {
      await supervisor.whenReady();
      const message = { type: 'flow', flow: flow.id, source: flow.source, ...begun } as const;
      return await this.ask(flow, () => supervisor.send(message));
    } catch (error) {
      this.end(flow);
      throw error;
    }
  }

  /** The present step of a flow. Throws `not_found` for an unknown one. */
  present(flowId: string, kind: FlowKind): FlowResult {
    const flow = this.find(flowId, kind);
    if (flow.step === undefined) throw fault('not_found', 'invalid_flow', {});
    flow.isOpened = true;
    return showStep(flow, flow.step);
  }

  /** Takes what a user entered and resolves with the next step. */
  answer(flowId: string, kind: FlowKind, input: PlainValues): Promise<FlowResult> {
    const flow = this.find(flowId, kind);
    const integration = this.parts.find(flow.domain);
    // One answer at a time: a second browser is refused.
    if (integration === undefined || flow.step === undefined || this.waiting.has(flowId))
      throw fault('not_found', 'invalid_flow', {});
    flow.isOpened = true;
    const agreed = this.agreements.get(flowId);
    if (agreed !== undefined) {
      this.agreements.delete(flowId);
      flow.step = undefined;
      return agreed();
    }
    return this.ask(flow, () => integration.supervisor.send({ type: 'flow_input', flow: flowId, input }));
  }

  /** Ends a flow without a result. */
  abort(flowId: string, kind: FlowKind): void {
    this.end(this.find(flowId, kind));
  }

  /** Ends the flows of an entry, or those that found the same device. */
  endWhere(isMeant: (flow: EntryFlow) => boolean): void {
    for (const flow of [...this.flows.values()]) if (isMeant(flow)) this.end(flow);
  }

  /** Takes what an integration sends about a flow. */
  received(message: Extract<FromIntegration, { type: 'step' | 'identified' }>): void {
    const flow = this.flows.get(message.flow);
    if (flow === undefined) return;
    if (message.type === 'identified') {
      this.identified(flow, message).catch(() => this.end(flow));
      return;
    }
    const waiting = this.waiting.get(flow.id);
    if (waiting !== undefined) waiting.resolve(message.step);
    // A step of progress goes on by itself.
    else if (message.step.type !== 'refused') flow.step = message.step;
  }

  /** The process that carried the flows of a domain has ended. */
  stopped(domain: string): void {
    const name = this.parts.find(domain)?.installed.manifest.name ?? domain;
    for (const flow of [...this.flows.values()]) {
      if (flow.domain !== domain) continue;
      this.waiting.get(flow.id)?.reject(fault('home_assistant_error', 'integration_not_running', { name }));
      this.end(flow);
    }
  }

  /** Keeps a flow for a while, and the process that carries it. */
  private keep(flow: EntryFlow, supervisor?: Supervisor): void {
    this.flows.set(flow.id, flow);
    this.uses.get(flow.id)?.();
    const undos = [this.parts.clock.after(KEPT_FOR, () => this.end(flow))];
    if (supervisor !== undefined) undos.push(supervisor.use());
    this.uses.set(flow.id, () => {
      for (const undo of undos) undo();
    });
    for (const oldest of this.flows.values()) {
      if (this.flows.size <= MAX_FLOWS) break;
      this.end(oldest);
    }
  }

  private find(flowId: string, kind: FlowKind): EntryFlow {
    const flow = this.flows.get(flowId);
    if (flow === undefined || kindOf(flow) !== kind) throw fault('not_found', 'invalid_flow', {});
    return flow;
  }

  private async ask(flow: EntryFlow, send: () => void): Promise<FlowResult> {
    const step = await new Promise<FlowStep>((resolve, reject) => {
      const cancel = this.parts.clock.after(STEP_WITHIN, () =>
        reject(fault('timeout', 'integration_timeout', { name: flow.domain })),
      );
      const settled = <Value>(take: (value: Value) => void) => {
        return (value: Value): void => {
          cancel();
          this.waiting.delete(flow.id);
          take(value);
        };
      };
      this.waiting.set(flow.id, { resolve: settled(resolve), reject: settled(reject) });
      send();
    });
    // It may have been ended meanwhile, for example because its device is set up already.
    if (!this.flows.has(flow.id)) return aborted(flow, 'already_configured');
    return this.proceed(flow, step);
  }

  private async proceed(flow: EntryFlow, step: FlowStep): Promise<FlowResult> {
    if (step.type === 'refused') return { errors: step.errors };
    const isFirst = flow.step === undefined;
    if (step.type === 'abort') {
      this.end(flow);
      return aborted(flow, step.reason, step.placeholders);
    }
    if (step.type === 'create') return this.finish(flow, step);
    if (step.type === 'form') for (const name of secretNames(step.fields)) flow.secrets.add(name);
    flow.step = step;
    if (isFirst) this.notify(flow, 'added');
    return showStep(flow, step);
  }

  private async finish(flow: EntryFlow, step: CreateStep): Promise<FlowResult> {
    this.end(flow);
    const result = await storeResult(this.parts, flow, step);
    if ('type' in result && result.type === 'create_entry')
      this.endWhere(
        (other) => other.domain === flow.domain && step.uniqueId !== null && other.uniqueId === step.uniqueId,
      );
    return result;
  }

  /** A flow has found out whose device it is: it ends if that is known, ignored, or in another flow. */
  private async identified(
    flow: EntryFlow,
    { uniqueId, title, updates }: Extract<FromIntegration, { type: 'identified' }>,
  ): Promise<void> {
    const { configEntries } = this.parts;
    flow.uniqueId = uniqueId;
    flow.title = title;
    // Devices that do not say who they are before they are asked are known by their address.
    const isPlace = uniqueId === `${updates.host}:${updates.port}`;
    const known =
      entryOf(configEntries, flow.domain, uniqueId) ??
      (isPlace ? entryAt(configEntries, flow.domain, updates) : undefined);
    if (BY_USERS.has(flow.source) || flow.entryId !== undefined) return;
    const isOpen = [...this.flows.values()].some(
      (other) => other !== flow && other.domain === flow.domain && other.uniqueId === uniqueId,
    );
    if (known === undefined && !isOpen) return;
    this.end(flow);
    this.waiting.get(flow.id)?.resolve({
      type: 'abort',
      reason: known === undefined ? 'already_in_progress' : 'already_configured',
      placeholders: null,
    });
    if (known === undefined || known.source === 'ignore') return;
    const isMoved = Object.entries(updates).some(([name, value]) => known.data[name] !== value);
    const { state } = configEntries.statusOf(known.entry_id);
    if (isMoved || state === 'setup_retry')
      await this.parts.change(known.entry_id, { data: { ...known.data, ...updates } });
  }

  private end(flow: EntryFlow): void {
    if (!this.flows.delete(flow.id)) return;
    this.parts.find(flow.domain)?.supervisor.send({ type: 'flow_end', flow: flow.id });
    this.uses.get(flow.id)?.();
    this.uses.delete(flow.id);
    this.agreements.delete(flow.id);
    if (flow.step !== undefined) this.notify(flow, 'removed');
  }

  private notify(flow: EntryFlow, change: 'added' | 'removed'): void {
    if (BY_USERS.has(flow.source)) return;
    for (const listener of this.listeners) listener(flow, change);
  }
}

function kindOf({ source, subentry }: EntryFlow): FlowKind {
  if (subentry !== undefined) return 'subentry';
  return source === 'options' ? 'options' : 'entry';
}
