import { message } from '../../core/messages.ts';
import { localTimeOf, offsetAt } from '../../core/time-zone.ts';
import { zoneOf } from '../../jinja/time/zone.ts';
import { datetimeOf } from '../../templates/state-value.ts';
import { configFault } from '../config/config-problem.ts';
import type { Fields } from '../config/fields.ts';
import type { TriggerKind } from '../config/trigger.ts';
import { restartOnLocationChange } from '../schedule/restart-on-location-change.ts';
import { scheduleEach } from '../schedule/schedule-at.ts';

/** The matching numbers; undefined for all. */
type Fitting = ReadonlySet<number> | undefined;

interface Pattern {
  readonly hours: Fitting;
  readonly minutes: Fitting;
  readonly seconds: Fitting;
}

const DAY = 86_400;
const HOUR = 3600;
const MINUTE = 60;
/** Patterns recur within two days; the search is bounded nevertheless. */
const FARTHEST = 4 * DAY;

/** `trigger: time_pattern`: whenever the local time matches a pattern. */
export const timePatternTrigger: TriggerKind = {
  name: 'time_pattern',
  parse: (fields) => {
    const hours = fitting(fields, 'hours', 23);
    const minutes = fitting(fields, 'minutes', 59);
    const seconds = fitting(fields, 'seconds', 59);
    fields.finish();
    if (hours === null && minutes === null && seconds === null)
      throw configFault('time_pattern_missing', fields.path);
    // Units finer than the finest given one are zero; coarser ones match any value.
    const zero: Fitting = new Set([0]);
    const pattern: Pattern = {
      hours: hours ?? undefined,
      minutes: minutes === null ? (hours === null ? undefined : zero) : minutes,
      seconds: seconds === null ? zero : seconds,
    };
    return {
      attach: ({ setting, fire }) => {
        const zone = (): string => setting.home.home.facts.time_zone;
        const report = (point: number): void => {
          const now = datetimeOf(point).inZone(zoneOf(zone()));
          fire({ variables: { now }, description: 'time pattern', context: null });
        };
        return restartOnLocationChange(setting, () =>
          scheduleEach(setting.clock, (after) => nextFitting(pattern, after, zone()), report),
        );
      },
    };
  },
};

/** `*`, a number, or `/n` for multiples of n; null if the key is absent. */
function fitting(fields: Fields, key: string, max: number): Fitting | null {
  const value = fields.raw(key);
  if (value === undefined || value === null) return null;
  if (value === '*') return undefined;
  const text =
    typeof value === 'string' ? value.trim() : typeof value === 'number' ? `${Math.trunc(value)}` : '';
  const match = /^(\/?)(\d+)$/.exec(text);
  const number = Number(match?.[2] ?? Number.NaN);
  const isEach = match?.[1] === '/';
  if (!(number >= (isEach ? 1 : 0) && number <= max))
    throw fields.wrong(key, message('expects_time_pattern', { max: max }));
  if (!isEach) return new Set([number]);
  return new Set(Array.from({ length: max + 1 }, (_, at) => at).filter((at) => at % number === 0));
}

/** The next whole second whose local time matches; null if there is none. A repeated hour matches twice. */
function nextFitting({ hours, minutes, seconds }: Pattern, after: number, timeZone: string): number | null {
  const first = Math.floor(after / 1000) + 1;
  let at = first;
  while (at - first < FARTHEST) {
    const local = localTimeOf(at * 1000, timeZone);
    // Clocks change by whole minutes, mostly whole hours: a step never skips a change within its own hour.
    if (hours?.has(local.hour) === false) at += untilNextHour(at, timeZone);
    else if (minutes?.has(local.minute) === false) at += MINUTE - local.second;
    else if (seconds?.has(local.second) === false) at += 1;
    else return at * 1000;
  }
  return null;
}

function untilNextHour(at: number, timeZone: string): number {
  const { minute, second } = localTimeOf(at * 1000, timeZone);
  const step = HOUR - minute * MINUTE - second;
  // If the clocks change within this hour, step by minutes.
  return offsetAt((at + step) * 1000, timeZone) === offsetAt(at * 1000, timeZone) ? step : MINUTE - second;
}
