import { z } from 'zod';
import { fault } from '../../core/errors.ts';
import type { EventSpan } from '../../domains/calendar/calendar.ts';
import type { MakeRecurrence, Recurrence } from './recurrence.ts';
import { basicText, partsOf, ruleText } from './recurrence-rule.ts';

const told = {
  summary: z.string(),
  description: z.string().optional(),
  location: z.string().optional(),
  /** A day, or a time on the clocks of the zone, without offset. */
  start: z.string(),
  end: z.string(),
};

/** One time of a series that was changed by itself. */
const ChangedTime = z.object({ ...told, recurrence_id: z.string() });

/** An event as it is stored; a series with all that was changed of its single times. */
export const StoredEvent = z.object({
  ...told,
  /** The calendar it stands in. */
  calendar: z.string(),
  uid: z.string(),
  /** The zone its times are told in; null for days. */
  time_zone: z.string().nullable(),
  rrule: z.string().optional(),
  /** The times that were taken out. */
  excluded: z.array(z.string()),
  changed: z.array(ChangedTime),
});
export type StoredEvent = Readonly<z.infer<typeof StoredEvent>>;

/** What an event is to say; what is not named stays as it is. */
export interface EventChange extends EventSpan {
  readonly summary: string;
  readonly description?: string | undefined;
  readonly location?: string | undefined;
  readonly rrule?: string | undefined;
}

/** Which of a series is meant: one time, or that and all after it. */
export interface OfSeries {
  readonly recurrenceId: string;
  readonly andFuture: boolean;
}

const DAY = 86_400_000;

/** Milliseconds a clock shows, as if it showed UTC. */
export function wallOf(time: string): number {
  return Date.parse(time.length === 10 ? time : `${time}Z`);
}

/** The id of one time of a series, `20261201` or `20261201T080000`, in the form of its start. */
export function recurrenceIdOf(wall: number, allDay: boolean): string {
  return basicText(new Date(wall).toISOString().slice(0, allDay ? 10 : 19));
}

/** The times of a series; undefined for a single event. */
export function recurrenceOf(
  { rrule, start }: Pick<StoredEvent, 'rrule' | 'start'>,
  make: MakeRecurrence | undefined,
): Recurrence | undefined {
  if (rrule === undefined) return undefined;
  if (make === undefined) throw new Error('A series needs what computes its times');
  return make(rrule, wallOf(start));
}

/** The event with all its times changed. What was changed of single times stays where the times themselves stay. */
export function changeAll(event: StoredEvent, change: EventChange, timeZone: string): StoredEvent {
  const changed = { ...event, ...written(change, timeZone) };
  const keepsTimes = changed.start === event.start && changed.rrule === event.rrule;
  return keepsTimes ? changed : { ...changed, excluded: [], changed: [] };
}

/** The event with one of its times changed. */
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

/** The event without one of its times. */
export function excludeOne(event: StoredEvent, recurrenceId: string): StoredEvent {
  return {
    ...event,
    excluded: [...event.excluded, recurrenceId],
    changed: without(event.changed, recurrenceId),
  };
}

/** The event up to a time, which is not in it; undefined when nothing is left. */
export function endBefore(event: StoredEvent, wall: number, times: Recurrence): StoredEvent | undefined {
  const last = times.lastBefore(wall);
  if (last === null || event.rrule === undefined) return undefined;
  const { COUNT: _count, UNTIL: _until, ...parts } = partsOf(event.rrule);
  const allDay = event.time_zone === null;
  // The last moment is told a day ahead of the cut, as the ecosystem does, where that leaves all times in.
  const until = Math.max(last, wall - DAY);
  const isBefore = (id: string): boolean => id < recurrenceIdOf(wall, allDay);
  return {
    ...event,
    rrule: ruleText({ ...parts, UNTIL: recurrenceIdOf(until, allDay) }),
    excluded: event.excluded.filter(isBefore),
    changed: event.changed.filter(({ recurrence_id: id }) => isBefore(id)),
  };
}

/** What follows from a time on, as a series of its own; the rule of the old goes on in it unless another is given. */
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

/** The time of a series its id names. Throws `failed` where there is none. */
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

/** Under which an event is stored. */
export function keyOf({ calendar, uid }: StoredEvent): string {
  return `${calendar}/${uid}`;
}
