import { roundHalfEven } from '../../core/rounding.ts';
import type { Command, Values } from '../definition/define-domain.ts';
import { miredOrKelvin } from './color-conversions.ts';
import {
  type ColorMode,
  type ColorValues,
  convertColor,
  isDimmable,
  type LightValues,
  type LightView,
  modeOf,
} from './color-mode.ts';
import { colorByName } from './color-names.ts';
import type { LightProfile, LightProfiles } from './profiles.ts';

/** The validated fields of `light.turn_on`: at most one brightness and one color. */
export interface TurnOnFields extends ColorValues {
  readonly transition?: number | undefined;
  readonly brightness?: number | undefined;
  readonly brightness_pct?: number | undefined;
  readonly brightness_step?: number | undefined;
  readonly brightness_step_pct?: number | undefined;
  readonly color_name?: string | undefined;
  /** Mired, as older clients send it. */
  readonly color_temp?: number | undefined;
  readonly kelvin?: number | undefined;
  readonly white?: true | number | undefined;
  readonly profile?: string | undefined;
  readonly effect?: string | undefined;
  readonly flash?: 'short' | 'long' | undefined;
}

/** The fields of `light.turn_off`. */
export type TurnOffFields = Pick<TurnOnFields, 'transition' | 'flash'>;

/** The fields in their plain form: with names, percentages, steps and profiles resolved. */
interface Wanted {
  color: ColorValues;
  brightness: number | undefined;
  white: true | number | undefined;
  transition: number | undefined;
}

/** Plans `turn_on`: unsupported fields are ignored, and a brightness of 0 turns it off. */
export function planTurnOn(
  light: LightView,
  fields: TurnOnFields,
  profiles: LightProfiles,
): Command<LightValues> {
  const requested = plainRequests(light, fields, profiles);
  const modes = light.capabilities.supported_color_modes;
  const level = requested.brightness ?? (light.values.brightness || 255);
  let white = requested.white === true ? light.values.brightness || 255 : requested.white;
  let brightness = requested.brightness;
  if (white !== undefined && brightness !== undefined && modes.includes('white')) {
    white = brightness;
    brightness = undefined;
  }
  if (brightness === 0 || white === 0)
    return planTurnOff(light, { transition: requested.transition, flash: fields.flash }, profiles);
  const effective: Record<string, unknown> = {};
  if (brightness !== undefined && modes.some(isDimmable)) effective.brightness = brightness;
  Object.assign(effective, convertColor(requested.color, light.capabilities, level));
  if (white !== undefined && modes.includes('white')) effective.white = white;
  if (fields.effect !== undefined && light.features.has('effect')) effective.effect = fields.effect;
  Object.assign(effective, deviceTiming(light, { transition: requested.transition, flash: fields.flash }));
  return { service: 'turn_on', fields: effective, patch: valuesReached(light, effective) };
}

/** Plans `turn_off`; a default profile may set the transition. */
export function planTurnOff(
  light: LightView,
  fields: TurnOffFields,
  profiles: LightProfiles,
): Command<LightValues> {
  const transition = fields.transition ?? defaultProfile(light, profiles)?.transition;
  return {
    service: 'turn_off',
    fields: deviceTiming(light, { transition, flash: fields.flash }),
    patch: { on: false },
  };
}

/** Plans `toggle`: a light that is on uses only the fields of `turn_off`. */
export function planToggle(
  light: LightView,
  fields: TurnOnFields,
  profiles: LightProfiles,
): Command<LightValues> {
  return light.values.on === true
    ? planTurnOff(light, fields, profiles)
    : planTurnOn(light, fields, profiles);
}

function plainRequests(light: LightView, fields: TurnOnFields, profiles: LightProfiles): Wanted {
  const requested: Wanted = {
    color: plainColor(fields),
    brightness: plainBrightness(light, fields),
    white: fields.white,
    transition: fields.transition,
  };
  if (fields.profile !== undefined) applyProfile(requested, profiles.named.get(fields.profile));
  const usual = defaultProfile(light, profiles);
  if (usual === undefined) return requested;
  const unspecified = Object.values(fields).every((value) => value === undefined);
  if (light.values.on !== true || unspecified) applyProfile(requested, usual);
  else requested.transition ??= usual.transition;
  return requested;
}

function plainBrightness(light: LightView, fields: TurnOnFields): number | undefined {
  const now = light.values.on === true ? (light.values.brightness ?? 0) : 0;
  const { brightness_pct: percent, brightness_step: step, brightness_step_pct: stepPercent } = fields;
  if (step !== undefined) return limitedLevel(now + step);
  if (stepPercent !== undefined) {
    const nowPercent = roundHalfEven((now / 255) * 100);
    return limitedLevel(roundHalfEven(((nowPercent + stepPercent) / 100) * 255));
  }
  return percent === undefined ? fields.brightness : roundHalfEven((255 * percent) / 100);
}

function limitedLevel(level: number): number {
  return Math.min(255, Math.max(0, level));
}

function plainColor(fields: TurnOnFields): ColorValues {
  if (fields.color_name !== undefined) return { rgb_color: colorByName(fields.color_name) };
  if (fields.color_temp !== undefined) return { color_temp_kelvin: miredOrKelvin(fields.color_temp) };
  if (fields.kelvin !== undefined) return { color_temp_kelvin: fields.kelvin };
  const { color_temp_kelvin, hs_color, xy_color, rgb_color, rgbw_color, rgbww_color } = fields;
  return { color_temp_kelvin, hs_color, xy_color, rgb_color, rgbw_color, rgbww_color };
}

/** Fills in omitted fields from a profile. */
function applyProfile(requested: Wanted, profile: LightProfile | undefined): void {
  if (profile === undefined) return;
  if (profile.color !== undefined && requested.white === undefined && modeOf(requested.color) === undefined)
    requested.color = { hs_color: profile.color };
  requested.brightness ??= profile.brightness;
  requested.transition ??= profile.transition;
}

function defaultProfile(light: LightView, { defaults }: LightProfiles): LightProfile | undefined {
  return defaults.get(light.id) ?? defaults.get('group.all_lights');
}

function deviceTiming(light: LightView, { transition, flash }: TurnOffFields): Values {
  const timing: Record<string, unknown> = {};
  if (transition !== undefined && light.features.has('transition')) timing.transition = transition;
  if (flash !== undefined && light.features.has('flash')) timing.flash = flash;
  return timing;
}

const COLOR_VALUES = [
  'color_temp_kelvin',
  'hs_color',
  'xy_color',
  'rgb_color',
  'rgbw_color',
  'rgbww_color',
] as const satisfies readonly (keyof ColorValues)[];

/** The values after the command: a given color defines the mode and ends an effect. */
function valuesReached(light: LightView, fields: Values): Partial<LightValues> {
  const { brightness, white, effect } = fields;
  const color: ColorValues = fields;
  const mode: ColorMode | undefined = white === undefined ? modeOf(color) : 'white';
  const reached: Record<string, unknown> = { on: true };
  if (mode !== undefined) reached.color_mode = mode;
  for (const name of COLOR_VALUES) if (color[name] !== undefined) reached[name] = color[name];
  const level = white ?? brightness;
  if (level !== undefined) reached.brightness = level;
  if (effect !== undefined) reached.effect = effect;
  else if (mode !== undefined && light.features.has('effect')) reached.effect = 'off';
  return reached;
}
