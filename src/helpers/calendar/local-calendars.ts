import { z } from 'zod';
import { type Clock, cpuTime, type Undo } from '../../core/clock.ts';
import { hexId } from '../../core/context.ts';
import { fault } from '../../core/errors.ts';
import { Pacer } from '../../core/pacer.ts';
import type { CalendarEvent } from '../../core/ports.ts';
import {
  answerEvents,
  calendarDomain,
  type RequestedSpan,
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
import { earliest, present, Series } from './series.ts';
import {
  BLANK,
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

/** The dependencies of `LocalCalendars`. */
export interface LocalCalendarParts {
  readonly documents: Pick<Documents, 'collection' | 'transact'>;
  readonly clock: Clock;
  /** The home's time zone. */
  readonly timeZone: () => string;
  /** Milliseconds of work done so far, for limiting searches; by default this process's CPU time. */
  readonly workDone?: () => number;
}

/** Milliseconds of CPU time for one search; unlike elapsed time they do not depend on the machine's load. */
const MAX_SEARCH = 250;
/** Occurrences examined between two points where a search may yield. */
const TIMES_PER_STEP = 16;

/** Calendars stored on this server. Changes resolve when they are durable. */
export class LocalCalendars implements CalendarSource {
  private readonly store: Collection<StoredEvent>;
  private readonly parts: LocalCalendarParts;
  private readonly entities = new Map<string, EntityHandle>();
  private readonly series = new Map<string, Map<string, Series>>();
  private readonly waits = new Map<EntityHandle, Undo>();
  private readonly listeners = new Set<() => void>();
  private make: MakeRecurrence | undefined;

  /** Shared by all searches, so that many at once use no more of an event loop tick than one. */
  readonly searches: Pacer;

  constructor(parts: LocalCalendarParts) {
    this.parts = parts;
    this.searches = new Pacer(parts.clock);
    this.store = parts.documents.collection('calendar_events', StoredEvent);
  }

  /** Indexes the stored events; the recurrence library is only loaded if there is a series. */
  async load(): Promise<void> {
    const events = [...this.store.entries.values()];
    if (events.some(({ rrule }) => rrule !== undefined)) await this.needRecurrences();
    for (const event of events) this.index(event);
  }

  /** The helper kind of these calendars. */
  kind(): HelperKind {
    return defineKind({
      domain: calendarDomain,
      reload: 'none',
      features: ['create', 'delete', 'update'],
      driver: {
        execute: (command, entity) => this.execute(command, entity),
        refresh: (entity) => this.show(entity),
        calendar: this,
      },
      schema: z.strictObject(helperFields),
      shape: ({ id }) => ({
        capabilities: { calendar: id },
        values: { event: null, on: false },
        restoresState: false,
        fit: (values) => values,
      }),
      begin: (entity) => {
        this.entities.set(calendarOf(entity), entity);
        this.show(entity);
        this.notify();
      },
      end: (entity) => {
        this.waits.get(entity)?.();
        this.waits.delete(entity);
        this.entities.delete(calendarOf(entity));
        this.notify();
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

  /** Finds the events that overlap a span, unsorted. Throws `invalid_format` if it takes too long. */
  *search(
    entity: EntityHandle,
    from: number,
    to: number,
    max: number,
  ): Generator<void, readonly CalendarEvent[]> {
    const found: CalendarEvent[] = [];
    const { workDone = cpuTime } = this.parts;
    let [left, begun, steps] = [MAX_SEARCH, workDone(), 0];
    for (const series of this.seriesOf(entity).values()) {
      for (const event of series.between(from, to)) {
        if (event !== null && found.push(event) === max) return found;
        if (begun + left < workDone()) throw tooManyEvents(entity);
        steps += 1;
        if (steps % TIMES_PER_STEP !== 0) continue;
        left -= workDone() - begun;
        yield;
        begun = workDone();
      }
    }
    return found;
  }

  /** Creates an event. */
  async create(entity: EntityHandle, change: EventChange): Promise<void> {
    const timeZone = this.parts.timeZone();
    const requested = await this.readable(change);
    const event = changeAll({ ...BLANK, calendar: calendarOf(entity), uid: hexId() }, requested, timeZone);
    await this.save(entity, [event]);
  }

  /** Changes an event, one occurrence, or all from one on. Throws `failed` if it does not exist. */
  async update(entity: EntityHandle, uid: string, change: EventChange, of?: OfSeries): Promise<void> {
    const event = this.known(entity, uid);
    const requested = await this.readable(change);
    const timeZone = this.parts.timeZone();
    if (of === undefined) return this.save(entity, [changeAll(event, requested, timeZone)]);
    const times = recurrenceOf(event, this.make);
    const wall = timeOf(event, of.recurrenceId, times);
    const id = recurrenceIdOf(wall, event.time_zone === null);
    if (!of.andFuture) return this.save(entity, [changeOne(event, id, requested)]);
    const before = times === undefined ? undefined : endBefore(event, wall, times);
    if (before === undefined)
      return this.save(entity, [{ ...changeAll(event, requested, timeZone), excluded: [], changed: [] }]);
    const past = (): number => [...(times?.between(wallOf(event.start), wall - 1) ?? [])].length;
    const after = continueFrom(event, { uid: hexId(), change: requested, past, timeZone });
    return this.save(entity, [before, after]);
  }

  /** Deletes an event, one occurrence, or all from one on. Throws `failed` if it does not exist. */
  async remove(entity: EntityHandle, uid: string, of?: OfSeries): Promise<void> {
    const event = this.known(entity, uid);
    if (of === undefined) return this.save(entity, [], event);
    const times = recurrenceOf(event, this.make);
    const wall = timeOf(event, of.recurrenceId, times);
    if (!of.andFuture)
      return this.save(entity, [excludeOne(event, recurrenceIdOf(wall, event.time_zone === null))]);
    const before = times === undefined ? undefined : endBefore(event, wall, times);
    return before === undefined ? this.save(entity, [], event) : this.save(entity, [before]);
  }

  /** Subscribes to changes. */
  subscribe(listener: () => void): Undo {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** Recomputes all times in the home's current time zone. */
  moveHome(): void {
    const all = [...this.series.values()].flatMap((ofOne) => [...ofOne.values()]);
    for (const { event } of all) this.index(event);
    for (const entity of this.entities.values()) this.show(entity);
    this.notify();
  }

  /** Follows an event that was put back or taken away. */
  async restored(now: StoredEvent | undefined, was: StoredEvent | undefined): Promise<void> {
    const event = now ?? was;
    if (event === undefined) return;
    if (now?.rrule !== undefined) await this.needRecurrences();
    const entity = this.entities.get(event.calendar);
    if (entity !== undefined) this.take(entity, [event]);
    else this.reindex(event);
  }

  private execute(command: Command, entity: EntityHandle): unknown {
    if (command.service === 'create_event') return this.create(entity, command.fields as WrittenEvent);
    const { from, to } = command.fields as RequestedSpan;
    const found = this.searches.finish(boundedSearch(entity, this, { from, to }));
    return found instanceof Promise ? found.then(answerEvents) : answerEvents(found);
  }

  /** Shows the current or the next event, and schedules the next update. */
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

  /** Normalizes a change's rule. Throws `invalid_format` if it never occurs: nobody could find the event. */
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

  /** Stores events and deletes one, all or none; memory changes at once and is reverted if saving fails. */
  private async save(
    entity: EntityHandle,
    events: readonly StoredEvent[],
    removed?: StoredEvent,
  ): Promise<void> {
    const saved = this.parts.documents.transact(() => {
      for (const event of events) void this.store.put(keyOf(event), event);
      if (removed !== undefined) void this.store.delete(keyOf(removed));
    });
    const touched = removed === undefined ? events : [...events, removed];
    this.take(entity, touched);
    try {
      await saved;
    } catch (error) {
      this.take(entity, touched);
      throw error;
    }
  }

  /** Updates the index of these events from the store. */
  private take(entity: EntityHandle, events: readonly StoredEvent[]): void {
    for (const event of events) this.reindex(event);
    this.show(entity);
    this.notify();
  }

  private reindex(event: StoredEvent): void {
    const held = this.store.entries.get(keyOf(event));
    if (held === undefined) this.series.get(event.calendar)?.delete(event.uid);
    else this.index(held);
  }

  private index(event: StoredEvent): void {
    const ofCalendar = this.series.get(event.calendar) ?? new Map<string, Series>();
    ofCalendar.set(event.uid, new Series(event, this.parts.timeZone(), this.make));
    this.series.set(event.calendar, ofCalendar);
  }

  private notify(): void {
    for (const listener of this.listeners) listener();
  }
}

function calendarOf(entity: EntityHandle): string {
  return String(entity.capabilities.calendar);
}
