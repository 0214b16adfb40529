import type { Bus } from '../../core/bus.ts';
import type { Clock } from '../../core/clock.ts';
import type { HelperKind } from '../helper-kind.ts';
import { inputDatetimeKind } from './input-datetime.ts';
import { scheduleKind } from './schedule.ts';
import { simpleKinds } from './simple.ts';
import { timerKind } from './timer.ts';

/** What kinds that know the time need. */
export interface KindParts {
  readonly clock: Clock;
  readonly bus: Bus;
  /** The zone the home lives in. */
  readonly timeZone: () => string;
}

/** Every kind of helper people can make. */
export function helperKinds({ clock, bus, timeZone }: KindParts): HelperKind[] {
  return [
    ...simpleKinds,
    inputDatetimeKind(clock, timeZone),
    timerKind(clock, bus),
    scheduleKind(clock, timeZone),
  ];
}
