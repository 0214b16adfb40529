import { daysLater, localTimeOf, pointOf, weekdayOf } from '../core/time-zone.ts';

/** A period in milliseconds since 1970; an end that is null is now or later. */
export interface ChosenPeriod {
  readonly start: number | null;
  readonly end: number | null;
}

const WEEKDAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;

/** A calendar period relative to the current one. */
export interface CalendarPeriod {
  readonly period: 'hour' | 'day' | 'week' | 'month' | 'year';
  /** In whole periods; negative ones are in the past. */
  readonly offset?: number | undefined;
  readonly first_weekday?: (typeof WEEKDAYS)[number] | undefined;
}

const HOUR = 3_600_000;

/** The bounds of a calendar period; days have 23 to 25 hours. */
export function calendarPeriod(
  { period, offset = 0, first_weekday = 'mon' }: CalendarPeriod,
  now: number,
  timeZone: string,
): ChosenPeriod {
  const local = localTimeOf(now, timeZone);
  if (period === 'hour') {
    // Counted back from now, since a local time may occur twice when clocks are set back.
    const passed = (local.minute * 60 + local.second) * 1000 + (((now % 1000) + 1000) % 1000);
    const start = now - passed + offset * HOUR;
    return { start, end: start + HOUR };
  }
  const midnight = (year: number, month: number, day: number): number =>
    pointOf(daysLater({ year, month, day }, 0), timeZone);
  const { year, month, day } = local;
  if (period === 'year')
    return { start: midnight(year + offset, 1, 1), end: midnight(year + offset + 1, 1, 1) };
  if (period === 'month')
    return { start: midnight(year, month + offset, 1), end: midnight(year, month + offset + 1, 1) };
  if (period === 'day')
    return { start: midnight(year, month, day + offset), end: midnight(year, month, day + offset + 1) };
  const first = day - ((weekdayOf(local) - WEEKDAYS.indexOf(first_weekday) + 7) % 7) + offset * 7;
  return { start: midnight(year, month, first), end: midnight(year, month, first + 7) };
}
