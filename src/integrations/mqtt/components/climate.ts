import { decimalOf } from '../../../core/coerce.ts';
import { roundHalfEven } from '../../../core/rounding.ts';
import type { UnitSystem } from '../../../core/unit-system.ts';
import { climateDomain } from '../../../domains/climate/climate.ts';
import type { Command, Values } from '../../../domains/definition/define-domain.ts';
import {
  type CommandContext,
  defineComponent,
  NONE,
  type Outcome,
  type OutcomeMessage,
  type Reading,
  type ReadingContext,
} from '../entity/component.ts';
import {
  CLIMATE_VALUES,
  type ClimateConfig,
  type ClimateSide,
  climateSchema,
  hasSide,
  isAssumed,
  isExclusive,
} from './climate-schema.ts';
import { asFloat } from './light-values.ts';
import { temperatureUnit } from './temperature-unit.ts';

const ACTIONS = ['off', 'heating', 'cooling', 'drying', 'idle', 'fan', 'preheating', 'defrosting'] as const;

/** Heating and air conditioning over MQTT: a topic for each setting and reading, all optional. */
export const climateComponent = defineComponent<ClimateConfig>({
  name: 'climate',
  domain: climateDomain,
  schema: climateSchema,
  describe: (config, home) => ({
    kind: 'MQTT HVAC',
    temperatureUnit: temperatureUnit(config.temperature_unit, home),
    precision: config.precision,
    features: featuresOf(config),
    capabilities: {
      hvac_modes: config.modes,
      min_temp: config.min_temp ?? inUnit(7, config, home),
      max_temp: config.max_temp ?? inUnit(35, config, home),
      target_temp_step: config.temp_step === 0 ? null : config.temp_step,
      min_humidity: config.min_humidity,
      max_humidity: config.max_humidity,
      fan_modes: config.fan_modes,
      swing_modes: config.swing_modes,
      swing_horizontal_modes: config.swing_horizontal_modes,
      preset_modes: presetModes(config),
    },
    values: firstValues(config, home),
    restoresValues: isAssumed(config, 'mode'),
  }),
  readings,
  command,
});

function featuresOf(config: ClimateConfig): string[] {
  const has = (...sides: ClimateSide[]): boolean => sides.some((side) => hasSide(config, side));
  return [
    'turn_on',
    'turn_off',
    ...(has('temperature') ? ['target_temperature'] : []),
    ...(has('temperature_low', 'temperature_high') ? ['target_temperature_range'] : []),
    ...(config.target_humidity_command_topic === undefined ? [] : ['target_humidity']),
    ...(['fan_mode', 'swing_mode', 'swing_horizontal_mode'] as const).filter((side) => has(side)),
    ...(config.preset_mode_command_topic === undefined ? [] : ['preset_mode']),
  ];
}

/** The preset modes; `none` is added to any others. */
function presetModes({ preset_modes: own = [] }: ClimateConfig): readonly string[] {
  return own.length === 0 ? [] : ['none', ...own];
}

/** A temperature in Celsius in the unit of the device. */
function inUnit(celsius: number, { temperature_unit: letter }: ClimateConfig, home: UnitSystem): number {
  return temperatureUnit(letter, home) === '°F' ? roundHalfEven((celsius * 9) / 5 + 32, 1) : celsius;
}

/** Initial values: values without a state topic start with usual ones. */
function firstValues(config: ClimateConfig, home: UnitSystem): Values {
  const initial = config.initial ?? inUnit(21, config, home);
  const usual: Readonly<Record<ClimateSide, unknown>> = {
    mode: 'off',
    temperature: initial,
    temperature_low: initial,
    temperature_high: initial,
    target_humidity: null,
    fan_mode: 'low',
    swing_mode: 'off',
    swing_horizontal_mode: 'off',
    preset_mode: 'none',
  };
  const values: Record<string, unknown> = {};
  for (const side of Object.keys(CLIMATE_VALUES) as ClimateSide[])
    values[CLIMATE_VALUES[side]] = isAssumed(config, side) || side === 'preset_mode' ? usual[side] : null;
  return values;
}

