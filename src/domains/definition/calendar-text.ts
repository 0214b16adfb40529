import { type LocalTime, pointOf } from '../../core/time-zone.ts';

/** A day as `YYYY-MM-DD`, from text with or without leading zeros; null for invalid text. */
export function parseDay(text: string): string | null {
  const match = /^\s*(\d{4})-(\d{1,2})-(\d{1,2})\s*$/.exec(text);
  if (match === null) return null;
  const [year = 0, month = 0, day = 0] = match.slice(1).map(Number);
  if (!isDay(year, month, day)) return null;
  return `${match[1]}-${twoDigits(month)}-${twoDigits(day)}`;
}

/** A time of day as `HH:MM:SS`, from hours and minutes with or without seconds; null for invalid text. */
export function parseTimeOfDay(text: string): string | null {
  const match = /^\s*(\d{1,2}):(\d{1,2})(?::(\d{1,2}))?\s*$/.exec(text);
  if (match === null) return null;
  const [hour = 0, minute = 0, second = 0] = match.slice(1).map((part) => Number(part ?? 0));
  return isTimeOfDay(hour, minute, second) ? [hour, minute, second].map(twoDigits).join(':') : null;
}

/** A date and time, with its UTC offset if given. */
export interface CalendarMoment {
  readonly local: LocalTime;
  readonly milliseconds: number;
  /** Minutes ahead of UTC; null for a local time. */
  readonly offset: number | null;
}

const MOMENT =
  /^\s*(\d{4})-(\d{1,2})-(\d{1,2})(?:[T ](\d{1,2}):(\d{1,2})(?::(\d{1,2})(\.\d{1,9})?)?\s*(Z|[-+]\d{2}(?::?\d{2})?)?)?\s*$/i;
/** The same without separators. */
const COMPACT =
  /^\s*(\d{4})(\d{2})(\d{2})(?:[T ](\d{2})(\d{2})(?:(\d{2})(\.\d{1,9})?)?\s*(Z|[-+]\d{2}(?::?\d{2})?)?)?\s*$/i;

/** Parses a date and time; a plain date is its midnight. Null for invalid text. */
export function parseMoment(text: string): CalendarMoment | null {
  const match = MOMENT.exec(text) ?? COMPACT.exec(text);
  if (match === null) return null;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = match
    .slice(1, 7)
    .map((part) => Number(part ?? 0));
  const offset = match[8] === undefined ? null : minutesOf(match[8]);
  if (!isDay(year, month, day) || !isTimeOfDay(hour, minute, second) || offset === undefined) return null;
  const milliseconds = Number((match[7] ?? '.0').slice(1, 4).padEnd(3, '0'));
  return { local: { year, month, day, hour, minute, second }, milliseconds, offset };
}

/**
 * Milliseconds since 1970; for a local time that occurs twice the first one, for one that is skipped the end
 * of the gap.
 */
export function pointOfMoment({ local, milliseconds, offset }: CalendarMoment, timeZone: string): number {
  if (offset === null) return pointOf(local, timeZone) + milliseconds;
  return pointOf(local, 'UTC') + milliseconds - offset * 60_000;
}

/** Whether a day exists; years before 100 are rejected. */
function isDay(year: number, month: number, day: number): boolean {
  const date = new Date(Date.UTC(year, month - 1, day));
  return date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
}

function isTimeOfDay(hour: number, minute: number, second: number): boolean {
  return hour <= 23 && minute <= 59 && second <= 59;
}

/** Minutes of an offset; undefined for one no clock has. */
function minutesOf(offset: string): number | undefined {
  if (/z/i.test(offset)) return 0;
  const digits = offset.slice(1).replace(':', '').padEnd(4, '0');
  const [hours, minutes] = [Number(digits.slice(0, 2)), Number(digits.slice(2))];
  if (hours > 23 || minutes > 59) return undefined;
  return (offset.startsWith('-') ? -1 : 1) * (hours * 60 + minutes);
}

function twoDigits(part: number): string {
  return String(part).padStart(2, '0');
}
