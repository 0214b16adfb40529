import { z } from 'zod';
import type { Bus } from '../core/bus.ts';
import type { Undo } from '../core/clock.ts';
import type { Context } from '../core/context.ts';
import type { EntityId } from '../core/entity-id.ts';
import { fault } from '../core/errors.ts';
import type { Part } from '../core/lifecycle.ts';
import type { Log } from '../core/log.ts';
import { issuesText } from '../core/parse.ts';
import { schemaError } from '../core/schema-error.ts';
import { type State, UNAVAILABLE } from '../core/state.ts';
import type { StateMachine } from '../core/state-machine.ts';
import { boolean, booleanSchema, custom, type FieldValues, text } from '../domains/definition/field.ts';
import { type GroupValues, groupDomain, groupState, groupWord } from '../domains/group/group.ts';
import type { Entities } from '../entities/entity/entities.ts';
import type { Entity } from '../entities/entity/entity.ts';
import type { EntityDescription } from '../entities/entity/entity-description.ts';
import { entityIdListSchema } from '../entities/services/group-members.ts';
import { definePlainService, type PlainService } from '../entities/services/service.ts';
import type { ServiceCall } from '../entities/services/service-call.ts';
import { mayUse } from '../entities/services/service-permissions.ts';
import { holdingDriver } from './drivers.ts';

/** The dependencies of `Groups`. */
export interface GroupParts {
  readonly entities: Entities;
  readonly states: StateMachine;
  readonly bus: Bus;
  readonly log: Log;
  /** Reads the groups of the settings file, by object ID. */
  readonly readSettings: () => Promise<ReadonlyMap<string, unknown>>;
  /** Reloads the groups of single domains, which share the service `group.reload`. */
  readonly reloadOthers: () => Promise<void>;
}

interface GroupSettings {
  readonly name: string;
  readonly icon?: string | undefined;
  readonly entities: readonly EntityId[];
  readonly all: boolean;
}

interface Group {
  readonly entity: Entity;
  readonly settings: GroupSettings;
  /** The position, which does not change with the settings. */
  readonly order: number;
  readonly auto: boolean;
}

const slug = z
  .string()
  .regex(/^[a-z0-9]+(_[a-z0-9]+)*$/, schemaError('expects_slug', { example: 'kitchen_lights' }));
const objectId = custom(slug, { text: null }, { required: true, example: 'kitchen_lights' });
const members = custom(entityIdListSchema, { entity: { multiple: true } }, { example: 'light.desk' });

const groupFields = {
  object_id: objectId,
  name: text({ example: 'Kitchen lights' }),
  icon: text({ example: 'mdi:lamp', selector: { icon: null } }),
  entities: members,
  add_entities: members,
  remove_entities: members,
  all: boolean({}),
};

/** The maximum depth of nested groups. */
const DEEPEST = 100;
const NO_MEMBERS: ReadonlySet<EntityId> = new Set();

/** A group in the settings file; a list or text stands for its members. */
const FileGroup = z.preprocess(
  (value) => (typeof value === 'string' || Array.isArray(value) ? { entities: value } : (value ?? {})),
  z.strictObject({
    name: z.string().optional(),
    icon: z.string().optional(),
    entities: entityIdListSchema.optional(),
    all: booleanSchema.default(false),
  }),
);

/** Groups of any entities: those of the settings file, and those of `group.set` until a restart. */
export class Groups implements Part {
  readonly name = 'groups';
  private readonly parts: GroupParts;
  private readonly groups = new Map<string, Group>();
  private readonly following = new Map<EntityId, Set<string>>();
  private made = 0;
  private undo: Undo = () => {};

  constructor(parts: GroupParts) {
    this.parts = parts;
  }

  async start(): Promise<void> {
    this.undo = this.parts.bus.on('state_changed', ({ change, context }) => {
      if (change === null) return;
      const following = this.following.get(change.entity_id);
      if (following !== undefined) for (const objectId of following) this.update(objectId, context);
    });
    await this.reload();
  }

  stop(): void {
    this.undo();
  }

  /** The services `group.set`, `group.remove` and `group.reload`. */
  services(): PlainService[] {
    return [
      definePlainService({
        domain: 'group',
        name: 'set',
        fields: groupFields,
        exclusive: [['entities', 'add_entities', 'remove_entities']],
        handle: (fields, call) => this.set(fields, call),
      }),
      definePlainService({
        domain: 'group',
        name: 'remove',
        fields: { object_id: objectId },
        handle: (fields, call) => this.remove(fields.object_id, call),
      }),
      {
        domain: 'group',
        name: 'reload',
        fields: {},
        whole: true,
        handle: async () => {
          await this.reload();
          await this.parts.reloadOthers();
        },
      },
    ];
  }

  private async set(fields: FieldValues<typeof groupFields>, call: ServiceCall): Promise<void> {
    const { object_id: objectId, name, entities = [], add_entities: added = [] } = fields;
    const known = this.groups.get(objectId);
    this.requireControl(objectId, call);
    for (const id of [...entities, ...added])
      if (!mayUse(id, { access: call.access, states: this.parts.states }))
        throw fault('unauthorized', 'unauthorized_to_control', { id });
    const before = known?.settings ?? { name: objectId, entities: [], all: false };
    const icon = fields.icon ?? before.icon;
    this.put(
      objectId,
      {
        name: name ?? before.name,
        entities: changed(before.entities, fields),
        all: fields.all ?? before.all,
        ...(icon === undefined ? {} : { icon }),
      },
      { auto: known?.auto ?? true, context: call.context },
    );
  }

