import {
  daysLater,
  type LocalTime,
  localIso,
  localTimeOf,
  pointAfter,
  weekdayOf,
} from '../../core/time-zone.ts';
import { type Block, type ScheduleValues, WEEKDAYS, type Week, type Weekday } from './schedule.ts';

/** A schedule's state at a time, and the time of its next change; null when it never changes. */
export function scheduleStateAt(
  week: Week,
  at: number,
  timeZone: string,
): { now: ScheduleValues; next: number | null } {
  const local = localTimeOf(at, timeZone);
  const today = weekdayOf(local);
  const second = local.hour * 3600 + local.minute * 60 + local.second;
  const present = blocksOf(week, today).find(({ from, to }) => second >= from && second < to);
  const next = nextChange({ week, today, at, local, timeZone });
  return {
    now: {
      on: present !== undefined,
      data: present?.data ?? {},
      nextEvent: next === null ? null : localIso(next, timeZone),
    },
    next,
  };
}

interface Search {
  readonly week: Week;
  readonly today: number;
  readonly at: number;
  readonly local: LocalTime;
  readonly timeZone: string;
}

/** The next edge of a block, within a week and a day. An edge in an hour that the clocks show twice occurs twice. */
function nextChange({ week, today, at, local, timeZone }: Search): number | null {
  for (let days = 0; days <= 7; days += 1) {
    const edges = blocksOf(week, today + days).flatMap(({ from, to }) => [from, to]);
    const points = edges
      .map((edge) => pointAfter(at, daysLater(local, days, edge), timeZone))
      .filter((point) => point !== null);
    if (points.length > 0) return Math.min(...points);
  }
  return null;
}

function blocksOf(week: Week, day: number): readonly Block[] {
  return week[WEEKDAYS[(day + 7) % 7] as Weekday];
}
