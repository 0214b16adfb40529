import type { Access } from '../../core/access.ts';
import { HubEvent, type StateChange } from '../../core/bus.ts';
import { isObject } from '../../core/coerce.ts';
import { EVENT_TYPES, isEventType } from '../../core/event-types.ts';
import { visibleChange } from './visible-change.ts';
import { sees, type Viewer, visibleNames } from './visible-state.ts';

/**
 * Event types of Home Assistant that Hearth never fires. Its apps subscribe to them for every user, so a
 * refusal would break them.
 */
export const UNUSED_EVENT_TYPES: readonly string[] = [
  'component_loaded',
  'labs_updated',
  'repairs_issue_registry_updated',
  'shopping_list_updated',
  'themes_updated',
];

/** Whether callers without administrator permissions may subscribe to an event type. */
export function mayEverybodySubscribe(type: string): boolean {
  return isEventType(type) ? 'limited' in EVENT_TYPES[type] : UNUSED_EVENT_TYPES.includes(type);
}

/**
 * Returns an event as the caller may receive it: events of an entity only if the caller may read it, without
 * the IDs of other entities. Undefined if the caller must not receive it.
 */
export function visibleEvent(event: HubEvent, viewer: Subscriber): HubEvent | undefined {
  if (viewer.mayRead === null) return event;
  if (event.change !== null) {
    if (!sees(viewer, event.change.entity_id)) return undefined;
    const change = visibleChange(event.change, viewer);
    return change === event.change ? event : withChange(event, change);
  }
  const { type, data } = event;
  if (type === 'state_changed' || type === 'state_reported') return undefined;
  if (type === 'entity_registry_updated') return visibleEntry(event, viewer);
  if (OF_PLACES.has(type)) return withData(event, { action: data.action });
  if (type === 'lovelace_updated') return withData(event, { url_path: null });
  // Each script is also a service of its own.
  if (type === 'service_registered' || type === 'service_removed')
    return data.domain !== 'script' || sees(viewer, `script.${String(data.service)}`) ? event : undefined;
  const isVisible =
    typeof data.entity_id === 'string' ? sees(viewer, data.entity_id) : data.entity_id === undefined;
  return isVisible ? event : undefined;
}

type Subscriber = Viewer & Pick<Access, 'couldRead'>;

/** Converts an entity entering the caller's view to `create`, and one leaving it to `remove`. */
function visibleEntry(event: HubEvent, viewer: Subscriber): HubEvent | undefined {
  const { action, entity_id: id, old_entity_id: renamedFrom, changes } = event.data;
  if (typeof id !== 'string') return undefined;
  const formerId = typeof renamedFrom === 'string' ? renamedFrom : id;
  const isSeen = action !== 'remove' && sees(viewer, id);
  const wasSeen = action !== 'create' && (viewer.couldRead?.(formerId) ?? sees(viewer, formerId));
  if (!isSeen) return wasSeen ? withData(event, { action: 'remove', entity_id: formerId }) : undefined;
  if (!wasSeen) return withData(event, { action: 'create', entity_id: id });
  if (!isObject(changes) || !isObject(changes.capabilities)) return event;
  const capabilities = visibleNames(changes.capabilities, viewer);
  return withData(event, { ...event.data, changes: { ...changes, capabilities } });
}

/**
 * Limited callers only learn that something of these types changed, so that they reload the list: the changed
 * item may be invisible to them.
 */
const OF_PLACES: ReadonlySet<string> = new Set([
  'area_registry_updated',
  'category_registry_updated',
  'device_registry_updated',
  'floor_registry_updated',
  'label_registry_updated',
]);

function withData({ type, origin, firedAt, context }: HubEvent, data: HubEvent['data']): HubEvent {
  return new HubEvent(type, { data, origin, firedAt, context, change: null });
}

function withChange({ type, data, origin, firedAt, context }: HubEvent, change: StateChange): HubEvent {
  return new HubEvent(type, { data, origin, firedAt, context, change });
}
