import type { Clock, Undo } from '../../core/clock.ts';
import type { CalendarEvent } from '../../core/ports.ts';
import { localIso } from '../../core/time-zone.ts';
import { answerEvents, type RequestedSpan, readPoint, readSpan } from '../../domains/calendar/calendar.ts';
import type { CalendarSource, EntityHandle } from '../../entities/entity/driver.ts';
import type { EventMessage } from './described.ts';

interface Shelf {
  readonly events: readonly CalendarEvent[];
  cancel: Undo;
}

/** Longer waits are split: timers of Node end at 24.8 days. */
const LONGEST_WAIT = 86_400_000;

/** The events of calendars as their integrations last sent them; each calendar shows the present or next one. */
export class ProcessCalendars {
  readonly source: CalendarSource;
  private readonly clock: Clock;
  private readonly timeZone: () => string;
  private readonly shelves = new Map<EntityHandle, Shelf>();
  private readonly listeners = new Set<() => void>();

  constructor(clock: Clock, timeZone: () => string) {
    this.clock = clock;
    this.timeZone = timeZone;
    const search = (entity: EntityHandle, from: number, to: number) => this.eventsOf(entity, from, to);
    this.source = {
      search: function* (entity, from, to, max) {
        yield;
        return search(entity, from, to).slice(0, max);
      },
    };
  }

  /** Calls back when the events of a calendar have changed. */
  onChange(listener: () => void): Undo {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** Replaces the events of a calendar. Throws for an event whose start or end is not valid. */
  set(entity: EntityHandle, given: readonly EventMessage[]): void {
    const timeZone = this.timeZone();
    const events = given
      .map((event) => eventOf(event, timeZone))
      .sort((one, other) => one.startsAt - other.startsAt || one.endsAt - other.endsAt);
    this.shelves.get(entity)?.cancel();
    const shelf: Shelf = { events, cancel: () => {} };
    this.shelves.set(entity, shelf);
    this.show(entity, shelf);
    for (const listener of this.listeners) listener();
  }

  /** The answer of `calendar.get_events`. */
  answer(entity: EntityHandle, { from, to }: RequestedSpan): object {
    return answerEvents(this.eventsOf(entity, from, to));
  }

  drop(entity: EntityHandle): void {
    this.shelves.get(entity)?.cancel();
    if (!this.shelves.delete(entity)) return;
    for (const listener of this.listeners) listener();
  }

  private eventsOf(entity: EntityHandle, from: number, to: number): CalendarEvent[] {
    const { events = [] } = this.shelves.get(entity) ?? {};
    return events.filter((event) => event.endsAt > from && event.startsAt < to);
  }

  private show(entity: EntityHandle, shelf: Shelf): void {
    const now = this.clock.now();
    const event = shelf.events.find(({ endsAt }) => endsAt > now) ?? null;
    entity.report({ event, on: event !== null && event.startsAt <= now });
    if (event === null) return;
    const next = event.startsAt > now ? event.startsAt : event.endsAt;
    shelf.cancel = this.clock.after(Math.min(next - now, LONGEST_WAIT), () => this.show(entity, shelf));
  }
}

function eventOf({ start, end, ...rest }: EventMessage, timeZone: string): CalendarEvent {
  const { allDay } = readSpan(start, end, timeZone);
  const [startsAt, endsAt] = [readPoint(start, timeZone) ?? 0, readPoint(end, timeZone) ?? 0];
  const texts = allDay
    ? { start, end }
    : { start: localIso(startsAt, timeZone), end: localIso(endsAt, timeZone) };
  return { startsAt, endsAt, allDay, ...texts, ...rest };
}
