import type { Command, Values } from '../../../domains/definition/define-domain.ts';
import { fanDomain } from '../../../domains/fan/fan.ts';
import {
  type CommandContext,
  defineComponent,
  type Outcome,
  type OutcomeMessage,
  type Reading,
} from '../entity/component.ts';
import { commandTopic, integer, stateTopic, template, text, textList } from '../schema/config-values.ts';
import { type ConfigOf, entityConfig } from '../schema/entity-schema.ts';
import { commanded, isAssumed, onOffPayloads, side } from '../schema/state-and-command.ts';
import { wholeOf } from './light-values.ts';
import { onOffReading } from './on-off.ts';

const keys = {
  command_topic: commandTopic,
  command_template: template.optional(),
  state_topic: stateTopic.optional(),
  state_value_template: template.optional(),
  ...onOffPayloads,
  ...side('percentage', 'value'),
  payload_reset_percentage: text.default('None'),
  speed_range_min: integer({ min: 1 }).default(1),
  speed_range_max: integer({ min: 1 }).default(100),
  preset_modes: textList.optional(),
  ...side('preset_mode', 'value'),
  payload_reset_preset_mode: text.default('None'),
  ...side('oscillation', 'value'),
  payload_oscillation_on: text.default('oscillate_on'),
  payload_oscillation_off: text.default('oscillate_off'),
  ...side('direction', 'value'),
  ...commanded,
};
type Config = ConfigOf<typeof keys>;

/** Fans over MQTT: a topic for each setting and reading. */
export const fanComponent = defineComponent<Config>({
  name: 'fan',
  domain: fanDomain,
  schema: entityConfig(keys, problem),
  describe: (config) => ({
    kind: 'MQTT Fan',
    features: [
      'turn_on',
      'turn_off',
      ...(config.percentage_command_topic === undefined ? [] : ['set_speed']),
      ...(config.preset_mode_command_topic === undefined ? [] : ['preset_mode']),
      ...(config.oscillation_command_topic === undefined ? [] : ['oscillate']),
      ...(config.direction_command_topic === undefined ? [] : ['direction']),
    ],
    capabilities: {
      speed_count: Math.min(100, speedCount(config)),
      preset_modes: config.preset_modes ?? [],
    },
    values: { on: null, oscillating: config.oscillation_state_topic === undefined ? null : false },
    assumedState: isAssumed(config, config.state_topic),
  }),
  readings,
  command,
});

function problem(config: Config): string | undefined {
  if (config.speed_range_min >= config.speed_range_max) return 'speed_range_min is below speed_range_max';
  if ((config.preset_modes === undefined) !== (config.preset_mode_command_topic === undefined))
    return 'preset_modes and preset_mode_command_topic come together';
  return config.preset_modes?.includes(config.payload_reset_preset_mode) === true
    ? 'preset_modes do not hold payload_reset_preset_mode'
    : undefined;
}

function speedCount(config: Config): number {
  return config.speed_range_max - config.speed_range_min + 1;
}

function readings(config: Config): Reading[] {
  return [
    onOffReading(config),
    {
      topic: config.percentage_state_topic,
      template: config.percentage_value_template,
      read: (text, context) => {
        if (text === '') return null;
        if (text === config.payload_reset_percentage) return { percentage: null };
        const value = wholeOf(text);
        if (value === undefined) return context.warn('the speed is no whole number');
        const percentage = Math.floor(((value - config.speed_range_min + 1) * 100) / speedCount(config));
        if (percentage < 0 || percentage > 100) return context.warn('the speed is out of its range');
        return { percentage };
      },
    },
    {
      topic: config.preset_mode_state_topic,
      template: config.preset_mode_value_template,
      read: (text, context) => {
        if (text === '') return null;
        if (text === config.payload_reset_preset_mode) return { preset_mode: null };
        const isKnown = config.preset_modes?.includes(text) === true;
        return isKnown ? { preset_mode: text } : context.warn('the fan has no such preset mode');
      },
    },
    {
      topic: config.oscillation_state_topic,
      template: config.oscillation_value_template,
      read: (text) => {
        if (text === config.payload_oscillation_on) return { oscillating: true };
        return text === config.payload_oscillation_off ? { oscillating: false } : null;
      },
    },
    {
      topic: config.direction_state_topic,
      template: config.direction_value_template,
      read: (text) => (text === '' ? null : { direction: text }),
    },
  ];
}

function command({ service, fields }: Command<Values>, { config, render }: CommandContext<Config>): Outcome {
  const messages: OutcomeMessage[] = [];
  const patch: Record<string, unknown> = {};
  const { percentage, preset_mode, oscillating, direction } = fields;
  if (service === 'turn_on' || service === 'turn_off') {
    const on = service === 'turn_on';
    const payload = render(config.command_template, on ? config.payload_on : config.payload_off);
    messages.push({ topic: config.command_topic, payload });
    if (isAssumed(config, config.state_topic)) patch.on = on;
  }
  const send = (
    side: 'percentage' | 'preset_mode' | 'oscillation' | 'direction',
    value: unknown,
    reached: Values,
  ): void => {
    const topic = config[`${side}_command_topic`];
    if (topic === undefined) return;
    messages.push({ topic, payload: render(config[`${side}_command_template`], value) });
    if (isAssumed(config, config[`${side}_state_topic`])) Object.assign(patch, reached);
  };
  // Turning on at no speed is turning on and nothing else.
  if (typeof percentage === 'number' && (percentage > 0 || service !== 'turn_on')) {
    const value = Math.ceil((percentage * speedCount(config)) / 100) + config.speed_range_min - 1;
    send('percentage', value, { percentage });
  }
  if (preset_mode !== undefined) send('preset_mode', preset_mode, { preset_mode });
  if (oscillating !== undefined) {
    const word = oscillating === true ? config.payload_oscillation_on : config.payload_oscillation_off;
    send('oscillation', word, { oscillating });
  }
  if (direction !== undefined) send('direction', direction, { direction });
  return { messages, patch: Object.keys(patch).length > 0 ? patch : undefined };
}
