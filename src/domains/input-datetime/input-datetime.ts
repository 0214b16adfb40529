import { z } from 'zod';
import { fault } from '../../core/errors.ts';
import type { MessageKey } from '../../core/messages.ts';
import { schemaError } from '../../core/schema-error.ts';
import { dateText, type LocalTime, localTimeOf, pointOf, timeText } from '../../core/time-zone.ts';
import { defineDomain, defineService, type EntityView, type Moment } from '../definition/define-domain.ts';
import { custom, float } from '../definition/field.ts';
import { type SavedState, type ServiceStep, step } from '../definition/reproduce.ts';

/** A date and a time of the wall clock; the time zone is the home's. */
export interface InputDatetimeValues {
  readonly [key: string]: unknown;
  /** `YYYY-MM-DD` */
  readonly date: string;
  /** `HH:MM:SS` */
  readonly time: string;
  /** Both as a point, in seconds since 1970. */
  readonly timestamp: number;
}

/** Which of the two it shows. */
export interface InputDatetimeCapabilities {
  readonly [key: string]: unknown;
  readonly has_date: boolean;
  readonly has_time: boolean;
}

type View = EntityView<InputDatetimeValues, InputDatetimeCapabilities>;
type Parts = Pick<InputDatetimeValues, 'date' | 'time'>;

const DATE = /^(\d{4})-(\d{1,2})-(\d{1,2})$/;
const TIME = /^(\d{1,2}):(\d{1,2})(?::(\d{1,2}))?$/;
const DATETIME =
  /^(\d{4}-\d{1,2}-\d{1,2})(?:[T ](\d{1,2}:\d{2}(?::\d{2})?)(?:\.\d+)?)?(Z|[+-]\d{2}:?\d{2})?$/;

/** `YYYY-MM-DD` of a date that exists; undefined for anything else. */
export function readDate(text: string): string | undefined {
  const match = DATE.exec(text.trim());
  if (match === null) return undefined;
  const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])];
  const real = new Date(Date.UTC(year, month - 1, day));
  if (real.getUTCMonth() !== month - 1 || real.getUTCDate() !== day) return undefined;
  return dateText({ year, month, day, hour: 0, minute: 0, second: 0 });
}

/** `HH:MM:SS` of a time of day; undefined for anything else. */
export function readTime(text: string): string | undefined {
  const match = TIME.exec(text.trim());
  if (match === null) return undefined;
  const [hour, minute, second] = [Number(match[1]), Number(match[2]), Number(match[3] ?? 0)];
  if (hour > 23 || minute > 59 || second > 59) return undefined;
  return timeText({ year: 0, month: 1, day: 1, hour, minute, second });
}

/** Date and time of a text with both or a date alone, without fractions, converted to the zone. */
export function readDatetime(text: string, timeZone: string): Parts | undefined {
  const match = DATETIME.exec(text.trim());
  if (match === null) return undefined;
  const date = readDate(match[1] ?? '');
  const time = readTime(match[2] ?? '00:00:00');
  if (date === undefined || time === undefined) return undefined;
  if (match[3] === undefined) return { date, time };
  return partsAt(Date.parse(`${date}T${time}${match[3]}`), timeZone);
}

/** The local time of a timestamp in a zone. */
export function partsAt(at: number, timeZone: string): Parts {
  const local = localTimeOf(at, timeZone);
  return { date: dateText(local), time: timeText(local) };
}

/** Adds the timestamp of the parts that are shown; without a date, the seconds since midnight. */
export function withTimestamp(
  parts: Parts,
  { has_date: hasDate, has_time: hasTime }: InputDatetimeCapabilities,
  timeZone: string,
): InputDatetimeValues {
  const local = localOf(hasTime ? parts : { ...parts, time: '00:00:00' });
  const sinceMidnight = local.hour * 3600 + local.minute * 60 + local.second;
  return { ...parts, timestamp: hasDate ? pointOf(local, timeZone) / 1000 : sinceMidnight };
}

function localOf({ date, time }: Parts): LocalTime {
  const [year = 1970, month = 1, day = 1] = date.split('-').map(Number);
  const [hour = 0, minute = 0, second = 0] = time.split(':').map(Number);
  return { year, month, day, hour, minute, second };
}

function reading(expected: MessageKey, read: (text: string) => unknown): z.ZodType<string> {
  const error = schemaError(expected);
  return z.string(error).refine((text) => read(text) !== undefined, error);
}

