import type { Access } from '../core/access.ts';
import type { HubEvent } from '../core/bus.ts';

/** Whether a caller may hear of an event: of a state only when he may read its entity. */
export function mayHear(event: HubEvent, mayRead: NonNullable<Access['mayRead']>): boolean {
  if (event.change !== null) return mayRead(event.change.entity_id);
  if (event.type !== 'state_changed' && event.type !== 'state_reported') return true;
  const { entity_id: id } = event.data;
  return typeof id === 'string' && mayRead(id);
}
