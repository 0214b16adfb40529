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

/** Each formatter is expensive, and a zone name can be spelled in many ways; a home needs a few. */
const MAX_FORMATS = 200;
const formats = new Map<string, Intl.DateTimeFormat>();

/** Throws `RangeError` for an unknown zone. */
function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone);
  if (known !== undefined) return known;
  const format = new Intl.DateTimeFormat('en-US', {
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
  if (formats.size >= MAX_FORMATS) formats.clear();
  formats.set(timeZone, format);
  return format;
}

/**
 * Whether a name is an IANA time zone such as Europe/Amsterdam. Offsets such as +01:00, which some engines
 * accept, are not.
 */
export function isTimeZone(name: string): boolean {
  return /^[A-Za-z]/.test(name) && hasClock(name);
}

/** Whether the engine knows the clocks of a zone; it also accepts offsets such as +01:00. */
export function hasClock(name: string): boolean {
  try {
    return formatOf(name) !== undefined;
  } catch {
    return false;
  }
}

/** The time zone of the machine. */
export function machineTimeZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/**
 * What the clocks of a time zone show at a point (milliseconds since 1970). The text as a whole is made four
 * times as fast as its parts.
 */
export function localTimeOf(at: number, timeZone: string): LocalTime {
  const text = formatOf(timeZone).format(at);
  const numbers = text.match(/\d+/g) ?? [];
  const [month = 1, day = 1, year = 0, hour = 0, minute = 0, second = 0] = numbers.map(Number);
  return { year: text.includes('B') ? 1 - year : year, month, day, hour, minute, second };
}

/** The point at which clocks in UTC show this time. */
function utcPoint({ year, month, day, hour, minute, second }: LocalTime): number {
  const point = Date.UTC(year, month - 1, day, hour, minute, second);
  // `Date.UTC` takes years below 100 as those of the 20th century.
  return year >= 100 ? point : new Date(point).setUTCFullYear(year, month - 1, day);
}

/**
 * The point at which the clocks show this time. A time that is skipped counts on from before the gap; of two
 * such points, the first is returned.
 */
export function pointOf(local: LocalTime, timeZone: string): number {
  const wall = utcPoint(local);
  return wall - offsetOfWall(wall, timeZone);
}

/** The point after another one at which the clocks show this time: of two such points, the first that is later. */
export function pointAfter(after: number, local: LocalTime, timeZone: string): number | null {
  const wall = utcPoint(local);
  const first = wall - offsetOfWall(wall, timeZone);
  if (first > after) return first;
  const second = wall - offsetOfWall(wall, timeZone, 1);
  return second > after ? second : null;
}

/** The UTC offset of the zone at a time, in milliseconds. */
export function offsetAt(at: number, timeZone: string): number {
  const seconds = Math.floor(at / 1000) * 1000;
  return utcPoint(localTimeOf(seconds, timeZone)) - seconds;
}

/**
 * The UTC offset in milliseconds at a wall time, taken as UTC: of two, the first, or with `fold` 1 the
 * second. A skipped time has the offset before the gap, or with `fold` 1 the one after it.
 */
export function offsetOfWall(wall: number, timeZone: string, fold = 0): number {
  const before = fold === 0 ? -DAY : DAY;
  const preferred = offsetAt(wall + before, timeZone);
  if (offsetAt(wall - preferred, timeZone) === preferred) return preferred;
  const other = offsetAt(wall - before, timeZone);
  return offsetAt(wall - other, timeZone) === other ? other : preferred;
}

const DAY = 86_400_000;
const ENGLISH = ['en-GB', 'en-US', 'en-AU', 'en-CA', 'en-NZ', 'en-ZA', 'en-IN'];

/** The abbreviation of a zone at a time, such as CEST; undefined for zones without one. */
export function abbreviationAt(at: number, timeZone: string): string | undefined {
  for (const locale of ENGLISH) {
    const format = new Intl.DateTimeFormat(locale, { timeZone, timeZoneName: 'short' });
    const name = format.formatToParts(at).find(({ type }) => type === 'timeZoneName')?.value ?? '';
    if (/^[A-Z]{3,5}$/.test(name)) return name;
  }
  return undefined;
}

/**
 * The wall time some days after a date and some seconds after midnight, by the calendar. Months and days beyond
 * their range count on.
 */
export function daysLater(
  { year, month, day }: Pick<LocalTime, 'year' | 'month' | 'day'>,
  days: number,
  seconds = 0,
): LocalTime {
  const midnight = { hour: 0, minute: 0, second: 0 };
  const wall = new Date(utcPoint({ year, month, day: day + days, ...midnight }) + seconds * 1000);
  return {
    year: wall.getUTCFullYear(),
    month: wall.getUTCMonth() + 1,
    day: wall.getUTCDate(),
    hour: wall.getUTCHours(),
    minute: wall.getUTCMinutes(),
    second: wall.getUTCSeconds(),
  };
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
  const offset = offsetAt(at, timeZone);
  return `${new Date(at + offset).toISOString().slice(0, 19)}${offsetText(offset / 1000)}`;
}

/** An offset in seconds as `+02:00`, with seconds if not zero. */
export function offsetText(offset: number, separator = ':'): string {
  const total = Math.abs(offset);
  const parts = [Math.floor(total / 3600), Math.floor(total / 60) % 60, total % 60].map(two);
  return `${offset < 0 ? '-' : '+'}${(parts[2] === '00' ? parts.slice(0, 2) : parts).join(separator)}`;
}

function two(number: number): string {
  return String(number).padStart(2, '0');
}
