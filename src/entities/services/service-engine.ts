import type { Access } from '../../core/access.ts';
import type { Bus } from '../../core/bus.ts';
import type { Clock, Undo } from '../../core/clock.ts';
import type { EntityId } from '../../core/entity-id.ts';
import { HubError } from '../../core/errors.ts';
import type { Log } from '../../core/log.ts';
import type { StateMachine } from '../../core/state-machine.ts';
import type {
  Command,
  Domain,
  EntityService,
  Moment,
  Values,
} from '../../domains/definition/define-domain.ts';
import type { Fields } from '../../domains/definition/field.ts';
import type { Driver } from '../entity/driver.ts';
import type { Entities } from '../entity/entities.ts';
import type { Entity } from '../entity/entity.ts';
import { parseTarget, type Target, type TargetResolver } from '../registry/targets.ts';
import { excludedFrom } from './excluded.ts';
import { expandGroups } from './group-members.ts';
import type { PlainService, Service } from './service.ts';
import {
  type CheckTemplate,
  checkResponseMode,
  mergeTarget,
  noSuchService,
  noTarget,
  parseFields,
  type ServiceCall,
  type ServiceResult,
  unsupportedService,
} from './service-call.ts';
import { ServiceCatalog } from './service-catalog.ts';
import { isKnownTo, levelFor, requireNamed, requireRight } from './service-rights.ts';

/** What the engine works with. */
export interface EngineParts {
  readonly entities: Entities;
  readonly targets: TargetResolver;
  readonly states: StateMachine;
  readonly bus: Bus;
  readonly clock: Clock;
  readonly log: Log;
  /** The zone the home lives in; UTC where nobody says. */
  readonly timeZone?: () => string;
  /** Throws for text that is no template; without it all text passes. */
  readonly checkTemplate?: CheckTemplate | undefined;
  /** Whether a text begins as a pattern says; without it no text does. */
  readonly beginsLike?: Moment['beginsLike'] | undefined;
}

/** Looks services up, validates calls, asks for the right, plans, and lets the drivers act. */
export class ServiceEngine {
  private readonly parts: EngineParts;
  private readonly services = new Map<string, Map<string, Service>>();
  private readonly tasks = new Map<string, Driver['execute']>();
  private readonly catalog = new ServiceCatalog(this.services);

  constructor(parts: EngineParts, domains: readonly Domain[]) {
    this.parts = parts;
    for (const domain of domains) {
      for (const service of domain.services)
        this.put(domain.name, service.name, { kind: 'entity', domain, service });
    }
  }

  /** Offers a service; a name twice is refused. The undo withdraws it. Both are events. */
  register(service: PlainService): Undo {
    this.put(service.domain, service.name, { kind: 'plain', service });
    this.announce('service_registered', service);
    return () => {
      this.services.get(service.domain)?.delete(service.name);
      this.catalog.changed();
      this.announce('service_removed', service);
    };
  }

  /** Lets the hub carry out a service of entities in place of their drivers, e.g. what writes files. */
  carryOut(domain: string, service: string, task: Driver['execute']): void {
    this.tasks.set(`${domain}.${service}`, task);
  }

  /** Whether there is such a service. */
  has(domain: string, service: string): boolean {
    return this.services.get(domain)?.has(service) === true;
  }

  /** All services a caller knows of by domain with their fields as JSON text [§4.1 GET /api/services]; the same text until one comes or goes. */
  descriptionsJson(access: Pick<Access, 'mayRead'>): string {
    return this.catalog.textFor(access);
  }

  /** Executes a call and returns the states it changed; a promise only if a driver has to be waited for. Throws as `execute` does. */
  call(call: ServiceCall): ServiceResult | Promise<ServiceResult> {
    const collector = this.parts.states.collect(call.context.id);
    const finish = (response: unknown): ServiceResult => {
      collector.undo();
      const { context, returnResponse } = call;
      return { context, response: returnResponse === true ? response : null, changed: collector.states };
    };
    const fail = (error: unknown): never => {
      collector.undo();
      throw error;
    };
    try {
      const response = this.execute(call);
      return response instanceof Promise ? response.then(finish, fail) : finish(response);
    } catch (error) {
      return fail(error);
    }
  }

