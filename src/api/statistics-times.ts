import { fault } from '../core/errors.ts';
import { parseMoment, pointOfMoment } from '../domains/definition/calendar-text.ts';

/**
 * Reads a point in time: ISO 8601, without an offset in a time zone, a date alone as its midnight. Null for anything
 * else.
 */
export function readMoment(text: string, timeZone: string): number | null {
  const moment = parseMoment(text);
  return moment === null ? null : pointOfMoment(moment, timeZone);
}

/** The start of an imported hour: with an offset, and full in that offset. */
export function readHour(text: string): number {
  const at = readWithOffset(text);
  const moment = parseMoment(text);
  if (moment === null || moment.local.minute !== 0 || moment.local.second !== 0 || /\.\d*[1-9]/.test(text))
    throw fault('home_assistant_error', 'statistics_row_not_hourly');
  return at;
}

/** A point in time with an offset. */
export function readWithOffset(text: string): number {
  const moment = parseMoment(text);
  if (moment === null) throw fault('invalid_format', 'statistics_time_invalid', { time: text });
  if (moment.offset === null) throw fault('home_assistant_error', 'statistics_row_naive');
  return pointOfMoment(moment, 'UTC');
}
