import { decimalOf } from '../../../core/coerce.ts';
import type { UnitSystem } from '../../../core/unit-system.ts';
import type { Command, Values } from '../../../domains/definition/define-domain.ts';
import { waterHeaterDomain } from '../../../domains/water-heater/water-heater.ts';
import {
  type CommandContext,
  defineComponent,
  NONE,
  type Outcome,
  type OutcomeMessage,
  type Reading,
} from '../entity/component.ts';
import { commandTopic, number, stateTopic, template, textList, word } from '../schema/config-values.ts';
import { type ConfigOf, entityConfig } from '../schema/entity-schema.ts';
import { commanded, isAssumed, onOffPayloads, side } from '../schema/state-and-command.ts';
import { asFloat } from './light-values.ts';
import { temperatureUnit } from './temperature-unit.ts';

const keys = {
  ...side('mode', 'state'),
  modes: textList.default(['eco', 'electric', 'gas', 'heat_pump', 'high_demand', 'performance', 'off']),
  ...side('temperature', 'state'),
  current_temperature_topic: stateTopic.optional(),
  current_temperature_template: template.optional(),
  power_command_topic: commandTopic.optional(),
  power_command_template: template.optional(),
  ...onOffPayloads,
  initial: number().optional(),
  min_temp: number().optional(),
  max_temp: number().optional(),
  precision: number().optional(),
  temperature_unit: word(['c', 'f']).optional(),
  value_template: template.optional(),
  ...commanded,
};
type Config = ConfigOf<typeof keys>;

const FAHRENHEIT = { initial: 110, min: 110, max: 140 };
const CELSIUS = { initial: (110 - 32) / 1.8, min: (110 - 32) / 1.8, max: 60 };

function usual({ temperature_unit: letter }: Config, home: UnitSystem): typeof CELSIUS {
  return temperatureUnit(letter, home) === '°F' ? FAHRENHEIT : CELSIUS;
}

/** Water heaters over MQTT. */
export const waterHeaterComponent = defineComponent<Config>({
  name: 'water_heater',
  domain: waterHeaterDomain,
  schema: entityConfig(keys, ({ precision }) =>
    precision === undefined || [0.1, 0.5, 1].includes(precision) ? undefined : 'precision is 0.1, 0.5 or 1',
  ),
  describe: (config, home) => ({
    kind: 'MQTT Water Heater',
    temperatureUnit: temperatureUnit(config.temperature_unit, home),
    precision: config.precision,
    features: [
      ...((config.temperature_state_topic ?? config.temperature_command_topic) ? ['target_temperature'] : []),
      ...((config.mode_state_topic ?? config.mode_command_topic) ? ['operation_mode'] : []),
      ...(config.power_command_topic === undefined ? [] : ['on_off']),
    ],
    capabilities: {
      min_temp: config.min_temp ?? usual(config, home).min,
      max_temp: config.max_temp ?? usual(config, home).max,
      operation_list: config.modes,
    },
    values: {
      operation_mode: isAssumed(config, config.mode_state_topic) ? 'off' : null,
      temperature: isAssumed(config, config.temperature_state_topic)
        ? (config.initial ?? usual(config, home).initial)
        : null,
    },
    restoresValues: isAssumed(config, config.mode_state_topic),
  }),
  readings,
  command,
});

function readings(config: Config): Reading[] {
  const temperature = (name: 'temperature' | 'current_temperature'): Reading => ({
    topic: name === 'temperature' ? config.temperature_state_topic : config.current_temperature_topic,
    template:
      (name === 'temperature' ? config.temperature_state_template : config.current_temperature_template) ??
      config.value_template,
    read: (payload, context) => {
      if (payload === '') return null;
      if (payload === NONE) return { [name]: null };
      const value = decimalOf(payload);
      return value === undefined ? context.warn(`${name} is no number`) : { [name]: value };
    },
  });
  return [
    {
      topic: config.mode_state_topic,
      template: config.mode_state_template ?? config.value_template,
      isMain: true,
      read: (payload, context) => {
        if (payload === '') return null;
        if (payload === NONE) return { operation_mode: null };
        const isKnown = config.modes.includes(payload);
        return isKnown ? { operation_mode: payload } : context.warn('it is none of the modes');
      },
    },
    temperature('temperature'),
    temperature('current_temperature'),
  ];
}

function command({ service, fields }: Command<Values>, { config, render }: CommandContext<Config>): Outcome {
  if (service === 'turn_on' || service === 'turn_off') {
    const word = service === 'turn_on' ? config.payload_on : config.payload_off;
    const topic = config.power_command_topic;
    if (topic === undefined) return { messages: [] };
    return { messages: [{ topic, payload: render(config.power_command_template, word) }] };
  }
  const messages: OutcomeMessage[] = [];
  const patch: Record<string, unknown> = {};
  const { operation_mode: mode, temperature } = fields;
  if (mode !== undefined) {
    const topic = config.mode_command_topic;
    if (topic !== undefined) messages.push({ topic, payload: render(config.mode_command_template, mode) });
    if (isAssumed(config, config.mode_state_topic)) patch.operation_mode = mode;
  }
  if (typeof temperature === 'number') {
    const topic = config.temperature_command_topic;
    const payload = render(config.temperature_command_template, asFloat(temperature));
    if (topic !== undefined) messages.push({ topic, payload });
    if (isAssumed(config, config.temperature_state_topic)) patch.temperature = temperature;
  }
  return { messages, patch: Object.keys(patch).length > 0 ? patch : undefined };
}
