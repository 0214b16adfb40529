import type { Access } from '../../core/access.ts';
import { actAs } from '../../core/acting.ts';
import type { Bus } from '../../core/bus.ts';
import type { Clock, Undo } from '../../core/clock.ts';
import type { EntityId } from '../../core/entity-id.ts';
import { fault } from '../../core/errors.ts';
import type { Log } from '../../core/log.ts';
import type { State } from '../../core/state.ts';
import type { StateMachine } from '../../core/state-machine.ts';
import type { Domain, EntityService, Moment, Values } from '../../domains/definition/define-domain.ts';
import type { Fields } from '../../domains/definition/field.ts';
import type { Driver } from '../entity/driver.ts';
import type { Entities } from '../entity/entities.ts';
import type { Entity } from '../entity/entity.ts';
import { parseTarget, type Target, type TargetResolver } from '../registry/targets.ts';
import { act } from './act.ts';
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
import { isKnownTo, levelFor, requireNamed, requirePermission } from './service-permissions.ts';

/** The dependencies of the service engine. */
export interface EngineParts {
  readonly entities: Entities;
  readonly targets: TargetResolver;
  readonly states: StateMachine;
  readonly bus: Bus;
  readonly clock: Clock;
  readonly log: Log;
  /** The time zone of the home; UTC by default. */
  readonly timeZone?: () => string;
  /** Throws for text that is not a valid template; by default all text is accepted. */
  readonly checkTemplate?: CheckTemplate | undefined;
  /** Whether a text starts with a match of the pattern; by default none does. */
  readonly beginsLike?: Moment['beginsLike'] | undefined;
}

const NONE: readonly Entity[] = [];

/** Looks up services, validates calls, checks permissions, plans, and calls the drivers. */
export class ServiceEngine {
  private readonly parts: EngineParts;
  private readonly services = new Map<string, Map<string, Service>>();
  private readonly catalog = new ServiceCatalog(this.services);

  constructor(parts: EngineParts, domains: readonly Domain[]) {
    this.parts = parts;
    for (const domain of domains) {
      for (const service of domain.services)
        this.put(domain.name, service.name, { kind: 'entity', domain, service });
    }
  }

  /** Registers a service; throws for a duplicate name. The undo removes it. Both fire events. */
  register(service: PlainService): Undo {
    this.put(service.domain, service.name, { kind: 'plain', service });
    this.announce('service_registered', service);
    return () => {
      this.services.get(service.domain)?.delete(service.name);
      this.catalog.changed();
      this.announce('service_removed', service);
    };
  }

  /** Overrides the drivers for an entity service, for example to write files. */
  carryOut(domain: string, name: string, task: Driver['execute']): void {
    const found = this.services.get(domain)?.get(name);
    if (found?.kind !== 'entity') throw new Error(`${domain}.${name} is no service of entities`);
    this.services.get(domain)?.set(name, { ...found, task });
  }

  /** Whether the service exists. */
  has(domain: string, service: string): boolean {
    return this.services.get(domain)?.has(service) === true;
  }

  /**
   * All services visible to a caller, by domain with their fields, as JSON [§4.1 GET /api/services]; the same
   * string until one is added or removed.
   */
  descriptionsJson(access: Pick<Access, 'mayRead'>): string {
    return this.catalog.textFor(access);
  }

  /**
   * Executes a call and returns the states it changed; a promise only if a driver is asynchronous. Throws
   * like `execute`.
   */
  call(call: ServiceCall): ServiceResult | Promise<ServiceResult> {
    const { states } = this.parts;
    const collector = states.collect(call.context.id);
    let response: unknown;
    try {
      response = this.execute(call);
    } catch (error) {
      states.stopCollecting(collector);
      throw error;
    }
    if (response instanceof Promise)
      return response
        .finally(() => states.stopCollecting(collector))
        .then((answer) => resultOf(call, answer, collector.states));
    states.stopCollecting(collector);
    return resultOf(call, response, collector.states);
  }

  /**
   * Executes a call without collecting states; returns the response, as a promise if a driver is
   * asynchronous. Throws `HubError`.
   */
  execute(call: ServiceCall): unknown {
    const found = this.find(call);
    checkResponseMode(call, found.service.response ?? 'none');
    const data = mergeTarget(call.data, call.target);
    if (found.kind === 'plain') return this.runPlain(found.service, data, call);
    const fields = parseFields(found.service, data, true, this.parts.checkTemplate);
    const target = parseTarget(data);
    if (target === undefined) throw noTarget();
    this.announceCall(call, data);
    requirePermission(found.service, call);
    requireNamed(found.service, fields, { access: call.access, states: this.parts.states });
    const chosen = this.choose(found.domain, target, found.service, call);
    if (chosen.length === 0 && call.returnResponse === true && found.service.response !== undefined) {
      throw fault('home_assistant_error', 'response_without_entities');
    }
    const { clock, timeZone, beginsLike = () => false } = this.parts;
    const moment = { now: clock.now(), timeZone: timeZone?.() ?? 'UTC', beginsLike };
    return act(chosen, found, { fields, moment, call });
  }

