import { describeEvent } from './describe-event.ts';
import type { LoggedEvent } from './logged-event.ts';

/**
 * What the caller of the logbook may see. The main thread derives it from the caller's permissions, since the
 * history worker knows no callers.
 */
export interface Sight {
  /** Whether the caller may read an entity; null if they may read all. */
  readonly isVisible: ((entityId: string) => boolean) | null;
  /** The only user whose ID the caller may learn; null for all. */
  readonly userId: string | null;
}

/** Whether the caller sees an entity. */
export function seesEntity({ isVisible }: Sight, id: string): boolean {
  return isVisible === null || isVisible(id);
}

/** A user's ID as the caller may learn it. */
export function visibleUser({ userId }: Sight, id: string | null): string | null {
  return userId === null || userId === id ? id : null;
}

/**
 * An event as the caller may see it; undefined if it concerns what the caller may not read. Messages without an
 * entity may name anything, as triggers may: limited callers do not see the former, and of triggers only changes of
 * entities they may read.
 */
export function visibleEvent(event: LoggedEvent, sight: Sight): LoggedEvent | undefined {
  if (sight.isVisible === null) return event;
  const { type, data } = event;
  if (type === 'call_service') return mayNameService(data, sight) ? event : undefined;
  const entityId = describeEvent(event)?.entityId;
  if (entityId === undefined) return undefined;
  if (entityId === null) return type === 'logbook_entry' ? undefined : event;
  if (!seesEntity(sight, entityId)) return undefined;
  return type === 'automation_triggered' ? withVisibleSource(event, sight) : event;
}

/** Each script is also a service, whose name is that of the script. */
function mayNameService({ domain, service }: LoggedEvent['data'], sight: Sight): boolean {
  return domain !== 'script' || seesEntity(sight, `script.${String(service)}`);
}

function withVisibleSource(event: LoggedEvent, sight: Sight): LoggedEvent {
  const { data, trigger } = event;
  const { source, ...others } = data;
  if (source === undefined) return event;
  const id = trigger?.entityId;
  const isPlain = source === `state of ${id}` || source === `numeric state of ${id}`;
  return id !== undefined && isPlain && seesEntity(sight, id) ? event : { ...event, data: others };
}
