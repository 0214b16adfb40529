import type { Context } from '../../core/context.ts';
import { domainOf, type EntityId, uniqueId } from '../../core/entity-id.ts';
import { fault } from '../../core/errors.ts';
import { slugify } from '../../core/slug.ts';
import { UNAVAILABLE } from '../../core/state.ts';
import type { UnitSystemName } from '../../core/unit-system.ts';
import type { Domain, Values } from '../../domains/definition/define-domain.ts';
import type { DeviceEntry } from '../registry/device-registry.ts';
import type { EntityEntry } from '../registry/entity-registry.ts';
import { type LastValues, LeftValues } from '../registry/left-values.ts';
import type { EntitiesParts } from './entities-parts.ts';
import { Entity, type Facets } from './entity.ts';
import type { EntityDescription } from './entity-description.ts';
import { hasPicture } from './picture-links.ts';
import { registryOptions } from './registry-options.ts';
import { RemovedOnes } from './removed-ones.ts';
import { friendlyName, restoredAttributes, sourceFields } from './source-fields.ts';
import { readingUnit } from './unit-translation.ts';

/** All current entities, by ID and by domain. */
export class Entities {
  private readonly parts: EntitiesParts;
  private readonly byId = new Map<EntityId, Entity>();
  private readonly byEntry = new Map<string, Entity>();
  private readonly byDomain = new Map<string, Set<Entity>>();
  private readonly removed = new RemovedOnes();
  private readonly left = new LeftValues();
  private readonly derivations = new Map<string, (values: Values) => Values>();

  constructor(parts: EntitiesParts) {
    this.parts = parts;
    parts.registry.onChange((entry, old) => this.onEntryChange(entry, old));
    parts.bus.on('device_registry_updated', (event) => {
      if (event.data.action === 'update') this.onDeviceChange(String(event.data.device_id));
    });
    parts.bus.on('core_config_updated', () => {
      for (const entity of this.byId.values()) entity.setUnitSystem(this.unitSystem());
    });
  }

  /** Returns the entity with this ID; disabled ones are not found. */
  get(id: EntityId): Entity | undefined {
    const entity = this.byId.get(id);
    return entity?.isLive === true ? entity : undefined;
  }

  /** The entities of a domain that have a state. */
  *ofDomain(domain: string): IterableIterator<Entity> {
    for (const entity of this.byDomain.get(domain) ?? []) if (entity.isLive) yield entity;
  }

  /**
   * Adds values computed by the server to those reported in a domain, such as the zone of a device tracker.
   */
  derive(domain: string, derived: (values: Values) => Values): void {
    this.derivations.set(domain, derived);
  }

  /**
   * Adds an entity and writes its state unless it is disabled; `context` says who created it. Throws
   * `id_in_use` if its unique ID exists.
   */
  add(description: EntityDescription, context?: Context): Entity {
    this.requireAbsent(description);
    const device = this.deviceOf(description);
    const isRemoved = this.staysRemoved(description);
    const entry =
      description.uniqueId === undefined || isRemoved
        ? undefined
        : this.register(description, description.uniqueId, device);
    const id = entry?.entity_id ?? this.freeId(description, device);
    const facets = this.facetsOf(description, entry, device);
    const left = this.left.take(id);
    const known = description.restoresValues === true ? (left ?? this.parts.lastValues(id)) : null;
    const values = { ...description.values, ...(known === null ? {} : fitted(description, known)) };
    const entity = new Entity(id, { ...description, values }, facets, this.parts.states, this.parts.log);
    entity.deriveBy(this.derivations.get(description.domain.name));
    if (hasPicture(entity)) entity.pictureLinks = this.parts.pictureLinks;
    if (isRemoved) this.removed.keep(entity);
    if (isRemoved) return entity;
    this.index(id, entity);
    if (entry !== undefined) this.byEntry.set(entry.id, entity);
    if (context !== undefined) entity.actFor(context, this.parts.states.now());
    if (entry === undefined || entry.disabled_by === null) entity.show();
    return entity;
  }

  /**
   * Applies a new description to an entity. ID and unique ID do not change, nor do the values unless given.
   */
  redescribe(entity: Entity, description: EntityDescription, values = entity.values): void {
    const device = this.deviceOf(description);
    const fields = sourceFields(description, device, this.parts.configEntryOf);
    entity.takeOver(description, values);
    const { registry } = this.parts;
    // An entry that was removed does not return with a new description.
    const known = entity.entry === undefined ? undefined : registry.byId(entity.entry.id);
    const entry = known === undefined ? undefined : registry.notify(known, fields);
    entity.setFacets(entity.id, this.facetsOf(description, entry, device));
  }

