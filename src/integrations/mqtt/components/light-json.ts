import { show } from '../../../core/parse.ts';
import { roundHalfEven } from '../../../core/rounding.ts';
import type { Command, Values } from '../../../domains/definition/define-domain.ts';
import type { ColorMode } from '../../../domains/light/color-mode.ts';
import { lightDomain } from '../../../domains/light/light.ts';
import { isJsonObject, type JsonObject, member } from '../client/payload-json.ts';
import {
  type CommandContext,
  defineComponent,
  type Outcome,
  type ReadingContext,
} from '../entity/component.ts';
import {
  commandTopic,
  flag,
  integer,
  numberOf,
  stateTopic,
  textList,
  word,
} from '../schema/config-values.ts';
import { entityConfig } from '../schema/entity-schema.ts';
import { commanded, isOptimistic } from '../schema/state-and-command.ts';
import { modesProblem, scaled, whiteKeys, whiteRange, whiteValue } from './light-values.ts';

const MODES = [
  ...(['onoff', 'brightness', 'color_temp', 'hs', 'xy', 'rgb', 'rgbw', 'rgbww', 'white'] as const),
] as const satisfies readonly ColorMode[];

const mode = word(MODES, 'exact');

const schema = entityConfig(
  {
    schema: word(['json']),
    command_topic: commandTopic,
    state_topic: stateTopic.optional(),
    brightness: flag.default(false),
    brightness_scale: integer({ min: 1 }).default(255),
    white_scale: integer({ min: 1 }).default(255),
    supported_color_modes: mode.array().optional(),
    effect: flag.default(false),
    effect_list: textList.optional(),
    flash: flag.default(true),
    flash_time_short: integer({ min: 0 }).default(2),
    flash_time_long: integer({ min: 0 }).default(10),
    transition: flag.default(true),
    ...commanded,
    ...whiteKeys,
  },
  ({ supported_color_modes: modes }) => (modes === undefined ? undefined : modesProblem(modes)),
);
type Config = NonNullable<ReturnType<typeof schema.safeParse>['data']>;

function modesOf(config: Config): readonly ColorMode[] {
  return config.supported_color_modes ?? [config.brightness ? 'brightness' : 'onoff'];
}

/** Lights with JSON messages, as Zigbee2MQTT and ESPHome do. */
export const jsonLight = defineComponent<Config>({
  name: 'light',
  domain: lightDomain,
  schema,
  describe: (config) => ({
    kind: 'MQTT JSON Light',
    features: (['effect', 'flash', 'transition'] as const).filter((name) => config[name]),
    capabilities: {
      supported_color_modes: modesOf(config),
      ...(config.effect_list === undefined ? {} : { effect_list: config.effect_list }),
      ...whiteRange(config),
    },
    values: { on: null },
    configured: { color_mode: null }, // the next message reports the mode of a new config
    assumedState: isOptimistic(config),
  }),
  readings: (config) => [
    { topic: config.state_topic, isMain: true, read: (_text, context) => readState(config, context) },
  ],
  command: (command, context) =>
    command.service === 'turn_off' ? turnOff(command, context) : turnOn(command, context),
});

function readState(config: Config, context: ReadingContext): Values | null {
  const json = context.message.json();
  if (json === undefined || !isJsonObject(json)) return context.warn('it is no JSON object');
  const state = member(json, 'state');
  if (state === undefined) return context.warn('it has no state');
  return {
    ...(state === 'ON' ? { on: true } : state === 'OFF' ? { on: false } : state === null ? { on: null } : {}),
    ...(member(json, 'color_mode') === undefined ? {} : readColor(json, config, context)),
    ...readBrightness(json, config, context),
    ...(config.effect && (json.effect === null || typeof json.effect === 'string')
      ? { effect: json.effect }
      : {}),
  };
}

function readBrightness(json: JsonObject, config: Config, context: ReadingContext): Values {
  const raw = member(json, 'brightness');
  if (raw === undefined || modesOf(config)[0] === 'onoff') return {};
  const level = typeof raw === 'string' || raw === null ? undefined : numberOf(raw);
  if (level === undefined) {
    context.warn('its brightness is no number');
    return {};
  }
  if (level === 0) return {};
  return { brightness: Math.max(1, Math.min(255, roundHalfEven((level * 255) / config.brightness_scale))) };
}

