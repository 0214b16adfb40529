import { z } from 'zod';
import { fault } from '../../core/errors.ts';
import type { EventSpan } from '../../domains/calendar/calendar.ts';
import type { MakeRecurrence, Recurrence } from './recurrence.ts';
import { basicText, partsOf, ruleText } from './recurrence-rule.ts';

const reported = {
  summary: z.string(),
  description: z.string().optional(),
  location: z.string().optional(),
  /** A date, or a local time in the event's time zone, without an offset. */
  start: z.string(),
  end: z.string(),
};

/** An occurrence of a series that was changed individually. */
const ChangedTime = z.object({ ...reported, recurrence_id: z.string() });

/** A stored event; for a series with all changes to single occurrences. */
export const StoredEvent = z.object({
  ...reported,
  /** The ID of its calendar. */
  calendar: z.string(),
  uid: z.string(),
  /** The time zone of its times; null for all-day events. */
  time_zone: z.string().nullable(),
  rrule: z.string().optional(),
  /** The deleted occurrences. */
  excluded: z.array(z.string()),
  changed: z.array(ChangedTime),
});
export type StoredEvent = Readonly<z.infer<typeof StoredEvent>>;

/** The new fields of an event; missing fields stay unchanged. */
export interface EventChange extends EventSpan {
  readonly summary: string;
  readonly description?: string | undefined;
  readonly location?: string | undefined;
  readonly rrule?: string | undefined;
}

/** Selects one occurrence of a series, or that and all later ones. */
export interface OfSeries {
  readonly recurrenceId: string;
  readonly andFuture: boolean;
}

const DAY = 86_400_000;

/** A local time in milliseconds, as if it were UTC. */
export function wallOf(time: string): number {
  return Date.parse(time.length === 10 ? time : `${time}Z`);
}

/** The ID of an occurrence, `20261201` or `20261201T080000`, depending on the form of its start. */
export function recurrenceIdOf(wall: number, allDay: boolean): string {
  return basicText(new Date(wall).toISOString().slice(0, allDay ? 10 : 19));
}

/** The recurrence of a series; undefined for a single event. */
export function recurrenceOf(
  { rrule, start }: Pick<StoredEvent, 'rrule' | 'start'>,
  make: MakeRecurrence | undefined,
): Recurrence | undefined {
  if (rrule === undefined) return undefined;
  if (make === undefined) throw new Error('A series needs what computes its times');
  return make(rrule, wallOf(start));
}

/** Changes a whole event. Changes to single occurrences are kept only if the occurrences stay the same. */
export function changeAll(event: StoredEvent, change: EventChange, timeZone: string): StoredEvent {
  const changed = { ...event, ...written(change, timeZone) };
  const keepsTimes = changed.start === event.start && changed.rrule === event.rrule;
  return keepsTimes ? changed : { ...changed, excluded: [], changed: [] };
}

/** Changes one occurrence of an event. */
export function changeOne(event: StoredEvent, recurrenceId: string, change: EventChange): StoredEvent {
  const before = event.changed.find(({ recurrence_id: id }) => id === recurrenceId) ?? event;
  const { summary, description = before.description, location = before.location, start, end } = change;
  const one = {
    recurrence_id: recurrenceId,
    summary,
    start,
    end,
    ...(description === undefined ? {} : { description }),
    ...(location === undefined ? {} : { location }),
  };
  return { ...event, changed: [...without(event.changed, recurrenceId), one] };
}

/** Deletes one occurrence of an event. */
export function excludeOne(event: StoredEvent, recurrenceId: string): StoredEvent {
  return {
    ...event,
    excluded: [...event.excluded, recurrenceId],
    changed: without(event.changed, recurrenceId),
  };
}

/** Ends an event before a time; undefined if no occurrence is left. */
export function endBefore(event: StoredEvent, wall: number, times: Recurrence): StoredEvent | undefined {
  const last = times.lastBefore(wall);
  if (last === null || event.rrule === undefined) return undefined;
  const { COUNT: _count, UNTIL: _until, ...parts } = partsOf(event.rrule);
  const allDay = event.time_zone === null;
  // UNTIL is a day before the cut, as in Home Assistant, unless that would lose occurrences.
  const until = Math.max(last, wall - DAY);
  const isBefore = (id: string): boolean => id < recurrenceIdOf(wall, allDay);
  return {
    ...event,
    rrule: ruleText({ ...parts, UNTIL: recurrenceIdOf(until, allDay) }),
    excluded: event.excluded.filter(isBefore),
    changed: event.changed.filter(({ recurrence_id: id }) => isBefore(id)),
  };
}

/** The rest of a series from a time on as a separate series, with the old rule unless another is given. */
export function continueFrom(
  event: StoredEvent,
  how: {
    readonly uid: string;
    readonly change: EventChange;
    readonly past: () => number;
    readonly timeZone: string;
  },
): StoredEvent {
  const { uid, change, past, timeZone } = how;
  const next = { ...event, ...written(change, timeZone), uid, excluded: [], changed: [] };
  if (next.rrule === undefined || next.rrule !== event.rrule) return next;
  const parts = partsOf(next.rrule);
  if (parts.COUNT === undefined) return next;
  return { ...next, rrule: ruleText({ ...parts, COUNT: String(Math.max(1, Number(parts.COUNT) - past())) }) };
}

/** The time of the occurrence with this ID. Throws `failed` if there is none. */
export function timeOf(event: StoredEvent, recurrenceId: string, times: Recurrence | undefined): number {
  const match = /^(\d{4})(\d{2})(\d{2})(?:T(\d{2})(\d{2})(\d{2})Z?)?$/.exec(recurrenceId);
  const wall =
    match === null
      ? Number.NaN
      : wallOf(
          `${match[1]}-${match[2]}-${match[3]}T${match[4] ?? '00'}:${match[5] ?? '00'}:${match[6] ?? '00'}`,
        );
  const id = Number.isNaN(wall) ? '' : recurrenceIdOf(wall, event.time_zone === null);
  if (times !== undefined && id !== '' && !event.excluded.includes(id) && times.next(wall) === wall)
    return wall;
  throw fault('failed', 'calendar_event_time_not_found', {
    recurrence_id: JSON.stringify(recurrenceId.slice(0, 50)),
  });
}

function written({ allDay, ...change }: EventChange, timeZone: string): Partial<StoredEvent> {
  const given = Object.entries(change).filter(([, value]) => value !== undefined);
  return { ...Object.fromEntries(given), time_zone: allDay ? null : timeZone };
}

function without(changed: StoredEvent['changed'], recurrenceId: string): StoredEvent['changed'] {
  return changed.filter(({ recurrence_id: id }) => id !== recurrenceId);
}

/** The key under which an event is stored. */
export function keyOf({ calendar, uid }: StoredEvent): string {
  return `${calendar}/${uid}`;
}

/** An event without content. */
export const BLANK = { summary: '', start: '', end: '', time_zone: null, excluded: [], changed: [] };
