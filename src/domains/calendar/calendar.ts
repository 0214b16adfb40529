import { z } from 'zod';
import { fault, HubError } from '../../core/errors.ts';
import { type Message, message } from '../../core/messages.ts';
import type { CalendarEvent } from '../../core/ports.ts';
import { schemaError } from '../../core/schema-error.ts';
import { dateText, localTimeOf, timeText } from '../../core/time-zone.ts';
import { parseDay, parseMoment, pointOfMoment } from '../definition/calendar-text.ts';
import { defineDomain, defineService, type EntityView, type Moment } from '../definition/define-domain.ts';
import { coercedText, custom, durationSchema, integerSchema, text } from '../definition/field.ts';
import { refusal } from '../definition/refusal.ts';

/** Start and exclusive end of an event: days (`2026-12-01`) or local times (`2026-12-01T08:00:00`). */
export interface EventSpan {
  readonly allDay: boolean;
  readonly start: string;
  readonly end: string;
}

/** The values of a calendar: the current event, or the next one. */
export interface CalendarValues {
  readonly [key: string]: unknown;
  readonly event: CalendarEvent | null;
  readonly on: boolean;
}

type View = EntityView<CalendarValues, Record<string, unknown>>;

const DAY = 86_400_000;
const momentText = coercedText('expects_date_and_time', (value) => {
  const midnight = parseDay(value);
  if (midnight !== null) return `${midnight} 00:00:00`;
  return parseMoment(value) === null ? null : value;
});
const dayText = coercedText('expects_date', parseDay);
const WAYS = [
  ['start_date_time', 'end_date_time'],
  ['start_date', 'end_date'],
] as const;

const moment = (example: string) => custom(momentText, { datetime: null }, { example });
const day = (example: string) => custom(dayText, { date: null }, { example });
const positive = durationSchema.refine((length) => length > 0, schemaError('expects_positive_duration'));
const ahead = z
  .strictObject({ days: integerSchema({ min: 0 }).optional(), weeks: integerSchema({ min: 0 }).optional() })
  .refine(
    ({ days, weeks }) => days === undefined || weeks === undefined,
    schemaError('expects_days_or_weeks'),
  );

/** Parses an event's start and end, both days or both times. Throws `invalid_format`, also below 1 s. */
export function readSpan(start: string, end: string, timeZone: string): EventSpan {
  const days = [parseDay(start), parseDay(end)] as const;
  if ((days[0] === null) !== (days[1] === null))
    throw fault('invalid_format', 'expected_two_dates_or_times', { start, end });
  const first = parseMoment(start);
  const last = parseMoment(end);
  if (first === null || last === null)
    throw fault('invalid_format', 'expected_date_or_date_and_time', { start, end });
  if ((first.offset === null) !== (last.offset === null))
    throw fault('invalid_format', 'expected_both_offsets_or_none', { start, end });
  // A time without an offset is a local time, even one that a clock change skips.
  const zone = first.offset === null ? 'UTC' : timeZone;
  const [from, to] = [pointOfMoment(first, zone), pointOfMoment(last, zone)];
  if (to - from < 1000) throw fault('invalid_format', 'expected_end_second_after_start', { start, end });
  if (days[0] !== null && days[1] !== null) return { allDay: true, start: days[0], end: days[1] };
  return { allDay: false, start: wallText(from, zone), end: wallText(to, zone) };
}

/** An event as written by a service; the command of `create_event`. */
export interface WrittenEvent extends EventSpan {
  readonly [key: string]: unknown;
  readonly summary: string;
  readonly description?: string | undefined;
  readonly location?: string | undefined;
}

/** What `get_events` requests from its driver. */
export interface RequestedSpan {
  readonly [key: string]: unknown;
  readonly from: number;
  readonly to: number;
}

/** Events as `get_events` answers them. */
export function answerEvents(events: readonly CalendarEvent[]): object {
  return {
    events: events.map(({ start, end, summary, description, location }) => ({
      start,
      end,
      summary,
      ...(description === undefined ? {} : { description }),
      ...(location === undefined ? {} : { location }),
    })),
  };
}

