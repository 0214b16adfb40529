import { decimalOf } from '../../../core/coerce.ts';
import { roundHalfEven } from '../../../core/rounding.ts';
import type { Values } from '../../../domains/definition/define-domain.ts';
import {
  type KelvinRange,
  type Rgb,
  type Rgbw,
  type Rgbww,
  rgbwToRgb,
  rgbwwToRgb,
} from '../../../domains/light/color-conversions.ts';
import type { ColorMode } from '../../../domains/light/color-mode.ts';
import { lightDomain } from '../../../domains/light/light.ts';
import { defineComponent, type Reading, type ReadingContext } from '../entity/component.ts';
import { basicTurnOff, basicTurnOn } from './light-basic-command.ts';
import { type BasicConfig, basicSchema, isOptimistic, modesOf } from './light-basic-schema.ts';
import { whiteRange, whiteValue, wholeOf } from './light-values.ts';
import { onOffReading } from './on-off.ts';

/** Lights with a topic for each setting and reading. */
export const basicLight = defineComponent<BasicConfig>({
  name: 'light',
  domain: lightDomain,
  schema: basicSchema,
  describe: (config) => ({
    kind: 'MQTT LightEntity',
    features: config.effect_command_topic === undefined ? [] : ['effect'],
    capabilities: {
      supported_color_modes: modesOf(config),
      ...(config.effect_list === undefined ? {} : { effect_list: config.effect_list }),
      ...whiteRange(config),
    },
    values: { on: null },
    configured: { color_mode: null }, // the next message reports the mode of a new config
    assumedState: isOptimistic(config, 'state'),
  }),
  readings,
  command: (command, context) =>
    command.service === 'turn_off' ? basicTurnOff(context.config) : basicTurnOn(command.fields, context),
});

function readings(config: BasicConfig): Reading[] {
  return [
    onOffReading(config),
    {
      topic: config.brightness_state_topic,
      template: config.brightness_value_template,
      needsTemplate: true,
      read: (text, context) => {
        if (text === '') return null;
        const value = decimalOf(text);
        if (value === undefined) return context.warn('the brightness is no number');
        if (value === 0) return null;
        return { brightness: Math.min(255, roundHalfEven((value / config.brightness_scale) * 255)) };
      },
    },
    channels<Rgb>(config, 'rgb', 3, (parts) => parts),
    channels<Rgbw>(config, 'rgbw', 4, rgbwToRgb),
    channels<Rgbww>(config, 'rgbww', 5, (parts) => rgbwwToRgb(parts, kelvins(config))),
    pair(config, 'hs'),
    pair(config, 'xy'),
    {
      topic: config.color_temp_state_topic,
      template: config.color_temp_value_template,
      needsTemplate: true,
      read: (text, context) => {
        if (text === '') return null;
        const value = wholeOf(text);
        if (value === undefined || value <= 0)
          return context.warn('the color temperature is no whole number');
        return { color_temp_kelvin: whiteValue(value, config), ...modeBy(config, 'color_temp') };
      },
    },
    {
      topic: config.color_mode_state_topic,
      template: config.color_mode_value_template,
      needsTemplate: true,
      read: (text, context) => {
        if (text === '') return null;
        const mode = modesOf(config).find((one) => one === text);
        return mode === undefined ? context.warn('the light has no such color mode') : { color_mode: mode };
      },
    },
    {
      topic: config.effect_state_topic,
      template: config.effect_value_template,
      needsTemplate: true,
      read: (text) => (text === '' ? null : { effect: text }),
    },
  ];
}

function kelvins(config: BasicConfig): KelvinRange {
  const range = whiteRange(config) as { min_color_temp_kelvin: number; max_color_temp_kelvin: number };
  return { min: range.min_color_temp_kelvin, max: range.max_color_temp_kelvin };
}

/** A message about a color decides the mode, unless a topic of its own does. */
function modeBy(config: BasicConfig, mode: ColorMode): Values {
  return config.optimistic || config.color_mode_state_topic === undefined ? { color_mode: mode } : {};
}

function channels<T extends Rgb | Rgbw | Rgbww>(
  config: BasicConfig,
  mode: 'rgb' | 'rgbw' | 'rgbww',
  count: T['length'],
  toRgb: (parts: T) => Rgb,
): Reading {
  return {
    topic: config[`${mode}_state_topic`],
    template: config[`${mode}_value_template`],
    needsTemplate: true,
    read: (text, context) => {
      if (text === '') return null;
      const parts = partsOf(text, count, wholeOf) as T | undefined;
      if (parts === undefined) return context.warn(`the color is no list of ${count} whole numbers`);
      const decided = modeBy(config, mode);
      if (config.brightness_state_topic !== undefined) return { ...decided, [`${mode}_color`]: parts };
      const brightness = Math.max(...toRgb(parts));
      if (brightness <= 0) return decided;
      const full = parts.map((part) => Math.min(255, roundHalfEven((part / brightness) * 255)));
      return { ...decided, brightness: Math.min(255, brightness), [`${mode}_color`]: full };
    },
  };
}

function pair(config: BasicConfig, mode: 'hs' | 'xy'): Reading {
  return {
    topic: config[`${mode}_state_topic`],
    template: config[`${mode}_value_template`],
    needsTemplate: true,
    read: (text: string, context: ReadingContext) => {
      if (text === '') return null;
      const parts = partsOf(text, 2, decimalOf);
      if (parts === undefined) return context.warn('the color is no pair of numbers');
      return { ...modeBy(config, mode), [`${mode}_color`]: parts };
    },
  };
}

function partsOf(
  text: string,
  count: number,
  read: (text: string) => number | undefined,
): readonly number[] | undefined {
  const parts = text.split(',', count + 1).map(read);
  const numbers = parts.filter((part) => part !== undefined);
  return parts.length === count && numbers.length === count ? numbers : undefined;
}
