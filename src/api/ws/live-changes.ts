import type { Bus, StateChange } from '../../core/bus.ts';
import type { Undo } from '../../core/clock.ts';
import type { EntityId } from '../../core/entity-id.ts';

type Listener = (change: StateChange) => void;

/** Passes changes on to those who follow the entity: a change costs nothing for those who follow others. */
export class LiveChanges {
  private readonly bus: Bus;
  private readonly byEntity = new Map<EntityId, Set<Listener>>();
  private ignore: Undo = () => {};

  constructor(bus: Bus) {
    this.bus = bus;
  }

  /** Calls back after each change of the entities, until undone. */
  follow(ids: readonly EntityId[], listener: Listener): Undo {
    if (this.byEntity.size === 0)
      this.ignore = this.bus.on('state_changed', ({ change }) => {
        if (change === null) return;
        const listeners = this.byEntity.get(change.entity_id);
        if (listeners !== undefined) for (const one of listeners) one(change);
      });
    for (const id of ids) {
      const listeners = this.byEntity.get(id);
      if (listeners === undefined) this.byEntity.set(id, new Set([listener]));
      else listeners.add(listener);
    }
    return () => {
      for (const id of ids) {
        const listeners = this.byEntity.get(id);
        if (listeners?.delete(listener) === true && listeners.size === 0) this.byEntity.delete(id);
      }
      if (this.byEntity.size === 0) this.ignore();
    };
  }
}
