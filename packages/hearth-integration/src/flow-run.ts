import { z } from 'zod';
import type { PlainValues } from '../../../src/integrations/processes/described.ts';
import type { FlowStepInput, ToIntegration } from '../../../src/integrations/processes/protocol.ts';
import type { AnyDefinition, Connected, DiscoveryHandler } from './definition.ts';
import { errorText, FlowAbort, FlowError, isUnreachable, LoginRefused, NotReachable } from './errors.ts';
import type { AskOptions, Flow } from './flow.ts';
import { fieldsOf, readForm, secretsOf } from './form.ts';
import type { Runtime } from './runtime.ts';

type Begin = Extract<ToIntegration, { type: 'flow' }>;

/** A form or choice that was shown. */
interface Shown {
  readonly stepId: string;
  readonly form: z.ZodObject;
  readonly options: AskOptions;
  readonly choices?: readonly string[];
}

/** What was answered, in order: repeated when `connect` runs again. */
interface Answered extends Shown {
  readonly values: PlainValues;
}

const NO_FIELDS = z.object({});

/** One flow: shows forms, runs `connect` with what was entered, and repeats it when that is refused. */
export class FlowRun {
  private readonly runtime: Runtime;
  private readonly begin: Begin;
  private readonly answers: Answered[] = [];
  private shown: Shown | undefined;
  private resume: ((values: PlainValues) => void) | undefined;
  private hasEnded = false;

  constructor(runtime: Runtime, begin: Begin) {
    this.runtime = runtime;
    this.begin = begin;
    void this.attempt();
  }

  /** Takes what a user entered. */
  input(input: PlainValues): void {
    const { shown } = this;
    if (shown === undefined || this.hasEnded) return;
    const given = shown.choices === undefined ? input : { choice: input.next_step_id };
    const read = readForm(shown.form, given);
    if ('errors' in read) {
      this.step({ type: 'refused', errors: read.errors });
      return;
    }
    this.shown = undefined;
    this.answers.push({ ...shown, values: read.values });
    const { resume } = this;
    this.resume = undefined;
    if (resume === undefined) void this.attempt();
    else resume(read.values);
  }

  end(): void {
    this.hasEnded = true;
  }

  /** Runs the flow from its beginning with all answers there are. */
  private async attempt(): Promise<void> {
    try {
      await this.run(new Turn(this, this.begin, [...this.answers]));
    } catch (error) {
      this.failed(error);
    }
  }

  private async run(turn: Turn): Promise<void> {
    const { definition } = this.runtime;
    const { source, entry, subentry } = this.begin;
    if (subentry !== null) {
      await this.runPart(turn, subentry);
      return;
    }
    if (source === 'options') {
      const form = definition.options ?? NO_FIELDS;
      const options = await turn.ask('init', form, { suggested: entry?.options ?? {} });
      this.create({ title: entry?.title ?? '', data: {}, options });
      return;
    }
    const config = await this.configOf(turn);
    const connected: Connected = await definition.connect(config, turn);
    this.create({
      title: connected.title,
      uniqueId: connected.uniqueId ?? null,
      data: { ...config, ...connected.data },
      ...(connected.options === undefined ? {} : { options: { ...connected.options } }),
    });
  }

  /** Adds a part to an entry, or changes one. */
  private async runPart(turn: Turn, { type, id }: NonNullable<Begin['subentry']>): Promise<void> {
    const kind = this.runtime.definition.subentries?.[type];
    if (kind === undefined) throw new FlowAbort('not_supported');
    const known = this.begin.entry?.subentries.find((one) => one.id === id);
    const step = id === null ? 'user' : 'reconfigure';
    const values: PlainValues = await turn.ask(step, kind.form, { suggested: known?.data ?? {} });
    const { title, uniqueId = null, data = {} } = await kind.connect(values, turn);
    this.create({ title, uniqueId, data: { ...values, ...data } });
  }

  private async configOf(turn: Turn): Promise<PlainValues> {
    const { config, login } = this.runtime.definition;
    const { source, entry, info } = this.begin;
    const former = entry?.data ?? {};
    if (source === 'reauth') {
      const asked = login ?? secretsOf(config);
      const form = Array.isArray(asked)
        ? config.pick(Object.fromEntries(asked.map((name: string) => [name, true])))
        : (asked as z.ZodObject);
      const given = await turn.ask('reauth_confirm', form, {
        placeholders: { name: entry?.title ?? '' },
        suggested: former,
      });
      return { ...pickKnown(config, former), ...given };
    }
    if (source === 'reconfigure') return turn.ask('reconfigure', config, { suggested: former });
    if (source === 'user') return turn.ask('user', config);
    return this.discovered(turn, info ?? {});
  }

  /** Says whose device was found, and asks whether to add it, and for what else it takes. */
  private async discovered(turn: Turn, info: PlainValues): Promise<PlainValues> {
    const { definition } = this.runtime;
    const { config } = definition;
    const handler = handlerOf(definition, this.begin.source, info);
    if (handler === undefined) throw new FlowAbort('not_supported');
    const found = info as never;
    const uniqueId = handler.uniqueId(found);
    const known = handler.toConfig(found);
    const name = handler.title?.(found) ?? String(info.name ?? '').split('._')[0] ?? '';
    if (uniqueId === undefined) throw new FlowAbort('not_supported');
    turn.identify(uniqueId, name, known);
    await turn.confirm('discovery_confirm', { placeholders: { name } });
    const read = config.safeParse(known);
    return read.success ? read.data : turn.ask('user', config, { suggested: known });
  }

