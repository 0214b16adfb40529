import { domainOf, type EntityId } from '../../core/entity-id.ts';
import { message } from '../../core/messages.ts';
import { UNAVAILABLE, UNKNOWN } from '../../core/state.ts';
import { localTimeOf, weekdayOf } from '../../core/time-zone.ts';
import { parseIso } from '../../jinja/time/datetime-parse.ts';
import { type ConditionContext, ConditionFailure, type ConditionKind } from '../config/condition.ts';
import { configFault } from '../config/config-problem.ts';
import { entityIdOf } from '../config/entity-ids.ts';
import type { Fields } from '../config/fields.ts';
import { readTimeOfDay, secondsOf } from '../config/wall-time.ts';
import { WEEKDAYS } from '../config/weekdays.ts';

/** Seconds since midnight, or the entity whose state is the time. */
type Bound = number | { readonly entity: EntityId } | undefined;

const DAY = 86_400;
const DOMAINS = ['input_datetime', 'time', 'sensor'];

/** `condition: time`: the local time is after one time, before another, and on one of the weekdays. */
export const timeCondition: ConditionKind = {
  name: 'time',
  parse: (fields) => {
    const bounds = { after: bound(fields, 'after'), before: bound(fields, 'before') };
    const days =
      fields.raw('weekday') === undefined ? undefined : new Set<string>(fields.someOf('weekday', WEEKDAYS));
    fields.finish();
    if (bounds.after === undefined && bounds.before === undefined && days === undefined)
      throw configFault('time_bound_missing', fields.path);
    return ({ setting }, _place, report) => {
      const local = localTimeOf(setting.clock.now(), setting.home.home.facts.time_zone);
      const now = secondsOf(local);
      const after = bounds.after === undefined ? 0 : secondsAt(bounds.after, 'after', setting);
      if (after === null) return false;
      const before = bounds.before === undefined ? DAY : secondsAt(bounds.before, 'before', setting);
      if (before === null) return false;
      const day = WEEKDAYS[weekdayOf(local)] ?? '';
      report({
        now_time: clockText(now),
        after: clockText(after),
        before: clockText(before),
        ...(days === undefined ? {} : { weekday: [...days], now_weekday: day }),
      });
      // A range with `after` later than `before` spans midnight; one with both equal is always met.
      const isOutside = after < before ? now < after || now >= before : before <= now && now < after;
      return !isOutside && days?.has(day) !== false;
    };
  },
};

/** Seconds since midnight as `HH:MM:SS`. */
function clockText(seconds: number): string {
  return new Date(Math.min(seconds, DAY - 1) * 1000).toISOString().slice(11, 19);
}

function bound(fields: Fields, key: 'after' | 'before'): Bound {
  const value = fields.raw(key);
  if (value === undefined || value === null) return undefined;
  const time = typeof value === 'string' ? readTimeOfDay(value) : undefined;
  if (time !== undefined) return secondsOf(time);
  if (typeof value !== 'string' || !/^[a-z_\d]+\.|^[\da-f]{32}$/i.test(value))
    throw fields.wrong(key, 'expects_time');
  return { entity: fields.entity(key, DOMAINS) };
}

/** Null if the entity's state is not a time. */
function secondsAt(
  bound: Exclude<Bound, undefined>,
  key: string,
  setting: ConditionContext['setting'],
): number | null {
  if (typeof bound === 'number') return bound;
  const id = entityIdOf(setting, bound.entity);
  const state = setting.states.get(id);
  if (state === undefined)
    throw new ConditionFailure(message('condition_unknown_bound', { key, entity_id: id }));
  if (domainOf(id) === 'input_datetime') {
    const part = (name: string, otherwise: number): number => Number(state.attributes[name] ?? otherwise);
    return secondsOf({ hour: part('hour', 23), minute: part('minute', 59), second: part('second', 59) });
  }
  if (state.state === UNKNOWN || state.state === UNAVAILABLE) return null;
  if (domainOf(id) === 'time') {
    const time = readTimeOfDay(state.state, true);
    return time === undefined ? null : secondsOf(time);
  }
  const at = state.attributes.device_class === 'timestamp' ? parseIso(state.state) : undefined;
  if (at === undefined) return null;
  return secondsOf(localTimeOf(Number(at.instant) / 1000, setting.home.home.facts.time_zone));
}
