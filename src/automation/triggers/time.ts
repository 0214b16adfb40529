import type { Undo } from '../../core/clock.ts';
import { domainOf, type EntityId } from '../../core/entity-id.ts';
import { message } from '../../core/messages.ts';
import { type State, UNAVAILABLE, UNKNOWN } from '../../core/state.ts';
import { localTimeOf, pointOf, weekdayOf } from '../../core/time-zone.ts';
import { Datetime } from '../../jinja/time/datetime.ts';
import { parseIso } from '../../jinja/time/datetime-parse.ts';
import { zoneOf } from '../../jinja/time/zone.ts';
import type { Value } from '../../jinja/values/context.ts';
import { str } from '../../jinja/values/printing.ts';
import { datetimeOf } from '../../templates/state-value.ts';
import { type Path, wrongValue } from '../config/config-problem.ts';
import { lengthOf } from '../config/duration.ts';
import { Fields, isConfig } from '../config/fields.ts';
import { limitedTree } from '../config/limited.ts';
import type { ParseHelp } from '../config/parse-help.ts';
import { isTemplate } from '../config/rendering.ts';
import type { Attachment, Trigger, TriggerKind } from '../config/trigger.ts';
import { nextTimeOfDay, readTimeOfDay, type TimeOfDay } from '../config/wall-time.ts';
import { WEEKDAYS } from '../config/weekdays.ts';
import { restartOnLocationChange } from '../schedule/restart-on-location-change.ts';
import { scheduleAt, scheduleEach } from '../schedule/schedule-at.ts';

type At = TimeOfDay | { readonly entity: EntityId; readonly offset: number } | { readonly template: string };

/** Each has its own timer. */
const MAX_TIMES = 500;
const EXPECTED = 'expects_trigger_time';
const TIME_CLASSES: ReadonlySet<unknown> = new Set(['timestamp', 'uptime']);

/** `trigger: time`: the local time reaches a time of day, or the time of an entity. */
export const timeTrigger: TriggerKind = {
  name: 'time',
  parse: (fields, help) => {
    const value = fields.need('at');
    const list: readonly unknown[] = Array.isArray(value) ? value : [value];
    if (list.length > MAX_TIMES)
      throw wrongValue(message('expects_at_most_times', { max: MAX_TIMES }), value, fields.at('at'));
    const times = list.map((one, index) =>
      readAt(one, Array.isArray(value) ? [...fields.at('at'), index] : fields.at('at'), help),
    );
    const days =
      fields.raw('weekday') === undefined ? undefined : new Set<string>(fields.someOf('weekday', WEEKDAYS));
    return {
      attach: (attachment) => {
        const undos = times.map((at) => attachAt(at, days, attachment));
        return () => {
          for (const undo of undos) undo();
        };
      },
    };
  },
};

function readAt(value: unknown, path: Path, help: ParseHelp): At {
  if (isConfig(value)) {
    const fields = new Fields(value, path, help);
    const at = {
      entity: fields.entity('entity_id', ['input_datetime', 'sensor']),
      offset: fields.offset('offset'),
    };
    fields.finish();
    return at;
  }
  if (typeof value !== 'string') throw wrongValue(EXPECTED, value, path);
  if (isTemplate(value)) {
    help.checkTemplate(value, path);
    return { template: value };
  }
  const at = readText(value);
  if (at === undefined) throw wrongValue(EXPECTED, value, path);
  if ('entity' in at) help.mentions.entities.add(at.entity);
  return at;
}

function readText(text: string): Exclude<At, { readonly template: string }> | undefined {
  const time = readTimeOfDay(text);
  if (time !== undefined) return time;
  const id = text.trim().toLowerCase();
  return /^(?:input_datetime|sensor)\.[a-z\d_]+$/.test(id) ? { entity: id, offset: 0 } : undefined;
}

type Days = ReadonlySet<string> | undefined;

