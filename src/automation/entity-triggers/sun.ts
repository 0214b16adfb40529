import type { Undo } from '../../core/clock.ts';
import type { Json } from '../../core/json.ts';
import type { Option } from '../../domains/definition/entity-triggers.ts';
import { ELEVATIONS, type SunPassage } from '../../domains/sun/sun-times.ts';
import type { AutomationContext } from '../config/automation-context.ts';
import { timedeltaOf } from '../config/duration.ts';
import type { Fields } from '../config/fields.ts';
import {
  heightNow,
  isBeyond,
  isRising,
  type NextMoment,
  passes,
  polarPeriodEnd,
  polarPeriodStart,
  scheduleAtMoments,
  turns,
} from '../schedule/sky.ts';
import { fixedFor } from './behavior.ts';
import { FOR, OFFSET, selectOption } from './describe.ts';
import { entityTrigger } from './entity-trigger.ts';
import { attributeValue, DEGREES } from './measures.ts';
import type { PurposeCondition, PurposeConfig, PurposeTrigger, Table } from './purpose.ts';
import { fieldsOf } from './shapes.ts';
import { refuseTarget } from './target.ts';
import { describeThreshold, parseThreshold } from './threshold.ts';

const TWILIGHTS = ['civil', 'nautical', 'astronomical'] as const;
const twilight = selectOption('type', TWILIGHTS, 'civil', 'twilight_type');
const anyTwilight = selectOption('type', ['any', ...TWILIGHTS], 'any', 'twilight_type');
const period = selectOption('period', ['any', 'morning', 'evening'], 'any');

/** Degrees between which the light is golden, and blue. */
const GOLDEN = { low: -4, high: 6 };
const BLUE = { low: -6, high: -4 };

type Read = (fields: Fields) => NextMoment;

function moment(name: string, read: Read, options: readonly Option[] = []): PurposeTrigger {
  const own = Object.fromEntries(options.map((option): [string, Json] => [option.name, option.field]));
  return {
    key: `sun.${name}`,
    fields: { ...own, offset: OFFSET },
    parse: (config) => {
      refuseTarget(config);
      const fields = fieldsOf(config);
      const offset = fields.offset('offset');
      const next = read(fields);
      fields.finish();
      return {
        attach: ({ setting, fire }): Undo =>
          scheduleAtMoments(setting, next, offset, () =>
            fire({
              variables: { event: name, offset: timedeltaOf(offset) },
              description: offset === 0 ? `sun ${name}` : `sun ${name} with offset`,
              context: null,
            }),
          ),
      };
    },
  };
}

/** Triggers for the start and end of an hour, such as the golden hour, bounded by the sun's elevation. */
function hour(name: string, { low, high }: typeof GOLDEN): readonly PurposeTrigger[] {
  const edges = (begins: boolean): Readonly<Record<string, SunPassage>> => ({
    morning: { height: begins ? low : high, up: true },
    evening: { height: begins ? high : low, up: false },
  });
  return ([true, false] as const).map((begins) =>
    moment(
      `${name}_${begins ? 'started' : 'ended'}`,
      (fields) => {
        const requested = String(period.read(fields));
        const chosen = Object.entries(edges(begins)).filter(
          ([when]) => requested === 'any' || requested === when,
        );
        return passes(...chosen.map(([, edge]) => edge));
      },
      [period],
    ),
  );
}

function dawn(up: boolean): Read {
  return (fields) => passes({ height: ELEVATIONS[twilight.read(fields) as keyof typeof ELEVATIONS], up });
}

const TARGET = {
  named: ['sun.sun'],
  rest: { entities: [], devices: [], areas: [], floors: [], labels: [] },
};
const SUN = { entity: [{ domain: ['sun'] }] };
const elevation = attributeValue('elevation', () => '°');

function elevationTrigger(mode: 'changed' | 'crossed'): PurposeTrigger {
  const threshold = describeThreshold(mode, DEGREES);
  return {
    key: mode === 'changed' ? 'sun.elevation_changed' : 'sun.elevation_crossed_threshold',
    fields: mode === 'changed' ? { threshold } : { for: FOR, threshold },
    parse: (config) => {
      refuseTarget(config);
      const fields = fieldsOf(config);
      const length = mode === 'changed' ? 0 : fixedFor(fields);
      const within = readThreshold(config, fields, mode);
      fields.finish();
      const is = (state: Parameters<typeof elevation>[0], setting: AutomationContext): boolean => {
        const reading = elevation(state, setting);
        return reading !== undefined && within(reading, setting) === true;
      };
      return entityTrigger({
        target: SUN,
        resolved: TARGET,
        behavior: 'each',
        length,
        fromUnknown: false,
        is: (state, { setting }) => is(state, setting),
        leads: (from, to, { setting }) =>
          mode === 'crossed'
            ? !is(from, setting)
            : elevation(from, setting)?.number !== elevation(to, setting)?.number,
      });
    },
  };
}

