import { z } from 'zod';
import type { Access } from '../../../core/access.ts';
import { fault, HubError } from '../../../core/errors.ts';
import type { CalendarEvent, Calendars } from '../../../core/ports.ts';
import { readPoint } from '../../../domains/calendar/calendar.ts';
import { CalendarPeriodShape } from '../../shapes/automation-shapes.ts';
import { Nothing } from '../../shapes/plain-shapes.ts';
import { type Command, defineCommand, defineSubscription } from '../command.ts';

/** Writable calendars as the interface uses them. */
export interface WritableCalendars extends Pick<Calendars, 'onChange'> {
  /** Searches a time range chosen by a caller. */
  search(id: string, from: number, to: number): Promise<readonly CalendarEvent[]>;
  create(id: string, event: GivenEvent): Promise<void>;
  update(id: string, uid: string, event: GivenEvent, of?: OfSeries): Promise<void>;
  remove(id: string, uid: string, of?: OfSeries): Promise<void>;
}

interface OfSeries {
  readonly recurrenceId: string;
  readonly andFuture: boolean;
}

const event = z.strictObject({
  summary: z.string(),
  dtstart: z.string(),
  dtend: z.string(),
  description: z.string().optional(),
  location: z.string().optional(),
  rrule: z.string().optional(),
});
type GivenEvent = z.infer<typeof event>;

const named = {
  entity_id: z.string(),
  uid: z.string(),
  recurrence_id: z.string().nullable().optional(),
  recurrence_range: z.enum(['', 'THISANDFUTURE']).nullable().optional(),
};

/** `calendar/event/create`, `update`, `delete` and `subscribe`. */
export function calendarCommands(calendars: WritableCalendars, timeZone: () => string): Command[] {
  return [
    defineCommand({
      type: 'calendar/event/create',
      permission: 'user',
      summary: 'Creates an event in a calendar',
      result: Nothing,
      fields: { entity_id: z.string(), event },
      handle: async ({ message, access }) => {
        await calendars.create(writable(access, message.entity_id), message.event);
        return null;
      },
    }),
    defineCommand({
      type: 'calendar/event/update',
      permission: 'user',
      summary: 'Changes an event, or one or all following occurrences of a series',
      result: Nothing,
      fields: { ...named, event },
      handle: async ({ message, access }) => {
        const id = writable(access, message.entity_id);
        await calendars.update(id, message.uid, message.event, ofSeries(message));
        return null;
      },
    }),
    defineCommand({
      type: 'calendar/event/delete',
      permission: 'user',
      summary: 'Deletes an event, or one or all following occurrences of a series',
      result: Nothing,
      fields: named,
      handle: async ({ message, access }) => {
        await calendars.remove(writable(access, message.entity_id), message.uid, ofSeries(message));
        return null;
      },
    }),
    defineSubscription({
      type: 'calendar/event/subscribe',
      permission: 'user',
      summary: 'The events of a period, then the complete list after each change',
      event: CalendarPeriodShape,
      fields: { entity_id: z.string(), start: z.string(), end: z.string() },
      subscribe: async ({ message, access }, feed) => {
        const id = readable(access, message.entity_id);
        const span = [point('start', message.start), point('end', message.end)] as const;
        if (span[0] > span[1]) throw fault('invalid_format', 'start_must_be_before_end');
        const events = async (): Promise<string> =>
          JSON.stringify({ events: (await calendars.search(id, ...span)).map(shown) });
        let sent: string | undefined;
        let [isSearching, isOld, hasEnded] = [true, false, false];
        const leave = calendars.onChange(() => {
          isOld = true;
          if (!isSearching) void send();
        });
        const send = async (): Promise<void> => {
          isSearching = true;
          // Searches once more if anything changed during the search.
          try {
            while (isOld && !hasEnded) {
              isOld = false;
              const now = access.may('read', id) ? await events().catch(nothingOf) : NOTHING;
              if (now === sent || hasEnded) continue;
              sent = now;
              feed.event(now);
            }
          } finally {
            isSearching = false;
          }
        };
        try {
          sent = await events();
        } catch (error) {
          leave();
          throw error;
        }
        feed.event(sent);
        void send();
        return () => {
          hasEnded = true;
          leave();
        };
      },
    }),
  ];

  function point(key: string, text: string): number {
    const read = readPoint(text, timeZone());
    if (read === null) throw fault('invalid_format', 'invalid_datetime', { text, key });
    return read;
  }
}

const NOTHING = JSON.stringify({ events: [] });

/** A deleted calendar has no events. */
function nothingOf(error: unknown): string {
  if (error instanceof HubError) return NOTHING;
  throw error;
}

function readable(access: Access, requested: string): string {
  const id = requested.toLowerCase();
  if (!access.may('read', id)) throw fault('not_found', 'entity_not_found');
  return id;
}

function writable(access: Access, requested: string): string {
  const id = readable(access, requested);
  if (!access.may('control', id)) throw fault('unauthorized', 'unauthorized_to_control', { id });
  return id;
}

function ofSeries(message: {
  readonly recurrence_id?: string | null | undefined;
  readonly recurrence_range?: string | null | undefined;
}): OfSeries | undefined {
  const { recurrence_id: recurrenceId, recurrence_range: range } = message;
  return recurrenceId ? { recurrenceId, andFuture: range === 'THISANDFUTURE' } : undefined;
}

/** An event of a subscription; missing values are omitted. */
function shown(one: CalendarEvent): object {
  return {
    start: one.start,
    end: one.end,
    summary: one.summary,
    description: one.description,
    location: one.location,
    uid: one.uid,
    recurrence_id: one.recurrenceId,
    rrule: one.rule,
    all_day: one.allDay,
  };
}
