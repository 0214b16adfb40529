import type { Undo } from '../../core/clock.ts';
import type { EntityId } from '../../core/entity-id.ts';
import { fault } from '../../core/errors.ts';
import { atOnce } from '../../core/pacer.ts';
import type { CalendarEvent, Calendars } from '../../core/ports.ts';
import { calendarDomain, readSpan } from '../../domains/calendar/calendar.ts';
import type { Entities } from '../../entities/entity/entities.ts';
import type { Entity } from '../../entities/entity/entity.ts';
import { boundedSearch } from './bounded-events.ts';
import type { LocalCalendars } from './local-calendars.ts';
import type { EventChange, OfSeries } from './stored-event.ts';

const NOT_SUPPORTED = {
  create: 'calendar_cannot_create_events',
  update: 'calendar_cannot_update_events',
  delete: 'calendar_cannot_delete_events',
} as const;

/** An event as sent by a client. */
export interface GivenEvent {
  readonly summary: string;
  /** A date, or a date and time with or without an offset. */
  readonly dtstart: string;
  readonly dtend: string;
  readonly description?: string | undefined;
  readonly location?: string | undefined;
  readonly rrule?: string | undefined;
}

/** All calendars of the home, whatever provides their events. */
export class CalendarBook implements Calendars {
  private readonly entities: Pick<Entities, 'get' | 'ofDomain'>;
  private readonly local: LocalCalendars;
  private readonly timeZone: () => string;

  constructor(parts: {
    readonly entities: Pick<Entities, 'get' | 'ofDomain'>;
    readonly local: LocalCalendars;
    readonly timeZone: () => string;
  }) {
    this.entities = parts.entities;
    this.local = parts.local;
    this.timeZone = parts.timeZone;
  }

  /** The calendars, sorted by name. */
  list(): { readonly name: string; readonly entity_id: EntityId }[] {
    return [...this.entities.ofDomain('calendar')]
      .map(({ id, friendlyName }) => ({ name: friendlyName ?? id, entity_id: id }))
      .sort((a, b) => (a.name < b.name ? -1 : Number(a.name > b.name)));
  }

  eventsBetween(id: EntityId, from: number, to: number): readonly CalendarEvent[] {
    const entity = this.calendar(id);
    const source = entity.driver.calendar;
    return source === undefined ? [] : atOnce(boundedSearch(entity, source, { from, to }));
  }

  /** Like `eventsBetween`, but yields to the event loop during long searches and rejects on errors. */
  async search(id: EntityId, from: number, to: number): Promise<readonly CalendarEvent[]> {
    const entity = this.calendar(id);
    const source = entity.driver.calendar;
    return source === undefined
      ? []
      : this.local.searches.finish(boundedSearch(entity, source, { from, to }));
  }

  onChange(listener: () => void): Undo {
    return this.local.subscribe(listener);
  }

  /** Creates an event; resolves when it is durable. Throws `invalid_format` for invalid fields. */
  async create(id: EntityId, given: GivenEvent): Promise<void> {
    await this.local.create(this.editable(id, 'create'), this.read(given));
  }

  /** Changes an event, or the part of a series that `of` selects. Throws `failed` if it does not exist. */
  async update(id: EntityId, uid: string, given: GivenEvent, of?: OfSeries): Promise<void> {
    await this.local.update(this.editable(id, 'update'), uid, this.read(given), of);
  }

  /** Deletes an event, or the part of a series that `of` selects. Throws `failed` if it does not exist. */
  async remove(id: EntityId, uid: string, of?: OfSeries): Promise<void> {
    await this.local.remove(this.editable(id, 'delete'), uid, of);
  }

  private read({ dtstart, dtend, ...others }: GivenEvent): EventChange {
    return { ...readSpan(dtstart, dtend, this.timeZone()), ...others };
  }

  private editable(id: EntityId, feature: 'create' | 'update' | 'delete'): Entity {
    const entity = this.calendar(id);
    if (entity.driver.calendar === this.local && entity.features.has(feature)) return entity;
    throw fault('not_supported', NOT_SUPPORTED[feature]);
  }

  private calendar(id: EntityId): Entity {
    const entity = this.entities.get(id);
    if (entity === undefined || entity.domain !== calendarDomain)
      throw fault('not_found', 'entity_not_found');
    return entity;
  }
}
