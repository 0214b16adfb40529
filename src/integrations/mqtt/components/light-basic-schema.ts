import type { ColorMode } from '../../../domains/light/color-mode.ts';
import { commandTopic, integer, stateTopic, template, textList, word } from '../schema/config-values.ts';
import { type ConfigOf, entityConfig } from '../schema/entity-schema.ts';
import { commanded, onOffPayloads, side } from '../schema/state-and-command.ts';
import { modesProblem, whiteKeys } from './light-values.ts';

const keys = {
  schema: word(['basic']).default('basic'),
  command_topic: commandTopic,
  state_topic: stateTopic.optional(),
  state_value_template: template.optional(),
  ...onOffPayloads,
  on_command_type: word(['last', 'first', 'brightness'], 'exact').default('last'),
  ...side('brightness', 'value'),
  brightness_scale: integer({ min: 1 }).default(255),
  ...side('color_temp', 'value'),
  ...side('effect', 'value'),
  effect_list: textList.optional(),
  ...side('hs', 'value'),
  ...side('rgb', 'value'),
  ...side('rgbw', 'value'),
  ...side('rgbww', 'value'),
  ...side('xy', 'value'),
  color_mode_state_topic: stateTopic.optional(),
  color_mode_value_template: template.optional(),
  white_command_topic: commandTopic.optional(),
  white_scale: integer({ min: 1 }).default(255),
  ...commanded,
  ...whiteKeys,
};

/** The config of a light with a topic for each of its sides. */
export type BasicConfig = ConfigOf<typeof keys>;

/** Reads such a config. */
export const basicSchema = entityConfig(keys, (config) => modesProblem(modesOf(config)));

/** The modes that have a topic to be commanded by. */
export function modesOf(config: BasicConfig): readonly ColorMode[] {
  const modes = (['color_temp', 'hs', 'rgb', 'rgbw', 'rgbww', 'white', 'xy'] as const).filter(
    (mode) => config[`${mode}_command_topic`] !== undefined,
  );
  if (modes.length > 0) return modes;
  return [config.brightness_command_topic === undefined ? 'onoff' : 'brightness'];
}

/** Whether a value of the light is optimistic: no topic reports it. */
export function isOptimistic(
  config: BasicConfig,
  side: 'state' | 'brightness' | 'color_temp' | 'effect' | 'hs' | 'rgb' | 'rgbw' | 'rgbww' | 'xy',
): boolean {
  return (
    config.optimistic || (side === 'state' ? config.state_topic : config[`${side}_state_topic`]) === undefined
  );
}
