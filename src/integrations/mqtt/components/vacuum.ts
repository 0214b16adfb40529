import { z } from 'zod';
import type { Command, Values } from '../../../domains/definition/define-domain.ts';
import { type Segment, vacuumDomain } from '../../../domains/vacuum/vacuum.ts';
import { isJsonObject, type JsonObject, member } from '../client/payload-json.ts';
import {
  type CommandContext,
  defineComponent,
  type Outcome,
  type ReadingContext,
} from '../entity/component.ts';
import { commandTopic, flag, template, text, textList, word } from '../schema/config-values.ts';
import { type ConfigOf, entityConfig } from '../schema/entity-schema.ts';

const FEATURES = [
  ...(['start', 'stop', 'pause', 'return_home', 'status', 'locate'] as const),
  ...(['clean_spot', 'fan_speed', 'send_command'] as const),
] as const;

const keys = {
  state_topic: commandTopic.optional(),
  command_topic: commandTopic.optional(),
  supported_features: z
    .preprocess(
      (raw) => (Array.isArray(raw) ? raw : raw === null ? [] : [raw]),
      word(FEATURES, 'exact').array(),
    )
    .default(['start', 'stop', 'return_home', 'clean_spot']),
  payload_start: text.default('start'),
  payload_stop: text.default('stop'),
  payload_pause: text.default('pause'),
  payload_return_to_base: text.default('return_to_base'),
  payload_clean_spot: text.default('clean_spot'),
  payload_locate: text.default('locate'),
  set_fan_speed_topic: commandTopic.optional(),
  fan_speed_list: textList.default([]),
  send_command_topic: commandTopic.optional(),
  clean_segments_command_topic: commandTopic.optional(),
  clean_segments_command_template: template.optional(),
  retain: flag.default(false),
};
type Config = ConfigOf<typeof keys>;

/** Robot vacuums over MQTT, which report their state as JSON. */
export const vacuumComponent = defineComponent<Config>({
  name: 'vacuum',
  domain: vacuumDomain,
  schema: entityConfig(keys, (config) =>
    config.clean_segments_command_topic !== undefined && config.unique_id === undefined
      ? 'clean_segments_command_topic comes with unique_id'
      : undefined,
  ),
  describe: (config) => ({
    kind: 'MQTT State Vacuum',
    features: featuresOf(config),
    capabilities: { fan_speed_list: config.fan_speed_list },
    values: { state: null },
    blockedAttributes: ['fan_speed'],
    learnedFeatures: config.clean_segments_command_topic === undefined ? [] : ['clean_area'],
  }),
  readings: (config) => [
    { topic: config.state_topic, isMain: true, read: (_text, context) => readState(config, context) },
  ],
  command,
});

function featuresOf(config: Config): string[] {
  return ['state', ...config.supported_features];
}

function readState(config: Config, context: ReadingContext): Values | null {
  const json = context.message.json();
  if (json === undefined || !isJsonObject(json)) return context.warn('it is no JSON object');
  const state = member(json, 'state');
  const speed = member(json, 'fan_speed');
  const states = vacuumDomain.states as readonly string[];
  const isKnown = state === null || (typeof state === 'string' && states.includes(state));
  if (state !== undefined && !isKnown) context.warn('it is none of the states');
  const segments = config.clean_segments_command_topic === undefined ? [] : segmentsOf(json);
  if (segments.length > 0) context.entity.setFeatures([...featuresOf(config), 'clean_area']);
  return {
    ...(isKnown ? { state } : {}),
    ...(speed === undefined ? { fan_speed: context.values.fan_speed ?? 0 } : { fan_speed: speed }),
    ...(segments.length > 0 ? { segments } : {}),
  };
}

/** The parts of its map, which the robot names by id. */
function segmentsOf(json: JsonObject): Segment[] {
  const reported = member(json, 'segments');
  if (!isJsonObject(reported)) return [];
  return Object.entries(reported).map(([id, name]) => ({
    id,
    name: typeof name === 'string' ? name : JSON.stringify(name),
    group: null,
  }));
}

const PAYLOADS = {
  start: 'payload_start',
  stop: 'payload_stop',
  pause: 'payload_pause',
  return_to_base: 'payload_return_to_base',
  clean_spot: 'payload_clean_spot',
  locate: 'payload_locate',
} as const;

function command({ service, fields }: Command<Values>, { config, render }: CommandContext<Config>): Outcome {
  const send = (topic: string | undefined, payload: string | Buffer): Outcome => ({
    messages: topic === undefined ? [] : [{ topic, payload }],
  });
  switch (service) {
    case 'set_fan_speed': {
      const speed = String(fields.fan_speed);
      return config.fan_speed_list.includes(speed)
        ? send(config.set_fan_speed_topic, speed)
        : { messages: [] };
    }
    case 'send_command': {
      const { command, params } = fields;
      return send(
        config.send_command_topic,
        isJsonObject(params) ? JSON.stringify({ command, ...params }) : String(command),
      );
    }
    case 'clean_area':
      return send(
        config.clean_segments_command_topic,
        render(config.clean_segments_command_template, fields.segment_ids),
      );
    default: {
      const key = PAYLOADS[service as keyof typeof PAYLOADS];
      return key === undefined ? { messages: [] } : send(config.command_topic, config[key]);
    }
  }
}
