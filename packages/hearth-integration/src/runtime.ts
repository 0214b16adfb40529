import type { ServiceMessage } from '../../../src/integrations/processes/described.ts';
import type {
  EntryData,
  FromIntegrationInput,
  ToIntegration,
} from '../../../src/integrations/processes/protocol.ts';
import type { Channel, Reported } from './channel.ts';
import type { AnyDefinition } from './definition.ts';
import type { OwnEntity } from './device.ts';
import { camel } from './domains.ts';
import type { ServiceCall, Undo } from './entry.ts';
import { EntryRun } from './entry-run.ts';
import { errorText } from './errors.ts';
import { FlowRun, handlerOf } from './flow-run.ts';
import { labelsOf } from './form.ts';

type Command = Extract<ToIntegration, { type: 'command' }>;
type Call = Extract<ToIntegration, { type: 'service' }>;

/** A service that an entry has added. */
interface AddedService {
  readonly name: string;
  readonly description: ServiceMessage;
  readonly handle: (call: ServiceCall) => unknown;
}

/** Carries out what the hub asks of an integration. */
export class Runtime {
  readonly definition: AnyDefinition;
  private readonly channel: Channel;
  private readonly entities = new Map<number, OwnEntity>();
  private readonly entries = new Map<string, EntryRun>();
  private readonly flows = new Map<string, FlowRun>();
  private readonly services = new Map<string, AddedService>();
  private readonly calls = new Map<number, { resolve(result: unknown): void; reject(error: Error): void }>();
  private nextEntity = 0;
  private nextCall = 0;

  constructor(definition: AnyDefinition, channel: Channel) {
    this.definition = definition;
    this.channel = channel;
  }

  start(): void {
    const { version = [1, 1], options, config, removeDevice, subentries = {} } = this.definition;
    this.channel.start((message) => this.receive(message));
    this.send({
      ...{ type: 'ready', api: 1, version: [...version] },
      hasOptions: options !== undefined,
      hasReconfigure: true,
      removesDevices: removeDevice !== undefined,
      subentryTypes: Object.fromEntries(
        Object.entries(subentries).map(([type, { canChange = true }]) => [
          type,
          { supportsReconfigure: canChange },
        ]),
      ),
      labels: {
        user: labelsOf(config),
        reconfigure: labelsOf(config),
        reauth_confirm: labelsOf(config),
        ...(options === undefined ? {} : { init: labelsOf(options) }),
      },
    });
  }

  send(message: FromIntegrationInput): void {
    this.channel.send(message);
  }

  addEntity(entryId: string, given: Pick<OwnEntity, 'domain' | 'options' | 'description'>): OwnEntity {
    const number = this.nextEntity;
    this.nextEntity += 1;
    const own: OwnEntity = { entryId, number, ...given, isAvailable: given.description.available ?? true };
    this.entities.set(number, own);
    const available = own.isAvailable && this.isUp(entryId);
    this.send({ type: 'entity', entryId, entity: number, description: { ...own.description, available } });
    return own;
  }

  report(own: OwnEntity, reported: Reported): void {
    if (!this.entities.has(own.number)) return;
    let { available } = reported;
    if (available !== undefined) {
      own.isAvailable = available;
      available = available && this.isUp(own.entryId);
    }
    const each = own.domain === 'event' || own.description.forceUpdate === true;
    this.channel.report(own.number, { ...reported, available }, each);
  }

  removeEntity(own: OwnEntity, isForgotten: boolean): void {
    if (this.entities.delete(own.number)) this.send({ type: 'remove', entity: own.number, isForgotten });
  }

  addService(entryId: string, added: AddedService): Undo {
    const { name, description: service } = added;
    this.services.set(name, added);
    this.send({ type: 'add_service', entryId, name, service });
    return () => {
      if (this.services.get(name) !== added) return;
      this.services.delete(name);
      this.send({ type: 'remove_service', entryId, name });
    };
  }

  /** Calls a service of the home. */
  call(call: Omit<Extract<FromIntegrationInput, { type: 'call' }>, 'type' | 'id'>): Promise<unknown> {
    const id = this.nextCall;
    this.nextCall += 1;
    return new Promise((resolve, reject) => {
      this.calls.set(id, { resolve, reject });
      this.send({ type: 'call', id, ...call });
    });
  }

  /** Says whether the device of an entry can be reached: its entities are available or not. */
  setUp(entryId: string, isUp: boolean): void {
    for (const own of this.entities.values())
      if (own.entryId === entryId && own.isAvailable)
        this.channel.report(own.number, { values: {}, available: isUp }, false);
  }

  private isUp(entryId: string): boolean {
    return this.entries.get(entryId)?.isUp ?? true;
  }

