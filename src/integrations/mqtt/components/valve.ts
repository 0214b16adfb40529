import type { Command, Values } from '../../../domains/definition/define-domain.ts';
import { valveDomain } from '../../../domains/valve/valve.ts';
import { isJsonObject, member, readJson } from '../client/payload-json.ts';
import {
  type CommandContext,
  defineComponent,
  NONE,
  type Outcome,
  type ReadingContext,
} from '../entity/component.ts';
import {
  commandTopic,
  deviceClass,
  flag,
  integer,
  nullableText,
  numberOf,
  stateTopic,
  template,
  text,
} from '../schema/config-values.ts';
import { type ConfigOf, entityConfig } from '../schema/entity-schema.ts';
import { commanded, isOptimistic } from '../schema/state-and-command.ts';
import { deviceValue, type PositionRange, positionOf } from './position-range.ts';

const keys = {
  command_topic: commandTopic.optional(),
  command_template: template.optional(),
  state_topic: stateTopic.optional(),
  value_template: template.optional(),
  reports_position: flag.default(false),
  payload_open: nullableText.optional(),
  payload_close: nullableText.optional(),
  payload_stop: nullableText.optional(),
  position_open: integer().default(100),
  position_closed: integer().default(0),
  state_open: text.optional(),
  state_opening: text.default('opening'),
  state_closed: text.optional(),
  state_closing: text.default('closing'),
  device_class: deviceClass(valveDomain.deviceClasses).optional(),
  ...commanded,
};
type Config = ConfigOf<typeof keys>;

/** Keys of valves that use payloads instead of positions. */
const WORDS = ['payload_open', 'payload_close', 'state_open', 'state_closed'] as const;

/** Valves over MQTT: by payload or by position. */
export const valveComponent = defineComponent<Config>({
  name: 'valve',
  domain: valveDomain,
  schema: entityConfig(keys, (config) => {
    const key = config.reports_position ? WORDS.find((word) => config[word] !== undefined) : undefined;
    return key === undefined ? undefined : `${key} and reports_position exclude each other`;
  }),
  describe: (config) => ({
    kind: 'MQTT Valve',
    deviceClass: config.device_class ?? undefined,
    features: featuresOf(config),
    capabilities: { reports_position: config.reports_position },
    values: {},
    assumedState: isOptimistic(config),
  }),
  readings: (config) => [
    {
      topic: config.state_topic,
      template: config.value_template,
      variables: { position_open: config.position_open, position_closed: config.position_closed },
      isMain: true,
      read: (payload, context) => (payload === '' ? null : readState(payload, config, context)),
    },
  ],
  command,
});

function featuresOf(config: Config): string[] {
  const hasTopic = config.command_topic !== undefined;
  return [
    ...(!hasTopic || config.payload_open === null ? [] : ['open']),
    ...(!hasTopic || config.payload_close === null ? [] : ['close']),
    ...(config.payload_stop == null ? [] : ['stop']),
    ...(config.reports_position ? ['set_position'] : []),
  ];
}

function rangeOf(config: Config): PositionRange {
  return { closed: config.position_closed, open: config.position_open };
}

function readState(payload: string, config: Config, context: ReadingContext): Values | null {
  const json = readJson(payload);
  let position: unknown = payload;
  let state: unknown = payload;
  if (isJsonObject(json)) {
    position = member(json, 'position');
    state = member(json, 'state');
    if (config.reports_position && position === undefined) return context.warn('it has no position');
    if (!config.reports_position && state === undefined) return context.warn('it has no state');
  }
  return config.reports_position
    ? readPosition(position, state, config, context)
    : readWord(state, config, context);
}

function readWord(state: unknown, config: Config, context: ReadingContext): Values | null {
  switch (state) {
    case config.state_opening:
      return { moving: 'opening', closed: false };
    case config.state_closing:
      return { moving: 'closing', closed: false };
    case config.state_open ?? 'open':
      return { moving: null, closed: false };
    case config.state_closed ?? 'closed':
      return { moving: null, closed: true };
    case NONE:
    case null:
      return { moving: null, closed: null };
    default:
      return context.warn('it is none of the states');
  }
}

function readPosition(raw: unknown, state: unknown, config: Config, context: ReadingContext): Values | null {
  const moving =
    state === config.state_opening ? 'opening' : state === config.state_closing ? 'closing' : null;
  if (state === NONE) return { position: null };
  if (raw === null || typeof raw === 'object') return context.warn('the position is no number');
  const value = typeof raw === 'boolean' ? undefined : numberOf(raw);
  if (value === undefined) return moving === null ? context.warn('the position is no number') : { moving };
  const position = positionOf(value, rangeOf(config));
  return { position, moving };
}

function command({ service, fields }: Command<Values>, { config, render }: CommandContext<Config>): Outcome {
  const topic = config.command_topic ?? '';
  const send = (value: unknown, variables: Values, patch: Values): Outcome => ({
    messages: [{ topic, payload: render(config.command_template, value, variables) }],
    patch: isOptimistic(config) ? patch : undefined,
  });
  if (service === 'stop_valve') return send(config.payload_stop ?? '', {}, {});
  const end = service === 'open_valve' ? 100 : 0;
  if (service === 'set_valve_position' || config.reports_position) {
    const position = service === 'set_valve_position' ? Number(fields.position) : end;
    const { position_open, position_closed } = config;
    const variables = { position, position_open, position_closed };
    return send(deviceValue(position, rangeOf(config)), variables, { position, moving: null });
  }
  const word = end === 100 ? (config.payload_open ?? 'OPEN') : (config.payload_close ?? 'CLOSE');
  return send(word, {}, { closed: end === 0, moving: null });
}
