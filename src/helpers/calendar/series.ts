import type { CalendarEvent } from '../../core/ports.ts';
import { localIso, offsetOfWall } from '../../core/time-zone.ts';
import type { MakeRecurrence, Recurrence } from './recurrence.ts';
import { recurrenceIdOf, recurrenceOf, type StoredEvent, wallOf } from './stored-event.ts';

const DAY = 86_400_000;

/** A stored event with its occurrences in the home's time zone. */
export class Series {
  readonly event: StoredEvent;
  private readonly timeZone: string;
  private readonly times: Recurrence | undefined;
  private readonly apart: ReadonlySet<string>;
  private readonly fixed: readonly CalendarEvent[];
  /** The cached result of `next`, and the time it was computed for. */
  private known: { readonly from: number; readonly event: CalendarEvent | null } | undefined;

  constructor(event: StoredEvent, timeZone: string, make: MakeRecurrence | undefined) {
    this.event = event;
    this.timeZone = timeZone;
    this.times = recurrenceOf(event, make);
    this.apart = new Set([...event.excluded, ...event.changed.map(({ recurrence_id: id }) => id)]);
    this.fixed =
      this.times === undefined
        ? [this.show(event, undefined)]
        : event.changed.map((one) => this.show(one, one.recurrence_id));
  }

  /** Occurrences that overlap the span, unsorted and lazily computed, with null for each that does not. */
  *between(from: number, to: number): Iterable<CalendarEvent | null> {
    for (const one of this.fixed) yield touches(one, from, to) ? one : null;
    if (this.times === undefined) return;
    const first = from - this.length() - 2 * DAY;
    for (const wall of this.times.between(first, to + 2 * DAY)) {
      const shown = this.showAt(wall);
      yield shown !== undefined && touches(shown, from, to) ? shown : null;
    }
  }

  /** The first occurrence that has not ended. */
  next(now: number): CalendarEvent | null {
    const { known } = this;
    if (known !== undefined && known.from <= now && (known.event === null || known.event.endsAt > now))
      return known.event;
    const ahead = [...this.fixed.filter(({ endsAt }) => endsAt > now), ...this.nextOfRule(now)];
    const event = earliest(ahead);
    this.known = { from: now, event };
    return event;
  }

  private *nextOfRule(now: number): Iterable<CalendarEvent> {
    if (this.times === undefined) return;
    let wall = this.times.next(now - this.length() - 2 * DAY);
    while (wall !== null) {
      const shown = this.showAt(wall);
      if (shown !== undefined && shown.endsAt > now) {
        yield shown;
        return;
      }
      wall = this.times.next(wall + 1000);
    }
  }

  /** The duration of each occurrence in local time. */
  private length(): number {
    return wallOf(this.event.end) - wallOf(this.event.start);
  }

  private showAt(wall: number): CalendarEvent | undefined {
    const allDay = this.event.time_zone === null;
    const id = recurrenceIdOf(wall, allDay);
    if (this.apart.has(id)) return undefined;
    const text = (time: number): string => new Date(time).toISOString().slice(0, allDay ? 10 : 19);
    const span = { start: text(wall), end: text(wall + this.length()) };
    return this.show({ ...this.event, ...span }, id, this.event.rrule);
  }

  private show(
    {
      start,
      end,
      summary,
      description,
      location,
    }: Omit<StoredEvent, 'calendar' | 'uid' | 'time_zone' | 'excluded' | 'changed'>,
    recurrenceId: string | undefined,
    rule?: string,
  ): CalendarEvent {
    const allDay = start.length === 10;
    const zone = allDay ? this.timeZone : (this.event.time_zone ?? this.timeZone);
    const startsAt = pointOfWall(start, zone);
    // If DST skips the end, it may come before the start.
    const reported = pointOfWall(end, zone);
    const endsAt = reported > startsAt ? reported : startsAt + wallOf(end) - wallOf(start);
    return {
      startsAt,
      endsAt,
      allDay,
      summary,
      description,
      location,
      recurrenceId,
      rule,
      start: allDay ? start : localIso(startsAt, this.timeZone),
      end: allDay ? end : localIso(endsAt, this.timeZone),
      uid: this.event.uid,
    };
  }
}

/** The event that starts first. */
export function earliest(events: Iterable<CalendarEvent>): CalendarEvent | null {
  let first: CalendarEvent | null = null;
  for (const event of events) if (first === null || event.startsAt < first.startsAt) first = event;
  return first;
}

function touches({ startsAt, endsAt }: CalendarEvent, from: number, to: number): boolean {
  return endsAt > from && (startsAt < to || (startsAt === to && from === to));
}

function pointOfWall(time: string, timeZone: string): number {
  const wall = wallOf(time);
  return wall - offsetOfWall(wall, timeZone);
}

/** The current or next event of each series. */
export function* present(series: Iterable<Series>, now: number): Iterable<CalendarEvent> {
  for (const one of series) {
    const event = one.next(now);
    if (event !== null) yield event;
  }
}
