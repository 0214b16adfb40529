import { roundHalfEven } from '../../../core/rounding.ts';
import type { Command, Values } from '../../../domains/definition/define-domain.ts';
import { type Hs, hsToRgb, rgbToHs } from '../../../domains/light/color-conversions.ts';
import type { ColorMode } from '../../../domains/light/color-mode.ts';
import { lightDomain } from '../../../domains/light/light.ts';
import {
  type CommandContext,
  defineComponent,
  NONE,
  type Outcome,
  type Reading,
} from '../entity/component.ts';
import { commandTopic, stateTopic, template, textList, word } from '../schema/config-values.ts';
import { entityConfig } from '../schema/entity-schema.ts';
import { commanded } from '../schema/state-and-command.ts';
import { asFloat, whiteKeys, whiteRange, whiteValue, wholeOf } from './light-values.ts';

const schema = entityConfig({
  schema: word(['template']),
  command_topic: commandTopic,
  command_on_template: template,
  command_off_template: template,
  state_topic: stateTopic.optional(),
  state_template: template.optional(),
  brightness_template: template.optional(),
  color_temp_template: template.optional(),
  red_template: template.optional(),
  green_template: template.optional(),
  blue_template: template.optional(),
  effect_template: template.optional(),
  effect_list: textList.optional(),
  ...commanded,
  ...whiteKeys,
});
type Config = NonNullable<ReturnType<typeof schema.safeParse>['data']>;

function modesOf(config: Config): readonly ColorMode[] {
  const modes: ColorMode[] = [];
  if (config.color_temp_template !== undefined) modes.push('color_temp');
  if (hasColor(config)) modes.push('hs');
  if (modes.length > 0) return modes;
  return [config.brightness_template === undefined ? 'onoff' : 'brightness'];
}

function hasColor(config: Config): boolean {
  return [config.red_template, config.green_template, config.blue_template].every((one) => one !== undefined);
}

/** Lights whose messages are written and read by templates. */
export const templateLight = defineComponent<Config>({
  name: 'light',
  domain: lightDomain,
  schema,
  describe: (config) => ({
    kind: 'MQTT Template Light',
    features: [...(config.effect_list === undefined ? [] : ['effect']), 'flash', 'transition'],
    capabilities: {
      supported_color_modes: modesOf(config),
      ...(config.effect_list === undefined ? {} : { effect_list: config.effect_list }),
      ...whiteRange(config),
    },
    values: { on: null },
    configured: { color_mode: null }, // the next message reports the mode of a new config
    assumedState: isOptimistic(config),
  }),
  readings,
  command: (command, context) =>
    command.service === 'turn_off' ? turnOff(command, context) : turnOn(command, context),
});

function isOptimistic(config: Config): boolean {
  return config.optimistic || config.state_topic === undefined || config.state_template === undefined;
}

function readings(config: Config): Reading[] {
  const topic = config.state_topic;
  const list: Reading[] = [];
  const add = (one: Config['state_template'], read: NonNullable<Reading['read']>): void => {
    if (one !== undefined) list.push({ topic, template: one, isMain: true, read });
  };
  add(config.state_template, (text, context) => {
    if (text === 'on') return { on: true };
    if (text === 'off') return { on: false };
    return text === NONE ? { on: null } : context.warn('its state is neither on nor off');
  });
  add(config.brightness_template, (text, context) => {
    const level = wholeOf(text);
    if (level === undefined) return context.warn('its brightness is no whole number');
    return level === 0 ? null : { brightness: Math.min(255, level) };
  });
  add(config.color_temp_template, (text, context) => {
    if (text === NONE) return { color_temp_kelvin: null, ...modeNow(context.values.hs_color, config) };
    const value = wholeOf(text);
    if (value === undefined || value <= 0) return context.warn('its color temperature is no whole number');
    return { color_temp_kelvin: whiteValue(value, config), ...modeNow(context.values.hs_color, config) };
  });
  if (hasColor(config)) {
    // The three parts are gathered while one message is read; the last one makes the color.
    const parts: string[] = [];
    add(config.red_template, (text) => {
      parts[0] = text;
      return null;
    });
    add(config.green_template, (text) => {
      parts[1] = text;
      return null;
    });
    add(config.blue_template, (text, context) => {
      parts[2] = text;
      const texts = parts.splice(0);
      const [red, green, blue] = [texts[0] ?? '', texts[1] ?? '', text].map(wholeOf);
      if (texts.length === 3 && texts.every((part) => part === NONE))
        return { hs_color: null, ...modeNow(null, config) };
      if (red === undefined || green === undefined || blue === undefined)
        return context.warn('its color is no whole numbers');
      const hs = rgbToHs([red, green, blue]);
      return { hs_color: hs, ...modeNow(hs, config) };
    });
  }
  add(config.effect_template, (text, context) =>
    config.effect_list?.includes(text) === true
      ? { effect: text }
      : context.warn('the light has no such effect'),
  );
  return list;
}

function modeNow(hs: unknown, config: Config): Values {
  const modes = modesOf(config);
  return modes.length === 1 ? {} : { color_mode: hs == null ? 'color_temp' : 'hs' };
}

function turnOn({ fields }: Command<Values>, { config, values, render }: CommandContext<Config>): Outcome {
  const { brightness, effect, flash, transition, color_temp_kelvin: kelvin } = fields;
  const hs = fields.hs_color as Hs | undefined;
  const variables: Record<string, unknown> = { state: true };
  const patch: Record<string, unknown> = { on: true };
  if (typeof brightness === 'number') {
    variables.brightness = brightness;
    patch.brightness = brightness;
  }
  if (typeof kelvin === 'number') {
    variables.color_temp = whiteValue(kelvin, config);
    Object.assign(patch, { color_temp_kelvin: kelvin, hs_color: null, ...modeNow(null, config) });
  }
  if (hs !== undefined) {
    const level =
      config.brightness_template === undefined ? Number(brightness ?? values.brightness ?? 255) : 255;
    const [red, green, blue] = hsToRgb(hs).map((part) => roundHalfEven((part * level) / 255));
    Object.assign(variables, { red, green, blue, hue: asFloat(hs[0]), sat: asFloat(hs[1]) });
    Object.assign(patch, { hs_color: hs, color_temp_kelvin: null, ...modeNow(hs, config) });
  }
  if (effect !== undefined) {
    variables.effect = effect;
    patch.effect = effect;
  }
  if (flash !== undefined) variables.flash = flash;
  if (typeof transition === 'number') variables.transition = asFloat(transition);
  return {
    messages: [{ topic: config.command_topic, payload: render(config.command_on_template, null, variables) }],
    patch: isOptimistic(config) ? patch : undefined,
  };
}

function turnOff({ fields }: Command<Values>, { config, render }: CommandContext<Config>): Outcome {
  const { transition, flash } = fields;
  const variables = {
    state: false,
    ...(typeof transition === 'number' ? { transition: asFloat(transition) } : {}),
    ...(flash === undefined ? {} : { flash }),
  };
  return {
    messages: [
      { topic: config.command_topic, payload: render(config.command_off_template, null, variables) },
    ],
    patch: isOptimistic(config) ? { on: false } : undefined,
  };
}
