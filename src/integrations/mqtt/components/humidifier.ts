import { decimalOf } from '../../../core/coerce.ts';
import { roundHalfEven } from '../../../core/rounding.ts';
import type { Command, Values } from '../../../domains/definition/define-domain.ts';
import { humidifierDomain } from '../../../domains/humidifier/humidifier.ts';
import {
  type CommandContext,
  defineComponent,
  NONE,
  type Outcome,
  type Reading,
} from '../entity/component.ts';
import { commandTopic, number, stateTopic, template, text, textList, word } from '../schema/config-values.ts';
import { type ConfigOf, entityConfig } from '../schema/entity-schema.ts';
import { commanded, isAssumed, onOffPayloads, side } from '../schema/state-and-command.ts';
import { onOffReading } from './on-off.ts';

const keys = {
  command_topic: commandTopic,
  command_template: template.optional(),
  state_topic: stateTopic.optional(),
  state_value_template: template.optional(),
  ...onOffPayloads,
  target_humidity_command_topic: commandTopic,
  target_humidity_command_template: template.optional(),
  target_humidity_state_topic: stateTopic.optional(),
  target_humidity_state_template: template.optional(),
  min_humidity: number({ min: 0 }).default(0),
  max_humidity: number({ max: 100 }).default(100),
  modes: textList.optional(),
  ...side('mode', 'state'),
  action_topic: stateTopic.optional(),
  action_template: template.optional(),
  current_humidity_topic: stateTopic.optional(),
  current_humidity_template: template.optional(),
  payload_reset_humidity: text.default('None'),
  payload_reset_mode: text.default('None'),
  device_class: word(humidifierDomain.deviceClasses, 'exact').nullable().default('humidifier'),
  ...commanded,
};
type Config = ConfigOf<typeof keys>;

const ACTIONS: ReadonlySet<string> = new Set(['off', 'humidifying', 'drying', 'idle']);

/** Humidifiers and dehumidifiers over MQTT. */
export const humidifierComponent = defineComponent<Config>({
  name: 'humidifier',
  domain: humidifierDomain,
  schema: entityConfig(keys, problem),
  describe: (config) => ({
    kind: 'MQTT Humidifier',
    deviceClass: config.device_class ?? undefined,
    features: config.modes === undefined || config.modes.length === 0 ? [] : ['modes'],
    capabilities: {
      min_humidity: config.min_humidity,
      max_humidity: config.max_humidity,
      available_modes: config.modes ?? [],
    },
    values: { on: null },
    assumedState: isAssumed(config, config.state_topic),
  }),
  readings,
  command,
});

function problem(config: Config): string | undefined {
  if (config.min_humidity >= config.max_humidity) return 'min_humidity is below max_humidity';
  if ((config.modes === undefined) !== (config.mode_command_topic === undefined))
    return 'modes and mode_command_topic come together';
  return config.modes?.includes(config.payload_reset_mode) === true
    ? 'modes do not hold payload_reset_mode'
    : undefined;
}

function readings(config: Config): Reading[] {
  return [
    onOffReading(config),
    {
      topic: config.action_topic,
      template: config.action_template,
      read: (payload, context) => {
        if (payload === '' || payload === NONE) return null;
        return ACTIONS.has(payload) ? { action: payload } : context.warn('it is none of the actions');
      },
    },
    percent(config, 'current_humidity', 0, 100),
    percent(config, 'target_humidity', config.min_humidity, config.max_humidity),
    {
      topic: config.mode_state_topic,
      template: config.mode_state_template,
      read: (payload, context) => {
        if (payload === '') return null;
        if (payload === config.payload_reset_mode) return { mode: null };
        return config.modes?.includes(payload) === true
          ? { mode: payload }
          : context.warn('it is none of the modes');
      },
    },
  ];
}

function percent(
  config: Config,
  side: 'current_humidity' | 'target_humidity',
  min: number,
  max: number,
): Reading {
  const isTarget = side === 'target_humidity';
  const name = isTarget ? 'humidity' : 'current_humidity';
  return {
    topic: isTarget ? config.target_humidity_state_topic : config.current_humidity_topic,
    template: isTarget ? config.target_humidity_state_template : config.current_humidity_template,
    read: (payload, context) => {
      if (payload === '') return null;
      if (payload === config.payload_reset_humidity) return { [name]: null };
      const value = decimalOf(payload);
      const whole = value === undefined ? undefined : roundHalfEven(value);
      const isInside = whole !== undefined && whole >= min && whole <= max;
      return isInside ? { [name]: whole } : context.warn('the humidity is out of its range');
    },
  };
}

function command({ service, fields, patch }: Command<Values>, context: CommandContext<Config>): Outcome {
  const { config, render } = context;
  const assumed = (topic: string | undefined): Values | undefined =>
    isAssumed(config, topic) ? patch : undefined;
  if (service === 'set_humidity') {
    const payload = render(config.target_humidity_command_template, fields.humidity);
    return {
      messages: [{ topic: config.target_humidity_command_topic, payload }],
      patch: assumed(config.target_humidity_state_topic),
    };
  }
  if (service === 'set_mode') {
    const mode = String(fields.mode);
    if (config.modes?.includes(mode) !== true || config.mode_command_topic === undefined)
      return { messages: [] };
    const payload = render(config.mode_command_template, mode);
    return {
      messages: [{ topic: config.mode_command_topic, payload }],
      patch: assumed(config.mode_state_topic),
    };
  }
  const word = patch.on === true ? config.payload_on : config.payload_off;
  return {
    messages: [{ topic: config.command_topic, payload: render(config.command_template, word) }],
    patch: assumed(config.state_topic),
  };
}
