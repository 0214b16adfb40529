import type { Clock } from '../../core/clock.ts';
import { hexId, ulid } from '../../core/context.ts';
import { fault } from '../../core/errors.ts';
import type { ConfigEntry } from '../../entities/registry/config-entries.ts';
import type { EntryKind, EntryParts, FormStep, Preview } from './entry-kind.ts';
import { type FormProblems, type FormValues, readForm, showForm } from './form.ts';
import type { HelperEntries } from './helper-entries.ts';

/** What a step of a flow answers: a form, an entry, or the fields that were refused. */
export type FlowResult =
  | { readonly type: 'form' | 'create_entry'; readonly [key: string]: unknown }
  | { readonly errors: FormProblems };

interface Flow {
  readonly id: string;
  readonly kind: EntryKind;
  /** The entry whose options it changes; undefined for a new entry. */
  readonly entryId: string | undefined;
  readonly steps: readonly FormStep[];
  step: FormStep;
  entered: FormValues;
  /** What was refused last, to fill in the form again. */
  refused: { readonly code: string; readonly given: FormValues } | undefined;
  /** While an answer is being saved: a second one is refused. */
  isBusy: boolean;
}

/** Flows that are open at once; the oldest one is dropped. */
const MAX_FLOWS = 200;

/** The dependencies of `ConfigFlows`. */
export interface ConfigFlowParts {
  readonly entries: HelperEntries;
  readonly parts: EntryParts;
  readonly clock: Clock;
  /** An entry as clients receive it. */
  readonly show: (entry: ConfigEntry) => object;
  readonly get: (entryId: string) => ConfigEntry;
}

/** The flows by which users make helpers and change their options; a restart forgets them. */
export class ConfigFlows {
  private readonly given: ConfigFlowParts;
  private readonly flows = new Map<string, Flow>();

  constructor(given: ConfigFlowParts) {
    this.given = given;
  }

  /** The domains that have a flow. */
  handlers(): string[] {
    return [...this.given.entries.kinds.keys()];
  }

  /** The IDs of the forms by domain: of a new entry and of its options. */
  steps(): ReadonlyMap<string, { readonly config: readonly string[]; readonly options: readonly string[] }> {
    const ids = (steps: readonly FormStep[]): string[] => steps.map(({ id }) => id);
    const { kinds } = this.given.entries;
    return new Map(
      [...kinds].map(([domain, kind]) => [domain, { config: ids(kind.config), options: ids(kind.options) }]),
    );
  }

  /** Begins the flow of a new entry. Throws `not_found` for an unknown domain. */
  begin(domain: string): FlowResult {
    const kind = this.given.entries.kinds.get(domain);
    if (kind === undefined) throw fault('not_found', 'invalid_flow_handler', {});
    return this.open({
      id: ulid(this.given.clock.now()),
      kind,
      entryId: undefined,
      steps: kind.config,
      entered: {},
    });
  }

  /** Begins to change the options of an entry. Throws `not_found` for one without options. */
  beginOptions(entryId: string): FlowResult {
    const { entries, get } = this.given;
    const { domain, options } = get(entryId);
    const kind = entries.kinds.get(domain);
    if (kind === undefined) throw fault('not_found', 'invalid_flow_handler', {});
    return this.open({ id: hexId(), kind, entryId, steps: kind.options, entered: options });
  }

  /** The present form of a flow. Throws `not_found` for an unknown one. */
  present(flowId: string, isOptions: boolean): FlowResult {
    return this.form(this.find(flowId, isOptions));
  }

  /** Takes what a user entered: the next form, the entry, or what was refused. */
  async answer(flowId: string, isOptions: boolean, given: FormValues): Promise<FlowResult> {
    const flow = this.find(flowId, isOptions);
    const { step } = flow;
    const read = readForm(step.fields(flow.entered, this.given.parts), given);
    if ('problems' in read) return { errors: read.problems };
    const former = isOptions ? withoutFields(flow.entered, step, this.given.parts) : flow.entered;
    const entered = { ...former, ...read.values };
    const code = step.check?.(entered);
    flow.refused = code === undefined ? undefined : { code, given: read.values };
    if (code !== undefined) return this.form(flow);
    flow.entered = entered;
    const next = nextStep(flow, entered);
    if (next !== undefined) {
      flow.step = next;
      return this.form(flow);
    }
    flow.isBusy = true;
    try {
      const result = isOptions ? await this.saveOptions(flow) : await this.saveEntry(flow);
      this.flows.delete(flowId);
      return result;
    } finally {
      flow.isBusy = false;
    }
  }