  /** Executes a call without collecting states; returns the response, as a promise if a driver has to be waited for. Throws `HubError`. */
  execute(call: ServiceCall): unknown {
    const found = this.find(call);
    checkResponseMode(call, found.service.response ?? 'none');
    const data = mergeTarget(call.data, call.target);
    if (found.kind === 'plain') return this.runPlain(found.service, data, call);
    const fields = parseFields(found.service, data, true, this.parts.checkTemplate);
    const target = parseTarget(data);
    if (target === undefined) throw noTarget();
    this.announceCall(call, data);
    requireRight(found.service, call);
    requireNamed(found.service, fields, { access: call.access, states: this.parts.states });
    const chosen = this.choose(found.domain, target, found.service, call);
    if (chosen.length === 0 && call.returnResponse === true && found.service.response !== undefined) {
      throw new HubError(
        'home_assistant_error',
        'Service call requested response data but did not match any entities',
      );
    }
    return this.act(chosen, found.service, fields, call);
  }

  private runPlain(service: PlainService, data: Values, call: ServiceCall): unknown {
    const known = service.passesExtraKeys === true ? onlyFields(service.fields, data) : data;
    const fields = parseFields(service, known, service.target !== undefined, this.parts.checkTemplate);
    this.announceCall(call, data);
    requireRight(service, call);
    const answer = service.handle(fields, { ...call, data });
    return answer instanceof Promise ? answer.then((given) => given ?? null) : (answer ?? null);
  }

  private find({ domain, service, access }: ServiceCall): Service {
    const found =
      this.services.get(domain)?.get(service) ??
      this.services.get(domain.toLowerCase())?.get(service.toLowerCase());
    if (found === undefined || !isKnownTo(found, access)) throw noSuchService(domain, service);
    return found;
  }

  /** The entities to act on: those named, then those reached, which are skipped where they cannot or may not. */
  private choose(domain: Domain, target: Target, service: EntityService, call: ServiceCall): Entity[] {
    const { access } = call;
    const chosen: Entity[] = [];
    const { entities: out } = excludedFrom(target, this.parts.targets, this.parts.states);
    const absent: EntityId[] = [];
    if (target.entities !== 'all') {
      for (const id of expandGroups(target.entities, this.parts.states, access.mayRead)) {
        if (out.has(id)) continue;
        const entity = this.parts.entities.get(id);
        if (entity === undefined || entity.domain !== domain || !access.may('read', id)) {
          absent.push(id);
          continue;
        }
        if (!access.may('control', id)) throw new HubError('unauthorized', `Unauthorized to control ${id}`);
        if (!entity.isAvailable) continue;
        if (!hasFeatures(entity, service))
          throw unsupportedService(entity.id, `${domain.name}.${service.name}`);
        chosen.push(entity);
      }
    }
    if (absent.length > 0) this.logAbsent(absent, `${domain.name}.${service.name}`, access);
    const named = chosen.length === 0 ? undefined : new Set(chosen);
    for (const entity of this.indirect(domain, target)) {
      if (
        named?.has(entity) !== true &&
        !out.has(entity.id) &&
        isFit(entity, service) &&
        access.may('control', entity.id)
      )
        chosen.push(entity);
    }
    return chosen;
  }

  /** One line, however many there are. */
  private logAbsent(absent: readonly EntityId[], service: string, access: Access): void {
    const [first] = absent;
    const who =
      absent.length === 1 ? `entity ${first} is` : `entities (${absent.length}, such as ${first}) are`;
    this.parts.log[levelFor(access)](`Referenced ${who} missing or not currently available for ${service}`);
  }

