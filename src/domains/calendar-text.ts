import { Temporal } from 'temporal-polyfill';

/** A day as `YYYY-MM-DD`, from text with or without leading zeros; null for what is no day. */
export function parseDay(text: string): string | null {
  const match = /^\s*(\d{4})-(\d{1,2})-(\d{1,2})\s*$/.exec(text);
  if (match === null) return null;
  const [, year, month, day] = match.map(Number) as [number, number, number, number];
  try {
    return Temporal.PlainDate.from({ year, month, day }, { overflow: 'reject' }).toString();
  } catch {
    return null;
  }
}

/** A time of day as `HH:MM:SS`, from hours and minutes with or without seconds; null for what is none. */
export function parseTimeOfDay(text: string): string | null {
  const match = /^\s*(\d{1,2}):(\d{1,2})(?::(\d{1,2}))?\s*$/.exec(text);
  if (match === null) return null;
  const [hour = 0, minute = 0, second = 0] = match.slice(1).map((part) => Number(part ?? 0));
  if (hour > 23 || minute > 59 || second > 59) return null;
  return [hour, minute, second].map((part) => String(part).padStart(2, '0')).join(':');
}

const MOMENT =
  /^\s*(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?)\s*(Z|[-+]\d{2}(?::?\d{2})?)?)?\s*$/i;

/** A moment in text. Without an offset it belongs to the zone of whoever reads it; null for what is no moment. */
export function parseMoment(text: string): LocalOrExact | null {
  const match = MOMENT.exec(text);
  const [, day = '', time = '00:00', offset] = match ?? [];
  if (match === null) return null;
  try {
    const local = Temporal.PlainDateTime.from(`${day}T${time}`, { overflow: 'reject' });
    const zone = offset === undefined ? null : zoneOf(offset);
    local.toZonedDateTime(zone ?? 'UTC');
    return { local, offset: zone };
  } catch {
    return null;
  }
}

/** A date and time on a calendar and clock, with its zone where that was said. */
export interface LocalOrExact {
  readonly local: Temporal.PlainDateTime;
  readonly offset: string | null;
}

/** Milliseconds since 1970; of a time that a clock shows twice the first, of one it skips the one after. */
export function pointOf({ local, offset }: LocalOrExact, timeZone: string): number {
  return local.toZonedDateTime(offset ?? timeZone).epochMilliseconds;
}

function zoneOf(offset: string): string {
  if (/z/i.test(offset)) return 'UTC';
  const digits = offset.slice(1).replace(':', '').padEnd(4, '0');
  return `${offset[0]}${digits.slice(0, 2)}:${digits.slice(2)}`;
}
