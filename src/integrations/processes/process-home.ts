import { fullAccess } from '../../core/access.ts';
import type { Bus } from '../../core/bus.ts';
import type { Clock, Undo } from '../../core/clock.ts';
import { newContext } from '../../core/context.ts';
import { isEntityId } from '../../core/entity-id.ts';
import { messageOf } from '../../core/errors.ts';
import type { Log } from '../../core/log.ts';
import type { State } from '../../core/state.ts';
import type { StateMachine } from '../../core/state-machine.ts';
import type { HomeModel } from '../../entities/home/home-model.ts';
import type { TemplateService } from '../../templates/template-service.ts';
import type { DeviceMessage, PlainValues } from './described.ts';
import type { Permissions } from './manifest.ts';
import type { FromIntegration, ToIntegration } from './protocol.ts';

/** What of the home integrations are given, where owners allow it. */
export interface HomeAccess {
  readonly home: Pick<HomeModel, 'configEntries' | 'engine' | 'devices'>;
  readonly states: Pick<StateMachine, 'get'>;
  readonly bus: Bus;
  readonly clock: Clock;
  readonly templates: () => Promise<TemplateService>;
}

type Call = Extract<FromIntegration, { type: 'call' }>;

const MAX_WATCHED = 1000;

/** Gives one integration states of the home and carries out its calls, each where the options of an entry allow it. */
export class ProcessHome {
  private readonly access: HomeAccess;
  private readonly domain: string;
  private readonly permissions: Permissions['home'];
  private readonly send: (message: ToIntegration) => void;
  private readonly log: Log;
  /** The entries that follow an entity. */
  private readonly watched = new Map<string, Set<string>>();
  private undo: Undo | undefined;

  constructor(
    access: HomeAccess,
    own: {
      readonly domain: string;
      readonly permissions: Permissions['home'];
      readonly send: (message: ToIntegration) => void;
      readonly log: Log;
    },
  ) {
    this.access = access;
    this.domain = own.domain;
    this.permissions = own.permissions;
    this.send = own.send;
    this.log = own.log;
  }

  /** Sends the state of an entity now and whenever it changes. Throws where the manifest does not name it. */
  watch(entryId: string, entityId: string): void {
    const { states, bus } = this.access;
    if (this.permissions.states === undefined) throw new Error('reads states without the permission');
    if (this.optionOf(entryId, this.permissions.states) === false || !isEntityId(entityId)) return;
    const entries = this.watched.get(entityId) ?? new Set();
    if (entries.size === 0 && this.watched.size >= MAX_WATCHED)
      throw new Error(`follows more than ${MAX_WATCHED} entities`);
    this.watched.set(entityId, entries.add(entryId));
    this.undo ??= bus.on('state_changed', ({ change }) => {
      if (change === null) return;
      const { entity_id: changed, new_state: state } = change;
      for (const id of this.watched.get(changed) ?? []) this.show(id, changed, state ?? undefined);
    });
    this.show(entryId, entityId, states.get(entityId));
  }

  unwatch(entryId: string, entityId: string): void {
    const entries = this.watched.get(entityId);
    entries?.delete(entryId);
    if (entries?.size === 0) this.watched.delete(entityId);
    if (this.watched.size > 0) return;
    this.undo?.();
    this.undo = undefined;
  }

  /** An entry no longer runs, or no entry does. */
  release(entryId?: string): void {
    for (const [entityId, entries] of this.watched)
      for (const id of entries) if (entryId === undefined || id === entryId) this.unwatch(id, entityId);
  }

  /** Calls a service for an entry and answers its process. Throws where the manifest does not name it. */
  async call(message: Call): Promise<void> {
    const { id } = message;
    try {
      const result = await this.execute(message);
      this.send({ type: 'called', id, ...(result === undefined ? {} : { result }) });
    } catch (error) {
      this.send({ type: 'called', id, error: messageOf(error).slice(0, 1000) });
    }
  }

  /** Fires an event; its name begins with the domain, and `device` adds the ID of one of the devices. */
  fire(name: string, data: PlainValues, device: DeviceMessage | undefined): void {
    const { bus, clock, home } = this.access;
    const isOwn = [this.domain, `${this.domain}_`, `${this.domain}.`].some((one, i) =>
      i === 0 ? name === one : name.startsWith(one),
    );
    if (!isOwn) throw new Error(`fired the event ${name}, which does not begin with ${this.domain}`);
    const known =
      device?.identifiers?.map((one) => home.devices.byIdentifier([this.domain, one])).find(Boolean) ??
      device?.connections?.map((one) => home.devices.byConnection(one)).find(Boolean);
    const at = clock.now();
    bus.fireCustom(name, known === undefined ? data : { device_id: known.id, ...data }, at, newContext(at));
  }

  private async execute({ entryId, service: whole, ...call }: Call): Promise<unknown> {
    if (this.permissions.services === undefined) throw new Error('The integration may not call services');
    if (this.optionOf(entryId, this.permissions.services) !== true)
      throw new Error('The owner has not allowed this');
    const [domain = '', service = ''] = whole.split('.');
    const { engine } = this.access.home;
    const rendered = await this.rendered(call.templates, call.variables);
    this.log.info(`${whole} is called for ${this.access.home.configEntries.get(entryId).title}`);
    const at = this.access.clock.now();
    const result = await engine.call({
      ...{
        domain,
        service,
        data: { ...call.data, ...rendered },
        access: fullAccess,
        context: newContext(at),
      },
      returnResponse: call.wantsResponse,
    });
    return result.response ?? undefined;
  }

  /** Templates see the variables that came with them, and nothing of the home. */
  private async rendered(templates: PlainValues, variables: PlainValues): Promise<PlainValues> {
    const all = Object.entries(templates);
    if (all.length === 0) return {};
    const service = await this.access.templates();
    return Object.fromEntries(
      all.map(([name, text]) => [name, service.render(String(text), variables as never)]),
    );
  }

  private show(entryId: string, entityId: string, state: State | undefined): void {
    const shown = state === undefined ? null : { state: state.state, attributes: state.attributes };
    this.send({ type: 'home_state', entryId, entityId, shown });
  }

  private optionOf(entryId: string, option: string): unknown {
    return this.access.home.configEntries.get(entryId).options[option];
  }
}
