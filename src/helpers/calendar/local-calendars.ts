import { z } from 'zod';
import { type Clock, cpuTime, type Undo } from '../../core/clock.ts';
import { hexId } from '../../core/context.ts';
import { fault } from '../../core/errors.ts';
import { Pacer } from '../../core/pacer.ts';
import type { CalendarEvent } from '../../core/ports.ts';
import {
  type AskedSpan,
  answerEvents,
  calendarDomain,
  type WrittenEvent,
  wallText,
} from '../../domains/calendar/calendar.ts';
import type { Command } from '../../domains/definition/define-domain.ts';
import type { CalendarSource, EntityHandle } from '../../entities/entity/driver.ts';
import type { Collection, Documents } from '../../storage/documents.ts';
import { defineKind, type HelperKind, helperFields } from '../helper-kind.ts';
import { boundedSearch, tooManyEvents } from './bounded-events.ts';
import { loadRecurrences, type MakeRecurrence } from './recurrence.ts';
import { readRule, ruleText } from './recurrence-rule.ts';
import { earliest, Series } from './series.ts';
import {
  changeAll,
  changeOne,
  continueFrom,
  type EventChange,
  endBefore,
  excludeOne,
  keyOf,
  type OfSeries,
  recurrenceIdOf,
  recurrenceOf,
  StoredEvent,
  timeOf,
  wallOf,
} from './stored-event.ts';

/** What the calendars of the house need. */
export interface LocalCalendarParts {
  readonly documents: Pick<Documents, 'collection' | 'transact'>;
  readonly clock: Clock;
  /** The zone the home lives in. */
  readonly timeZone: () => string;
  /** Milliseconds of work done so far, by which long searches end; the processor time of this process unless given. */
  readonly workDone?: () => number;
}

/** Milliseconds of processor time for one search, not of elapsed time, which depends on the load of the machine. */
const LONGEST_SEARCH = 250;
/** Times of a series looked at between two places where a search may pause. */
const TIMES_A_STEP = 16;
const FEATURES = ['create', 'delete', 'update'];

/** The calendars the house keeps itself. A change is answered when it is durable. */
export class LocalCalendars implements CalendarSource {
  private readonly store: Collection<StoredEvent>;
  private readonly parts: LocalCalendarParts;
  private readonly entities = new Map<string, EntityHandle>();
  private readonly series = new Map<string, Map<string, Series>>();
  private readonly waits = new Map<EntityHandle, Undo>();
  private readonly listeners = new Set<() => void>();
  private make: MakeRecurrence | undefined;

  /** All searches, so that many at once take no more of a tick than one. */
  readonly searches: Pacer;

  constructor(parts: LocalCalendarParts) {
    this.parts = parts;
    this.searches = new Pacer(parts.clock);
    this.store = parts.documents.collection('calendar_events', StoredEvent);
  }

  /** Reads what is stored; loads what computes series only where there is one. */
  async load(): Promise<void> {
    const events = [...this.store.entries.values()];
    if (events.some(({ rrule }) => rrule !== undefined)) await this.needRecurrences();
    for (const event of events) this.index(event);
  }

  /** The kind of helper they are. */
  kind(): HelperKind {
    return defineKind({
      domain: calendarDomain,
      reload: 'none',
      features: FEATURES,
      driver: {
        execute: (command, entity) => this.execute(command, entity),
        refresh: (entity) => this.show(entity),
        calendar: this,
      },
      schema: z.strictObject(helperFields),
      shape: ({ id }) => ({
        capabilities: { calendar: id },
        values: { event: null, on: false },
        remembers: false,
        fit: (values) => values,
      }),
      begin: (entity) => {
        this.entities.set(calendarOf(entity), entity);
        this.show(entity);
        this.tell();
      },
      end: (entity) => {
        this.waits.get(entity)?.();
        this.waits.delete(entity);
        this.entities.delete(calendarOf(entity));
        this.tell();
      },
      forget: async (item) => {
        const events = [...(this.series.get(item.id)?.values() ?? [])].map(({ event }) => event);
        await this.parts.documents.transact(() => {
          for (const event of events) void this.store.delete(keyOf(event));
        });
        this.series.delete(item.id);
      },
    });
  }

  /** The events that touch a span, in no order, at most so many; throws `invalid_format` where looking takes too long. */
  *search(
    entity: EntityHandle,
    from: number,
    to: number,
    most: number,
  ): Generator<void, readonly CalendarEvent[]> {
    const found: CalendarEvent[] = [];
    const { workDone = cpuTime } = this.parts;
    let [left, begun, steps] = [LONGEST_SEARCH, workDone(), 0];
    for (const series of this.seriesOf(entity).values()) {
      for (const event of series.between(from, to)) {
        if (event !== null && found.push(event) === most) return found;
        if (begun + left < workDone()) throw tooManyEvents(entity);
        steps += 1;
        if (steps % TIMES_A_STEP !== 0) continue;
        left -= workDone() - begun;
        yield;
        begun = workDone();
      }
    }
    return found;
  }

  /** Writes an event. */
  async create(entity: EntityHandle, change: EventChange): Promise<void> {
    const timeZone = this.parts.timeZone();
    const wished = await this.readable(change);
    const event = changeAll({ ...BLANK, calendar: calendarOf(entity), uid: hexId() }, wished, timeZone);
    await this.keep(entity, [event]);
  }