  private failed(error: unknown): void {
    if (this.hasEnded) return;
    if (error instanceof FlowAbort) {
      this.step({ type: 'abort', reason: error.reason, placeholders: { ...error.placeholders } });
      return;
    }
    const [code, field] = codeOf(error);
    if (code === 'unknown')
      this.runtime.send({
        type: 'log',
        level: 'error',
        text: `A flow failed: ${errorText(error)}`.slice(0, 9000),
      });
    // The last form is shown again; its former answer is forgotten.
    const last = this.answers.pop();
    if (last === undefined) this.step({ type: 'abort', reason: code });
    else this.show({ ...last, options: { ...last.options, suggested: last.values } }, { [field]: code });
  }

  /** @internal */
  wait(shown: Shown): Promise<PlainValues> {
    return new Promise((resolve) => {
      this.resume = resolve;
      this.show(shown, null);
    });
  }

  private show(shown: Shown, errors: Record<string, string> | null): void {
    this.shown = shown;
    const { stepId, form, options, choices } = shown;
    const placeholders = textsOf(options);
    if (choices !== undefined) this.step({ type: 'menu', stepId, options: [...choices], placeholders });
    else this.step({ type: 'form', stepId, fields: fieldsOf(form, options.suggested), errors, placeholders });
  }

  /** @internal */
  identify(uniqueId: string, title: string, updates: PlainValues): void {
    this.runtime.send({ type: 'identified', flow: this.begin.flow, uniqueId, title, updates });
  }

  /** @internal */
  step(step: FlowStepInput): void {
    if (!this.hasEnded) this.runtime.send({ type: 'step', flow: this.begin.flow, step });
  }

  private create(result: {
    readonly title: string;
    readonly uniqueId?: string | null;
    readonly data: PlainValues;
    readonly options?: PlainValues;
  }): void {
    const [major, minor] = this.runtime.definition.version ?? [1, 1];
    this.step({ type: 'create', uniqueId: null, ...result, version: [major, minor] });
    this.hasEnded = true;
  }
}

/** One run of `connect`: earlier answers are repeated, later ones are asked for. */
class Turn implements Flow {
  readonly source: Flow['source'];
  readonly discovered: Flow['discovered'];
  readonly entry: Flow['entry'];
  private readonly flow: FlowRun;
  private readonly former: Answered[];

  constructor(flow: FlowRun, { source, info, entry }: Begin, former: Answered[]) {
    this.flow = flow;
    this.former = former;
    this.source = source;
    this.discovered = info ?? undefined;
    this.entry = entry ?? undefined;
  }

  async ask<Form extends z.ZodObject>(
    stepId: string,
    form: Form,
    options: AskOptions = {},
  ): Promise<z.output<Form>> {
    return (await this.answer({ stepId, form, options })) as z.output<Form>;
  }

  async confirm(stepId: string, options: AskOptions = {}): Promise<void> {
    await this.answer({ stepId, form: NO_FIELDS, options });
  }

  async choose<Name extends string>(
    stepId: string,
    names: readonly Name[],
    options: AskOptions = {},
  ): Promise<Name> {
    const form = z.object({ choice: z.enum(names as unknown as [string, ...string[]]) });
    return (await this.answer({ stepId, form, options, choices: names })).choice as Name;
  }

  async progress<Value>(action: string, work: Promise<Value>, options: AskOptions = {}): Promise<Value> {
    const placeholders = textsOf(options);
    this.flow.step({ type: 'progress', stepId: action, action, placeholders });
    return work;
  }

  identify(uniqueId: string, title: string, updates: PlainValues = {}): void {
    this.flow.identify(uniqueId, title, updates);
  }

  private async answer(shown: Shown): Promise<PlainValues> {
    const next = this.former.shift();
    return next?.stepId === shown.stepId ? next.values : this.flow.wait(shown);
  }
}

/** What makes something of a discovery. */
export function handlerOf(
  { discovery = [] }: AnyDefinition,
  source: string,
  info: PlainValues,
): DiscoveryHandler | undefined {
  return (discovery as readonly DiscoveryHandler[]).find((one) =>
    one.mdns !== undefined ? source === 'zeroconf' && isType(info.type, one.mdns) : source === 'ssdp',
  );
}

function codeOf(error: unknown): readonly [code: string, field: string] {
  if (error instanceof FlowError) return [error.code, error.field];
  if (error instanceof LoginRefused) return ['invalid_auth', 'base'];
  if (error instanceof NotReachable) return [error.code, error.field];
  return [isUnreachable(error) ? 'cannot_connect' : 'unknown', 'base'];
}

/** `_wled._tcp` as announced: `_wled._tcp.local.` */
function isType(type: unknown, wanted: string): boolean {
  return typeof type === 'string' && (type === wanted || type.startsWith(`${wanted}.`));
}

function pickKnown(form: z.ZodObject, data: PlainValues): PlainValues {
  return Object.fromEntries(Object.entries(data).filter(([name]) => Object.hasOwn(form.shape, name)));
}

/** The placeholders of a form as texts, whatever an integration without types gives. */
function textsOf({ placeholders }: AskOptions): Record<string, string> | null {
  if (placeholders === undefined) return null;
  return Object.fromEntries(Object.entries(placeholders).map(([name, value]) => [name, String(value)]));
}
