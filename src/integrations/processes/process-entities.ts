import type { EntityId } from '../../core/entity-id.ts';
import { Float } from '../../core/json.ts';
import type { RequestedSpan } from '../../domains/calendar/calendar.ts';
import type { Command, Values } from '../../domains/definition/define-domain.ts';
import type { Driver, Picture } from '../../entities/entity/driver.ts';
import type { Entity } from '../../entities/entity/entity.ts';
import type { DeviceDescription, DeviceRegistry } from '../../entities/registry/device-registry.ts';
import type { EntityRegistry } from '../../entities/registry/entity-registry.ts';
import type { EntityDescription, EntityPort } from '../entity-port.ts';
import { type DeviceMessage, type EntityMessage, type EventMessage, HUB_DOMAINS } from './described.ts';
import { PlayerGroups } from './player-groups.ts';
import type { ProcessCalendars } from './process-calendars.ts';
import { MAX_ENTITIES, type Report } from './protocol.ts';
import { addStandIn, standIn } from './stand-ins.ts';
import type { Supervisor } from './supervisor.ts';

/** An entity of an integration, and its number in the process that runs now. */
interface Owned {
  readonly key: string;
  readonly entryId: string;
  readonly entity: Entity;
  number: number | undefined;
}

/** What the entities of an integration are built on. */
export interface ProcessEntitiesParts {
  readonly domain: string;
  readonly port: EntityPort;
  readonly devices: DeviceRegistry;
  readonly registry: Pick<EntityRegistry, 'find' | 'notify'>;
  readonly supervisor: () => Supervisor;
  /** Whether it comes with Hearth. */
  readonly isBuiltIn: boolean;
  readonly calendars: ProcessCalendars;
  /** Whether new entities of an entry begin disabled. */
  readonly disablesNew: (entryId: string) => boolean;
}

const MAX_PICTURE = 3 * 1024 * 1024;

/** The entities of one integration: they survive its processes, and are unavailable without one. */
export class ProcessEntities {
  private readonly parts: ProcessEntitiesParts;
  private readonly byKey = new Map<string, Owned>();
  private readonly byNumber = new Map<number, Owned>();
  /** The numbers in the process that was there before. */
  private former: ReadonlyMap<number, Owned> = new Map();

  private readonly groups = new PlayerGroups({
    entityIdOf: (uniqueId) => this.byKey.get(`media_player\n${uniqueId}`)?.entity.id,
    uniqueIdOf: (entityId) =>
      [...this.byKey.values()].find(({ entity }) => entity.id === entityId)?.key.split('\n')[1],
  });

  constructor(parts: ProcessEntitiesParts) {
    this.parts = parts;
  }

  /** The numbers of the entities in the process that runs now. */
  numbers(): Map<EntityId, number> {
    return new Map([...this.byNumber].map(([number, { entity }]) => [entity.id, number]));
  }

  /** Adds an entity, or connects one that is there already. Throws for more than are allowed. */
  describe(entryId: string, number: number, message: EntityMessage): void {
    const { device, extra, answers: _, formerUniqueIds = [], standsFor, ...rest } = message;
    const { domain: platform, port, disablesNew } = this.parts;
    const key = `${rest.domain}\n${rest.uniqueId}`;
    this.refuseOfHub(message);
    const own: EntityDescription = {
      ...rest,
      platform,
      configEntryId: entryId,
      ...(device === undefined ? {} : { device: this.deviceOf(device, entryId) }),
      ...(disablesNew(entryId) ? { enabledByDefault: false } : {}),
      ...(rest.domain === 'calendar' ? { values: { event: null, on: false } } : {}),
      ...(rest.values === undefined ? {} : { values: withFloats(rest.values, rest.domain) }),
    };
    for (const former of formerUniqueIds) this.takeOver(rest, former);
    const description = standsFor === undefined ? own : standIn(own, standsFor, this.parts);
    const known = this.byKey.get(key);
    if (known !== undefined && known.entryId !== entryId)
      throw new Error(`added ${rest.domain} ${JSON.stringify(rest.uniqueId)} in two entries`);
    if (known === undefined && this.byKey.size >= MAX_ENTITIES)
      throw new Error(`has more than ${MAX_ENTITIES} entities`);
    const entity = known?.entity ?? this.added(description, key, message);
    if (entity === undefined) return;
    const owned: Owned = known ?? { key, entryId, number, entity };
    if (known !== undefined) {
      port.redescribe(known.entity, description);
      known.entity.report(description.values ?? {}, { available: rest.available ?? true });
    }
    if (owned.number !== undefined) this.byNumber.delete(owned.number);
    owned.number = number;
    this.byKey.set(key, owned);
    this.byNumber.set(number, owned);
    if (extra !== undefined) owned.entity.setExtraAttributes(extra as never);
  }

