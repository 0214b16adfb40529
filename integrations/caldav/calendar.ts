import { randomUUID } from 'node:crypto';
import type { EntityHandle, Entry } from 'hearth-integration';
import type { CaldavClient, Collection, StoredObject } from './client.ts';
import { type Component, componentsOf, escaped, parseIcal, property, textOf, writeIcal } from './ical.ts';
import { isDay, later, nextDay, whenOf, written } from './times.ts';

type CalendarEvent = Parameters<EntityHandle<'calendar'>['setEvents']>[0][number];
type Fields = Readonly<Record<string, unknown>>;

const DAY = 86_400_000;
/** How far events are read: the calendar of the app shows past and coming months. */
const [BACK, AHEAD] = [62 * DAY, 400 * DAY];
const MAX_EVENTS = 5000;

/** A calendar of the account. */
export class Calendar {
  private readonly client: CaldavClient;
  private readonly collection: Collection;
  private readonly handle: EntityHandle<'calendar'>;
  private shown = '';

  constructor(entry: Entry<never, never>, client: CaldavClient, collection: Collection) {
    this.client = client;
    this.collection = collection;
    this.handle = entry.calendar({
      ...{ uniqueId: `${entry.id}-${collection.id}`, name: collection.name, features: ['create'] },
      createEvent: (fields: Fields) => this.create(fields),
    });
  }

  /** Reads the events and shows them. */
  async read(): Promise<void> {
    const now = Date.now();
    const from = Math.floor((now - BACK) / DAY) * DAY;
    const events = eventsOf(await this.client.events(this.collection, from, from + BACK + AHEAD));
    const shown = JSON.stringify(events);
    if (shown === this.shown) return;
    this.shown = shown;
    this.handle.setEvents(events);
  }

  remove(): void {
    this.handle.remove();
  }

  private async create({ summary, description, location, start, end }: Fields): Promise<void> {
    const uid = randomUUID();
    const text = (name: string, value: unknown) =>
      typeof value === 'string' && value !== '' ? [{ name, parameters: {}, value: escaped(value) }] : [];
    const event: Component = {
      name: 'VEVENT',
      properties: [
        ...text('UID', uid),
        { name: 'DTSTAMP', ...written(new Date().toISOString()) },
        { name: 'DTSTART', ...written(String(start)) },
        { name: 'DTEND', ...written(String(end)) },
        ...[...text('SUMMARY', summary), ...text('DESCRIPTION', description), ...text('LOCATION', location)],
      ],
      children: [],
    };
    await this.client.create(this.collection, uid, calendarOf([event]));
    await this.read();
  }
}

/** Components as an object of a server. */
export function calendarOf(children: Component[]): string {
  const head = [
    { name: 'VERSION', parameters: {}, value: '2.0' },
    { name: 'PRODID', parameters: {}, value: '-//Hearth//CalDAV//EN' },
  ];
  return writeIcal({ name: 'VCALENDAR', properties: head, children });
}

function eventsOf(objects: readonly StoredObject[]): CalendarEvent[] {
  return objects
    .flatMap(({ data }) => componentsOf(parseIcal(data), 'VEVENT'))
    .filter((event) => property(event, 'STATUS')?.value.toUpperCase() !== 'CANCELLED')
    .flatMap(eventOf)
    .sort((one, other) => one.start.localeCompare(other.start))
    .slice(0, MAX_EVENTS);
}

function eventOf(event: Component): CalendarEvent[] {
  const start = whenOf(property(event, 'DTSTART'));
  if (start === undefined) return [];
  const duration = property(event, 'DURATION')?.value;
  const given =
    whenOf(property(event, 'DTEND')) ?? (duration === undefined ? undefined : later(start, duration));
  const isValid =
    given !== undefined && isDay(given) === isDay(start) && Date.parse(given) > Date.parse(start);
  // Without an end, a day is one day long, and a time has no length, which calendars show as a minute.
  const end = isValid ? given : isDay(start) ? nextDay(start) : (later(start, 'PT1M') ?? start);
  const [description, location, uid] = [
    textOf(event, 'DESCRIPTION'),
    textOf(event, 'LOCATION'),
    textOf(event, 'UID'),
  ];
  const recurrence = property(event, 'RECURRENCE-ID')?.value;
  return [
    {
      ...{ start, end, summary: (textOf(event, 'SUMMARY') ?? '').slice(0, 1000) },
      ...(description === undefined ? {} : { description: description.slice(0, 10_000) }),
      ...(location === undefined ? {} : { location: location.slice(0, 1000) }),
      ...(uid === undefined ? {} : { uid: uid.slice(0, 500) }),
      ...(recurrence === undefined ? {} : { recurrenceId: recurrence.slice(0, 100) }),
    },
  ];
}
