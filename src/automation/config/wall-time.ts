import { daysLater, localTimeOf, pointOf } from '../../core/time-zone.ts';

/** A local time of day. */
export interface TimeOfDay {
  readonly hour: number;
  readonly minute: number;
  readonly second: number;
}

const TIME = /^(\d{1,2}):(\d{1,2})(?::(\d{1,2})(\.\d+)?)?$/;

/** Parses `H:MM` or `H:MM:SS`; undefined for other text. Fractions, if allowed as in states, are dropped. */
export function readTimeOfDay(text: string, mayHaveFraction = false): TimeOfDay | undefined {
  const match = TIME.exec(text.trim());
  if (match === null || (match[4] !== undefined && !mayHaveFraction)) return undefined;
  const [hour, minute, second] = [Number(match[1]), Number(match[2]), Number(match[3] ?? 0)];
  return hour > 23 || minute > 59 || second > 59 ? undefined : { hour, minute, second };
}

/** Seconds since midnight. */
export function secondsOf({ hour, minute, second }: TimeOfDay): number {
  return hour * 3600 + minute * 60 + second;
}

/**
 * The next time after `after` at which the clocks of the zone show the time of day. A time they skip counts
 * as if they had not been moved; of a repeated one, the first is used.
 */
export function nextTimeOfDay(time: TimeOfDay, after: number, timeZone: string): number {
  const today = localTimeOf(after, timeZone);
  for (let days = -1; ; days += 1) {
    const point = pointOf({ ...daysLater(today, days), ...time }, timeZone);
    if (point > after) return point;
  }
}
