/** The home's time zone; undefined for that of the browser. */
let zone: string | undefined;

/** Sets the time zone of all displayed times. */
export function useTimeZone(timeZone: string): void {
  zone = isZone(timeZone) ? timeZone : undefined;
}

/** The home's time zone; undefined for that of the browser. */
export function homeZone(): string | undefined {
  return zone;
}

/** Whether a text is a date without a time. */
export function isDay(text: string): boolean {
  return /^\d{4}-\d\d-\d\d$/.test(text);
}

/** Whether both times are on the same day in the home's time zone. */
export function isSameDay(one: Date, other: Date): boolean {
  return wallTime(one).slice(0, 10) === wallTime(other).slice(0, 10);
}

/** The local time of the home as used by date and time inputs: `2026-11-21T08:59:00`. */
export function wallTime(moment: Date): string {
  return new Date(wallNumber(moment.getTime())).toISOString().slice(0, 19);
}

/** Offsets from UTC change at quarters of an hour; the times of a chart are in few of them. */
const QUARTER = 900_000;
const MOST_OFFSETS = 2000;
const offsets = new Map<string, number>();

/** A time, in milliseconds since 1970, as a date whose local parts in the browser are those of the home. */
export function wallDate(at: number): Date {
  if (zone === undefined || !Number.isFinite(at)) return new Date(at);
  const quarter = Math.floor(at / QUARTER);
  const key = `${zone} ${quarter}`;
  const offset = offsets.get(key) ?? wallNumber(quarter * QUARTER) - quarter * QUARTER;
  if (offsets.size >= MOST_OFFSETS) offsets.clear();
  offsets.set(key, offset);
  const wall = new Date(at + offset);
  return new Date(
    ...([wall.getUTCFullYear(), wall.getUTCMonth(), wall.getUTCDate(), wall.getUTCHours()] as const),
    ...([wall.getUTCMinutes(), wall.getUTCSeconds(), wall.getUTCMilliseconds()] as const),
  );
}

/** By how much the home's clocks are ahead of UTC at a time, such as `+02:00`. */
export function offsetOf(at: number): string {
  const minutes = Math.round((wallNumber(at) - Math.floor(at / 1000) * 1000) / 60_000);
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60];
  return `${minutes < 0 ? '-' : '+'}${String(hours).padStart(2, '0')}:${String(rest).padStart(2, '0')}`;
}

/**
 * Parses a local time of the home. Of two candidates the first is used; a skipped time is moved past the gap.
 * A date alone is its midnight. Undefined for invalid texts.
 */
export function momentOf(wall: string): Date | undefined {
  const wanted = Date.parse(`${wall}${isDay(wall) ? 'T00:00' : ''}Z`);
  if (Number.isNaN(wanted)) return undefined;
  const offset = (at: number): number => wallNumber(at) - at;
  const choices = [wanted - offset(wanted - DAY), wanted - offset(wanted + DAY)];
  const first = Math.min(...choices);
  return new Date(wallNumber(first) === wanted ? first : Math.max(...choices));
}

const DAY = 86_400_000;

/** The local time as if it were UTC. */
function wallNumber(at: number): number {
  const part: Record<string, string> = {};
  for (const { type, value } of clock(zone).formatToParts(at)) part[type] = value;
  const { year = '', month, day, hour, minute, second } = part;
  return Date.parse(`${year.padStart(4, '0')}-${month}-${day}T${hour}:${minute}:${second}Z`);
}

const clocks = new Map<string | undefined, Intl.DateTimeFormat>();

function clock(timeZone: string | undefined): Intl.DateTimeFormat {
  const known = clocks.get(timeZone);
  if (known !== undefined) return known;
  const two = '2-digit';
  const made = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: two,
    day: two,
    hour: two,
    minute: two,
    second: two,
  });
  clocks.set(timeZone, made);
  return made;
}

function isZone(timeZone: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}