  /** Adds an entity; one that stands for another gives way to the one that has its place. */
  private added(
    description: EntityDescription,
    key: string,
    { domain, answers = [], standsFor }: EntityMessage,
  ): Entity | undefined {
    const { port } = this.parts;
    const missing = port.missingValue(description);
    if (missing !== undefined)
      throw new Error(
        `added ${domain} ${JSON.stringify(description.uniqueId)} without the value "${missing}"; null stands for unknown`,
      );
    const add = (): Entity => port.add(description, this.driver(key, domain, answers));
    return standsFor === undefined ? add() : addStandIn(description, port, add);
  }

  /** Throws for what only integrations that come with Hearth may have. */
  private refuseOfHub({ domain, uniqueId, standsFor }: EntityMessage): void {
    const isOfHub = standsFor !== undefined || (HUB_DOMAINS as readonly string[]).includes(domain);
    if (isOfHub && !this.parts.isBuiltIn)
      throw new Error(`added ${domain} ${JSON.stringify(uniqueId)}, which belongs to the hub`);
  }

  /** Creates or updates a device without an entity of its own; returns its ID. */
  ensureDevice(entryId: string, device: DeviceMessage): string {
    return this.parts.devices.ensure(entryId, this.deviceOf(device, entryId)).id;
  }

  report(report: Report): void {
    this.take(this.byNumber.get(report[0]), report);
  }

  /** Takes a report of the former process, which answers a last command. */
  reportLate([number, values]: Report): void {
    this.take(this.former.get(number), [number, values]);
  }

  private take(owned: Owned | undefined, [, values, available, extra]: Report): void {
    if (owned === undefined || !this.byKey.has(owned.key)) return;
    owned.entity.report(withFloats(this.groups.forHome(values), owned.entity.domain.name), {
      ...(available == null ? {} : { available }),
      ...(extra == null ? {} : { extra: extra as never }),
    });
  }

  /** Takes the events of a calendar. Throws for another entity, and for events that are not valid. */
  setEvents(number: number, events: readonly EventMessage[]): void {
    const owned = this.byNumber.get(number);
    if (owned === undefined) return;
    if (owned.entity.domain.name !== 'calendar') throw new Error(`sent events of ${owned.entity.id}`);
    this.parts.calendars.set(owned.entity, events);
  }

  async remove(number: number, isForgotten: boolean): Promise<void> {
    const owned = this.byNumber.get(number);
    if (owned === undefined) return;
    this.drop(owned);
    if (isForgotten) await this.parts.port.forget(owned.entity);
    else this.parts.port.remove(owned.entity);
  }

  /** The process is gone, or it has unloaded an entry: its entities are unavailable until it adds them again. */
  disconnect(entryId?: string): void {
    for (const owned of this.byKey.values()) {
      if (entryId !== undefined && owned.entryId !== entryId) continue;
      if (owned.number !== undefined) this.byNumber.delete(owned.number);
      owned.number = undefined;
      owned.entity.setAvailable(false);
    }
  }

  /** Another process takes over: it describes the entities again under numbers of its own. */
  handOver(): void {
    this.former = new Map(this.byNumber);
    this.byNumber.clear();
    for (const owned of this.byKey.values()) owned.number = undefined;
  }

  /** After that, what it has not described is no longer there. */
  tookOver(): void {
    for (const { entity, number } of this.byKey.values())
      if (number === undefined) entity.setAvailable(false);
  }

  /** Removes the entities of an entry; their registry entries stay. */
  release(entryId: string): void {
    for (const owned of [...this.byKey.values()]) {
      if (owned.entryId !== entryId) continue;
      this.drop(owned);
      this.parts.port.remove(owned.entity);
    }
  }

  /** The keys of the entities of an entry that the process that runs has described. */
  describedOf(entryId: string): string[] {
    const own = [...this.byKey.values()].filter((one) => one.entryId === entryId);
    return own.flatMap(({ key, number }) => (number === undefined ? [] : [key]));
  }

  /** Removes those of these entities that are not described any more, with their registry entries. */
  async forgetMissing(keys: readonly string[]): Promise<void> {
    for (const key of keys) {
      const owned = this.byKey.get(key);
      if (owned === undefined || owned.number !== undefined) continue;
      this.drop(owned);
      await this.parts.port.forget(owned.entity);
    }
  }

