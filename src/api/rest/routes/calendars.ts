import { z } from 'zod';
import { fault } from '../../../core/errors.ts';
import type { CalendarEvent } from '../../../core/ports.ts';
import { readPoint } from '../../../domains/calendar/calendar.ts';
import { sees } from '../../../entities/visibility/visible-state.ts';
import { CalendarEventsShape } from '../../shapes/automation-shapes.ts';
import { object } from '../../shapes/plain-shapes.ts';
import { json, type RestRequest, type Route } from '../route.ts';

/** The dependencies of these routes. */
export interface CalendarRouteParts {
  readonly calendars: {
    search(id: string, from: number, to: number): Promise<readonly CalendarEvent[]>;
    list(): readonly { readonly name: string; readonly entity_id: string }[];
  };
  /** The time zone of the home. */
  readonly timeZone: () => string;
}

/** `/api/calendars` and the events of one of them. */
export function calendarRoutes({ calendars, timeZone }: CalendarRouteParts): Route[] {
  const spanOf = (request: RestRequest): readonly [number, number] => {
    const [from, to] = ['start', 'end'].map((key) => {
      const text = request.query.get(key);
      const point = text === null ? null : readPoint(text, timeZone());
      if (point === null) throw fault('invalid_format', 'expected_date_and_time_at', { key });
      return point;
    }) as [number, number];
    if (to < from) throw fault('invalid_format', 'expected_end_after_start');
    return [from, to];
  };
  return [
    {
      method: 'GET',
      path: '/api/calendars',
      permission: 'user',
      summary: 'The calendars the caller may read, by name',
      result: z.array(object({ name: z.string(), entity_id: z.string() })),
      answers: { 200: 'An array of names and entity ids' },
      handle: ({ access }) => json(calendars.list().filter(({ entity_id: id }) => sees(access, id))),
    },
    {
      method: 'GET',
      path: '/api/calendars/:entity_id',
      permission: 'user',
      summary: 'The events of a calendar in a period',
      query: { start: 'The start, a date and time', end: 'The end' },
      result: CalendarEventsShape,
      answers: { 200: 'An array of events', 400: 'No such calendar, or an invalid period' },
      handle: async (request) => {
        const id = request.param('entity_id').toLowerCase();
        const span = spanOf(request);
        // The path exists, so an unknown name in it is an invalid value rather than 404.
        if (!request.access.may('read', id) || !calendars.list().some((one) => one.entity_id === id))
          throw fault('invalid_format', 'calendar_not_found', { id: id.slice(0, 255) });
        return json((await calendars.search(id, ...span)).map(shown));
      },
    },
  ];
}

/** An event with all its keys; missing values are null. */
function shown(one: CalendarEvent): object {
  const time = (text: string): object => (one.allDay ? { date: text } : { dateTime: text });
  return {
    start: time(one.start),
    end: time(one.end),
    summary: one.summary,
    description: one.description ?? null,
    location: one.location ?? null,
    uid: one.uid ?? null,
    recurrence_id: one.recurrenceId ?? null,
    rrule: one.rule ?? null,
    status: null,
  };
}
