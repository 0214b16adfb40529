import type { Access } from '../core/access.ts';
import type { HubEvent } from '../core/bus.ts';

/** What callers who are no administrators may listen to. */
export const EVENTS_FOR_EVERYBODY: ReadonlySet<string> = new Set([
  'area_registry_updated',
  'component_loaded',
  'core_config_updated',
  'device_registry_updated',
  'entity_registry_updated',
  'floor_registry_updated',
  'category_registry_updated',
  'label_registry_updated',
  'labs_updated',
  'lovelace_updated',
  'panels_updated',
  'recorder_5min_statistics_generated',
  'recorder_hourly_statistics_generated',
  'repairs_issue_registry_updated',
  'service_registered',
  'service_removed',
  'shopping_list_updated',
  'state_changed',
  'themes_updated',
]);

/** Whether a caller may hear of an event: of what happened to an entity only when that caller may read it. */
export function mayHear(event: HubEvent, mayRead: NonNullable<Access['mayRead']>): boolean {
  if (event.change !== null) return mayRead(event.change.entity_id);
  const { entity_id: id, old_entity_id: oldId } = event.data;
  const isAboutState = event.type === 'state_changed' || event.type === 'state_reported';
  // A script is offered as a service of its own.
  if (event.type === 'service_registered' || event.type === 'service_removed')
    return event.data.domain !== 'script' || mayRead(`script.${String(event.data.service)}`);
  if (typeof id !== 'string') return !isAboutState && id === undefined;
  return mayRead(id) && (typeof oldId !== 'string' || mayRead(oldId));
}