  private drop(owned: Owned): void {
    this.byKey.delete(owned.key);
    this.parts.calendars.drop(owned.entity);
    if (owned.number !== undefined) this.byNumber.delete(owned.number);
  }

  private driver(key: string, domain: string, answers: readonly string[]): Driver {
    const ask = (make: (entity: number) => Parameters<Supervisor['request']>[0]): Promise<unknown> => {
      // Without a number no process knows the entity: the request is refused as one to a process that is gone.
      const number = this.byKey.get(key)?.number ?? -1;
      return this.parts.supervisor().request(make(number));
    };
    const { calendars } = this.parts;
    const hasEvents = domain === 'calendar' && !answers.includes('events');
    return {
      execute: ({ service, fields, patch }: Command<Values>, entity, context) =>
        service === 'get_events' && hasEvents
          ? calendars.answer(entity, fields as RequestedSpan)
          : ask((number) => ({
              ...{ type: 'command', entity: number, service, patch },
              fields: this.groups.forIntegration(fields),
              context: { id: context.id, parentId: context.parent_id, userId: context.user_id },
            })),
      ...(hasEvents ? { calendar: calendars.source } : {}),
      ...(answers.includes('picture')
        ? { picture: async () => pictureOf(await ask((entity) => ({ type: 'picture', entity }))) }
        : {}),
      ...(answers.includes('refresh')
        ? { refresh: async () => void (await ask((entity) => ({ type: 'refresh', entity }))) }
        : {}),
    };
  }

  /** The registry entry of a former unique ID belongs to the entity now, unless it has one of its own. */
  private takeOver({ domain, uniqueId }: Pick<EntityMessage, 'domain' | 'uniqueId'>, former: string): void {
    const { domain: platform, registry } = this.parts;
    const entry = registry.find(domain, platform, former);
    if (entry === undefined || registry.find(domain, platform, uniqueId) !== undefined) return;
    if (!this.byKey.has(`${domain}\n${former}`)) registry.notify(entry, { unique_id: uniqueId });
  }

  private deviceOf(
    { identifiers = [], via, viaConnection, ...rest }: DeviceMessage,
    entryId: string,
  ): DeviceDescription {
    const { domain, devices } = this.parts;
    const own = identifiers.map((one): [string, string] => [domain, one]);
    const foreign = (rest.connections ?? [])
      .map((one) => devices.byConnection(one))
      .find((one) => one !== undefined && one.config_entry_id !== entryId);
    // A device that another entry describes gets entities of this one, but keeps its name and data.
    if (foreign !== undefined && !own.some((one) => devices.byIdentifier(one) !== undefined))
      return { identifiers: own, connections: rest.connections ?? [] };
    return {
      ...{ ...rest, identifiers: own },
      ...(via === undefined ? {} : { via: [domain, via] }),
      ...(viaConnection === undefined ? {} : { viaConnection }),
    };
  }
}

/** The domains that tell `21.0` from `21`; in others a number is a number. */
const WITH_FLOATS: ReadonlySet<string> = new Set(['sensor', 'number', 'climate', 'water_heater']);

/** Numbers that are floats although they are whole: `{ "$float": 21 }`. */
function withFloats(values: Values, domain: string): Values {
  for (const name in values) {
    const item = values[name];
    if (typeof item !== 'object' || item === null || !('$float' in item)) continue;
    return Object.fromEntries(Object.entries(values).map(([key, value]) => [key, floatOf(value, domain)]));
  }
  return values;
}

function floatOf(value: unknown, domain: string): unknown {
  if (typeof value !== 'object' || value === null || !('$float' in value)) return value;
  if (typeof value.$float !== 'number') return null;
  return WITH_FLOATS.has(domain) ? new Float(value.$float) : value.$float;
}

function pictureOf(result: unknown): Picture | undefined {
  if (typeof result !== 'object' || result === null) return undefined;
  const { type, data } = result as { readonly type?: unknown; readonly data?: unknown };
  if (typeof type !== 'string' || typeof data !== 'string' || data.length > (MAX_PICTURE / 3) * 4)
    return undefined;
  // Only pictures: what a device sends is shown under the address of the server.
  if (!/^image\/(?:jpeg|png|gif|webp|bmp)$/.test(type)) return undefined;
  return { type, bytes: Buffer.from(data, 'base64') };
}