  /** Those of the domain that the target reaches without naming them, each once. */
  private indirect(domain: Domain, target: Target): readonly Entity[] {
    if (target.entities === 'all') return [...this.parts.entities.ofDomain(domain.name)];
    const reached: Entity[] = [];
    if (target.devices.length + target.areas.length + target.floors.length + target.labels.length === 0)
      return reached;
    for (const id of this.parts.targets.reach(target).entities) {
      const entity = this.parts.entities.get(id);
      if (entity?.domain === domain) reached.push(entity);
    }
    return reached;
  }

  /** Plans for all entities first, so that a refused one leaves the others as they were; then all act at once. */
  private act(chosen: readonly Entity[], service: EntityService, fields: Values, call: ServiceCall): unknown {
    const now = this.parts.clock.now();
    const { timeZone, beginsLike = () => false } = this.parts;
    const task = this.tasks.get(`${call.domain.toLowerCase()}.${service.name}`);
    const moment = { now, timeZone: timeZone?.() ?? 'UTC', beginsLike };
    const commands: Command[] = [];
    for (const entity of chosen)
      commands.push(service.plan(entity, entity.nativeFields(service, fields), moment));
    const waits: Promise<unknown>[] = [];
    const answers = (service.response ?? 'none') === 'none' ? null : new Map<string, unknown>();
    const keep = (entity: Entity, answer: unknown): void => {
      const given = service.respond?.(entity, fields) ?? answer ?? {};
      answers?.set(entity.id, entity.shownAnswer(service.name, given));
    };
    const execution = { call, task };
    for (let i = 0; i < chosen.length; i += 1) {
      const entity = chosen[i] as Entity;
      entity.actFor(call.context, now);
      const result = executeCommand(entity, service, commands[i] as Command, execution);
      if (result instanceof Promise)
        waits.push(answers === null ? result : result.then((answer) => keep(entity, answer)));
      else if (answers !== null) keep(entity, result);
    }
    const answer = (): unknown => (answers === null ? null : Object.fromEntries(answers));
    return waits.length === 0 ? answer() : allDone(waits).then(answer);
  }

  private put(domain: string, name: string, service: Service): void {
    const ofDomain = this.services.get(domain) ?? new Map<string, Service>();
    if (ofDomain.has(name)) throw new Error(`Service ${domain}.${name} is there twice`);
    this.services.set(domain, ofDomain.set(name, service));
    this.catalog.changed();
  }

  private announce(type: string, service: PlainService): void {
    const nobody = { id: '', parent_id: null, user_id: null };
    const data = { domain: service.domain, service: service.name };
    this.parts.bus.fire(type, data, this.parts.clock.now(), nobody);
  }

  private announceCall(call: ServiceCall, data: Values): void {
    if (!this.parts.bus.isHeard('call_service')) return;
    const { domain, service } = call;
    const event = { domain: domain.toLowerCase(), service: service.toLowerCase(), service_data: data };
    this.parts.bus.fire('call_service', event, this.parts.clock.now(), call.context);
  }
}

interface Execution {
  readonly call: ServiceCall;
  /** What the hub does in place of the driver. */
  readonly task: Driver['execute'] | undefined;
}

function executeCommand(
  entity: Entity,
  service: EntityService,
  command: Command,
  { call, task }: Execution,
): unknown {
  if (service.local === true) return entity.report(command.patch);
  try {
    if (task !== undefined) return task(command, entity, call.context, call.access);
    return entity.driver.execute(command, entity, call.context, call.access);
  } catch (error) {
    return Promise.reject(error);
  }
}

/** Waits for all, then fails with the first that failed. */
async function allDone(waits: readonly Promise<unknown>[]): Promise<void> {
  const settled = await Promise.allSettled(waits);
  for (const one of settled) if (one.status === 'rejected') throw one.reason;
}

function onlyFields(fields: Fields, data: Values): Values {
  return Object.fromEntries(Object.entries(data).filter(([key]) => Object.hasOwn(fields, key)));
}

function isFit(entity: Entity, service: EntityService): boolean {
  return entity.isAvailable && hasFeatures(entity, service);
}

function hasFeatures(entity: Entity, service: EntityService): boolean {
  if (service.requires === undefined) return true;
  return service.requires.some((all) => all.every((feature) => entity.features.has(feature)));
}
