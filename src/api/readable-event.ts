import type { Access } from '../core/access.ts';
import type { HubEvent } from '../core/bus.ts';

/** Whether a caller may hear of an event: of what happened to an entity only when that caller may read it. */
export function mayHear(event: HubEvent, mayRead: NonNullable<Access['mayRead']>): boolean {
  if (event.change !== null) return mayRead(event.change.entity_id);
  const { entity_id: id, old_entity_id: oldId } = event.data;
  const isAboutState = event.type === 'state_changed' || event.type === 'state_reported';
  if (typeof id !== 'string') return !isAboutState && id === undefined;
  return mayRead(id) && (typeof oldId !== 'string' || mayRead(oldId));
}
