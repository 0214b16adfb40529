import { z } from 'zod';
import type { Bus, StateChange } from '../../core/bus.ts';
import type { Undo } from '../../core/clock.ts';
import { isObject } from '../../core/coerce.ts';
import type { Context } from '../../core/context.ts';
import { type EntityId, uniqueId } from '../../core/entity-id.ts';
import { fault } from '../../core/errors.ts';
import { ignoreLogged } from '../../core/ignore-logged.ts';
import type { Part } from '../../core/lifecycle.ts';
import type { Log } from '../../core/log.ts';
import { issuesText, parse } from '../../core/parse.ts';
import { schemaError } from '../../core/schema-error.ts';
import { slugify } from '../../core/slug.ts';
import type { StateMachine } from '../../core/state-machine.ts';
import type { Entities } from '../../entities/entity/entities.ts';
import type { ServiceEngine } from '../../entities/services/service-engine.ts';
import type { Collection, Documents } from '../../storage/documents.ts';
import type { ItemChange } from '../helper-collection.ts';
import { eventsOfMembers } from './calendar-group.ts';
import { type FileGroup, fileSchema, type GroupItem, itemSchema } from './group-item.ts';
import type { GroupKind, GroupSettings } from './group-kind.ts';
import { groupKinds } from './index.ts';
import { type GroupName, MemberGroup } from './member-group.ts';

/** A stored group. */
const StoredGroup = z.looseObject({
  id: z.string(),
  group_type: z.string(),
  name: z.string(),
  entities: z.array(z.string()),
});

/** The dependencies of `EntityGroups`. */
export interface EntityGroupParts {
  readonly documents: Pick<Documents, 'collection'>;
  readonly entities: Entities;
  readonly engine: Pick<ServiceEngine, 'execute'>;
  readonly states: StateMachine;
  readonly bus: Bus;
  readonly log: Log;
  /** Reads a section of the settings file, by key or index. */
  readonly readSettings: (section: string) => Promise<ReadonlyMap<string, unknown>>;
  /** Other platforms of the sections, whose items are not groups. */
  readonly otherPlatforms: ReadonlySet<string>;
}

/** Group entities that represent members of their domain: several lights as one, or sensors as their mean. */
export class EntityGroups implements Part {
  readonly name = 'entity groups';
  readonly domain = 'group';
  private readonly parts: EntityGroupParts;
  private readonly kinds: ReadonlyMap<string, GroupKind>;
  private readonly store: Collection<GroupItem>;
  private readonly living = new Map<string, MemberGroup>();
  private readonly listeners = new Set<(change: ItemChange) => void>();
  private fromFile: MemberGroup[] = [];
  private undo: readonly Undo[] = [];

  constructor(parts: EntityGroupParts) {
    this.parts = parts;
    this.kinds = new Map(groupKinds(parts.entities).map((kind) => [kind.domain.name, kind]));
    this.store = parts.documents.collection('entity_groups', StoredGroup);
  }

  async start(): Promise<void> {
    const { bus, log } = this.parts;
    for (const item of this.store.entries.values()) {
      try {
        this.add(this.read(item));
      } catch (error) {
        log.error(`The group ${item.id} cannot be used`, { error });
      }
    }
    await this.reload();
    this.undo = [
      bus.on('state_changed', ({ change, context }) => {
        if (change === null) return;
        for (const group of this.living.values()) inform(group, change, context);
        for (const group of this.fromFile) inform(group, change, context);
      }),
      bus.on('entity_registry_updated', ({ data }) => {
        if (typeof data.old_entity_id === 'string') this.rename(data.old_entity_id, String(data.entity_id));
      }),
    ];
  }

  stop(): void {
    for (const undo of this.undo) undo();
  }

  /** The groups created in the app. */
  list(): GroupItem[] {
    return [...this.store.entries.values()];
  }

  /** The entity of a group created in the app. */
  entityIdOf(id: string): EntityId | undefined {
    return this.living.get(id)?.entity.id;
  }

