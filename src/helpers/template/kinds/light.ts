import { z } from 'zod';
import type { Command, Values } from '../../../domains/definition/define-domain.ts';
import { miredOrKelvin } from '../../../domains/light/color-conversions.ts';
import type { ColorMode } from '../../../domains/light/color-mode.ts';
import { lightDomain } from '../../../domains/light/light.ts';
import { finiteNumber } from '../../../jinja/values/plain.ts';
import { actions, commonFields, template } from '../fields.ts';
import {
  defineTemplateKind,
  type Reading,
  type TemplateAction,
  type TemplateKind,
} from '../template-kind.ts';
import { isUnknown, numbersOf, textOf, textsOf } from '../values.ts';
import { booleanReading } from './readings.ts';

const mireds = z.number().min(50).max(1000);

const schema = z.strictObject({
  ...commonFields,
  state: template.optional(),
  level: template.optional(),
  temperature: template.optional(),
  hs: template.optional(),
  rgb: template.optional(),
  rgbw: template.optional(),
  rgbww: template.optional(),
  effect: template.optional(),
  effect_list: template.optional(),
  min_mireds: mireds.optional(),
  max_mireds: mireds.optional(),
  supports_transition: z.boolean().default(false),
  turn_on: actions,
  turn_off: actions,
  set_level: actions.optional(),
  set_temperature: actions.optional(),
  set_hs: actions.optional(),
  set_rgb: actions.optional(),
  set_rgbw: actions.optional(),
  set_rgbww: actions.optional(),
  set_effect: actions.optional(),
});
type Config = z.infer<typeof schema>;

/** Each color mode with its actions and its value. */
const COLORS = [
  { mode: 'hs', action: 'set_hs', value: 'hs_color', parts: ['h', 's'] },
  { mode: 'rgb', action: 'set_rgb', value: 'rgb_color', parts: ['r', 'g', 'b'] },
  { mode: 'rgbw', action: 'set_rgbw', value: 'rgbw_color', parts: ['r', 'g', 'b', 'w'] },
  { mode: 'rgbww', action: 'set_rgbww', value: 'rgbww_color', parts: ['r', 'g', 'b', 'cw', 'ww'] },
] as const;

/** Template lights. */
export const lightKind: TemplateKind = defineTemplateKind<Config>({
  domain: lightDomain,
  schema,
  actionKeys: [
    ...['turn_on', 'turn_off', 'set_level', 'set_temperature', 'set_effect'],
    ...COLORS.map(({ action }) => action),
  ],
  describe: (config) => ({
    features: [
      ...(config.set_effect === undefined ? [] : ['effect']),
      ...(config.supports_transition ? ['transition'] : []),
    ],
    capabilities: {
      supported_color_modes: modesOf(config),
      ...(config.max_mireds === undefined ? {} : { min_color_temp_kelvin: miredOrKelvin(config.max_mireds) }),
      ...(config.min_mireds === undefined ? {} : { max_color_temp_kelvin: miredOrKelvin(config.min_mireds) }),
    },
    values: { on: config.state === undefined ? false : null },
  }),
  readings,
  actions: actionsFor,
});

function modesOf(config: Config): ColorMode[] {
  const modes: ColorMode[] = COLORS.filter(({ action }) => config[action] !== undefined).map(
    ({ mode }) => mode,
  );
  if (config.set_temperature !== undefined) modes.push('color_temp');
  if (modes.length > 0) return modes;
  return [config.set_level === undefined ? 'onoff' : 'brightness'];
}

function readings(config: Config): Reading[] {
  return [
    booleanReading({ key: 'state', template: config.state, reports: 'on', isMain: true }),
    {
      key: 'level',
      template: config.level,
      reports: ['brightness'],
      read: (value) => limited('brightness', value, 0, 255),
    },
    {
      key: 'temperature',
      template: config.temperature,
      reports: ['color_temp_kelvin'],
      read: (value) => {
        if (isUnknown(value)) return { color_temp_kelvin: null };
        const mired = finiteNumber(value);
        if (mired === undefined || mired <= 0) return 'a number of mireds';
        return { color_temp_kelvin: miredOrKelvin(mired), color_mode: 'color_temp' };
      },
    },
    ...COLORS.map(({ mode, value: name, parts }) => ({
      key: mode,
      template: config[mode],
      reports: [name],
      read: (value: unknown): Values | string => {
        if (isUnknown(value)) return { [name]: null };
        const text = typeof value === 'string' ? value.replace(/^[([]|[)\]]$/g, '') : value;
        const numbers = numbersOf(text, parts.length);
        return numbers === undefined ? `${parts.length} numbers` : { [name]: numbers, color_mode: mode };
      },
    })),
    {
      key: 'effect_list',
      template: config.effect_list,
      reports: ['effect_list'],
      isCapability: true,
      read: (value) => {
        const effects = textsOf(value);
        return effects === undefined ? 'a list' : { effect_list: effects };
      },
    },
    {
      key: 'effect',
      template: config.effect,
      reports: ['effect'],
      read: (value) => ({ effect: textOf(value) }),
    },
  ];
}

function limited(name: string, value: unknown, min: number, max: number): Values | string {
  if (isUnknown(value)) return { [name]: null };
  const number = finiteNumber(value);
  if (number === undefined || number < min || number > max) return `a number from ${min} to ${max}`;
  return { [name]: Math.trunc(number) };
}

/** The actions for the most specific part of a call: effect, color or level; otherwise `turn_on`. */
function actionsFor({ service, fields }: Command, config: Config): TemplateAction[] {
  const { brightness, transition, effect, color_temp_kelvin: kelvin } = fields;
  const common = transition === undefined ? {} : { transition };
  if (service === 'turn_off') return [{ key: 'turn_off', variables: common }];
  const level = brightness === undefined ? {} : { brightness };
  const list: TemplateAction[] = [];
  if (typeof kelvin === 'number') {
    const color_temp = miredOrKelvin(kelvin);
    const variables = { ...common, ...level, color_temp, color_temp_kelvin: kelvin };
    list.push({ key: 'set_temperature', variables });
  }
  if (effect !== undefined) list.push({ key: 'set_effect', variables: { ...common, ...level, effect } });
  for (const { action, value, mode, parts } of COLORS) {
    const color = fields[value];
    if (!Array.isArray(color)) continue;
    const named = Object.fromEntries(parts.map((part, i) => [part, color[i]]));
    list.push({ key: action, variables: { ...common, ...level, [mode]: color, ...named } });
  }
  if (brightness !== undefined) list.push({ key: 'set_level', variables: { ...common, brightness } });
  return [
    ...list.filter(({ key }) => config[key as keyof Config] !== undefined),
    { key: 'turn_on', variables: { ...common, ...level } },
  ];
}
