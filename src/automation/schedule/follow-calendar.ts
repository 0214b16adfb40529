import type { Undo } from '../../core/clock.ts';
import type { EntityId } from '../../core/entity-id.ts';
import { messageOf } from '../../core/errors.ts';
import type { CalendarEvent } from '../../core/ports.ts';
import type { AutomationContext } from '../config/automation-context.ts';
import { scheduleAt } from './schedule-at.ts';

/** How far the search looks ahead before it is repeated, in milliseconds. */
const AHEAD = 15 * 60_000;
/** The overlap of searches, so that a late timer misses nothing. */
const LATE = 60_000;

/** The events to report. */
export interface CalendarWatch {
  readonly ids: () => readonly EntityId[];
  readonly edge: 'start' | 'end';
  /** Milliseconds. */
  readonly offset: number;
}

/** An event as templates see it. */
export function showEvent({ summary, start, end, allDay, description, location }: CalendarEvent) {
  return { summary, start, end, all_day: allDay, description: description ?? '', location: location ?? '' };
}

/** Reports the start or end of each event; changes to the calendar until then are respected. */
export function followCalendar(
  setting: AutomationContext,
  { ids, edge, offset }: CalendarWatch,
  report: (id: EntityId, event: CalendarEvent) => void,
): Undo {
  const { clock, ports, log } = setting;
  const { calendars } = ports;
  if (calendars === undefined) throw new Error('There are no calendars in this home');
  const pending: Undo[] = [];
  let firedUpTo = clock.now();
  let firedAtLast = new Set<string>();
  const stop = (): void => {
    for (const undo of pending.splice(0)) undo();
  };
  const pointOf = (event: CalendarEvent): number =>
    (edge === 'start' ? event.startsAt : event.endsAt) + offset;
  const ring = (id: EntityId, event: CalendarEvent, point: number): void => {
    if (point > firedUpTo) {
      firedUpTo = point;
      firedAtLast = new Set();
    }
    firedAtLast.add(keyOf(id, event));
    report(id, event);
  };
  const look = (): void => {
    stop();
    const now = clock.now();
    const [from, to] = [Math.min(firedUpTo, now) - LATE, now + AHEAD];
    for (const id of ids()) {
      for (const event of eventsOf(calendars, log, id, from - offset, to - offset)) {
        const point = pointOf(event);
        const isPast = point < firedUpTo || (point === firedUpTo && firedAtLast.has(keyOf(id, event)));
        if (!isPast && point <= to) pending.push(scheduleAt(clock, point, () => ring(id, event, point)));
      }
    }
    pending.push(clock.after(AHEAD, look));
  };
  look();
  const undo = calendars.onChange(look);
  return () => {
    undo();
    stop();
  };
}

function keyOf(id: EntityId, { uid, start, end, summary }: CalendarEvent): string {
  return JSON.stringify([id, uid ?? summary, start, end]);
}

function eventsOf(
  calendars: NonNullable<AutomationContext['ports']['calendars']>,
  log: AutomationContext['log'],
  id: EntityId,
  from: number,
  to: number,
): readonly CalendarEvent[] {
  try {
    // An event that ends exactly at the start of the span does not overlap it.
    return calendars.eventsBetween(id, from - 1, to + 1);
  } catch (error) {
    log.warn(`A calendar trigger failed: ${id}: ${messageOf(error)}`);
    return [];
  }
}