  /** Ends a flow without a result. */
  abort(flowId: string, isOptions: boolean): void {
    this.find(flowId, isOptions);
    this.flows.delete(flowId);
  }

  /** What the entity of a flow would show; `changed` is called when it may have changed. */
  preview(
    domain: string,
    {
      flowId,
      isOptions,
      given,
    }: { readonly flowId: string; readonly isOptions: boolean; readonly given: FormValues },
    changed: () => void,
  ): Preview | { readonly problems: FormProblems } {
    const { kind, step, entered } = this.find(flowId, isOptions);
    if (kind.domain !== domain || kind.preview === undefined) throw fault('not_found', 'invalid_flow', {});
    const { parts } = this.given;
    const read = readForm(step.fields(entered, parts), given);
    if ('problems' in read) return read;
    const options = { ...entered, ...read.values };
    const code = step.check?.(options);
    return code === undefined ? kind.preview(options, parts, changed) : { problems: { base: code } };
  }

  private open(given: Omit<Flow, 'step' | 'refused' | 'isBusy'>): FlowResult {
    const step = firstStep(given.steps, given.entered, this.given.parts);
    const flow: Flow = { ...given, step, refused: undefined, isBusy: false };
    this.flows.set(flow.id, flow);
    for (const [id] of this.flows) {
      if (this.flows.size <= MAX_FLOWS) break;
      this.flows.delete(id);
    }
    return this.form(flow);
  }

  private find(flowId: string, isOptions: boolean): Flow {
    const flow = this.flows.get(flowId);
    if (flow === undefined || (flow.entryId !== undefined) !== isOptions || flow.isBusy)
      throw fault('not_found', 'invalid_flow', {});
    return flow;
  }

  private form(flow: Flow): FlowResult {
    const { id, kind, entryId, step, entered, refused } = flow;
    const fields = step.fields(entered, this.given.parts);
    const shown = new Set(fields.filter(({ isReadOnly }) => isReadOnly === true).map(({ name }) => name));
    const fixed = Object.fromEntries(Object.entries(entered).filter(([name]) => shown.has(name)));
    const suggested = { ...(entryId === undefined ? fixed : entered), ...refused?.given };
    return {
      type: 'form',
      flow_id: id,
      handler: entryId ?? kind.domain,
      data_schema: showForm(fields, suggested),
      errors: refused === undefined ? null : { base: refused.code },
      description_placeholders: null,
      last_step: step.isLast,
      preview: step.hasPreview === true ? kind.domain : null,
      step_id: step.id,
    };
  }

  private async saveEntry({ id, kind, entered }: Flow): Promise<FlowResult> {
    const entry = await this.given.entries.create(kind, entered);
    const [version, minor_version] = kind.version;
    return {
      type: 'create_entry',
      flow_id: id,
      handler: kind.domain,
      description: null,
      description_placeholders: null,
      title: entry.title,
      minor_version,
      options: entry.options,
      subentries: [],
      version,
      result: this.given.show(entry),
    };
  }

  private async saveOptions({ id, kind, entryId = '', entered }: Flow): Promise<FlowResult> {
    await this.given.entries.update(entryId, { options: { ...(kind.stored?.(entered) ?? entered) } });
    return {
      ...{ type: 'create_entry', flow_id: id, handler: entryId },
      ...{ description: null, description_placeholders: null },
    };
  }
}

/** The first form; one without fields only chooses the next one. */
function firstStep(steps: readonly FormStep[], entered: FormValues, parts: EntryParts): FormStep {
  const [first] = steps;
  const isEmpty = first?.fields(entered, parts).length === 0;
  const chosen = isEmpty ? steps.find(({ id }) => id === first.next?.(entered)) : first;
  if (chosen === undefined) throw fault('not_found', 'invalid_flow_handler', {});
  return chosen;
}

function nextStep({ step, steps, entryId }: Flow, entered: FormValues): FormStep | undefined {
  if (entryId !== undefined) return undefined;
  const next = step.next?.(entered);
  if (next === null) return undefined;
  return next === undefined ? steps[steps.indexOf(step) + 1] : steps.find(({ id }) => id === next);
}

/** Fields that are left empty lose their former value. */
function withoutFields(entered: FormValues, step: FormStep, parts: EntryParts): FormValues {
  const own = new Set(
    step
      .fields(entered, parts)
      .filter(({ isReadOnly }) => isReadOnly !== true)
      .map(({ name }) => name),
  );
  return Object.fromEntries(Object.entries(entered).filter(([name]) => !own.has(name)));
}
