import { describeEvent } from './describe-event.ts';
import type { LoggedEvent } from './logged-event.ts';

/** Which events are entries of their own. */
export interface EventSelection {
  /** Whether the changes and events of an entity are entries. */
  readonly isSelected: (entityId: string) => boolean;
  /** Whether events that concern no entity are. */
  readonly isWhole: boolean;
  /** The types of events that are left out. */
  readonly exceptTypes: readonly string[];
}

/** Tests whether an event is an entry; `call_service` and others are only origins of entries. */
export function entryFilter(selection: EventSelection): (event: LoggedEvent) => boolean {
  const except = new Set(selection.exceptTypes);
  return (event) => {
    if (except.has(event.type)) return false;
    const entityId = describeEvent(event)?.entityId;
    if (entityId === undefined) return false;
    return entityId === null ? selection.isWhole : selection.isSelected(entityId);
  };
}