function readThreshold({ path, help }: PurposeConfig, fields: Fields, mode: 'changed' | 'crossed' | 'is') {
  const value = fields.raw('threshold');
  return parseThreshold(value, { path: [...path, 'options', 'threshold'], help, mode, measure: DEGREES });
}

type Holds = (setting: AutomationContext, now: number) => boolean;

function standing(
  name: string,
  read: (fields: Fields, config: PurposeConfig) => Holds,
  own: Readonly<Record<string, Json>> = {},
): PurposeCondition {
  return {
    key: `sun.${name}`,
    fields: own,
    parse: (config) => {
      refuseTarget(config);
      const fields = fieldsOf(config);
      const holds = read(fields, config);
      fields.finish();
      return ({ setting }) => holds(setting, setting.clock.now());
    },
  };
}

function between(setting: AutomationContext, now: number, low: number, high: number): boolean {
  const height = heightNow(setting, now);
  return height > low && height <= high;
}

function isHour(name: string, { low, high }: typeof GOLDEN): PurposeCondition {
  const read = (fields: Fields): Holds => {
    const requested = period.read(fields);
    return (setting, now) =>
      between(setting, now, low, high) &&
      (requested === 'any' || (requested === 'morning') === isRising(setting, now));
  };
  return standing(`is_${name}`, read, { period: period.field });
}

function isTwilight(name: string, rising: boolean): PurposeCondition {
  const read = (fields: Fields): Holds => {
    const type = anyTwilight.read(fields);
    const [low, high] =
      type === 'civil'
        ? [ELEVATIONS.civil, ELEVATIONS.day]
        : type === 'nautical'
          ? [ELEVATIONS.nautical, ELEVATIONS.civil]
          : [ELEVATIONS.astronomical, type === 'any' ? ELEVATIONS.day : ELEVATIONS.nautical];
    return (setting, now) => between(setting, now, low, high) && isRising(setting, now) === rising;
  };
  return standing(name, read, { type: anyTwilight.field });
}

/** Whether the sun stays above (or below) the horizon, now and at its next noon or midnight. */
function staysNow(isNoon: boolean): Holds {
  return (setting, now) => {
    const next = turns(isNoon)(now, setting);
    const { facts } = setting.home.home;
    return next !== null && isBeyond(isNoon, now, facts) && isBeyond(isNoon, next, facts);
  };
}

/** Triggers and conditions of the sun. */
export const sun: Table = {
  triggers: [
    moment('sunrise', () => passes({ height: ELEVATIONS.day, up: true })),
    moment('sunset', () => passes({ height: ELEVATIONS.day, up: false })),
    moment('solar_noon', () => turns(true)),
    moment('solar_midnight', () => turns(false)),
    moment('dawn', dawn(true), [twilight]),
    moment('dusk', dawn(false), [twilight]),
    ...hour('golden_hour', GOLDEN),
    ...hour('blue_hour', BLUE),
    moment('midnight_sun_started', () => polarPeriodStart(false)),
    moment('midnight_sun_ended', () => polarPeriodEnd(false)),
    moment('polar_night_started', () => polarPeriodStart(true)),
    moment('polar_night_ended', () => polarPeriodEnd(true)),
    elevationTrigger('changed'),
    elevationTrigger('crossed'),
  ],
  conditions: [
    standing('is_up', () => (setting, now) => heightNow(setting, now) > ELEVATIONS.day),
    standing('is_set', () => (setting, now) => heightNow(setting, now) <= ELEVATIONS.day),
    standing('is_ascending', () => isRising),
    standing('is_descending', () => (setting, now) => !isRising(setting, now)),
    standing('is_night', () => (setting, now) => heightNow(setting, now) <= ELEVATIONS.astronomical),
    isHour('golden_hour', GOLDEN),
    isHour('blue_hour', BLUE),
    isTwilight('is_morning_twilight', true),
    isTwilight('is_evening_twilight', false),
    standing('is_midnight_sun', () => staysNow(false)),
    standing('is_polar_night', () => staysNow(true)),
    standing(
      'elevation',
      (fields, config) => {
        const within = readThreshold(config, fields, 'is');
        return (setting, now) => within({ number: heightNow(setting, now), unit: '°' }, setting) === true;
      },
      { threshold: describeThreshold('is', DEGREES) },
    ),
  ],
};
