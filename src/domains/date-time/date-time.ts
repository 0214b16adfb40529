import type { z } from 'zod';
import {
  type CalendarMoment,
  parseDay,
  parseMoment,
  parseTimeOfDay,
  pointOfMoment,
} from '../definition/calendar-text.ts';
import { defineDomain, defineService, type EntityView } from '../definition/define-domain.ts';
import { coercedText, custom } from '../definition/field.ts';

/** The reported value of a date, as `YYYY-MM-DD`. */
export interface DateValues {
  readonly [key: string]: unknown;
  readonly date: string | null;
}

/** The reported value of a time, as `HH:MM:SS`. */
export interface TimeValues {
  readonly [key: string]: unknown;
  readonly time: string | null;
}

/** The reported value of a date with time, in milliseconds since 1970. */
export interface DateTimeValues {
  readonly [key: string]: unknown;
  readonly at: number | null;
}

type Nothing = Record<string, never>;

const daySchema: z.ZodType<string> = coercedText('expects_date', parseDay);
const timeSchema: z.ZodType<string> = coercedText('expects_clock_time', parseTimeOfDay);
const momentSchema: z.ZodType<CalendarMoment> = coercedText('expects_date_and_time', parseMoment);

/** Dates stored on a device and settable. */
export const dateDomain = defineDomain<DateValues, Nothing>({
  name: 'date',
  title: 'Date',
  states: 'A date, as YYYY-MM-DD.',
  features: {},
  deviceClasses: [],
  attributes: {},
  services: [
    defineService({
      name: 'set_value',
      fields: {
        date: custom(daySchema, { date: {} }, { required: true, example: '2026-11-01' }),
      },
      plan: (_entity: EntityView<DateValues, Nothing>, { date }) => ({
        service: 'set_value',
        fields: { date },
        patch: { date },
      }),
    }),
  ],
  present: ({ values: { date } }) => ({ state: date, attributes: {} }),
});

/** Times of day stored on a device and settable. */
export const timeDomain = defineDomain<TimeValues, Nothing>({
  name: 'time',
  title: 'Time',
  states: 'A time of day, as HH:MM:SS.',
  features: {},
  deviceClasses: [],
  attributes: {},
  services: [
    defineService({
      name: 'set_value',
      fields: {
        time: custom(timeSchema, { time: {} }, { required: true, example: '22:15' }),
      },
      plan: (_entity: EntityView<TimeValues, Nothing>, { time }) => ({
        service: 'set_value',
        fields: { time },
        patch: { time },
      }),
    }),
  ],
  present: ({ values: { time } }) => ({ state: time, attributes: {} }),
});

/** Dates with times stored on a device and settable. */
export const dateTimeDomain = defineDomain<DateTimeValues, Nothing>({
  name: 'datetime',
  title: 'Date and time',
  states: 'A date and time in UTC, in ISO 8601.',
  features: {},
  deviceClasses: [],
  attributes: {},
  services: [
    defineService({
      name: 'set_value',
      fields: {
        datetime: custom(
          momentSchema,
          { datetime: {} },
          {
            required: true,
            example: '2026-10-07T21:35:22',
          },
        ),
      },
      plan: (_entity: EntityView<DateTimeValues, Nothing>, { datetime }, { timeZone }) => {
        const at = pointOfMoment(datetime, timeZone);
        const offset = (pointOfMoment({ ...datetime, offset: 0 }, timeZone) - at) / 60_000;
        return { service: 'set_value', fields: { at, offset }, patch: { at } };
      },
    }),
  ],
  present: ({ values: { at } }) => ({
    state: at == null ? null : `${new Date(at).toISOString().slice(0, 19)}+00:00`,
    attributes: {},
  }),
});