  private receive(message: ToIntegration): void {
    switch (message.type) {
      case 'ping':
        this.send({ type: 'pong' });
        return;
      case 'setup':
        void this.setUpEntry(message.entry);
        return;
      case 'unload':
        void this.unload(message.entryId);
        return;
      case 'flow':
        this.flows.set(message.flow, new FlowRun(this, message));
        return;
      case 'flow_input':
        this.flows.get(message.flow)?.input(message.input);
        return;
      case 'flow_end':
        this.flows.get(message.flow)?.end();
        this.flows.delete(message.flow);
        return;
      case 'announced':
        this.announced(message);
        return;
      case 'home_state':
        this.entries.get(message.entryId)?.showState(message.entityId, message.shown ?? undefined);
        return;
      case 'called':
        this.called(message);
        return;
      case 'stop':
        void this.stop();
        return;
      default:
        void this.answer(message);
    }
  }

  /** Tells the entry of a device that it has announced itself. */
  private announced({ source, info }: Extract<ToIntegration, { type: 'announced' }>): void {
    const handler = handlerOf(this.definition, source, info);
    const uniqueId = handler?.uniqueId(info as never);
    if (uniqueId === undefined) return;
    for (const run of this.entries.values()) if (run.uniqueId === uniqueId) run.announce();
  }

  private called({ id, result, error }: Extract<ToIntegration, { type: 'called' }>): void {
    const call = this.calls.get(id);
    this.calls.delete(id);
    if (error === undefined) call?.resolve(result);
    else call?.reject(new Error(error));
  }

  private async answer(message: Extract<ToIntegration, { id: number }>): Promise<void> {
    const { id } = message;
    try {
      const result = await this.resultOf(message);
      this.send({ type: 'answer', id, ...(result === undefined ? {} : { result }) });
    } catch (error) {
      const isInvalid = error instanceof RangeError || error instanceof TypeError;
      this.send({
        type: 'answer',
        id,
        error: { code: isInvalid ? 'invalid' : 'failed', text: errorText(error) },
      });
    }
  }

  private async resultOf(message: Extract<ToIntegration, { id: number }>): Promise<unknown> {
    switch (message.type) {
      case 'command':
        return this.execute(this.entityOf(message.entity), message);
      case 'refresh': {
        const { entryId, options } = this.entityOf(message.entity);
        await (options.refresh === undefined ? this.entries.get(entryId)?.refresh() : options.refresh());
        return undefined;
      }
      case 'picture': {
        const { picture: take } = this.entityOf(message.entity).options;
        const picture = typeof take === 'function' ? await take() : undefined;
        return picture && { type: picture.type, data: Buffer.from(picture.data).toString('base64') };
      }
      case 'diagnostics': {
        const run = this.entries.get(message.entryId);
        return run && (await this.definition.diagnostics?.(run.entry));
      }
      case 'remove_device': {
        const run = this.entries.get(message.entryId);
        return run === undefined
          ? false
          : await this.definition.removeDevice?.(run.entry, message.identifiers);
      }
      case 'service':
        return this.carryOut(message);
      case 'unpair':
        await this.definition.unpair?.(message.entry);
        return undefined;
      case 'migrate':
        return this.definition.migrate?.(message.entry);
    }
  }

  private async execute(own: OwnEntity, { service, fields, patch, context }: Command): Promise<unknown> {
    const { options } = own;
    const command = { service, fields, patch: patch as never, context };
    const handler = (options as Record<string, unknown>)[camel(service)];
    let result: unknown;
    if (typeof handler === 'function') result = await handler(fields, command);
    else if (options.command !== undefined) result = await options.command(command);
    else throw new Error(`${service} is not supported`);
    if (options.isOptimistic === true) this.report(own, { values: patch });
    this.entries.get(own.entryId)?.pollSoon();
    return result;
  }

  private carryOut({ service, entryId, data, entities, context, wantsResponse }: Call): unknown {
    const handle =
      entryId === null ? this.definition.services?.[service] : this.services.get(service)?.handle;
    if (handle === undefined) throw new Error(`${service} is not supported`);
    const targets = entities.map((number) => {
      const own = this.entityOf(number);
      return { entryId: own.entryId, uniqueId: own.description.uniqueId };
    });
    return handle({ data, targets, context, wantsResponse });
  }

  private entityOf(number: number): OwnEntity {
    const own = this.entities.get(number);
    if (own === undefined) throw new Error('The entity is no longer there');
    return own;
  }

  private async setUpEntry(data: EntryData): Promise<void> {
    await this.unload(data.entryId);
    const run = new EntryRun(this, data);
    this.entries.set(data.entryId, run);
    await run.start();
  }

  private async unload(entryId: string): Promise<void> {
    const run = this.entries.get(entryId);
    this.entries.delete(entryId);
    for (const own of this.entities.values()) if (own.entryId === entryId) this.entities.delete(own.number);
    await run?.end();
  }

  private async stop(): Promise<void> {
    await Promise.allSettled([...this.entries.keys()].map((id) => this.unload(id)));
    process.exit(0);
  }
}