  /** Whether an entity has a registry entry; users can remove those of helpers until the next start. */
  isRegistered(domain: string, platform: string, uniqueId: string): boolean {
    return this.parts.registry.find(domain, platform, uniqueId) !== undefined;
  }

  /** Removes an entity, but keeps its registry entry for when it returns. */
  remove(entity: Entity): void {
    const { states } = this.parts;
    const changedAt = states.get(entity.id)?.last_changed ?? states.now();
    this.left.save(entity.id, { values: entity.values, changedAt });
    this.byId.delete(entity.id);
    if (entity.entry !== undefined) this.byEntry.delete(entity.entry.id);
    this.removed.drop(entity);
    this.byDomain.get(entity.domain.name)?.delete(entity);
    entity.hide();
  }

  /** Removes an entity and its registry entry; resolves once that is durable. */
  async forget(entity: Entity): Promise<void> {
    const { entry } = entity;
    this.remove(entity);
    // Undo takes the entry away before its entity.
    if (entry !== undefined && this.parts.registry.byId(entry.id) !== undefined)
      await this.parts.registry.remove(entry.entity_id);
  }

  /** Writes registered entities as unavailable until their source adds them [architecture §4]. */
  restore(domains: readonly Domain[], isExpected: (platform: string) => boolean): void {
    for (const entry of this.parts.registry.list()) {
      if (entry.disabled_by !== null || !isExpected(entry.platform)) continue;
      const domain = domains.find(({ name }) => name === domainOf(entry.entity_id));
      if (domain === undefined) continue;
      const device = entry.device_id === null ? undefined : this.parts.devices.get(entry.device_id);
      const unit = readingUnit({
        domain,
        deviceClass: entry.original_device_class ?? undefined,
        system: this.unitSystem(),
        unit: entry.unit_of_measurement ?? undefined,
        options: entry.options[domain.name],
      });
      this.parts.states.set(entry.entity_id, UNAVAILABLE, {
        ...restoredAttributes(entry, domain, device),
        ...(unit === undefined ? {} : { unit_of_measurement: unit }),
      });
    }
  }

  private index(id: EntityId, entity: Entity): void {
    this.byId.set(id, entity);
    const ofDomain = this.byDomain.get(entity.domain.name) ?? new Set();
    this.byDomain.set(entity.domain.name, ofDomain.add(entity));
  }

  private entryOf({ domain, platform, uniqueId }: EntityDescription): EntityEntry | undefined {
    return uniqueId === undefined ? undefined : this.parts.registry.find(domain.name, platform, uniqueId);
  }

  private requireAbsent(description: EntityDescription): void {
    const { domain, platform, uniqueId } = description;
    const entry = this.entryOf(description);
    if (entry === undefined || !this.byEntry.has(entry.id)) return;
    const unique_id = JSON.stringify(uniqueId);
    const { entity_id } = entry;
    throw fault('id_in_use', 'unique_id_taken', { domain: domain.name, platform, unique_id, entity_id });
  }

  private unitSystem(): UnitSystemName {
    return this.parts.unitSystem?.() ?? 'metric';
  }

  private facetsOf(
    description: EntityDescription,
    entry: EntityEntry | undefined,
    device: DeviceEntry | undefined,
  ): Facets {
    const name = friendlyName(description, entry, description.deviceId === undefined ? device : undefined);
    return { entry, friendlyName: name, unitSystem: this.unitSystem() };
  }

  private deviceOf(description: EntityDescription): DeviceEntry | undefined {
    if (description.device === undefined || description.uniqueId === undefined) return undefined;
    const owner = description.configEntryId ?? this.parts.configEntryOf(description.platform);
    if (owner === null) throw new Error(`${description.platform} has no config entry to own a device`);
    return this.parts.devices.ensure(owner, description.device);
  }