function readings(config: ClimateConfig): Reading[] {
  const common = config.value_template;
  const measured = (side: 'current_temperature' | 'current_humidity'): Reading => ({
    topic: config[`${side}_topic`],
    template: config[`${side}_template`] ?? common,
    read: (text, context) => readNumber(text, side, config, context),
  });
  const reported = (
    side: Exclude<ClimateSide, 'preset_mode'>,
    read: NonNullable<Reading['read']>,
  ): Reading => ({
    topic: config[`${side}_state_topic`],
    template: config[`${side}_state_template`] ?? common,
    isMain: side === 'mode',
    read,
  });
  const numeric = (
    side: 'temperature' | 'temperature_low' | 'temperature_high' | 'target_humidity',
  ): Reading => reported(side, (text, context) => readNumber(text, CLIMATE_VALUES[side], config, context));
  const listed = (side: 'fan_mode' | 'swing_mode' | 'swing_horizontal_mode'): Reading =>
    reported(side, (text, context) => readWord(text, side, config[`${side}s`], context));
  return [
    reported('mode', (text, context) => readWord(text, 'hvac_mode', config.modes, context)),
    {
      topic: config.action_topic,
      template: config.action_template ?? common,
      read: (text, context) => (text === '' ? null : readWord(text, 'hvac_action', ACTIONS, context)),
    },
    measured('current_temperature'),
    measured('current_humidity'),
    ...(['temperature', 'temperature_low', 'temperature_high', 'target_humidity'] as const).map(numeric),
    ...(['fan_mode', 'swing_mode', 'swing_horizontal_mode'] as const).map(listed),
    {
      topic: config.preset_mode_state_topic,
      template: config.preset_mode_value_template ?? common,
      read: (text, context) => {
        if (text === '') return null;
        if (text === NONE) return { preset_mode: 'none' };
        return readWord(text, 'preset_mode', ['none', ...presetModes(config)], context);
      },
    },
  ];
}

function readWord(
  text: string,
  name: string,
  words: readonly string[],
  context: ReadingContext,
): Values | null {
  if (text === NONE) return { [name]: null };
  return words.includes(text) ? { [name]: text } : context.warn(`${name} is none it can be`);
}

function readNumber(
  text: string,
  name: string,
  config: ClimateConfig,
  context: ReadingContext,
): Values | null {
  if (text === '') return null;
  if (text === NONE) return { [name]: null };
  const value = decimalOf(text);
  if (value === undefined) return context.warn(`${name} is no number`);
  return { [name]: value, ...(isExclusive(config) ? parked(name, context.values) : {}) };
}

function exclusive(name: string, value: unknown, values: Values): Values {
  return name === 'hvac_mode' ? unparked(value, values) : parked(name, values);
}

const RANGE = ['target_temp_low', 'target_temp_high'];

/** A target temperature and a range exclude each other: setting one parks the other under separate names. */
function parked(name: string, values: Values): Values {
  const others = name === 'temperature' ? RANGE : RANGE.includes(name) ? ['temperature'] : [];
  const patch: Record<string, unknown> = {};
  for (const other of others) {
    patch[other] = null;
    if (typeof values[other] === 'number') patch[`parked_${other}`] = values[other];
  }
  return patch;
}

/** An optimistic mode change restores the targets of that mode and keeps the others for later. */
function unparked(mode: unknown, values: Values): Values {
  const wanted = mode === 'heat_cool' ? RANGE : mode === 'heat' || mode === 'cool' ? ['temperature'] : [];
  const back: Record<string, unknown> = {};
  for (const name of wanted) {
    const value = values[name] ?? values[`parked_${name}`];
    if (typeof value === 'number') Object.assign(back, parked(name, values), { [name]: value });
  }
  return back;
}

function command(
  { service, fields }: Command<Values>,
  { config, render, values }: CommandContext<ClimateConfig>,
): Outcome {
  const isSwitching = service === 'turn_on' || service === 'turn_off';
  if (isSwitching && config.power_command_topic !== undefined) {
    const word = service === 'turn_on' ? config.payload_on : config.payload_off;
    return {
      messages: [{ topic: config.power_command_topic, payload: render(config.power_command_template, word) }],
      patch: config.optimistic && service === 'turn_off' ? { hvac_mode: 'off' } : undefined,
    };
  }
  const requested: Values = service === 'turn_off' ? { hvac_mode: 'off' } : fields;
  const messages: OutcomeMessage[] = [];
  const patch: Record<string, unknown> = {};
  for (const side of Object.keys(CLIMATE_VALUES) as ClimateSide[]) {
    const name = CLIMATE_VALUES[side];
    const value = requested[name];
    if (value === undefined) continue;
    const isTemperature = typeof value === 'number' && side !== 'target_humidity';
    const topic = config[`${side}_command_topic`];
    const payload = render(config[`${side}_command_template`], isTemperature ? asFloat(value) : value);
    if (topic !== undefined) messages.push({ topic, payload });
    if (isAssumed(config, side))
      Object.assign(patch, isExclusive(config) ? exclusive(name, value, values) : {}, { [name]: value });
  }
  return { messages, patch: Object.keys(patch).length > 0 ? patch : undefined };
}