  private async remove(objectId: string, call: ServiceCall): Promise<void> {
    this.requireControl(objectId, call);
    await this.drop(objectId);
  }

  /** Controlling a group controls its members, so a caller needs permission for both. */
  private requireControl(objectId: string, { access }: ServiceCall): void {
    const id = this.groups.get(objectId)?.entity.id ?? `group.${objectId}`;
    if (access.may('control', id)) return;
    throw fault('unauthorized', 'unauthorized_to_change_group', { object_id: objectId });
  }

  /** Reloads the groups of the settings file; those created by the service stay. */
  private async reload(): Promise<void> {
    const requested = new Map<string, GroupSettings>();
    for (const [objectId, value] of await this.parts.readSettings()) {
      const result = FileGroup.safeParse(value);
      if (result.success && slug.safeParse(objectId).success) {
        const { name = objectId, entities = [], ...others } = result.data;
        requested.set(objectId, { name, entities, ...others });
      } else {
        const issues = result.success ? 'the name is no slug' : issuesText(result.error.issues, value);
        this.parts.log.error(`group ${objectId} in the settings: ${issues}`);
      }
    }
    for (const [objectId, { auto }] of this.groups)
      if (!auto && !requested.has(objectId)) await this.drop(objectId);
    for (const [objectId, settings] of requested) this.put(objectId, settings, { auto: false });
  }

  private put(objectId: string, settings: GroupSettings, how: { auto: boolean; context?: Context }): void {
    const known = this.groups.get(objectId);
    const order = known?.order ?? this.made++;
    const description = describe(objectId, settings, { order, auto: how.auto });
    const entity = known?.entity ?? this.make(description, this.valuesOf(settings), how.context);
    if (known !== undefined) this.follow(objectId, known.settings.entities, false);
    this.groups.set(objectId, { entity, settings, order, auto: how.auto });
    this.follow(objectId, settings.entities, true);
    if (how.context !== undefined) entity.actFor(how.context, this.parts.states.now());
    if (known !== undefined) this.parts.entities.redescribe(entity, description, this.valuesOf(settings));
    this.update(objectId, how.context);
  }

  private make(description: EntityDescription, values: GroupValues, context: Context | undefined): Entity {
    const available = values.state !== UNAVAILABLE;
    return this.parts.entities.add({ ...description, values, available }, context);
  }

  private async drop(objectId: string): Promise<void> {
    const group = this.groups.get(objectId);
    if (group === undefined) return;
    this.groups.delete(objectId);
    this.follow(objectId, group.settings.entities, false);
    await this.parts.entities.forget(group.entity);
  }

  private follow(objectId: string, ids: readonly EntityId[], begins: boolean): void {
    for (const id of ids) {
      const followers = this.following.get(id) ?? new Set();
      if (begins) this.following.set(id, followers.add(objectId));
      else if (followers.delete(objectId) && followers.size === 0) this.following.delete(id);
    }
  }

  private update(objectId: string, context: Context | undefined): void {
    const group = this.groups.get(objectId);
    if (group === undefined) return;
    const { state, assumed } = this.valuesOf(group.settings, group.entity.id);
    const available = state !== UNAVAILABLE;
    const { isAvailable: was, values } = group.entity;
    if (was === available && (!available || (values.state === state && values.assumed === assumed))) return;
    const patch = { state: available ? state : null, assumed };
    group.entity.report(patch, { available, ...(context && { context }) });
  }

  /** The group's state, without members that contain the group: they would depend on each other. */
  private valuesOf({ entities, all }: GroupSettings, self?: EntityId): GroupValues {
    const { states } = this.parts;
    const holders = self === undefined ? NO_MEMBERS : this.holdersOf(self);
    const present: State[] = [];
    for (const id of entities) {
      const state = states.get(id);
      if (state !== undefined && !holders.has(id)) present.push(state);
    }
    const assumed = present.some(({ attributes }) => attributes.assumed_state === true);
    return { state: groupState(present, this.wordOf(entities), all), assumed };
  }

  private wordOf(entities: readonly EntityId[], seen = new Set<EntityId>(), depth = 0): string {
    return groupWord(entities, (id) => {
      const inner = this.groups.get(id.slice(id.indexOf('.') + 1));
      if (inner === undefined || seen.has(id) || depth > DEEPEST) return undefined;
      return this.wordOf(inner.settings.entities, seen.add(id), depth + 1);
    });
  }

  /** A group and all groups that contain it, directly or indirectly. */
  private holdersOf(id: EntityId): ReadonlySet<EntityId> {
    const holders = new Set([id]);
    for (const held of holders) {
      for (const objectId of this.following.get(held) ?? []) {
        const holder = this.groups.get(objectId)?.entity.id;
        if (holder !== undefined) holders.add(holder);
      }
    }
    return holders;
  }
}

function changed(
  before: readonly EntityId[],
  { entities, add_entities: added = [], remove_entities: removed }: FieldValues<typeof groupFields>,
): readonly EntityId[] {
  if (entities !== undefined) return entities;
  const gone = new Set(removed);
  return [...new Set([...before, ...added])].filter((id) => !gone.has(id));
}

function describe(
  objectId: string,
  { name, icon, entities, all }: GroupSettings,
  how: { readonly order: number; readonly auto: boolean },
): EntityDescription {
  return {
    domain: groupDomain,
    platform: 'group',
    objectId,
    name,
    capabilities: { entity_id: entities, all, ...how },
    driver: holdingDriver,
    ...(icon === undefined ? {} : { icon }),
  };
}
