import type { State } from '../../core/state.ts';
import type { Hs } from '../../domains/light/color-conversions.ts';
import { type ColorMode, isColorful, type LightValues } from '../../domains/light/color-mode.ts';
import { lightDomain } from '../../domains/light/light.ts';
import {
  anyFeature,
  anyOn,
  type GroupKind,
  integerMean,
  isOn,
  meanOf,
  memberValues,
  mostCommon,
} from './group-kind.ts';
import { allOption } from './on-off-groups.ts';

/** Lights as one. */
export const lightGroup: GroupKind = {
  domain: lightDomain,
  options: allOption,
  combine: (members, { all }) => {
    const lit = members.filter(isOn);
    const modes = modesOf(members);
    const effects = new Set(memberValues<readonly string[]>(members, 'effect_list').flat());
    const limits = {
      min: memberValues<number>(members, 'min_color_temp_kelvin'),
      max: memberValues<number>(members, 'max_color_temp_kelvin'),
    };
    return {
      values: { ...valuesOf(lit, modes), on: anyOn(members, all === true) },
      capabilities: {
        supported_color_modes: modes,
        min_color_temp_kelvin: limits.min.length > 0 ? Math.min(...limits.min) : 2000,
        max_color_temp_kelvin: limits.max.length > 0 ? Math.max(...limits.max) : 6500,
        ...(effects.size > 0 ? { effect_list: offFirst([...effects].sort()) } : {}),
      },
      features: anyFeature(members, lightDomain),
    };
  },
};

function valuesOf(lit: readonly State[], modes: readonly ColorMode[]): Partial<LightValues> {
  const colors = {
    color_temp_kelvin: integerMean(lit, 'color_temp_kelvin'),
    hs_color: meanHs(memberValues<Hs>(lit, 'hs_color')),
    xy_color: meanOfTuples(memberValues(lit, 'xy_color')),
    rgb_color: meanOfTuples(memberValues(lit, 'rgb_color')),
    rgbw_color: meanOfTuples(memberValues(lit, 'rgbw_color')),
    rgbww_color: meanOfTuples(memberValues(lit, 'rgbww_color')),
  };
  return {
    color_mode: modeOf(lit, modes),
    brightness: integerMean(lit, 'brightness'),
    effect: mostCommon(memberValues<string>(lit, 'effect')) ?? null,
    ...(colors as Partial<LightValues>),
  };
}

/** The most common color mode; less informative modes only count if there are no others. */
function modeOf(lit: readonly State[], modes: readonly ColorMode[]): ColorMode {
  const inUse = memberValues<ColorMode>(lit, 'color_mode');
  const telling = inUse.filter((mode) => mode !== 'onoff' && mode !== 'brightness');
  const dimmed = inUse.filter((mode) => mode !== 'onoff');
  const mode = mostCommon(telling) ?? mostCommon(dimmed) ?? mostCommon(inUse);
  if (mode === undefined) return 'unknown';
  return modes.includes(mode) ? mode : (modes[0] ?? 'unknown');
}

/** All modes of the members, without those that others include. */
function modesOf(members: readonly State[]): ColorMode[] {
  const all = new Set(memberValues<readonly ColorMode[]>(members, 'supported_color_modes').flat());
  const more = [...all].filter((mode) => mode !== 'onoff' && mode !== 'unknown');
  if (more.length === 0) return ['onoff'];
  const hued = more.filter((mode) => mode !== 'brightness');
  if (hued.length === 0) return ['brightness'];
  const hasColor = hued.some((mode) => isColorful(mode) || mode === 'color_temp');
  return hasColor ? hued : ['white'];
}

function offFirst(effects: readonly string[]): string[] {
  return effects.includes('off') ? ['off', ...effects.filter((effect) => effect !== 'off')] : [...effects];
}

/** Hues are circular: the mean of 350 and 10 is 0. */
function meanHs(colors: readonly Hs[]): Hs | null {
  if (colors.length === 0) return null;
  const angles = colors.map(([hue]) => (hue * Math.PI) / 180);
  const x = meanOf(angles.map(Math.cos));
  const y = meanOf(angles.map(Math.sin));
  const hue = (Math.atan2(y, x) * 180) / Math.PI;
  return [hue < 0 ? hue + 360 : hue, meanOf(colors.map(([, saturation]) => saturation))];
}

function meanOfTuples(tuples: readonly (readonly number[])[]): readonly number[] | null {
  const [first] = tuples;
  return first === undefined ? null : first.map((_one, i) => meanOf(tuples.map((tuple) => tuple[i] ?? 0)));
}
