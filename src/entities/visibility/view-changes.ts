import type { Bus, StateChange } from '../../core/bus.ts';
import type { Undo } from '../../core/clock.ts';
import { isObject } from '../../core/coerce.ts';
import type { EntityId } from '../../core/entity-id.ts';
import { type Viewer, visibleChange } from './visible-state.ts';

/** Calls `look` with an entity that may have entered or left the view of limited callers; null for any. */
export function onViewChange(bus: Bus, look: (id: EntityId | null) => void): Undo {
  const undos = [
    bus.on('entity_registry_updated', ({ data }) => look(String(data.entity_id))),
    bus.on('device_registry_updated', ({ data: { changes } }) => {
      if (isObject(changes) && ('area_id' in changes || 'labels' in changes)) look(null);
    }),
    bus.on('area_registry_updated', () => look(null)),
  ];
  return () => {
    for (const undo of undos) undo();
  };
}

/** The entities a limited caller has been shown. */
export class ShownEntities {
  private readonly viewer: Viewer;
  private readonly shown = new Set<EntityId>();

  constructor(viewer: Viewer) {
    this.viewer = viewer;
  }

  has(id: EntityId): boolean {
    return this.shown.has(id);
  }

  add(id: EntityId): void {
    this.shown.add(id);
  }

  /** The change from what was shown to what may be shown now. */
  visible(change: StateChange, isIn: boolean): StateChange {
    const id = change.entity_id;
    const before = this.shown.has(id) ? change.old_state : null;
    const now = isIn ? change.new_state : null;
    if (now === null) this.shown.delete(id);
    else this.shown.add(id);
    const isWhole = before === change.old_state && now === change.new_state;
    return visibleChange(
      isWhole ? change : { entity_id: id, old_state: before, new_state: now },
      this.viewer,
    );
  }
}