/** Calendars. */
export const calendarDomain = defineDomain<CalendarValues, Record<string, unknown>>({
  name: 'calendar',
  title: 'Calendar',
  states: ['on', 'off'],
  unrecorded: ['description'],
  features: { create: 1, delete: 2, update: 4 },
  deviceClasses: [],
  attributes: {
    message: { description: 'The name of the current or next event.' },
    all_day: { description: 'Whether it is an all-day event.' },
    start_time: { description: 'The start, in the time zone of the home.' },
    end_time: { description: 'The end, in the time zone of the home.' },
    location: { description: 'The location of the event.' },
    description: { description: 'The description of the event.' },
    entity_id: { description: 'The members, for a group.', capability: true },
  },
  services: [
    defineService({
      name: 'create_event',
      fields: {
        summary: text({ required: true, example: 'Dentist' }),
        description: text({ example: 'Bring the letter.' }),
        start_date_time: moment('2026-12-01 20:00:00'),
        end_date_time: moment('2026-12-01 22:00:00'),
        start_date: day('2026-12-01'),
        end_date: day('2026-12-02'),
        in: custom(
          ahead,
          { object: null },
          {
            example: '{"days": 2}',
          },
        ),
        location: text({ example: 'Main street 12' }),
      },
      requires: [['create']],
      check: (fields) => {
        const ways = WAYS.filter((keys) => keys.some((key) => fields[key] !== undefined));
        const count = ways.length + (fields.in === undefined ? 0 : 1);
        if (count !== 1) return message('calendar_event_needs_one_span');
        const [from, to] = ways[0] ?? [];
        if (from === undefined || to === undefined) return undefined;
        const missing = [from, to].find((key) => fields[key] === undefined);
        if (missing !== undefined) return message('required_key_is_missing', { name: missing });
        return complaintOf(() => readSpan(String(fields[from]), String(fields[to]), 'UTC'), to);
      },
      plan: (_view: View, fields, now) => {
        const { summary, description = '', location } = fields;
        const written: WrittenEvent = { ...spanOf(fields, now), summary, description, location };
        return { service: 'create_event', fields: { ...written }, patch: {} };
      },
    }),
    defineService({
      name: 'get_events',
      fields: {
        start_date_time: moment('2026-12-01 00:00:00'),
        end_date_time: moment('2026-12-08 00:00:00'),
        duration: custom(positive, { duration: { enable_second: true } }, { example: { days: 7 } }),
      },
      exclusive: [['end_date_time', 'duration']],
      anyOf: ['end_date_time', 'duration'],
      response: 'only',
      check: ({ start_date_time: start, end_date_time: end }) =>
        start === undefined || end === undefined
          ? undefined
          : complaintOf(() => requireOrder(pointOf(start, 'UTC'), pointOf(end, 'UTC')), 'end_date_time'),
      plan: (_view: View, { start_date_time: start, end_date_time: end, duration: length }, at) => {
        const from = start === undefined ? at.now : pointOf(start, at.timeZone);
        const to = end === undefined ? from + (length ?? 0) : pointOf(end, at.timeZone);
        if (start !== undefined) requireOrder(from, to);
        const asked: RequestedSpan = { from, to };
        return { service: 'get_events', fields: { ...asked }, patch: {} };
      },
    }),
  ],
  presentCapabilities: ({ entity_id: members }) => (members === undefined ? {} : { entity_id: members }),
  present: ({ values: { event, on } }) => ({
    state: on ? 'on' : 'off',
    attributes:
      event === null
        ? {}
        : {
            message: event.summary,
            all_day: event.allDay,
            start_time: shownTime(event.start),
            end_time: shownTime(event.end),
            location: event.location ?? '',
            description: event.description ?? '',
          },
  }),
});

interface CreateFields {
  readonly start_date_time?: string;
  readonly end_date_time?: string;
  readonly start_date?: string;
  readonly end_date?: string;
  readonly in?: { readonly days?: number | undefined; readonly weeks?: number | undefined };
}

function spanOf(fields: CreateFields, { now, timeZone }: Moment): EventSpan {
  const [start, end] =
    fields.start_date === undefined
      ? [fields.start_date_time, fields.end_date_time]
      : [fields.start_date, fields.end_date];
  if (start !== undefined && end !== undefined) return readSpan(start, end, timeZone);
  const { days, weeks } = fields.in ?? {};
  if (days === undefined && weeks === undefined) throw fault('invalid_format', 'expected_days_or_weeks');
  const today = Date.parse(dateText(localTimeOf(now, timeZone)));
  const first = today + (days ?? (weeks ?? 0) * 7) * DAY;
  if (!(first < Date.parse('9999-12-31')))
    throw refusal('too_far', { key: 'day_too_far_away', parameters: {} }, { domain: 'calendar' });
  return { allDay: true, start: dateOf(first), end: dateOf(first + DAY) };
}

function requireOrder(from: number, to: number): void {
  if (from < to) return;
  throw fault('invalid_format', 'expected_end_after_start_date_time');
}

function complaintOf(check: () => unknown, path: string): Message | undefined {
  try {
    check();
    return undefined;
  } catch (error) {
    if (!(error instanceof HubError) || error.reason === undefined) throw error;
    return message('problem_at', { problem: error.reason, path });
  }
}

/** The timestamp of a text, for a day its midnight; null for invalid text. */
export function readPoint(given: string, timeZone: string): number | null {
  const read = parseMoment(given);
  return read === null ? null : pointOfMoment(read, timeZone);
}

function pointOf(given: string, timeZone: string): number {
  return readPoint(given, timeZone) ?? Number.NaN;
}

/** `2026-12-01T08:00:00` on the clocks of a zone. */
export function wallText(at: number, timeZone: string): string {
  const local = localTimeOf(at, timeZone);
  return `${dateText(local)}T${timeText(local)}`;
}

function dateOf(at: number): string {
  return new Date(at).toISOString().slice(0, 10);
}

/** `2026-12-01 08:00:00`: a day starts at midnight. */
function shownTime(time: string): string {
  return time.length === 10 ? `${time} 00:00:00` : time.slice(0, 19).replace('T', ' ');
}