  private register(
    description: EntityDescription,
    unique: string,
    device: DeviceEntry | undefined,
  ): EntityEntry {
    const { registry } = this.parts;
    const known = registry.find(description.domain.name, description.platform, unique);
    const fields = sourceFields(description, device, this.parts.configEntryOf);
    if (known !== undefined) {
      const enabled = known.disabled_by === 'integration' && description.enabledByDefault !== false;
      const options = registryOptions(description, known.options, this.unitSystem());
      return registry.notify(known, { ...fields, ...options, ...(enabled ? { disabled_by: null } : {}) });
    }
    const former = registry.formerId(description.domain.name, description.platform, unique);
    const isFree = description.objectId === undefined && former !== undefined && !this.isTaken(former);
    const id = isFree ? former : this.freeId(description, device);
    return registry.create(id, description.platform, unique, {
      ...fields,
      ...registryOptions(description, {}, this.unitSystem()),
      ...((device?.disabled_by ?? null) !== null ? { disabled_by: 'device' } : {}),
      ...(description.enabledByDefault === false ? { disabled_by: 'integration' } : {}),
      ...(description.visibleByDefault === false ? { hidden_by: 'integration' } : {}),
    });
  }

  private freeId(description: EntityDescription, device: DeviceEntry | undefined): EntityId {
    const { name: domain } = description.domain;
    const parent = device?.parent_device_id ? this.parts.devices.get(device.parent_device_id) : undefined;
    const own = friendlyName(description, undefined, device);
    const name = parent === undefined ? own : friendlyName({ name: own }, undefined, parent);
    const fallback = `${description.platform}_${description.uniqueId ?? domain}`;
    const object = slugify(description.objectId ?? name ?? fallback);
    return uniqueId(`${domain}.${object.slice(0, 200)}`, (id) => this.isTaken(id));
  }

  private isTaken(id: EntityId): boolean {
    const { registry, states } = this.parts;
    return this.byId.has(id) || registry.get(id) !== undefined || states.isTaken(id);
  }

  private onEntryChange(entry: EntityEntry | null, old: EntityEntry | null): void {
    const entity = old === null ? undefined : this.byEntry.get(old.id);
    if (entry === null) {
      if (entity !== undefined && old !== null) {
        this.remove(entity);
        this.removed.keep(entity);
      } else if (old !== null) this.parts.states.remove(old.entity_id);
      return;
    }
    if (entity === undefined) {
      if (old !== null) this.onAbsentEntryChange(entry, old);
      else this.putBack(entry);
      return;
    }
    const device = entry.device_id === null ? undefined : this.parts.devices.get(entry.device_id);
    if (entry.disabled_by !== null && entity.isLive) entity.hide();
    this.byId.delete(entity.id);
    this.byId.set(entry.entity_id, entity);
    entity.setFacets(entry.entity_id, this.facetsOf(entity.description, entry, device));
    if (entry.disabled_by === null && !entity.isLive) entity.show();
  }

  /** Whether undo puts back the source of an entity that users had removed before, and may put back later. */
  private staysRemoved(description: EntityDescription): boolean {
    const isRegistered = description.uniqueId === undefined || this.entryOf(description) !== undefined;
    return !isRegistered && this.parts.registry.isBeingRestored;
  }

  /** Restores the entity of an entry whose removal could not be persisted, or is undone. */
  private putBack(entry: EntityEntry): void {
    const entity = this.removed.take(entry);
    if (entity === undefined) return;
    this.byEntry.set(entry.id, entity);
    this.index(entry.entity_id, entity);
    const device = entry.device_id === null ? undefined : this.parts.devices.get(entry.device_id);
    entity.setFacets(entry.entity_id, this.facetsOf(entity.description, entry, device));
    if (entry.disabled_by === null) entity.show();
  }

  /** Without its source, an entity only has a restored state to rename or remove. */
  private onAbsentEntryChange(entry: EntityEntry, old: EntityEntry): void {
    const { states } = this.parts;
    const state = states.get(old.entity_id);
    if (state === undefined || (entry.entity_id === old.entity_id && entry.disabled_by === null)) return;
    states.remove(old.entity_id);
    if (entry.disabled_by === null) states.set(entry.entity_id, state.state, state.attributes);
  }

  private onDeviceChange(deviceId: string): void {
    const device = this.parts.devices.get(deviceId);
    for (const entry of this.parts.registry.ofDevice(deviceId)) {
      const entity = this.byEntry.get(entry.id);
      entity?.setFacets(entity.id, this.facetsOf(entity.description, entry, device));
    }
  }
}

function fitted(description: EntityDescription, { values, changedAt }: LastValues): Values {
  return description.fit === undefined ? values : description.fit(values, changedAt);
}
