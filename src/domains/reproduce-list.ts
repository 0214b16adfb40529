import { reproduceClimate } from './climate/reproduce.ts';
import { reproduceCover } from './definition/opening-reproduce.ts';
import {
  attributeSteps,
  hasFeature,
  type KeptState,
  type Reproduce,
  type ServiceStep,
  step,
  wishedOther,
} from './definition/reproduce.ts';
import { readDate, readDatetime, readTime } from './input-datetime/input-datetime.ts';
import { reproduceLight } from './light/reproduce.ts';
import { reproduceMediaPlayer } from './media-player/reproduce.ts';

/** How scenes restore the entities of each domain; entities of other domains are not changed. */
export const reproduceByDomain: Readonly<Record<string, Reproduce>> = {
  alarm_control_panel: byState({
    armed_away: 'alarm_arm_away',
    armed_custom_bypass: 'alarm_arm_custom_bypass',
    armed_home: 'alarm_arm_home',
    armed_night: 'alarm_arm_night',
    armed_vacation: 'alarm_arm_vacation',
    disarmed: 'alarm_disarm',
    triggered: 'alarm_trigger',
  }),
  alert: onOrOff,
  automation: onOrOff,
  climate: reproduceClimate,
  counter: (present, wished) => {
    if (!/^[-+]?\d+$/.test(wished.state)) return undefined;
    return present.state === wished.state ? [] : [step('set_value', { value: Number(wished.state) })];
  },
  cover: reproduceCover,
  fan: (present, wished) => {
    if (wished.state === 'off') return onOrOff(present, wished);
    if (wished.state !== 'on') return undefined;
    const speed = ['percentage', 'preset_mode'].flatMap((name) => {
      const value = wished.attributes[name];
      return value === undefined || value === null ? [] : [[name, value] as const];
    });
    const turnOn = present.state === 'on' ? [] : [step('turn_on', Object.fromEntries(speed.slice(0, 1)))];
    const speeds = present.state === 'on' ? FAN_SPEED : [];
    return [...turnOn, ...attributeSteps(present, wished, [...speeds, ...FAN_WAYS])];
  },
  humidifier: (present, wished) => {
    const turns = onOrOff(present, wished);
    if (turns === undefined || wished.state === 'off') return turns;
    return [
      ...turns,
      ...attributeSteps(present, wished, [
        ['mode', 'set_mode'],
        ['humidity', 'set_humidity'],
      ]),
    ];
  },
  input_boolean: onOrOff,
  input_datetime: dateAndTime,
  input_number: (present, wished) => {
    const { min, max } = present.attributes;
    const value = Number(wished.state);
    return value >= Number(min) && value <= Number(max) ? setNumber(present, wished) : undefined;
  },
  input_select: (present, wished) => [
    ...attributeSteps(present, wished, [['options', 'set_options']]),
    ...(present.state === wished.state && wishedOther(present, wished, 'options') === undefined
      ? []
      : [step('select_option', { option: wished.state })]),
  ],
  input_text: setText,
  light: reproduceLight,
  lock: byState({
    locked: 'lock',
    locking: 'lock',
    unlocked: 'unlock',
    unlocking: 'unlock',
    open: 'open',
    opening: 'open',
  }),
  media_player: reproduceMediaPlayer,
  number: setNumber,
  remote: (present, wished) => {
    const activity = wishedOther(present, wished, 'current_activity');
    if (wished.state !== 'on' || activity === undefined) return onOrOff(present, wished);
    return [step('turn_on', { activity })];
  },
  select: (present, wished) =>
    present.state === wished.state ? [] : [step('select_option', { option: wished.state })],
  switch: onOrOff,
  text: setText,
  timer: (present, wished) => {
    if (wished.state === 'active') {
      const { duration } = wished.attributes;
      if (present.state === 'active' && duration === present.attributes.duration) return [];
      return [step('start', duration === undefined || duration === null ? {} : { duration })];
    }
    return byState({ idle: 'cancel', paused: 'pause' })(present, wished);
  },
  vacuum: (present, wished) => {
    const moves = byState({
      cleaning: 'start',
      docked: 'return_to_base',
      returning: 'return_to_base',
      idle: 'stop',
      paused: 'pause',
    })(present, wished);
    if (moves === undefined) return undefined;
    const goesHome = present.state === 'docked' && wished.state === 'returning';
    return [
      ...(goesHome ? [] : moves),
      ...(hasFeature(present, 32) ? attributeSteps(present, wished, [['fan_speed', 'set_fan_speed']]) : []),
    ];
  },
  water_heater: (present, wished) => [
    ...waterHeaterMode(present, wished),
    ...attributeSteps(present, wished, [['temperature', 'set_temperature']]),
    ...(wishedOther(present, wished, 'away_mode') === undefined
      ? []
      : [step('set_away_mode', { away_mode: wished.attributes.away_mode === 'on' })]),
  ],
};

const FAN_SPEED = [
  ['percentage', 'set_percentage'],
  ['preset_mode', 'set_preset_mode'],
] as const;
const FAN_WAYS = [
  ['direction', 'set_direction'],
  ['oscillating', 'oscillate'],
] as const;

function onOrOff(present: KeptState, { state }: KeptState): ServiceStep[] | undefined {
  if (state !== 'on' && state !== 'off') return undefined;
  return present.state === state ? [] : [step(`turn_${state}`)];
}

/** One service for each state. */
function byState(services: Readonly<Record<string, string>>): Reproduce {
  return (present, { state }) => {
    const service = Object.hasOwn(services, state) ? services[state] : undefined;
    if (service === undefined) return undefined;
    return present.state === state ? [] : [step(service)];
  };
}

function setNumber(present: KeptState, { state }: KeptState): ServiceStep[] | undefined {
  const value = Number(state);
  if (state.trim() === '' || !Number.isFinite(value)) return undefined;
  return Number(present.state) === value ? [] : [step('set_value', { value })];
}

function setText(present: KeptState, { state }: KeptState): ServiceStep[] {
  return present.state === state ? [] : [step('set_value', { value: state })];
}

function dateAndTime(present: KeptState, { state }: KeptState): ServiceStep[] | undefined {
  if (present.state === state) return [];
  const { has_date: hasDate, has_time: hasTime } = present.attributes;
  const field = hasDate !== true ? 'time' : hasTime === true ? 'datetime' : 'date';
  const read = { time: readTime, date: readDate, datetime: (text: string) => readDatetime(text, 'UTC') }[
    field
  ];
  return read(state) === undefined ? undefined : [step('set_datetime', { [field]: state })];
}

function waterHeaterMode(present: KeptState, { state }: KeptState): ServiceStep[] {
  if (present.state === state) return [];
  if (state === 'on' || state === 'off') return [step(`turn_${state}`)];
  return [step('set_operation_mode', { operation_mode: state })];
}