  /** Creates a group; resolves when it is durable. Throws `invalid_format` for invalid fields. */
  async create(requested: unknown): Promise<GroupItem> {
    const fields = fieldsOf(requested);
    const settings = parse(this.schemaOf(fields), fields) as Omit<GroupItem, 'id'> & {
      readonly name: string;
    };
    const isTaken = (one: string): boolean => this.store.entries.has(one);
    const id = uniqueId(slugify(settings.name), isTaken);
    const item: GroupItem = { ...settings, id } as GroupItem;
    this.requireNoCircle(`${item.group_type}.${id}`, item.entities);
    await this.store.put(id, item);
    this.add(item);
    this.notify('added', item);
    return item;
  }

  /** Changes a group's settings except its type; resolves when that is durable. */
  async update(id: string, fields: unknown): Promise<GroupItem> {
    const { group_type } = this.known(id);
    const requested = { group_type, ...fieldsOf(fields) };
    const item = { ...parse(this.schemaOf({ group_type }), requested), id } as GroupItem;
    const group = this.living.get(id);
    if (group !== undefined) this.requireNoCircle(group.entity.id, item.entities);
    await this.store.put(id, item);
    group?.change(nameOf(item), item);
    this.notify('updated', item);
    return item;
  }

  /** Deletes a group; resolves when that is durable. */
  async delete(id: string): Promise<void> {
    const item = this.known(id);
    await this.store.delete(id);
    const group = this.living.get(id);
    this.living.delete(id);
    if (group !== undefined) await this.parts.entities.forget(group.entity);
    this.notify('removed', item);
  }

  /** Follows a group that was put back or taken away. */
  restored(id: string, now: GroupItem | undefined, was: GroupItem | undefined): void {
    const group = this.living.get(id);
    if (now === undefined) {
      this.living.delete(id);
      if (group !== undefined) this.parts.entities.remove(group.entity);
      if (was !== undefined) this.notify('removed', was);
      return;
    }
    try {
      const { entities } = this.parts;
      if (group !== undefined) group.change(nameOf(now), this.read(now));
      else if (entities.isRegistered(now.group_type, 'group', id)) this.add(this.read(now));
    } catch (error) {
      this.parts.log.error(`The group ${id} cannot be used`, { error });
    }
    this.notify(was === undefined ? 'added' : 'updated', now);
  }

