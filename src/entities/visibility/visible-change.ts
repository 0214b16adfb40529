import type { StateChange } from '../../core/bus.ts';
import type { EntityId } from '../../core/entity-id.ts';
import { State } from '../../core/state.ts';
import { fieldsOf, type Viewer, visibleState } from './visible-state.ts';

/** A change as a caller sees it; attribute objects shared by both states remain shared. */
export function visibleChange(change: StateChange, viewer: Viewer): StateChange {
  const { entity_id, old_state: before, new_state: after } = change;
  const seenBefore = before && visibleState(before, viewer);
  const isShared = seenBefore !== before && before?.attributes === after?.attributes;
  const seenAfter =
    after && seenBefore && isShared
      ? new State({ ...fieldsOf(after), attributes: seenBefore.attributes })
      : after && visibleState(after, viewer);
  if (seenBefore === before && seenAfter === after) return change;
  return { entity_id, old_state: seenBefore, new_state: seenAfter };
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
