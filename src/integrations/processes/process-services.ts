import type { Undo } from '../../core/clock.ts';
import type { EntityId } from '../../core/entity-id.ts';
import { fault } from '../../core/errors.ts';
import type { Log } from '../../core/log.ts';
import type { Values } from '../../domains/definition/define-domain.ts';
import type { HomeModel } from '../../entities/home/home-model.ts';
import { parseTarget } from '../../entities/registry/targets.ts';
import type { PlainService } from '../../entities/services/service.ts';
import { noTarget, type ServiceCall } from '../../entities/services/service-call.ts';
import { type DeclaredService, fieldsOf } from './declared-service.ts';
import type { IntegrationTexts } from './manifest.ts';
import type { ProcessEntities } from './process-entities.ts';
import type { Supervisor } from './supervisor.ts';

/** A service that was added while an entry ran. */
interface Added {
  readonly entryId: string;
  readonly undo: Undo;
  /** Whether the entry is being set up again and has not added it yet. */
  isStale: boolean;
}

/** What the services of an integration are built on. */
export interface ProcessServicesParts {
  readonly domain: string;
  readonly declared: Readonly<Record<string, DeclaredService>>;
  /** The texts of the services in its manifest. */
  readonly texts: () => IntegrationTexts['services'];
  readonly home: Pick<HomeModel, 'engine' | 'targets'>;
  readonly entities: () => ProcessEntities;
  readonly supervisor: () => Supervisor;
  readonly log: Log;
}

/** The most services that an integration adds while it runs. */
const MAX_ADDED = 500;
const CLAIMED = 'its name is taken';

/** The services of one integration, `<domain>.<name>`: those of its manifest, and those that its entries add. */
export class ProcessServices {
  private readonly parts: ProcessServicesParts;
  private readonly fixed: Undo[] = [];
  private readonly added = new Map<string, Added>();

  constructor(parts: ProcessServicesParts) {
    this.parts = parts;
  }

  /** Offers the services of the manifest; once is enough. */
  open(): void {
    if (this.fixed.length > 0) return;
    const texts = this.parts.texts() ?? {};
    for (const [name, declared] of Object.entries(this.parts.declared)) {
      const { fields = {}, ...own } = texts[name] ?? {};
      const named = Object.fromEntries(
        Object.entries(declared.fields).map(([key, field]) => [key, { ...field, ...fields[key] }]),
      );
      const undo = this.register(name, { ...declared, ...own, fields: named });
      if (undo !== undefined) this.fixed.push(undo);
    }
  }

  close(): void {
    for (const undo of this.fixed.splice(0)) undo();
  }

  /** Adds a service of an entry, or changes it. Throws for more than are allowed. */
  add(entryId: string, name: string, declared: DeclaredService): void {
    const known = this.added.get(name);
    if (known !== undefined && known.entryId !== entryId) {
      this.parts.log.warn(`The service ${name} cannot be added: ${CLAIMED}`);
      return;
    }
    if (known === undefined && this.added.size >= MAX_ADDED)
      throw new Error(`has more than ${MAX_ADDED} services`);
    known?.undo();
    this.added.delete(name);
    const undo = this.register(name, declared);
    if (undo !== undefined) this.added.set(name, { entryId, undo, isStale: false });
  }

  remove(entryId: string, name: string): void {
    const known = this.added.get(name);
    if (known?.entryId !== entryId) return;
    known.undo();
    this.added.delete(name);
  }

  /** An entry is set up anew: what it does not add until it is loaded is gone. */
  begin(entryId: string): void {
    for (const one of this.added.values()) if (one.entryId === entryId) one.isStale = true;
  }

  loaded(entryId: string): void {
    for (const [name, one] of this.added)
      if (one.entryId === entryId && one.isStale) this.remove(entryId, name);
  }

  /** Removes the services of an entry that no longer runs. */
  release(entryId: string): void {
    for (const [name, one] of this.added) if (one.entryId === entryId) this.remove(entryId, name);
  }

  private register(name: string, declared: DeclaredService): Undo | undefined {
    const { domain, home, log } = this.parts;
    if (home.engine.has(domain, name)) {
      log.warn(`The service ${name} cannot be added: ${CLAIMED}`);
      return undefined;
    }
    return home.engine.register(this.serviceOf(name, declared));
  }

  private serviceOf(name: string, declared: DeclaredService): PlainService {
    const { domain } = this.parts;
    const { target, response, description = '', fields } = declared;
    const shown = Object.entries(fields).map(([key, field]) => [
      key,
      { ...field, selector: field.selector, description: field.description ?? '' },
    ]);
    return {
      ...{ domain, name, response, fields: fieldsOf(declared) },
      shown: { name: declared.name, description, fields: Object.fromEntries(shown) },
      ...(target === undefined ? { whole: true as const } : { target: targetOf(domain, target) }),
      handle: (values, call) =>
        this.call(name, values, {
          call,
          entities: target === undefined ? [] : this.reached(call, target),
        }),
    };
  }

  private call(
    service: string,
    data: Values,
    {
      call: { context, returnResponse = false },
      entities,
    }: { readonly call: ServiceCall; readonly entities: readonly number[] },
  ): Promise<unknown> {
    return this.parts.supervisor().request({
      ...{ type: 'service', service, data, entities: [...entities] },
      entryId: this.added.get(service)?.entryId ?? null,
      context: { id: context.id, parentId: context.parent_id, userId: context.user_id },
      wantsResponse: returnResponse,
    });
  }

  /** The numbers of the own entities that a call targets. Throws for a named one that may not be controlled. */
  private reached({ data, access }: ServiceCall, domains: readonly string[]): number[] {
    const target = parseTarget(data);
    if (target === undefined) throw noTarget();
    const own = this.parts.entities().numbers();
    const isMeant = (id: EntityId): boolean =>
      own.has(id) && (domains.length === 0 || domains.includes(id.split('.')[0] ?? ''));
    const named = target.entities === 'all' ? own.keys() : target.entities;
    const out = new Set<EntityId>();
    if (target.exclude !== undefined) {
      const { entities } = target.exclude;
      for (const id of entities === 'all' ? [] : entities) out.add(id);
      for (const id of this.parts.home.targets.reach(target.exclude).entities) out.add(id);
    }
    const chosen = new Set<EntityId>();
    for (const id of named) {
      if (out.has(id) || !isMeant(id) || !access.may('read', id)) continue;
      if (access.may('control', id)) chosen.add(id);
      else if (target.entities !== 'all') throw fault('unauthorized', 'unauthorized_to_control', { id });
    }
    for (const id of this.parts.home.targets.reach(target).entities)
      if (!out.has(id) && isMeant(id) && access.may('control', id)) chosen.add(id);
    return [...chosen].flatMap((id) => own.get(id) ?? []);
  }
}

function targetOf(integration: string, domains: readonly string[]) {
  return { entity: [{ integration, ...(domains.length === 0 ? {} : { domain: [...domains] }) }] };
}