/** Which members of `color` make up a mode, in the order of its value; whole numbers or not. */
const PARTS: Readonly<Record<string, { readonly keys: string; readonly whole: boolean }>> = {
  hs: { keys: 'hs', whole: false },
  xy: { keys: 'xy', whole: false },
  rgb: { keys: 'rgb', whole: true },
  rgbw: { keys: 'rgbw', whole: true },
  rgbww: { keys: 'rgbcw', whole: true },
};

function readColor(json: JsonObject, config: Config, context: ReadingContext): Values {
  const mode = MODES.find((one) => one === json.color_mode);
  if (mode === undefined || !modesOf(config).includes(mode)) {
    context.warn(`the light has no color mode ${show(json.color_mode)}`);
    return {};
  }
  if (mode === 'color_temp') {
    const raw = member(json, 'color_temp');
    if (raw === null && config.color_temp_kelvin) return { color_mode: mode, color_temp_kelvin: null };
    const value = typeof raw === 'string' ? undefined : numberOf(raw);
    if (value !== undefined && value > 0)
      return { color_mode: mode, color_temp_kelvin: whiteValue(value, config) };
    context.warn('its color_temp is no number');
    return {};
  }
  const parts = PARTS[mode];
  if (parts === undefined) return { color_mode: mode };
  const color = member(json, 'color');
  const given = isJsonObject(color) ? color : {};
  const numbers = [...parts.keys].map((key) => numberOf(member(given, key)));
  if (numbers.some((number) => number === undefined)) {
    context.warn('its color is not complete');
    return {};
  }
  const value = parts.whole ? numbers.map((number) => Math.trunc(number ?? 0)) : numbers;
  return { color_mode: mode, [`${mode}_color`]: value };
}

function turnOn({ fields, patch }: Command<Values>, { config }: CommandContext<Config>): Outcome {
  const { brightness, white, effect, color_temp_kelvin: kelvin } = fields as Readonly<Record<string, never>>;
  const message: Record<string, unknown> = { state: 'ON' };
  const shown: Record<string, unknown> = {};
  let isScaled = false;
  for (const [mode, { keys, whole }] of Object.entries(PARTS)) {
    const color = fields[`${mode}_color`] as readonly number[] | undefined;
    if (color === undefined) continue;
    isScaled = whole && !config.brightness && brightness !== undefined;
    const parts = isScaled ? color.map((part) => roundHalfEven((part * (brightness ?? 255)) / 255)) : color;
    if (isScaled) shown[`${mode}_color`] = parts;
    message.color = Object.fromEntries([...keys].map((key, i) => [key, parts[i]]));
  }
  addTiming(message, fields, config);
  const sendsBrightness = brightness !== undefined && !isScaled && modesOf(config)[0] !== 'onoff';
  if (sendsBrightness) message.brightness = scaled(brightness, config.brightness_scale);
  if (kelvin !== undefined) message.color_temp = whiteValue(kelvin, config);
  if (effect !== undefined) message.effect = effect;
  if (white !== undefined) message.white = scaled(white, config.white_scale);
  if (!isOptimistic(config)) return { messages: [payload(config, message)] };
  const { brightness: reached, effect: reachedEffect, ...rest } = patch;
  return {
    messages: [payload(config, message)],
    patch: {
      ...rest,
      ...shown,
      ...(sendsBrightness || white !== undefined ? { brightness: reached } : {}),
      ...(effect === undefined ? {} : { effect: reachedEffect }),
    },
  };
}

function turnOff({ fields, patch }: Command<Values>, { config }: CommandContext<Config>): Outcome {
  const message: Record<string, unknown> = { state: 'OFF' };
  addTiming(message, fields, config);
  return { messages: [payload(config, message)], patch: isOptimistic(config) ? patch : undefined };
}

function addTiming(message: Record<string, unknown>, { flash, transition }: Values, config: Config): void {
  if (flash !== undefined)
    message.flash = flash === 'long' ? config.flash_time_long : config.flash_time_short;
  if (transition !== undefined) message.transition = transition;
}

function payload(config: Config, message: Values): { topic: string; payload: string } {
  return { topic: config.command_topic, payload: JSON.stringify(message) };
}
