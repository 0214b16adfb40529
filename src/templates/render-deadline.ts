import type { Clock } from '../core/clock.ts';
import type { Expired } from '../jinja/values/context.ts';
import { LIMITS } from '../jinja/values/limits.ts';

/**
 * Checks whether the time of a render that starts now is over; no render blocks the event loop for more than
 * 40 ms.
 */
export function renderDeadline(
  clock: Pick<Clock, 'now'>,
  milliseconds: number = LIMITS.milliseconds,
): Expired {
  const end = clock.now() + Math.min(milliseconds, LIMITS.milliseconds);
  return (spent) => spent > LIMITS.leastSteps && clock.now() > end;
}
