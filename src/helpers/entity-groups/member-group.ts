import { type Access, fullAccess } from '../../core/access.ts';
import type { Context } from '../../core/context.ts';
import type { EntityId } from '../../core/entity-id.ts';
import { atOnce } from '../../core/pacer.ts';
import { type State, UNAVAILABLE } from '../../core/state.ts';
import { isSameJson, type StateMachine } from '../../core/state-machine.ts';
import { answerEvents, calendarDomain, type RequestedSpan } from '../../domains/calendar/calendar.ts';
import type { Command } from '../../domains/definition/define-domain.ts';
import type { CalendarSource, Driver, EntityHandle } from '../../entities/entity/driver.ts';
import type { Entities } from '../../entities/entity/entities.ts';
import type { Entity } from '../../entities/entity/entity.ts';
import type { EntityDescription } from '../../entities/entity/entity-description.ts';
import type { ServiceEngine } from '../../entities/services/service-engine.ts';
import { boundedSearch } from '../calendar/bounded-events.ts';
import { type Combined, type GroupKind, type GroupSettings, withFeature } from './group-kind.ts';

/** The dependencies of `MemberGroup`. */
export interface MemberGroupParts {
  readonly entities: Entities;
  readonly states: StateMachine;
  readonly engine: Pick<ServiceEngine, 'execute'>;
  /** The members of a group that do not contain the group. */
  readonly membersOf: (id: EntityId, settings: GroupSettings) => readonly EntityId[];
  readonly calendar: CalendarSource;
}

/** The names and IDs of a group. */
export interface GroupName {
  readonly name: string;
  readonly objectId: string;
  readonly uniqueId?: string | undefined;
  readonly icon?: string | undefined;
}

/** An entity that reflects its members and forwards commands to them with the caller's permissions. */
export class MemberGroup {
  readonly kind: GroupKind;
  readonly entity: Entity;
  settings: GroupSettings;
  private name: GroupName;
  private readonly parts: MemberGroupParts;
  private readonly driver: Driver;
  private shape: unknown;

  constructor(kind: GroupKind, name: GroupName, settings: GroupSettings, parts: MemberGroupParts) {
    this.kind = kind;
    this.name = name;
    this.settings = settings;
    this.parts = parts;
    this.driver = {
      execute: (command, entity, context, access = fullAccess) =>
        this.execute(command, entity, { context, access }),
      refresh: () => this.update(),
      ...(kind.domain === calendarDomain ? { calendar: parts.calendar } : {}),
    };
    const now = this.combine(undefined);
    this.shape = shapeOf(now);
    this.entity = parts.entities.add({
      ...this.describe(now),
      values: now.combined.values,
      available: now.available,
    });
    this.update();
  }

  /** Applies new settings. */
  change(name: GroupName, settings: GroupSettings): void {
    this.name = name;
    this.settings = settings;
    this.shape = undefined;
    this.update();
  }

  /** Called when a member has changed. */
  received(now: State | null, before: State | null, context: Context): void {
    const values = now === null ? undefined : this.kind.received?.(this.entity, now, before);
    if (values !== undefined) this.entity.values = { ...this.entity.values, ...values };
    this.update(context);
  }

  /** Updates the state from the members. */
  update(context?: Context): void {
    const now = this.combine(this.entity.id);
    const shape = shapeOf(now);
    const options = {
      available: now.available,
      extra: { entity_id: this.settings.entities, ...now.combined.extra },
      ...(context === undefined ? {} : { context }),
    };
    if (!isSameJson(shape, this.shape)) {
      this.shape = shape;
      const values = { ...this.entity.values, ...now.combined.values };
      this.parts.entities.redescribe(this.entity, this.describe(now), values);
    }
    this.entity.report(now.combined.values, options);
  }

  private combine(self: EntityId | undefined): Now {
    const ids = self === undefined ? this.settings.entities : this.parts.membersOf(self, this.settings);
    const members = ids.flatMap((id) => this.parts.states.get(id) ?? []);
    return {
      combined: this.kind.combine(members, this.settings),
      available: members.some(({ state }) => state !== UNAVAILABLE),
      assumed: members.some(({ attributes }) => attributes.assumed_state === true),
    };
  }

  private describe({ combined, assumed }: Now): EntityDescription {
    const { objectId, name, uniqueId, icon = combined.icon } = this.name;
    return {
      domain: this.kind.domain,
      platform: 'group',
      objectId,
      name,
      driver: this.driver,
      ...(uniqueId === undefined ? {} : { uniqueId }),
      ...(icon === undefined ? {} : { icon }),
      ...(combined.capabilities === undefined ? {} : { capabilities: combined.capabilities }),
      ...(combined.features === undefined ? {} : { features: combined.features }),
      ...(combined.deviceClass === undefined ? {} : { deviceClass: combined.deviceClass }),
      ...(combined.unit === undefined ? {} : { unit: combined.unit }),
      ...(assumed ? { assumedState: true } : {}),
    };
  }

  /** Forwards a command with the caller's permissions to the members that support it; skips hidden ones. */
  private async execute(
    command: Command,
    entity: EntityHandle,
    { context, access }: { readonly context: Context; readonly access: Access },
  ): Promise<unknown> {
    const { domain } = this.kind;
    if (command.service === 'get_events')
      return answerEvents(
        atOnce(boundedSearch(entity, this.parts.calendar, command.fields as RequestedSpan)),
      );
    if (this.kind.restoresCommands === true) entity.report(command.patch);
    const members = this.parts
      .membersOf(entity.id, this.settings)
      .flatMap((id) => this.parts.states.get(id) ?? []);
    const service = domain.services.find(({ name }) => name === command.service);
    const able = members.filter(
      (member) =>
        service?.requires?.some((all) =>
          all.every((feature) => withFeature([member], domain, feature).length > 0),
        ) ?? true,
    );
    if (able.length === 0) return undefined;
    await this.parts.engine.execute({
      domain: domain.name,
      service: command.service,
      access,
      context,
      data: { ...command.fields, entity_id: able.map(({ entity_id: id }) => id) },
    });
    return undefined;
  }
}

interface Now {
  readonly combined: Combined;
  readonly available: boolean;
  readonly assumed: boolean;
}

/** The parts of a group whose change requires redescribing the entity. */
function shapeOf({ combined: { values: _values, extra: _extra, ...shape }, assumed }: Now): object {
  return { ...shape, assumed };
}
