import type { EntityView } from '../definition/define-domain.ts';
import { refusal } from '../definition/refusal.ts';
import * as color from './color-conversions.ts';

/** The color mode of a light. `white` and `brightness` have only a brightness, `onoff` not even that. */
export type ColorMode =
  | 'unknown'
  | 'onoff'
  | 'brightness'
  | 'color_temp'
  | 'hs'
  | 'xy'
  | 'rgb'
  | 'rgbw'
  | 'rgbww'
  | 'white';

/** The values that define a color; a call has at most one of them. */
export interface ColorValues {
  readonly color_temp_kelvin?: number | null | undefined;
  readonly hs_color?: color.Hs | null | undefined;
  readonly xy_color?: color.Xy | null | undefined;
  readonly rgb_color?: color.Rgb | null | undefined;
  readonly rgbw_color?: color.Rgbw | null | undefined;
  readonly rgbww_color?: color.Rgbww | null | undefined;
}

/** The reported values of a light. Color and brightness are the current or the last ones. */
export interface LightValues extends ColorValues {
  readonly [key: string]: unknown;
  readonly on: boolean | null;
  readonly color_mode?: ColorMode | null;
  /** 1..255 */
  readonly brightness?: number | null;
  /** `off` when there are effects and none is shown. */
  readonly effect?: string | null;
}

/** The capabilities of a light. */
export interface LightCapabilities {
  readonly [key: string]: unknown;
  /** Never empty and never `unknown`; `onoff` and `brightness` cannot be combined with others. */
  readonly supported_color_modes: readonly ColorMode[];
  readonly min_color_temp_kelvin?: number;
  readonly max_color_temp_kelvin?: number;
  readonly effect_list?: readonly string[];
}

/** A light as its domain sees it. */
export type LightView = EntityView<LightValues, LightCapabilities>;

const COLORS: ReadonlySet<ColorMode> = new Set(['hs', 'xy', 'rgb', 'rgbw', 'rgbww']);

/** Whether lights in this mode have a brightness. */
export function isDimmable(mode: ColorMode): boolean {
  return mode !== 'unknown' && mode !== 'onoff';
}

/** Whether the mode has a hue. */
export function isColorful(mode: ColorMode): boolean {
  return COLORS.has(mode);
}

/** The color temperature range of a light, or the default one. */
export function kelvinRange(capabilities: LightCapabilities): color.KelvinRange {
  return { min: capabilities.min_color_temp_kelvin ?? 2000, max: capabilities.max_color_temp_kelvin ?? 6535 };
}

const NO_COLOR: ColorValues = {};

type ColorSource = 'hs' | 'rgb' | 'xy' | 'rgbw' | 'rgbww';

/** Replacements for unsupported color modes: the first supported one is used. */
const INSTEAD: Readonly<Record<ColorSource, readonly (ColorSource | 'color_temp')[]>> = {
  hs: ['rgb', 'rgbw', 'rgbww', 'xy', 'color_temp'],
  rgb: ['rgbw', 'rgbww', 'hs', 'xy', 'color_temp'],
  xy: ['hs', 'rgb', 'rgbw', 'rgbww', 'color_temp'],
  rgbw: ['rgb', 'rgbww', 'hs', 'xy', 'color_temp'],
  rgbww: ['rgb', 'rgbw', 'hs', 'xy', 'color_temp'],
};

/** Converts a color to a supported mode; empty when the light has neither colors nor color temperatures. */
export function convertColor(
  given: ColorValues,
  capabilities: LightCapabilities,
  level: number,
): ColorValues {
  if (modeOf(given) === undefined) return NO_COLOR;
  const modes = new Set(capabilities.supported_color_modes);
  const range = kelvinRange(capabilities);
  if (given.color_temp_kelvin != null) {
    if (!modes.has('color_temp') && ![...modes].some(isColorful)) return {};
    if (given.color_temp_kelvin === 0)
      throw refusal(
        'color_temp_out_of_range',
        { key: 'color_temperature_out_of_range', parameters: {} },
        { domain: 'light' },
      );
    if (modes.has('color_temp')) return { color_temp_kelvin: given.color_temp_kelvin };
    if (modes.has('rgbww'))
      return { rgbww_color: color.kelvinToRgbww(given.color_temp_kelvin, level, range) };
    return convertColor({ hs_color: color.kelvinToHs(given.color_temp_kelvin) }, capabilities, level);
  }
  const source = sourceOf(given);
  const rgb = toRgb(given, range);
  if (source === undefined || rgb === undefined) return {};
  if (modes.has(source)) return { [`${source}_color`]: given[`${source}_color`] };
  switch (INSTEAD[source].find((mode) => modes.has(mode))) {
    case 'rgb':
      return { rgb_color: rgb };
    case 'rgbw':
      return { rgbw_color: color.rgbToRgbw(rgb) };
    case 'rgbww':
      return { rgbww_color: color.rgbToRgbww(rgb, range) };
    case 'hs':
      return { hs_color: color.rgbToHs(rgb) };
    case 'xy':
      return { xy_color: color.rgbToXy(rgb) };
    case 'color_temp':
      return { color_temp_kelvin: color.xyToKelvin(given.xy_color ?? color.rgbToXy(rgb)) };
    default:
      return {};
  }
}

