/** A local date and time. */
export interface LocalTime {
  readonly year: number;
  /** 1 to 12 */
  readonly month: number;
  readonly day: number;
  readonly hour: number;
  readonly minute: number;
  readonly second: number;
}

const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone);
  if (known !== undefined) return known;
  const format = wallClock(timeZone);
  formats.set(timeZone, format);
  return format;
}

/**
 * Formats the date fields and the era in a time zone. Cached, since creating a formatter costs far more than
 * using it.
 */
export function wallClock(timeZone: string): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
    era: 'short',
  });
}

/**
 * What the clocks of a time zone show at a point (milliseconds since 1970). The text as a whole is made four
 * times as fast as its parts.
 */
export function localTimeOf(at: number, timeZone: string): LocalTime {
  const numbers = formatOf(timeZone).format(at).match(/\d+/g) ?? [];
  const [month = 1, day = 1, year = 0, hour = 0, minute = 0, second = 0] = numbers.map(Number);
  return { year, month, day, hour, minute, second };
}

/**
 * The point at which the clocks show this time. A time that is skipped counts on from before the gap; of two,
 * the first is meant.
 */
export function pointOf(local: LocalTime, timeZone: string): number {
  const asUtc = Date.UTC(local.year, local.month - 1, local.day, local.hour, local.minute, local.second);
  const early = asUtc - offsetAt(asUtc - 86_400_000, timeZone);
  if (offsetAt(early, timeZone) === asUtc - early) return early;
  const late = asUtc - offsetAt(asUtc + 86_400_000, timeZone);
  return offsetAt(late, timeZone) === asUtc - late ? late : early;
}

/** The UTC offset of the zone at a time, in milliseconds. */
export function offsetAt(at: number, timeZone: string): number {
  const seconds = Math.floor(at / 1000) * 1000;
  const { year, month, day, hour, minute, second } = localTimeOf(seconds, timeZone);
  return Date.UTC(year, month - 1, day, hour, minute, second) - seconds;
}

/** 0 is Monday, 6 is Sunday. */
export function weekdayOf({ year, month, day }: LocalTime): number {
  return (new Date(Date.UTC(year, month - 1, day)).getUTCDay() + 6) % 7;
}

/** `2026-11-20` */
export function dateText({ year, month, day }: LocalTime): string {
  return `${String(year).padStart(4, '0')}-${two(month)}-${two(day)}`;
}

/** `07:30:00` */
export function timeText({ hour, minute, second }: LocalTime): string {
  return `${two(hour)}:${two(minute)}:${two(second)}`;
}

/** Local time with its UTC offset: `2026-07-01T08:00:00+02:00`. */
export function localIso(at: number, timeZone: string): string {
  const offset = offsetAt(at, timeZone) / 60_000;
  const size = Math.abs(offset);
  const pad = (number: number): string => String(number).padStart(2, '0');
  const local = new Date(at + offset * 60_000).toISOString().slice(0, 19);
  return `${local}${offset < 0 ? '-' : '+'}${pad(Math.floor(size / 60))}:${pad(size % 60)}`;
}

function two(number: number): string {
  return String(number).padStart(2, '0');
}
