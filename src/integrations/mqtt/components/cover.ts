import { roundHalfEven } from '../../../core/rounding.ts';
import { coverDomain } from '../../../domains/cover/cover.ts';
import type { Command, Values } from '../../../domains/definition/define-domain.ts';
import { isJsonObject, member, readJson } from '../client/payload-json.ts';
import {
  type CommandContext,
  defineComponent,
  NONE,
  type Outcome,
  type Reading,
  type ReadingContext,
} from '../entity/component.ts';
import {
  commandTopic,
  deviceClass,
  flag,
  nullableText,
  numberOf,
  stateTopic,
  strictInteger,
  template,
  text,
} from '../schema/config-values.ts';
import { type ConfigOf, entityConfig } from '../schema/entity-schema.ts';
import { commanded } from '../schema/state-and-command.ts';
import { mainReading } from './main-reading.ts';
import { deviceValue, type PositionRange, percentOf, positionOf } from './position-range.ts';

const keys = {
  command_topic: commandTopic.optional(),
  state_topic: stateTopic.optional(),
  value_template: template.optional(),
  payload_open: nullableText.default('OPEN'),
  payload_close: nullableText.default('CLOSE'),
  payload_stop: nullableText.default('STOP'),
  payload_stop_tilt: text.default('STOP'),
  state_open: text.default('open'),
  state_opening: text.default('opening'),
  state_closed: text.default('closed'),
  state_closing: text.default('closing'),
  state_stopped: text.default('stopped'),
  position_topic: stateTopic.optional(),
  position_template: template.optional(),
  set_position_topic: commandTopic.optional(),
  set_position_template: template.optional(),
  position_open: strictInteger.default(100),
  position_closed: strictInteger.default(0),
  tilt_command_topic: commandTopic.optional(),
  tilt_command_template: template.optional(),
  tilt_status_topic: stateTopic.optional(),
  tilt_status_template: template.optional(),
  tilt_min: strictInteger.default(0),
  tilt_max: strictInteger.default(100),
  tilt_opened_value: strictInteger.default(100),
  tilt_closed_value: strictInteger.default(0),
  tilt_optimistic: flag.default(false),
  device_class: deviceClass(coverDomain.deviceClasses).optional(),
  ...commanded,
};
type Config = ConfigOf<typeof keys>;

/** Keys, each with the key that it requires. */
const NEEDS = [
  ['value_template', 'state_topic'],
  ['position_template', 'position_topic'],
  ['set_position_topic', 'position_topic'],
  ['set_position_template', 'set_position_topic'],
  ['tilt_command_template', 'tilt_command_topic'],
  ['tilt_status_template', 'tilt_status_topic'],
] as const;

/** Covers over MQTT: by payload, by position and by tilt. */
export const coverComponent = defineComponent<Config>({
  name: 'cover',
  domain: coverDomain,
  schema: entityConfig(keys, (config) => {
    const lacking = NEEDS.find(([key, needed]) => config[key] !== undefined && config[needed] === undefined);
    return lacking === undefined ? undefined : `${lacking[0]} comes with ${lacking[1]}`;
  }),
  describe: (config) => ({
    kind: 'MQTT Cover',
    deviceClass: config.device_class ?? undefined,
    features: featuresOf(config),
    capabilities: { closed_tilt: Math.trunc(percentOf(config.tilt_closed_value, tiltRange(config))) },
    values: { closed: null },
    assumedState: isOptimistic(config),
  }),
  readings,
  command,
});

function featuresOf(config: Config): string[] {
  const has = config.command_topic !== undefined;
  return [
    ...(has && config.payload_open !== null ? ['open'] : []),
    ...(has && config.payload_close !== null ? ['close'] : []),
    ...(has && config.payload_stop !== null ? ['stop'] : []),
    ...(config.set_position_topic === undefined ? [] : ['set_position']),
    ...(config.tilt_command_topic === undefined
      ? []
      : ['open_tilt', 'close_tilt', 'stop_tilt', 'set_tilt_position']),
  ];
}

/** Optimistic when configured so, or when none of the values in use has a state topic. */
function isOptimistic(config: Config): boolean {
  const sides = [
    [config.set_position_topic, config.position_topic],
    [config.command_topic, config.state_topic],
    [config.tilt_command_topic, config.tilt_status_topic],
  ];
  return config.optimistic || sides.every(([, confirmed]) => confirmed === undefined);
}

function rangeOf(config: Config): PositionRange {
  return { closed: config.position_closed, open: config.position_open };
}

function tiltRange(config: Config): PositionRange {
  return { closed: config.tilt_min, open: config.tilt_max };
}

function variablesOf(config: Config): Values {
  const { position_open, position_closed, tilt_min, tilt_max } = config;
  return { position_open, position_closed, tilt_min, tilt_max };
}