  private runPlain(service: PlainService, data: Values, call: ServiceCall): unknown {
    const known = service.passesExtraKeys === true ? onlyFields(service.fields, data) : data;
    const fields = parseFields(service, known, service.target !== undefined, this.parts.checkTemplate);
    this.announceCall(call, data);
    requirePermission(service, call);
    const handle = (): unknown => service.handle(fields, { ...call, data });
    const answer = service.changes === undefined ? handle() : asChange(service, call, handle);
    return answer instanceof Promise ? answer.then((given) => given ?? null) : (answer ?? null);
  }

  private find({ domain, service, access }: ServiceCall): Service {
    const found =
      this.services.get(domain)?.get(service) ??
      this.services.get(domain.toLowerCase())?.get(service.toLowerCase());
    if (found === undefined || !isKnownTo(found, access)) throw noSuchService(domain, service);
    return found;
  }

  /**
   * The entities to act on: the named ones, then the reached ones, skipping those that are unsupported or not
   * permitted.
   */
  private choose(domain: Domain, target: Target, service: EntityService, call: ServiceCall): Entity[] {
    const { access } = call;
    const chosen: Entity[] = [];
    const out = excludedFrom(target, this.parts.targets, this.parts.states).entities;
    let absent: EntityId[] | undefined;
    if (target.entities !== 'all') {
      for (const id of expandGroups(target.entities, this.parts.states, access.mayRead)) {
        if (out.has(id)) continue;
        const entity = this.parts.entities.get(id);
        if (entity === undefined || entity.domain !== domain || !access.may('read', id)) {
          absent ??= [];
          absent.push(id);
          continue;
        }
        if (!access.may('control', id)) throw fault('unauthorized', 'unauthorized_to_control', { id });
        if (!entity.isAvailable) continue;
        if (!hasFeatures(entity, service))
          throw unsupportedService(entity.id, `${domain.name}.${service.name}`);
        chosen.push(entity);
      }
    }
    if (absent !== undefined) this.logAbsent(absent, `${domain.name}.${service.name}`, access);
    const indirect = this.indirect(domain, target);
    if (indirect.length === 0) return chosen;
    const named = new Set(chosen);
    for (const entity of indirect) {
      if (
        !named.has(entity) &&
        !out.has(entity.id) &&
        isFit(entity, service) &&
        access.may('control', entity.id)
      )
        chosen.push(entity);
    }
    return chosen;
  }

  /** Logs one line, regardless of the number. */
  private logAbsent(absent: readonly EntityId[], service: string, access: Access): void {
    const [first] = absent;
    const who =
      absent.length === 1 ? `entity ${first} is` : `entities (${absent.length}, such as ${first}) are`;
    this.parts.log[levelFor(access)](`Referenced ${who} missing or not currently available for ${service}`);
  }

  /** The entities of the domain that the target reaches without naming them, without duplicates. */
  private indirect(domain: Domain, target: Target): readonly Entity[] {
    if (target.entities === 'all') return [...this.parts.entities.ofDomain(domain.name)];
    if (target.devices.length + target.areas.length + target.floors.length + target.labels.length === 0)
      return NONE;
    const reached: Entity[] = [];
    for (const id of this.parts.targets.reach(target).entities) {
      const entity = this.parts.entities.get(id);
      if (entity?.domain === domain) reached.push(entity);
    }
    return reached;
  }

  private put(domain: string, name: string, service: Service): void {
    const ofDomain = this.services.get(domain) ?? new Map<string, Service>();
    if (ofDomain.has(name)) throw new Error(`Service ${domain}.${name} is there twice`);
    this.services.set(domain, ofDomain.set(name, service));
    this.catalog.changed();
  }

  private announce(type: 'service_registered' | 'service_removed', service: PlainService): void {
    const nobody = { id: '', parent_id: null, user_id: null };
    const data = { domain: service.domain, service: service.name };
    this.parts.bus.fire(type, data, this.parts.clock.now(), nobody);
  }

  private announceCall(call: ServiceCall, data: Values): void {
    if (!this.parts.bus.hasListener('call_service')) return;
    const { domain, service } = call;
    const event = { domain: domain.toLowerCase(), service: service.toLowerCase(), service_data: data };
    this.parts.bus.fire('call_service', event, this.parts.clock.now(), call.context);
  }
}

function resultOf(
  { context, returnResponse }: ServiceCall,
  response: unknown,
  changed: readonly State[],
): ServiceResult {
  return { context, response: returnResponse === true ? response : null, changed };
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

/** Records what a service writes as a change of its user; what automations do is no change of the configuration. */
function asChange(
  { domain, name }: PlainService,
  { access, context }: ServiceCall,
  work: () => unknown,
): unknown {
  if (context.user_id === null) return work();
  return actAs({ userId: access.userId, tokenId: null, act: `${domain}.${name}` }, work);
}
