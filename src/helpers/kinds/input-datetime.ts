import { z } from 'zod';
import type { Clock } from '../../core/clock.ts';
import { booleanSchema } from '../../domains/field.ts';
import {
  inputDatetimeDomain,
  partsAt,
  readDate,
  readDatetime,
  readTime,
  withTimestamp,
} from '../../domains/input-datetime.ts';
import { holdingDriver } from '../drivers.ts';
import { defineKind, type HelperKind, helperFields } from '../helper-kind.ts';

/** Dates and times; what is not known is today at midnight. */
export function inputDatetimeKind(clock: Clock, timeZone: () => string): HelperKind {
  const parse = (text: string) => {
    const date = readDate(text);
    const time = readTime(text);
    if (date !== undefined) return { date };
    return time === undefined ? readDatetime(text, timeZone()) : { time };
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
        initial: z
          .string()
          .refine((text) => parse(text) !== undefined, 'Expected a date, a time or both')
          .optional(),
      })
      .refine(({ has_date: hasDate, has_time: hasTime }) => hasDate || hasTime, {
        path: ['has_date'],
        message: 'Expected has_date or has_time to be true',
      }),
    shape: ({ has_date: hasDate, has_time: hasTime, initial }) => {
      const zone = timeZone();
      const told = {
        date: partsAt(clock.now(), zone).date,
        time: '00:00:00',
        ...(initial === undefined ? {} : parse(initial)),
      };
      return {
        capabilities: { has_date: hasDate, has_time: hasTime },
        values: withTimestamp(told, hasDate, zone),
        remembers: initial === undefined,
        fit: ({ date, time }) => {
          const parts = {
            date: readDate(String(date)) ?? told.date,
            time: readTime(String(time)) ?? told.time,
          };
          return withTimestamp(parts, hasDate, zone);
        },
      };
    },
  });
}