  /** Subscribes to changes of groups created in the app. */
  subscribe(listener: (change: ItemChange) => void): Undo {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** Reloads the groups of the settings file; invalid ones are logged and skipped. */
  async reload(): Promise<void> {
    for (const { entity } of this.fromFile) {
      if (entity.entry === undefined) await this.parts.entities.forget(entity);
      else this.parts.entities.remove(entity);
    }
    this.fromFile = [];
    for (const kind of this.kinds.values()) {
      const section = await this.parts.readSettings(kind.domain.name);
      const items = section.has('platform') ? [Object.fromEntries(section)] : [...section.values()];
      for (const item of items) this.addFromFile(kind, item);
    }
  }

  private addFromFile(kind: GroupKind, item: unknown): void {
    const { log, otherPlatforms } = this.parts;
    if (isObject(item) && otherPlatforms.has(String(item.platform))) return;
    const { name: domain } = kind.domain;
    const { success, data, error } = fileSchema(kind).safeParse(item);
    if (!success) {
      log.error(`${domain} in the settings: ${issuesText(error.issues, item)}`);
      return;
    }
    try {
      this.requireNoCircle(`${domain}.${slugify(data.name)}`, data.entities);
      this.fromFile.push(this.make(kind, fileName(data), data));
    } catch (error) {
      log.error(`${domain} ${data.name} in the settings cannot be used`, { error });
    }
  }

  private add(item: GroupItem): void {
    const kind = this.kinds.get(item.group_type);
    if (kind !== undefined) this.living.set(item.id, this.make(kind, nameOf(item), item));
  }

  private make(kind: GroupKind, name: GroupName, settings: GroupSettings): MemberGroup {
    const { entities, states, engine } = this.parts;
    const calendar = eventsOfMembers(entities, (id) => {
      const group = this.groupOf(id);
      return group === undefined ? [] : this.membersOf(id, group.settings);
    });
    const membersOf = (id: EntityId, requested: GroupSettings) => this.membersOf(id, requested);
    return new MemberGroup(kind, name, settings, { entities, states, engine, membersOf, calendar });
  }

  private *groups(): Iterable<MemberGroup> {
    yield* this.living.values();
    yield* this.fromFile;
  }

  private groupOf(id: EntityId): MemberGroup | undefined {
    for (const group of this.groups()) if (group.entity.id === id) return group;
    return undefined;
  }

  /** Renaming may create a cycle that was rejected before: members that contain the group do not count. */
  private membersOf(self: EntityId, { entities }: GroupSettings): readonly EntityId[] {
    return entities.filter((id) => !this.holds(id, self));
  }

  private holds(id: EntityId, wanted: EntityId, seen = new Set<EntityId>()): boolean {
    if (id === wanted) return true;
    if (seen.has(id)) return false;
    seen.add(id);
    return (this.groupOf(id)?.settings.entities ?? []).some((member) => this.holds(member, wanted, seen));
  }

  private requireNoCircle(self: EntityId, members: readonly EntityId[]): void {
    const circle = members.find((id) => this.holds(id, self));
    if (circle !== undefined) throw fault('invalid_format', 'group_would_contain_itself', { self, circle });
  }

  /** Updates the member IDs of groups when an entity is renamed. */
  private rename(old: EntityId, id: EntityId): void {
    const renamed = <T extends GroupSettings>(settings: T): T => ({
      ...settings,
      entities: settings.entities.map((member) => (member === old ? id : member)),
    });
    for (const item of this.list()) {
      if (!item.entities.includes(old)) continue;
      const changed = renamed(item);
      this.store.put(item.id, changed).catch(ignoreLogged);
      this.living.get(item.id)?.change(nameOf(changed), changed);
      this.notify('updated', changed);
    }
  }

  private read(item: GroupItem): GroupItem {
    const { id, ...settings } = item;
    return { ...parse(this.schemaOf(settings), settings), id } as GroupItem;
  }

  private schemaOf(fields: unknown): z.ZodType<Omit<GroupItem, 'id'>> {
    const names = [...this.kinds.keys()];
    const { group_type: name } = parse(
      z.looseObject({
        group_type: z.enum(names, schemaError('expects_one_of', { words: names.join(', ') })),
      }),
      fields,
    );
    return itemSchema(this.kinds.get(name) as GroupKind);
  }

  private known(id: string): GroupItem {
    const item = this.store.entries.get(id);
    if (item === undefined) throw fault('not_found', 'unable_to_find_group_id', { id });
    return item;
  }

  private notify(change_type: ItemChange['change_type'], item: GroupItem): void {
    for (const listener of this.listeners) listener({ change_type, item });
  }
}

/** A sensor group's option `type` collides with a message's `type`: the WebSocket has `sensor_type`. */
function fieldsOf(requested: unknown): object {
  const { sensor_type: type, ...fields } = requested as Readonly<Record<string, unknown>>;
  return type === undefined ? fields : { ...fields, type };
}

function inform(group: MemberGroup, change: StateChange, context: Context): void {
  if (group.settings.entities.includes(change.entity_id))
    group.received(change.new_state, change.old_state, context);
}

function nameOf({ id, name, icon }: GroupItem): GroupName {
  return { name, objectId: id, uniqueId: id, icon };
}

function fileName({ name, unique_id: id, icon }: FileGroup): GroupName {
  return { name, objectId: slugify(name), icon, ...(id === undefined ? {} : { uniqueId: id }) };
}