const fields = {
  date: custom(reading('expects_date', readDate), { text: null }, { example: '2026-11-20' }),
  time: custom(reading('expects_clock_time', readTime), { time: null }, { example: '07:30:00' }),
  datetime: custom(
    reading('expects_date_and_time', (text) => readDatetime(text, 'UTC')),
    { text: null },
    { example: '2026-11-20 07:30:00' },
  ),
  timestamp: float({ example: 1_763_620_000, formMin: 0, selector: { number: { mode: 'box' } } }),
};

/** Dates and times that people set: an alarm, a birthday. */
export const inputDatetimeDomain = defineDomain<InputDatetimeValues, InputDatetimeCapabilities>({
  name: 'input_datetime',
  title: 'Input datetime',
  states: '`YYYY-MM-DD HH:MM:SS`, `YYYY-MM-DD` or `HH:MM:SS`, in local time.',
  unrecorded: ['editable', 'has_date', 'has_time'],
  features: {},
  deviceClasses: [],
  attributes: {
    has_date: { description: 'Whether it has a date.', capability: true },
    has_time: { description: 'Whether it has a time.', capability: true },
    year: { description: 'Part of the date.' },
    month: { description: 'Month of the date, 1 to 12.' },
    day: { description: 'Part of the date.' },
    hour: { description: 'Part of the time.' },
    minute: { description: 'Part of the time.' },
    second: { description: 'Part of the time.' },
    timestamp: { description: 'Unix timestamp; without a date, seconds since midnight.' },
    editable: {
      description: 'Whether it was created in the app, not in the settings file.',
      capability: true,
    },
  },
  services: [
    defineService({
      name: 'set_datetime',
      fields,
      exclusive: [
        ['datetime', 'date'],
        ['datetime', 'time'],
        ['datetime', 'timestamp'],
        ['timestamp', 'date'],
        ['timestamp', 'time'],
      ],
      anyOf: ['date', 'time', 'datetime', 'timestamp'],
      plan: (entity: View, given, { timeZone }: Moment) => {
        const { has_date: hasDate, has_time: hasTime } = entity.capabilities;
        const specified = specifiedParts(given, timeZone);
        const date = hasDate ? specified.date : undefined;
        const time = hasTime ? specified.time : undefined;
        if (date === undefined && time === undefined) {
          throw fault('invalid_format', hasDate ? 'datetime_without_time' : 'datetime_without_date', {
            entity_id: entity.id,
          });
        }
        const parts = { date: date ?? entity.values.date, time: time ?? entity.values.time };
        return {
          service: 'set_datetime',
          fields: {},
          patch: withTimestamp(parts, entity.capabilities, timeZone),
        };
      },
    }),
  ],
  reproduce: dateAndTime,
  present: ({ values, capabilities: { has_date: hasDate, has_time: hasTime } }) => {
    const { year, month, day, hour, minute, second } = localOf(values);
    return {
      state: [...(hasDate ? [values.date] : []), ...(hasTime ? [values.time] : [])].join(' '),
      attributes: {
        ...(hasDate ? { year, month, day } : {}),
        ...(hasTime ? { hour, minute, second } : {}),
        timestamp: values.timestamp,
      },
    };
  },
});

interface Given {
  readonly date?: string;
  readonly time?: string;
  readonly datetime?: string;
  readonly timestamp?: number;
}

function specifiedParts(given: Given, timeZone: string): Partial<Parts> {
  if (given.timestamp !== undefined) return partsAt(Math.floor(given.timestamp) * 1000, timeZone);
  if (given.datetime !== undefined) return readDatetime(given.datetime, timeZone) ?? {};
  const date = given.date === undefined ? undefined : readDate(given.date);
  const time = given.time === undefined ? undefined : readTime(given.time);
  return { ...(date === undefined ? {} : { date }), ...(time === undefined ? {} : { time }) };
}

/** Accepts the parts it has: a date, a time or both. */
function dateAndTime(present: SavedState, { state }: SavedState): ServiceStep[] | undefined {
  if (present.state === state) return [];
  const { has_date: hasDate, has_time: hasTime } = present.attributes;
  const field = hasDate !== true ? 'time' : hasTime === true ? 'datetime' : 'date';
  const read = { time: readTime, date: readDate, datetime: (text: string) => readDatetime(text, 'UTC') }[
    field
  ];
  return read(state) === undefined ? undefined : [step('set_datetime', { [field]: state })];
}
