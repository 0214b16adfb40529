import { HubEvent, type StateChange } from '../core/bus.ts';
import type { EntityId } from '../core/entity-id.ts';
import { readablePair } from '../entities/readable-state.ts';

type MayRead = (id: EntityId) => boolean;

/** A change as a limited caller sees it, see `readableState`. */
export function readableChange(change: StateChange, mayRead: MayRead): StateChange {
  const [before, now] = readablePair([change.old_state, change.new_state], mayRead);
  if (before === change.old_state && now === change.new_state) return change;
  return { entity_id: change.entity_id, old_state: before, new_state: now };
}

/** An event as a limited caller hears it, see `readableState`. */
export function readableEvent(event: HubEvent, mayRead: MayRead): HubEvent {
  if (event.change === null) return OF_PLACES.has(event.type) ? withoutPlace(event) : event;
  const change = readableChange(event.change, mayRead);
  if (change === event.change) return event;
  const { type, data, origin, firedAt, context } = event;
  return new HubEvent(type, { data, origin, firedAt, context, change });
}

const OF_PLACES: ReadonlySet<string> = new Set([
  'area_registry_updated',
  'category_registry_updated',
  'device_registry_updated',
  'floor_registry_updated',
  'label_registry_updated',
]);

/** That something of the kind changed is all a limited caller has to know to read the list again: which one may be none it sees. */
function withoutPlace({ type, data: { action }, origin, firedAt, context }: HubEvent): HubEvent {
  return new HubEvent(type, { data: { action }, origin, firedAt, context, change: null });
}
