import { z } from 'zod';
import type { Clock } from '../../core/clock.ts';
import { schemaError } from '../../core/schema-error.ts';
import { booleanSchema, textSchema } from '../../domains/definition/field.ts';
import {
  inputDatetimeDomain,
  partsAt,
  readDate,
  readDatetime,
  readTime,
  withTimestamp,
} from '../../domains/input-datetime/input-datetime.ts';
import { holdingDriver } from '../drivers.ts';
import { defineKind, type HelperKind, helperFields } from '../helper-kind.ts';

/** Dates and times; unknown values default to today at midnight. */
export function inputDatetimeKind(clock: Clock, timeZone: () => string): HelperKind {
  const parse = (text: string, hasDate: boolean, hasTime: boolean) => {
    if (hasDate && hasTime) return readDatetime(text, timeZone());
    const [date, time] = [hasDate ? readDate(text) : undefined, hasDate ? undefined : readTime(text)];
    if (date !== undefined) return { date };
    return time === undefined ? undefined : { time };
  };
  return defineKind({
    domain: inputDatetimeDomain,
    reload: 'admin',
    driver: holdingDriver,
    schema: z
      .strictObject({
        ...helperFields,
        has_date: booleanSchema.default(false),
        has_time: booleanSchema.default(false),
        initial: textSchema.optional(),
      })
      .refine(({ has_date: hasDate, has_time: hasTime }) => hasDate || hasTime, {
        path: ['has_date'],
        error: schemaError('expects_date_or_time_part'),
      })
      .refine(
        ({ has_date: hasDate, has_time: hasTime, initial }) =>
          initial === undefined || parse(initial, hasDate, hasTime) !== undefined,
        { path: ['initial'], error: schemaError('expects_initial_moment') },
      ),
    shape: ({ has_date: hasDate, has_time: hasTime, initial }) => {
      const zone = timeZone();
      const capabilities = { has_date: hasDate, has_time: hasTime };
      const reported = {
        date: partsAt(clock.now(), zone).date,
        time: '00:00:00',
        ...(initial === undefined ? {} : parse(initial, hasDate, hasTime)),
      };
      return {
        capabilities,
        registered: ['has_date', 'has_time'],
        values: withTimestamp(reported, capabilities, zone),
        restoresState: initial === undefined,
        fit: ({ date, time }) => {
          const parts = {
            date: readDate(String(date)) ?? reported.date,
            time: readTime(String(time)) ?? reported.time,
          };
          return withTimestamp(parts, capabilities, zone);
        },
      };
    },
  });
}
