import { commandTopic, number, stateTopic, template, textList, word } from '../schema/config-values.ts';
import { type ConfigOf, entityConfig } from '../schema/entity-schema.ts';
import { commanded, onOffPayloads, side } from '../schema/state-and-command.ts';

const keys = {
  action_topic: stateTopic.optional(),
  action_template: template.optional(),
  current_temperature_topic: stateTopic.optional(),
  current_temperature_template: template.optional(),
  current_humidity_topic: stateTopic.optional(),
  current_humidity_template: template.optional(),
  ...side('mode', 'state'),
  modes: textList.default(['auto', 'off', 'cool', 'heat', 'dry', 'fan_only']),
  ...side('temperature', 'state'),
  ...side('temperature_low', 'state'),
  ...side('temperature_high', 'state'),
  ...side('target_humidity', 'state'),
  ...side('fan_mode', 'state'),
  fan_modes: textList.default(['auto', 'low', 'medium', 'high']),
  ...side('swing_mode', 'state'),
  swing_modes: textList.default(['on', 'off']),
  ...side('swing_horizontal_mode', 'state'),
  swing_horizontal_modes: textList.default(['on', 'off']),
  ...side('preset_mode', 'value'),
  preset_modes: textList.optional(),
  power_command_topic: commandTopic.optional(),
  power_command_template: template.optional(),
  ...onOffPayloads,
  initial: number().optional(),
  min_temp: number().optional(),
  max_temp: number().optional(),
  min_humidity: number({ min: 0 }).default(30),
  max_humidity: number({ max: 100 }).default(99),
  temp_step: number().default(1),
  precision: number().optional(),
  temperature_unit: word(['c', 'f']).optional(),
  value_template: template.optional(),
  ...commanded,
};

/** The config of a climate device; every topic is optional. */
export type ClimateConfig = ConfigOf<typeof keys>;

/** Reads such a config. */
export const climateSchema = entityConfig(keys, (config) => {
  if (config.precision !== undefined && ![0.1, 0.5, 1].includes(config.precision))
    return 'precision is 0.1, 0.5 or 1';
  if (config.min_humidity >= config.max_humidity) return 'min_humidity is below max_humidity';
  if (config.target_humidity_state_topic !== undefined && config.target_humidity_command_topic === undefined)
    return 'target_humidity_state_topic comes with target_humidity_command_topic';
  if ((config.preset_modes === undefined) !== (config.preset_mode_command_topic === undefined))
    return 'preset_modes and preset_mode_command_topic come together';
  return config.preset_modes?.includes('none') === true ? 'preset_modes do not hold none' : undefined;
});

/** The climate values that have a state and a command topic, with the names of the domain. */
export const CLIMATE_VALUES = {
  mode: 'hvac_mode',
  temperature: 'temperature',
  temperature_low: 'target_temp_low',
  temperature_high: 'target_temp_high',
  target_humidity: 'humidity',
  fan_mode: 'fan_mode',
  swing_mode: 'swing_mode',
  swing_horizontal_mode: 'swing_horizontal_mode',
  preset_mode: 'preset_mode',
} as const;
export type ClimateSide = keyof typeof CLIMATE_VALUES;

/** Whether a value is optimistic: no topic reports it. */
export function isAssumed(config: ClimateConfig, side: ClimateSide): boolean {
  return config.optimistic || config[`${side}_state_topic`] === undefined;
}

/** Whether the device has this side at all. */
export function hasSide(config: ClimateConfig, side: ClimateSide): boolean {
  return config[`${side}_state_topic`] !== undefined || config[`${side}_command_topic`] !== undefined;
}

/** Whether a single target temperature and a range exclude each other. */
export function isExclusive({ modes }: ClimateConfig): boolean {
  return modes.includes('heat_cool') && (modes.includes('heat') || modes.includes('cool'));
}
