import { type ErrorCode, fault, type HubError } from '../../core/errors.ts';
import type { MessageKey } from '../../core/messages.ts';
import { readTime } from '../history-requests.ts';

/** How far the clock of a client may be ahead, in milliseconds. */
export const MAX_CLOCK_SKEW = 1000;

const ERRORS: Readonly<Record<'start' | 'end', readonly [ErrorCode, MessageKey]>> = {
  start: ['invalid_start_time', 'history_invalid_start'],
  end: ['invalid_end_time', 'history_invalid_end'],
};

/** The start or end of a period; throws `invalid_start_time` or `invalid_end_time`. */
export function periodTime(text: string, which: 'start' | 'end', timeZone: string): number {
  const time = readTime(text, timeZone);
  if (time === null) throw invalidTime(which);
  return time;
}

/** The error of a start or end that is not a time or not in a period. */
export function invalidTime(which: 'start' | 'end'): HubError {
  return fault(...ERRORS[which]);
}
