import type { Clock } from '../core/clock.ts';
import type { Expired } from '../jinja/values/context.ts';
import { LIMITS } from '../jinja/values/limits.ts';

/** Tells whether the time of a render that begins now is over; no render keeps the event loop longer than the limit of 40 ms. */
export function renderDeadline(
  clock: Pick<Clock, 'now'>,
  milliseconds: number = LIMITS.milliseconds,
): Expired {
  const end = clock.now() + Math.min(milliseconds, LIMITS.milliseconds);
  return (spent) => spent > LIMITS.leastSteps && clock.now() > end;
}