function sourceOf(given: ColorValues): ColorSource | undefined {
  if (given.hs_color != null) return 'hs';
  if (given.rgb_color != null) return 'rgb';
  if (given.xy_color != null) return 'xy';
  if (given.rgbw_color != null) return 'rgbw';
  return given.rgbww_color == null ? undefined : 'rgbww';
}

/** A color as RGB, from any mode. */
function toRgb(given: ColorValues, range: color.KelvinRange): color.Rgb | undefined {
  if (given.rgb_color != null) return given.rgb_color;
  if (given.hs_color != null) return color.hsToRgb(given.hs_color);
  if (given.xy_color != null) return color.xyToRgb(given.xy_color);
  if (given.rgbw_color != null) return color.rgbwToRgb(given.rgbw_color);
  return given.rgbww_color == null ? undefined : color.rgbwwToRgb(given.rgbww_color, range);
}

/** The mode a light is in once it shows these values; undefined when they do not decide. */
export function modeOf(values: ColorValues): ColorMode | undefined {
  return values.color_temp_kelvin != null ? 'color_temp' : sourceOf(values);
}

/** The color of a light in all modes that clients may read, without components the light does not have. */
export function presentColor(
  mode: ColorMode,
  values: LightValues,
  capabilities: LightCapabilities,
): Record<string, unknown> {
  const range = kelvinRange(capabilities);
  const { hs_color: hs, xy_color: xy, rgb_color: rgb, rgbw_color: rgbw, rgbww_color: rgbww } = values;
  if (mode === 'hs' && hs != null) return hsWords(hs);
  if (mode === 'xy' && xy != null) return { ...rgbWords(color.xyToRgb(xy)), xy_color: color.rounded(xy, 6) };
  if (mode === 'rgb' && rgb != null) return rgbWords(whole(rgb));
  if (mode === 'rgbw' && rgbw != null) return { ...rgbWords(color.rgbwToRgb(rgbw)), rgbw_color: whole(rgbw) };
  if (mode === 'rgbww' && rgbww != null)
    return { ...rgbWords(color.rgbwwToRgb(rgbww, range)), rgbww_color: whole(rgbww) };
  if (mode === 'color_temp' && values.color_temp_kelvin != null) return whiteWords(values.color_temp_kelvin);
  return {};
}

/** A cache of recent color temperatures: most reports of a light change something else. */
const whites = new Map<number, Record<string, unknown>>();
const MAX_WHITES = 1000;

function whiteWords(kelvin: number): Record<string, unknown> {
  const known = whites.get(kelvin);
  if (known !== undefined) return known;
  if (whites.size >= MAX_WHITES) whites.clear();
  const words = hsWords(color.kelvinToHs(kelvin));
  whites.set(kelvin, words);
  return words;
}

/** A cache by color list, whose identity stays the same as long as the color does. */
const hues = new WeakMap<color.Hs, Record<string, unknown>>();

function hsWords(hs: color.Hs): Record<string, unknown> {
  let words = hues.get(hs);
  if (words === undefined) {
    words = { hs_color: color.rounded(hs, 3), rgb_color: color.hsToRgb(hs), xy_color: color.hsToXy(hs) };
    hues.set(hs, words);
  }
  return words;
}

function rgbWords(rgb: color.Rgb): Record<string, unknown> {
  return { hs_color: color.rgbToHs(rgb), rgb_color: rgb, xy_color: color.rgbToXy(rgb) };
}

function whole<T extends readonly number[]>(parts: T): T {
  const wholes: readonly number[] = parts.map(Math.trunc);
  return wholes as T;
}