  /** Changes an event, or of a series one time or all from one on. Throws `failed` for what is not there. */
  async update(entity: EntityHandle, uid: string, change: EventChange, of?: OfSeries): Promise<void> {
    const event = this.known(entity, uid);
    const wished = await this.readable(change);
    const timeZone = this.parts.timeZone();
    if (of === undefined) return this.keep(entity, [changeAll(event, wished, timeZone)]);
    const times = recurrenceOf(event, this.make);
    const wall = timeOf(event, of.recurrenceId, times);
    const id = recurrenceIdOf(wall, event.time_zone === null);
    if (!of.andFuture) return this.keep(entity, [changeOne(event, id, wished)]);
    const before = times === undefined ? undefined : endBefore(event, wall, times);
    if (before === undefined)
      return this.keep(entity, [{ ...changeAll(event, wished, timeZone), excluded: [], changed: [] }]);
    const past = (): number => [...(times?.between(wallOf(event.start), wall - 1) ?? [])].length;
    const after = continueFrom(event, { uid: hexId(), change: wished, past, timeZone });
    return this.keep(entity, [before, after]);
  }

  /** Takes an event out, or of a series one time or all from one on. Throws `failed` for what is not there. */
  async remove(entity: EntityHandle, uid: string, of?: OfSeries): Promise<void> {
    const event = this.known(entity, uid);
    if (of === undefined) return this.keep(entity, [], event);
    const times = recurrenceOf(event, this.make);
    const wall = timeOf(event, of.recurrenceId, times);
    if (!of.andFuture)
      return this.keep(entity, [excludeOne(event, recurrenceIdOf(wall, event.time_zone === null))]);
    const before = times === undefined ? undefined : endBefore(event, wall, times);
    return before === undefined ? this.keep(entity, [], event) : this.keep(entity, [before]);
  }

  /** Hears of each change. */
  subscribe(listener: () => void): Undo {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** Shows all times anew, in the zone the home is in now. */
  moveHome(): void {
    const all = [...this.series.values()].flatMap((ofOne) => [...ofOne.values()]);
    for (const { event } of all) this.index(event);
    for (const entity of this.entities.values()) this.show(entity);
    this.tell();
  }

  private execute(command: Command, entity: EntityHandle): unknown {
    if (command.service === 'create_event') return this.create(entity, command.fields as WrittenEvent);
    const { from, to } = command.fields as AskedSpan;
    const found = this.searches.finish(boundedSearch(entity, this, { from, to }));
    return found instanceof Promise ? found.then(answerEvents) : answerEvents(found);
  }

  /** Shows the event that is on or the next, and wakes when that changes. */
  private show(entity: EntityHandle): void {
    this.waits.get(entity)?.();
    const now = this.parts.clock.now();
    const event = earliest(present(this.seriesOf(entity).values(), now));
    const on = event !== null && event.startsAt <= now;
    entity.report({ event, on });
    if (event === null) return void this.waits.delete(entity);
    const next = on ? event.endsAt : event.startsAt;
    this.waits.set(
      entity,
      this.parts.clock.after(Math.max(1, next - now), () => this.show(entity)),
    );
  }

  private known(entity: EntityHandle, uid: string): StoredEvent {
    const series = this.seriesOf(entity).get(uid);
    if (series !== undefined) return series.event;
    const shown = JSON.stringify(uid.slice(0, 100));
    throw fault('failed', 'calendar_event_not_found', { uid: shown, entity_id: entity.id });
  }

  private seriesOf(entity: EntityHandle): ReadonlyMap<string, Series> {
    return this.series.get(calendarOf(entity)) ?? new Map();
  }

  /** The change with its rule as it is kept. Throws `invalid_format` for a rule that never takes place: nobody could see such an event to delete it. */
  private async readable(change: EventChange): Promise<EventChange> {
    if (change.rrule === undefined) return change;
    await this.needRecurrences();
    const toWall = (utc: number): string => wallText(utc, this.parts.timeZone());
    const rrule = ruleText(readRule(change.rrule, change.allDay, toWall));
    const readable = { ...change, rrule };
    if (recurrenceOf(readable, this.make)?.next(wallOf(change.start)) === null)
      throw fault('invalid_format', 'invalid_rrule_it_never_takes_place', { rrule: JSON.stringify(rrule) });
    return readable;
  }

  private async needRecurrences(): Promise<void> {
    this.make ??= await loadRecurrences();
  }

  /** Puts events in and one out, all or none; memory is right at once, and again where the disk refuses. */
  private async keep(
    entity: EntityHandle,
    events: readonly StoredEvent[],
    gone?: StoredEvent,
  ): Promise<void> {
    const saved = this.parts.documents.transact(() => {
      for (const event of events) void this.store.put(keyOf(event), event);
      if (gone !== undefined) void this.store.delete(keyOf(gone));
    });
    const touched = gone === undefined ? events : [...events, gone];
    this.take(entity, touched);
    try {
      await saved;
    } catch (error) {
      this.take(entity, touched);
      throw error;
    }
  }

  /** Takes over what the store holds of events. */
  private take(entity: EntityHandle, events: readonly StoredEvent[]): void {
    for (const event of events) {
      const held = this.store.entries.get(keyOf(event));
      if (held === undefined) this.series.get(event.calendar)?.delete(event.uid);
      else this.index(held);
    }
    this.show(entity);
    this.tell();
  }

  private index(event: StoredEvent): void {
    const ofCalendar = this.series.get(event.calendar) ?? new Map<string, Series>();
    this.series.set(
      event.calendar,
      ofCalendar.set(event.uid, new Series(event, this.parts.timeZone(), this.make)),
    );
  }

  private tell(): void {
    for (const listener of this.listeners) listener();
  }
}

const BLANK = { summary: '', start: '', end: '', time_zone: null, excluded: [], changed: [] };

function* present(series: Iterable<Series>, now: number): Iterable<CalendarEvent> {
  for (const one of series) {
    const event = one.next(now);
    if (event !== null) yield event;
  }
}

function calendarOf(entity: EntityHandle): string {
  return String(entity.capabilities.calendar);
}
