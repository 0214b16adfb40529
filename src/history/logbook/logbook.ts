import type { Access } from '../../core/access.ts';
import type { Bus } from '../../core/bus.ts';
import type { Clock, Undo } from '../../core/clock.ts';
import type { EntityId } from '../../core/entity-id.ts';
import type { LogbookQuery, LogbookRequest } from '../../core/logbook-query.ts';
import type { StateMachine } from '../../core/state-machine.ts';
import type { EntityEntry } from '../../entities/registry/entity-registry.ts';
import { type PastView, pastView } from '../../entities/visibility/past-view.ts';
import type { Causes } from '../causes.ts';
import type { RecentOrigins } from '../recent-origins.ts';
import { entryFilter } from './entry-filter.ts';
import { EntryWriter } from './entry-writer.ts';
import { LiveEntries } from './live-entries.ts';
import { isLeftOut, type SensorTraits } from './logbook-entities.ts';

/** What the logbook needs of the history worker. */
export interface LogbookSource {
  /** All entities with recorded changes. */
  entityIds(): Promise<readonly EntityId[]>;
  entries(query: LogbookQuery): AsyncGenerator<Uint8Array>;
  actionCalls(period: Pick<LogbookQuery, 'after' | 'before'>): AsyncGenerator<Uint8Array>;
}

/** The dependencies of `Logbook`. */
export interface LogbookParts {
  readonly source: LogbookSource;
  readonly states: Pick<StateMachine, 'get' | 'all'>;
  readonly registry: { get(id: EntityId): EntityEntry | undefined };
  readonly causes: Pick<Causes, 'flush' | 'onNote'>;
  readonly recent: RecentOrigins;
  readonly bus: Bus;
  readonly clock: Clock;
  /** Whether the configuration lets an entity be recorded and shown. */
  readonly isShown: (entityId: EntityId) => boolean;
  /** The types of events that the configuration leaves out. */
  readonly exceptTypes: readonly string[];
}

/** The logbook on the main thread: derives from a caller's permissions what to ask the history worker. */
export class Logbook {
  private readonly parts: LogbookParts;
  /** The time of the newest change; several changes in one millisecond get times ahead of the clock. */
  private newest = 0;
  private listening: Undo | undefined;
  private readonly live = new Set<LiveEntries>();

  constructor(parts: LogbookParts) {
    this.parts = parts;
  }

  /** Entries as JSON text separated by commas; leaving the loop stops the work. */
  async *entries(request: LogbookRequest, access: Access): AsyncGenerator<Uint8Array> {
    const { source, causes } = this.parts;
    await causes.flush();
    yield* source.entries(await this.query(request, access));
  }

  /** Service calls of a period as JSON text separated by commas. */
  async *actionCalls(period: Pick<LogbookQuery, 'after' | 'before'>): AsyncGenerator<Uint8Array> {
    await this.parts.causes.flush();
    yield* this.parts.source.actionCalls(period);
  }

  /** Whether there can be entries at all: entities whose changes are left out have none. */
  canHaveEntries({ entityIds, deviceIds }: LogbookRequest, access: Access): boolean {
    if (entityIds === null || deviceIds !== null) return true;
    const view = pastView(access, this.parts.states);
    return entityIds.some((id) => !isLeftOut(id, isVisible(view, id) ? this.traitsOf(id) : {}));
  }

  /** Starts to collect entries from now on; they are held until released. */
  follow(
    request: LogbookRequest,
    access: Access,
    send: (entries: readonly string[]) => void,
  ): { readonly live: LiveEntries; readonly undo: Undo } {
    const { states, clock, recent } = this.parts;
    const view = pastView(access, states);
    const asked = request.entityIds === null ? null : new Set(request.entityIds);
    const isWhole = asked === null && request.deviceIds === null;
    const isSelected = (id: EntityId): boolean =>
      (isWhole || asked?.has(id) === true) && isVisible(view, id) && this.parts.isShown(id);
    this.listen();
    const now = Math.floor(clock.now());
    const live = new LiveEntries(
      {
        ...{ clock, recent, send, before: request.before },
        since: Math.max(now, this.newest) + 1,
        writer: new EntryWriter({ sight: view, style: request.style, names: new Map() }),
        isSelected: ({ entity_id: id, new_state: state }) =>
          isSelected(id) && !isLeftOut(id, state?.attributes ?? {}),
        isVisible: (id) => isVisible(view, id),
        isEntry: entryFilter({ isSelected, isWhole, exceptTypes: this.parts.exceptTypes }),
      },
      now,
    );
    this.live.add(live);
    const undo = (): void => {
      live.stop();
      this.live.delete(live);
      if (this.live.size > 0) return;
      this.listening?.();
      this.listening = undefined;
    };
    return { live, undo };
  }

  private async query(request: LogbookRequest, access: Access): Promise<LogbookQuery> {
    const { states, registry, source, exceptTypes } = this.parts;
    const { style, after, before, contextId, deviceIds } = request;
    const view = pastView(access, states);
    const visibleIds = view.ids();
    const isWhole = request.entityIds === null && deviceIds === null;
    const asked = request.entityIds ?? (isWhole ? (visibleIds ?? (await this.allIds(source))) : []);
    const entityIds = [...new Set(asked)].filter(
      (id) => isVisible(view, id) && this.parts.isShown(id) && !isLeftOut(id, this.traitsOf(id)),
    );
    const isRemoved = (id: EntityId): boolean =>
      states.get(id) === undefined && registry.get(id) === undefined;
    return {
      ...{ style, after, before, contextId, entityIds, isWhole, exceptTypes, visibleIds },
      removedIds: entityIds.filter(isRemoved),
      names: style === 'rest' ? this.namesOf(view) : [],
      userId: view.userId,
    };
  }

  private async allIds(source: LogbookSource): Promise<EntityId[]> {
    const present = [...this.parts.states.all()].map(({ entity_id: id }) => id);
    return [...(await source.entityIds()), ...present];
  }

  private traitsOf(id: EntityId): SensorTraits {
    const { states, registry } = this.parts;
    const state = states.get(id);
    if (state !== undefined) return state.attributes;
    const entry = registry.get(id);
    if (entry === undefined) return {};
    const { unit_of_measurement, device_class, original_device_class, capabilities } = entry;
    return {
      unit_of_measurement,
      state_class: capabilities.state_class,
      device_class: device_class ?? original_device_class,
    };
  }

  private namesOf(view: PastView): [EntityId, string][] {
    return [...this.parts.states.all()].flatMap(({ entity_id: id, attributes }) => {
      const name = attributes.friendly_name;
      return typeof name === 'string' && isVisible(view, id) ? [[id, name] as [EntityId, string]] : [];
    });
  }

  /** Listens while there are subscriptions. */
  private listen(): void {
    if (this.listening !== undefined) return;
    const { bus, causes } = this.parts;
    const undos = [
      bus.on('state_changed', ({ change }) => {
        if (change === null) return;
        this.newest = Math.max(this.newest, change.new_state?.last_updated ?? 0);
        for (const live of this.live) live.onChange(change);
      }),
      causes.onNote((cause) => {
        for (const live of this.live) live.onCause(cause);
      }),
    ];
    this.newest = 0;
    for (const { last_updated: at } of this.parts.states.all()) this.newest = Math.max(this.newest, at);
    this.listening = () => {
      for (const undo of undos) undo();
    };
  }
}

function isVisible({ isVisible: test }: PastView, id: EntityId): boolean {
  return test === null || test(id);
}