function attachAt(at: At, days: Days, attachment: Attachment): ReturnType<Trigger['attach']> {
  if ('entity' in at) return attachEntity(at.entity, at.offset, days, attachment);
  if (!('template' in at)) return attachDaily(at, days, attachment);
  const read = readRendered(limitedTree(attachment, at.template));
  if (read === undefined) throw new Error(`The template of 'at' gives no time: ${at.template}`);
  return attachAt(read, days, attachment);
}

/** The rendered value of a template: a text, or an object as in a configuration. */
function readRendered(value: Value): At | undefined {
  if (!isConfig(value)) return readText(str(value));
  const id = readText(str(value.entity_id));
  const offset = value.offset === undefined ? 0 : lengthOf(value.offset);
  return id === undefined || !('entity' in id) || offset === undefined ? undefined : { ...id, offset };
}

function attachDaily(time: TimeOfDay, days: Days, attachment: Attachment): Undo {
  const { setting } = attachment;
  const zone = (): string => setting.home.home.facts.time_zone;
  return restartOnLocationChange(setting, () =>
    scheduleEach(
      setting.clock,
      (after) => nextTimeOfDay(time, after, zone()),
      (point) => report(attachment, days, point, null),
    ),
  );
}

function report(attachment: Attachment, days: Days, point: number, id: EntityId | null): void {
  const zone = attachment.setting.home.home.facts.time_zone;
  if (days !== undefined && !days.has(WEEKDAYS[weekdayOf(localTimeOf(point, zone))] ?? '')) return;
  attachment.fire({
    variables: { now: datetimeOf(point).inZone(zoneOf(zone)), entity_id: id },
    description: id === null ? 'time' : `time set in ${id}`,
    context: null,
  });
}

/** Scheduled for the entity's value, and again whenever it changes. */
function attachEntity(id: EntityId, offset: number, days: Days, attachment: Attachment): Undo {
  const { setting } = attachment;
  let cancel: Undo = () => {};
  const arm = (state: State | null | undefined): void => {
    cancel();
    cancel = state === null || state === undefined ? () => {} : armFor(state, { offset, days, attachment });
  };
  const undo = setting.events.onEntity(id, ({ new_state: state }) => arm(state));
  const moved = setting.events.onEvent('core_config_updated', () => arm(setting.states.get(id)));
  arm(setting.states.get(id));
  return () => {
    undo();
    moved();
    cancel();
  };
}

interface Arming {
  readonly offset: number;
  readonly days: Days;
  readonly attachment: Attachment;
}

function armFor(state: State, { offset, days, attachment }: Arming): Undo {
  const { clock, home } = attachment.setting;
  const zone = (): string => home.home.facts.time_zone;
  const time = timeOf(state, zone());
  const fire = (point: number): void => report(attachment, days, point, state.entity_id);
  if (time === undefined) return () => {};
  if (typeof time !== 'number')
    return scheduleEach(clock, (after) => nextTimeOfDay(time, after - offset, zone()) + offset, fire);
  const point = time + offset;
  return point >= Math.floor(clock.now() / 1000) * 1000
    ? scheduleAt(clock, point, () => fire(point))
    : () => {};
}

/** The timestamp or time of day of an entity's state; undefined for other states. */
function timeOf(
  { entity_id: id, state, attributes }: State,
  timeZone: string,
): number | TimeOfDay | undefined {
  if (state === UNKNOWN || state === UNAVAILABLE) return undefined;
  if (domainOf(id) === 'sensor') {
    if (!TIME_CLASSES.has(attributes.device_class)) return undefined;
    const at = parseIso(state);
    if (at === undefined) return undefined;
    const whole = at.zone === undefined ? new Datetime(at.wall, zoneOf(timeZone), at.fold) : at;
    return Number(whole.instant) / 1000;
  }
  const number = (key: string): number => (typeof attributes[key] === 'number' ? Number(attributes[key]) : 0);
  const time = { hour: number('hour'), minute: number('minute'), second: number('second') };
  if (attributes.has_date === true) {
    const date = { year: number('year'), month: number('month'), day: number('day') };
    return pointOf({ ...date, ...time }, timeZone);
  }
  return attributes.has_time === true ? time : undefined;
}
