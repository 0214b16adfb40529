import type { StateChange } from '../core/bus.ts';
import type { EntityId } from '../core/entity-id.ts';
import { readablePair } from '../entities/visibility/readable-state.ts';

type MayRead = (id: EntityId) => boolean;

/** A change as shown to a limited caller, see `readableState`. */
export function readableChange(change: StateChange, mayRead: MayRead): StateChange {
  const [before, now] = readablePair([change.old_state, change.new_state], mayRead);
  if (before === change.old_state && now === change.new_state) return change;
  return { entity_id: change.entity_id, old_state: before, new_state: now };
}