function readings(config: Config): Reading[] {
  return [
    {
      topic: config.position_topic,
      template: config.position_template,
      variables: variablesOf(config),
      read: (payload, context) => (payload === '' ? null : readPosition(payload, config, context)),
    },
    mainReading(config, (state, context) => readState(state, config, context)),
    {
      topic: config.tilt_status_topic,
      template: config.tilt_status_template,
      variables: variablesOf(config),
      read: (payload, context) => (payload === '' ? null : readTilt(payload, config, context)),
    },
  ];
}

function readState(state: string, config: Config, context: ReadingContext): Values | null {
  switch (state) {
    case '':
      return null;
    case config.state_opening:
      return { moving: 'opening', closed: false };
    case config.state_closing:
      return { moving: 'closing', closed: false };
    case config.state_open:
      return { moving: null, closed: false };
    case config.state_closed:
      return { moving: null, closed: true };
    case config.state_stopped:
      return { moving: null, closed: isClosedWhereItStopped(config, context.values) };
    case NONE:
      return { moving: null, closed: null };
    default:
      return context.warn('it is none of the states');
  }
}

function isClosedWhereItStopped(config: Config, values: Values): boolean {
  if (config.position_topic !== undefined) return values.position === 0;
  return values.closed === true || values.moving === 'closing';
}

function readPosition(payload: string, config: Config, context: ReadingContext): Values | null {
  const json = readJson(payload);
  let raw: unknown = payload;
  let tilt: Values = {};
  if (isJsonObject(json)) {
    raw = member(json, 'position');
    if (raw === undefined) return context.warn('it has no position');
    const tiltRaw = member(json, 'tilt_position');
    if (tiltRaw !== undefined) tilt = { ...readTilt(tiltRaw, config, context), tilt_is_told: true };
  }
  const value = typeof raw === 'boolean' || raw === null ? undefined : numberOf(raw);
  if (value === undefined) return context.warn('the position is no number');
  const position = positionOf(value, rangeOf(config));
  if (config.state_topic !== undefined) return { position, ...tilt };
  return { position, closed: position === 0, moving: null, ...tilt };
}

function readTilt(payload: unknown, config: Config, context: ReadingContext): Values | null {
  const value = numberOf(payload);
  const whole = value === undefined ? Number.NaN : roundHalfEven(value);
  const low = Math.min(config.tilt_min, config.tilt_max);
  const high = Math.max(config.tilt_min, config.tilt_max);
  if (!(whole >= low && whole <= high)) return context.warn('the tilt is out of its range');
  return { tilt_position: positionOf(whole, tiltRange(config)) };
}

function command({ service, fields }: Command<Values>, context: CommandContext<Config>): Outcome {
  const { config } = context;
  switch (service) {
    case 'open_cover':
      return send(context, config.payload_open, arrived(config, 100));
    case 'close_cover':
      return send(context, config.payload_close, arrived(config, 0));
    case 'stop_cover':
      return send(context, config.payload_stop, {});
    case 'set_cover_position':
      return setPosition(context, Number(fields.position));
    case 'open_cover_tilt':
      return tiltTo(context, config.tilt_opened_value);
    case 'close_cover_tilt':
      return tiltTo(context, config.tilt_closed_value);
    case 'stop_cover_tilt':
      return { messages: [{ topic: config.tilt_command_topic ?? '', payload: config.payload_stop_tilt }] };
    default: {
      const percent = Number(fields.tilt_position);
      return tiltTo(context, deviceValue(percent, tiltRange(config)), percent);
    }
  }
}

function arrived(config: Config, position: 0 | 100): Values {
  return {
    closed: position === 0,
    moving: null,
    ...(config.position_topic === undefined ? {} : { position }),
  };
}

function send({ config }: CommandContext<Config>, payload: string | null, patch: Values): Outcome {
  return {
    messages: [{ topic: config.command_topic ?? '', payload: payload ?? '' }],
    patch: isOptimistic(config) ? patch : undefined,
  };
}

function setPosition({ config, render }: CommandContext<Config>, position: number): Outcome {
  const value = deviceValue(position, rangeOf(config));
  const payload = render(config.set_position_template, value, { position, ...variablesOf(config) });
  return {
    messages: [{ topic: config.set_position_topic ?? '', payload }],
    patch: isOptimistic(config)
      ? { position, closed: position <= config.position_closed, moving: null }
      : undefined,
  };
}

function tiltTo(
  { config, render, values }: CommandContext<Config>,
  value: number,
  percent?: number,
): Outcome {
  const variables = { tilt_position: percent ?? value, ...variablesOf(config) };
  const payload = render(config.tilt_command_template, value, variables);
  const reached = percent ?? Math.trunc(percentOf(value, tiltRange(config)));
  const isReported = config.tilt_status_topic !== undefined || values.tilt_is_told === true;
  const isAssumed = config.tilt_optimistic || !isReported;
  return {
    messages: [{ topic: config.tilt_command_topic ?? '', payload }],
    patch: isAssumed ? { tilt_position: reached } : undefined,
  };
}
