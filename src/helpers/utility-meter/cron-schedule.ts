import { fault } from '../../core/errors.ts';
import { daysLater, type LocalTime, localTimeOf, offsetAt, offsetOfWall } from '../../core/time-zone.ts';
import { type CronPattern, readCronPattern } from './cron-pattern.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** The longest time without a match: the 29th of February at the turn of a century, on a given weekday. */
const MAX_DAYS = 41 * 366;
/** How far back to look for the last of the times that were missed, in steps. */
const WINDOWS = [HOUR, DAY, 32 * DAY, 400 * DAY, MAX_DAYS * DAY];

/**
 * The times of a cron pattern in a time zone, as milliseconds since 1970. A fixed time that the clocks skip counts
 * when they are set forward, one that they show twice counts once; a pattern for every hour follows real hours.
 */
export class CronSchedule {
  private readonly pattern: CronPattern;
  private readonly timeZone: () => string;

  /** Throws `invalid_format` for a text that is no pattern or never matches. */
  constructor(text: string, timeZone: () => string) {
    this.pattern = readCronPattern(text);
    this.timeZone = timeZone;
    const anyDay = { year: 2000, month: 1, day: 1, hour: 0, minute: 0, second: 0 };
    if (this.nextDay(anyDay, 0) === undefined)
      throw fault('invalid_format', 'invalid_cron_pattern', { pattern: text.slice(0, 100) });
  }

  /** The first time after another. */
  next(after: number): number {
    const zone = this.timeZone();
    const today = localTimeOf(after, zone);
    // A time that is skipped late in the evening may count on the following day.
    for (let day = this.nextDay(today, -1); day !== undefined; day = this.nextDay(day, 1)) {
      const times = this.timesOf(day, zone);
      const found = times.find((at) => at > after);
      if (found !== undefined) return found;
    }
    throw new Error('A cron pattern that matches has no next time');
  }

  /** The last time up to another. */
  last(until: number): number {
    for (const window of WINDOWS) {
      let found = this.next(until - window);
      if (found > until) continue;
      for (let next = this.next(found); next <= until; next = this.next(found)) found = next;
      return found;
    }
    throw new Error('A cron pattern that matches has no last time');
  }

  /** The first matching day, from some days after a day on. */
  private nextDay(from: LocalTime, skipped: number): LocalTime | undefined {
    for (let days = skipped; days <= MAX_DAYS; days += 1) {
      const date = daysLater(from, days);
      if (!this.pattern.months.has(date.month)) continue;
      const utc = Date.UTC(date.year, date.month - 1, date.day);
      const weekday = new Date(utc).getUTCDay();
      const daysInMonth = new Date(Date.UTC(date.year, date.month, 0)).getUTCDate();
      if (this.pattern.matchesDay({ day: date.day, weekday, daysInMonth })) return date;
    }
    return undefined;
  }

  /** The times of a day, in order. */
  private timesOf(day: LocalTime, zone: string): readonly number[] {
    const start = Date.UTC(day.year, day.month - 1, day.day);
    const walls: number[] = [];
    for (const hour of this.pattern.hours)
      for (const minute of this.pattern.minutes) walls.push(start + hour * HOUR + minute * MINUTE);
    const offset = offsetAt(start - DAY, zone);
    const isPlain = offset === offsetAt(start + DAY, zone) && offset === offsetAt(start + 2 * DAY, zone);
    const times = isPlain
      ? walls.map((wall) => wall - offset)
      : [...new Set(walls.flatMap((wall) => this.timesOfWall(wall, zone)))];
    return times.sort((a, b) => a - b);
  }

  /** When the clocks show a time, given as if it were UTC: never, once or twice. */
  private timesOfWall(wall: number, zone: string): readonly number[] {
    const first = wall - offsetOfWall(wall, zone);
    const second = wall - offsetOfWall(wall, zone, 1);
    const isShown = first + offsetAt(first, zone) === wall;
    if (this.pattern.isFrequent) return isShown ? [first, second] : [];
    return [isShown ? first : gapBefore(first, zone)];
  }
}

/** The moment at which the clocks were set forward, within the hours before a skipped time. */
function gapBefore(skipped: number, zone: string): number {
  const after = offsetAt(skipped, zone);
  let [before, at] = [skipped - DAY, skipped];
  while (at - before > 1) {
    const middle = Math.floor((before + at) / 2);
    if (offsetAt(middle, zone) === after) at = middle;
    else before = middle;
  }
  return at;
}
