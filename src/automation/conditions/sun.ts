import { isoTime } from '../../core/clock.ts';
import { daysLater, localTimeOf, pointOf } from '../../core/time-zone.ts';
import { ELEVATIONS } from '../../domains/sun/sun-times.ts';
import type { AutomationContext } from '../config/automation-context.ts';
import type { ConditionKind } from '../config/condition.ts';
import { configFault } from '../config/config-problem.ts';
import { passes } from '../schedule/sky.ts';

const EVENTS = ['sunrise', 'sunset'] as const;
type SunEvent = (typeof EVENTS)[number];

/** `condition: sun`: it is before or after today's sunrise or sunset. */
export const sunCondition: ConditionKind = {
  name: 'sun',
  parse: (fields) => {
    const event = (key: string): SunEvent | undefined =>
      fields.raw(key) === undefined ? undefined : fields.oneOf(key, EVENTS);
    const [before, after] = [event('before'), event('after')];
    const [beforeOffset, afterOffset] = [fields.offset('before_offset'), fields.offset('after_offset')];
    fields.finish();
    if (before === undefined && after === undefined) throw configFault('sun_bound_missing', fields.path);
    return ({ setting }, _place, report) => {
      const now = setting.clock.now();
      const limit = (of: SunEvent | undefined, offset: number): number | null | undefined => {
        if (of === undefined) return undefined;
        const at = today(of, now, setting);
        return at === null ? null : at + offset;
      };
      const [end, begin] = [limit(before, beforeOffset), limit(after, afterOffset)];
      if (end === null || begin === null) return false;
      report({
        ...(end === undefined ? {} : { wanted_time_before: isoTime(end) }),
        ...(begin === undefined ? {} : { wanted_time_after: isoTime(begin) }),
      });
      const isBefore = end === undefined || now <= end;
      const isAfter = begin === undefined || now >= begin;
      // Before sunrise and after sunset means the night, on both sides of midnight.
      return before === 'sunrise' && after === 'sunset' ? isBefore || isAfter : isBefore && isAfter;
    };
  },
};

/** The time of the sun event today in the home's time zone; null if it does not occur. */
function today(event: SunEvent, now: number, setting: AutomationContext): number | null {
  const { time_zone: zone } = setting.home.home.facts;
  const local = localTimeOf(now, zone);
  const midnight = pointOf(daysLater(local, 0), zone);
  const moment = passes({ height: ELEVATIONS.day, up: event === 'sunrise' });
  const at = moment(midnight - 1, setting);
  return at !== null && at < pointOf(daysLater(local, 1), zone) ? at : null;
}
