import * as suncalc from 'suncalc';
import type { Undo } from '../../core/clock.ts';
import {
  ELEVATIONS,
  nextPassing,
  type SunPassage,
  sunElevation,
  turnsAfter,
} from '../../domains/sun/sun-times.ts';
import type { AutomationContext } from '../config/automation-context.ts';
import { restartOnLocationChange } from './restart-on-location-change.ts';
import { scheduleEach } from './schedule-at.ts';

type Place = Pick<AutomationContext, 'home'>;

/** The next time of a solar event; null if there is none within a year. */
export type NextMoment = (after: number, setting: Place) => number | null;

/** The sun passes one of the elevations. */
export function passes(...passings: readonly SunPassage[]): NextMoment {
  return (after, { home }) => nextPassing(suncalc, after, home.home.facts, ...passings);
}

/** The moments of the sun's highest or lowest position. */
export function turns(isNoon: boolean): NextMoment {
  return (after, { home }) => {
    for (const turn of turnsAfter(suncalc, after, home.home.facts)) {
      if (turn.isNoon === isNoon) return turn.point;
    }
    return null;
  };
}

/**
 * The first moment at which the sun stays above the horizon at midnight, or below it at noon, after one at
 * which it did not.
 */
export function polarPeriodStart(isNoon: boolean): NextMoment {
  return (after, { home }) => {
    const location = home.home.facts;
    let stayed: boolean | undefined;
    for (const turn of turnsAfter(suncalc, after - 2 * 86_400_000, location)) {
      if (turn.isNoon !== isNoon) continue;
      const stays = isBeyond(isNoon, turn.point, location);
      if (stays && stayed === false && turn.point > after) return turn.point;
      stayed = stays;
    }
    return null;
  };
}

/** The first time the sun crosses the horizon after having stayed beyond it. */
export function polarPeriodEnd(isNoon: boolean): NextMoment {
  return (after, setting) => {
    const location = setting.home.home.facts;
    let before: boolean | undefined;
    for (const turn of turnsAfter(suncalc, after - 2 * 86_400_000, location)) {
      if (turn.isNoon !== isNoon) continue;
      const stays = isBeyond(isNoon, turn.point, location);
      if (before === true && !stays) {
        const point = nextPassing(suncalc, turn.point - 86_400_000, location, {
          height: ELEVATIONS.day,
          up: isNoon,
        });
        if (point !== null && point > after) return point;
      }
      before = stays;
    }
    return null;
  };
}

/** Whether the sun is above the horizon at midnight, or below it at noon. */
export function isBeyond(isNoon: boolean, at: number, location: Place['home']['home']['facts']): boolean {
  const isUp = sunElevation(suncalc, at, location) > ELEVATIONS.day;
  return isNoon ? !isUp : isUp;
}

/** The sun's elevation at the home, in degrees. */
export function heightNow({ home }: Place, at: number): number {
  return sunElevation(suncalc, at, home.home.facts);
}

/** Whether the sun is rising. */
export function isRising({ home }: Place, at: number): boolean {
  for (const { isNoon } of turnsAfter(suncalc, at, home.home.facts)) return isNoon;
  return false;
}

/**
 * Runs `task` at each moment, shifted by an offset in milliseconds; rescheduled when the home's location
 * changes.
 */
export function scheduleAtMoments(
  setting: AutomationContext,
  next: NextMoment,
  offset: number,
  task: (point: number) => void,
): Undo {
  return restartOnLocationChange(setting, () =>
    scheduleEach(
      setting.clock,
      (after) => {
        const point = next(after - offset, setting);
        return point === null ? null : point + offset;
      },
      task,
    ),
  );
}
