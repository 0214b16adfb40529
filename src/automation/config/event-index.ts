import type { Bus, HubEvent, StateChange } from '../../core/bus.ts';
import type { Undo } from '../../core/clock.ts';
import { domainOf, type EntityId } from '../../core/entity-id.ts';
import type { Log } from '../../core/log.ts';

/** Called when the state of one entity changes. */
export type ChangeListener = (change: StateChange, event: HubEvent) => void;

/**
 * The subscriptions of all triggers of a home: one bus listener per event type, which looks up the triggers
 * concerned.
 */
export class EventIndex {
  private readonly bus: Bus;
  private readonly log: Log;
  private readonly byEntity = new Index<ChangeListener>();
  private readonly byDomain = new Index<ChangeListener>();
  private readonly byType = new Index<(event: HubEvent) => void>();
  private readonly ends = new Map<string, Undo>();

  constructor(bus: Bus, log: Log) {
    this.bus = bus;
    this.log = log;
  }

  /** Subscribes to the changes of one entity, including when it is added or removed. */
  onEntity(id: EntityId, listener: ChangeListener): Undo {
    return this.with('state_changed', this.byEntity.add(id, listener));
  }

  /** Subscribes to the changes of the entities of a domain. */
  onDomain(domain: string, listener: ChangeListener): Undo {
    return this.with('state_changed', this.byDomain.add(domain, listener));
  }

  /** Subscribes to events of one type. */
  onEvent(type: string, listener: (event: HubEvent) => void): Undo {
    return this.with(type, this.byType.add(type, listener));
  }

  /** The bus listener remains as long as the type has subscribers. */
  private with(type: string, remove: Undo): Undo {
    if (!this.ends.has(type))
      this.ends.set(
        type,
        this.bus.on(type, (event) => this.dispatch(event)),
      );
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      remove();
      const isState = type === 'state_changed' && this.byEntity.size + this.byDomain.size > 0;
      if (isState || this.byType.has(type)) return;
      this.ends.get(type)?.();
      this.ends.delete(type);
    };
  }

  private dispatch(event: HubEvent): void {
    const { change } = event;
    const fail = (error: unknown): void =>
      this.log.error(`A trigger failed on the event ${event.type}`, { error });
    if (change !== null) {
      this.byEntity.each(change.entity_id, (listener) => listener(change, event), fail);
      if (this.byDomain.size > 0)
        this.byDomain.each(domainOf(change.entity_id), (listener) => listener(change, event), fail);
    }
    this.byType.each(event.type, (listener) => listener(event), fail);
  }
}

class Index<T extends object> {
  private readonly sets = new Map<string, Set<{ readonly listener: T }>>();

  get size(): number {
    return this.sets.size;
  }

  has(key: string): boolean {
    return this.sets.has(key);
  }

  add(key: string, listener: T): Undo {
    const own = { listener };
    const set = this.sets.get(key) ?? new Set();
    this.sets.set(key, set.add(own));
    return () => {
      set.delete(own);
      if (set.size === 0 && this.sets.get(key) === set) this.sets.delete(key);
    };
  }

  /**
   * Subscribers added during the dispatch are not called: the event was before them. A failing one does not
   * affect the others.
   */
  each(key: string, call: (listener: T) => void, fail: (error: unknown) => void): void {
    const set = this.sets.get(key);
    if (set === undefined) return;
    for (const own of [...set]) {
      if (!set.has(own)) continue;
      try {
        call(own.listener);
      } catch (error) {
        fail(error);
      }
    }
  }
}
