import { fault, type HubError } from '../../core/errors.ts';
import type { CalendarEvent } from '../../core/ports.ts';
import type { CalendarSource, EntityHandle } from '../../entities/entity/driver.ts';

/** The maximum per search: a series may never end. */
const MAX_EVENTS = 5000;

/** Finds the events that overlap a time span, sorted. Throws `invalid_format` if there are too many. */
export function* boundedSearch(
  entity: EntityHandle,
  source: CalendarSource,
  { from, to }: { readonly from: number; readonly to: number },
): Generator<void, readonly CalendarEvent[]> {
  const found = [...(yield* source.search(entity, from, to, MAX_EVENTS + 1))];
  if (found.length > MAX_EVENTS) throw tooManyEvents(entity);
  return found.sort(
    (a, b) => a.startsAt - b.startsAt || Number(b.allDay) - Number(a.allDay) || a.endsAt - b.endsAt,
  );
}

/** The error for a time span with too many events. */
export function tooManyEvents({ id }: EntityHandle): HubError {
  return fault('invalid_format', 'too_many_calendar_events', { id, max: MAX_EVENTS });
}
