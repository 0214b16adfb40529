import { defineDomain, defineService } from '../definition/define-domain.ts';
import { percent } from '../definition/measure.ts';
import { ON_OFF_TRIGGERS } from '../definition/state-tests.ts';
import { onOff } from '../switch/switch.ts';
import { miredOrKelvin } from './color-conversions.ts';
import {
  type ColorMode,
  isColorful,
  isDimmable,
  kelvinRange,
  type LightCapabilities,
  type LightValues,
  type LightView,
  presentColor,
} from './color-mode.ts';
import { lightDevice } from './device-automations.ts';
import { turnOffFields, turnOnExclusive, turnOnFields } from './fields.ts';
import { builtInProfiles } from './profiles.ts';
import { reproduceLight } from './reproduce.ts';
import { planToggle, planTurnOff, planTurnOn, type TurnOnFields } from './turn-on.ts';

/** Lights: on or off, with brightness, white temperature, color and effects as far as each can. */
export const lightDomain = defineDomain<LightValues, LightCapabilities>({
  name: 'light',
  title: 'Light',
  states: ['on', 'off'],
  unrecorded: [
    'supported_color_modes',
    'effect_list',
    'min_mireds',
    'max_mireds',
    'min_color_temp_kelvin',
    'max_color_temp_kelvin',
  ],
  features: { effect: 4, flash: 8, transition: 32 },
  deviceClasses: [],
  attributes: {
    supported_color_modes: { description: 'The supported color modes.', capability: true },
    min_color_temp_kelvin: { description: 'The warmest color temperature, in kelvin.', capability: true },
    max_color_temp_kelvin: { description: 'The coldest color temperature, in kelvin.', capability: true },
    min_mireds: { description: 'The coldest color temperature, in mired.', capability: true },
    max_mireds: { description: 'The warmest color temperature, in mired.', capability: true },
    effect_list: { description: 'The available effects.', capability: true },
    color_mode: { description: 'The current color mode; null when off.' },
    brightness: { description: 'Brightness from 1 to 255; null when off or in a mode without brightness.' },
    color_temp_kelvin: { description: 'Color temperature in kelvin; null unless the mode is color_temp.' },
    color_temp: { description: 'Color temperature in mired; null unless the mode is color_temp.' },
    hs_color: { description: 'Hue 0..360 and saturation 0..100, also for a color temperature.' },
    rgb_color: { description: 'Red, green and blue, each 0..255, also for a color temperature.' },
    xy_color: { description: 'Chromaticity x and y, each 0..1, also for a color temperature.' },
    rgbw_color: { description: 'Red, green, blue and white; null unless the mode is rgbw.' },
    rgbww_color: { description: 'Red, green, blue, cold and warm white; null unless the mode is rgbww.' },
    effect: { description: 'The current effect, `off` for none; null when the light is off.' },
  },
  services: [
    defineService({
      name: 'turn_on',
      fields: turnOnFields,
      exclusive: turnOnExclusive,
      plan: (light: LightView, fields) => planTurnOn(light, fields as TurnOnFields, builtInProfiles),
    }),
    defineService({
      name: 'turn_off',
      fields: turnOffFields,
      plan: (light: LightView, fields) => planTurnOff(light, fields, builtInProfiles),
    }),
    defineService({
      name: 'toggle',
      fields: turnOnFields,
      exclusive: turnOnExclusive,
      plan: (light: LightView, fields) => planToggle(light, fields as TurnOnFields, builtInProfiles),
    }),
  ],
  reproduce: reproduceLight,
  deviceAutomations: lightDevice,
  entityTriggers: {
    ...ON_OFF_TRIGGERS,
    values: { brightness: { attribute: 'brightness', whole: 255, measure: percent() } },
  },
  presentCapabilities,
  present: (light) => ({ state: onOff(light.values.on), attributes: shown(light) }),
});

function presentCapabilities(
  capabilities: LightCapabilities,
  features: ReadonlySet<string>,
): Record<string, unknown> {
  const range = kelvinRange(capabilities);
  const modes = capabilities.supported_color_modes;
  return {
    ...(modes.includes('color_temp')
      ? {
          min_color_temp_kelvin: range.min,
          max_color_temp_kelvin: range.max,
          min_mireds: miredOrKelvin(range.max),
          max_mireds: miredOrKelvin(range.min),
        }
      : {}),
    ...(features.has('effect') ? { effect_list: capabilities.effect_list ?? null } : {}),
    supported_color_modes: [...modes].sort(),
  };
}

/** Attributes that apply but have no value are null; those that do not apply are omitted. */
function shown({ values, capabilities, features }: LightView): Record<string, unknown> {
  const modes = capabilities.supported_color_modes;
  const mode = values.on === true ? modeShown(values, modes) : null;
  const kelvin = mode === 'color_temp' ? (values.color_temp_kelvin ?? null) : null;
  const inColor = modes.some((one) => isColorful(one) || one === 'color_temp');
  const all: Record<string, unknown> = { color_mode: mode };
  if (modes.some(isDimmable))
    all.brightness = mode !== null && isDimmable(mode) ? (values.brightness ?? null) : null;
  if (modes.includes('color_temp')) {
    all.color_temp_kelvin = kelvin;
    all.color_temp = kelvin ? miredOrKelvin(kelvin) : null;
  }
  if (inColor) {
    all.hs_color = null;
    all.rgb_color = null;
    all.xy_color = null;
  }
  if (modes.includes('rgbw')) all.rgbw_color = null;
  if (modes.includes('rgbww')) all.rgbww_color = null;
  if (inColor && mode !== null) Object.assign(all, presentColor(mode, values, capabilities));
  if (features.has('effect')) all.effect = values.on === true ? (values.effect ?? null) : null;
  return all;
}

/** The reported color mode; a light with a single mode need not report it. */
function modeShown(values: LightValues, modes: readonly ColorMode[]): ColorMode {
  const only = modes.length === 1 ? modes[0] : undefined;
  return values.color_mode ?? only ?? 'unknown';
}
