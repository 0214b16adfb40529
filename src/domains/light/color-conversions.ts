import { roundHalfEven } from '../../core/rounding.ts';

/** Hue 0..360 and saturation 0..100. */
export type Hs = readonly [h: number, s: number];
/** CIE 1931 chromaticity, each 0..1. */
export type Xy = readonly [x: number, y: number];
/** Red, green, blue, each 0..255. */
export type Rgb = readonly [r: number, g: number, b: number];
/** Red, green, blue and white, each 0..255. */
export type Rgbw = readonly [r: number, g: number, b: number, w: number];
/** Red, green, blue, cold white and warm white, each 0..255. */
export type Rgbww = readonly [r: number, g: number, b: number, cold: number, warm: number];

/** The warmest and the coldest white of a light. */
export interface KelvinRange {
  readonly min: number;
  readonly max: number;
}

/** Converts between mireds and kelvin: the formula is its own inverse, and truncates. */
export function miredOrKelvin(value: number): number {
  return Math.floor(1_000_000 / value);
}

/** The fully bright color of a hue and saturation, components rounded. */
export function hsToRgb([hue, saturation]: Hs): Rgb {
  const s = saturation / 100;
  const sixth = (hue / 360) * 6;
  const sector = Math.trunc(sixth);
  const rest = sixth - sector;
  const low = 1 - s;
  const falling = 1 - s * rest;
  const rising = 1 - s * (1 - rest);
  const sectors: readonly Rgb[] = [
    [1, rising, low],
    [falling, 1, low],
    [low, 1, rising],
    [low, falling, 1],
    [rising, low, 1],
    [1, low, falling],
  ];
  const [r, g, b] = s === 0 ? [1, 1, 1] : (sectors[sector % 6] ?? [1, 1, 1]);
  return [roundHalfEven(r * 255), roundHalfEven(g * 255), roundHalfEven(b * 255)];
}

/** Hue and saturation to three decimals. How bright the color is does not matter. */
export function rgbToHs([red, green, blue]: Rgb): Hs {
  const [r, g, b] = [red / 255, green / 255, blue / 255];
  const max = Math.max(r, g, b);
  const spread = max - Math.min(r, g, b);
  if (spread === 0) return [0, 0];
  const [fromR, fromG, fromB] = [(max - r) / spread, (max - g) / spread, (max - b) / spread];
  const sixth = r === max ? fromB - fromG : g === max ? 2 + fromR - fromB : 4 + fromG - fromR;
  const turn = (sixth / 6) % 1;
  return [roundHalfEven((turn < 0 ? turn + 1 : turn) * 360, 3), roundHalfEven((spread / max) * 100, 3)];
}

/** Chromaticity to three decimals; black has none and returns 0, 0. */
export function rgbToXy([red, green, blue]: Rgb): Xy {
  if (red + green + blue === 0) return [0, 0];
  const r = linear(red / 255);
  const g = linear(green / 255);
  const b = linear(blue / 255);
  const x = r * 0.664511 + g * 0.154324 + b * 0.162028;
  const y = r * 0.283881 + g * 0.668433 + b * 0.047685;
  const z = r * 0.000088 + g * 0.07231 + b * 0.986039;
  return [roundHalfEven(x / (x + y + z), 3), roundHalfEven(y / (x + y + z), 3)];
}

/** The color of a chromaticity at full brightness; components are truncated, not rounded. */
export function xyToRgb([x, givenY]: Xy): Rgb {
  const y = Math.max(givenY, 1e-11);
  const bigX = x / y;
  const bigZ = (1 - x - y) / y;
  const raw = [
    bigX * 1.656492 - 0.354851 - bigZ * 0.255038,
    -bigX * 0.707196 + 1.655397 + bigZ * 0.036152,
    bigX * 0.051713 - 0.121364 + bigZ * 1.01153,
  ].map((part) => Math.max(0, compressed(part)));
  const scale = Math.max(1, ...raw);
  const [r = 0, g = 0, b = 0] = raw.map((part) => Math.trunc((part / scale) * 255));
  return [r, g, b];
}

function linear(part: number): number {
  return part > 0.04045 ? ((part + 0.055) / 1.055) ** 2.4 : part / 12.92;
}

function compressed(part: number): number {
  return part <= 0.0031308 ? part * 12.92 : 1.055 * part ** (1 / 2.4) - 0.055;
}

/** Chromaticity of a hue and saturation, by way of whole RGB components. */
export function hsToXy(hs: Hs): Xy {
  return rgbToXy(hsToRgb(hs));
}

/** Hue and saturation of a chromaticity, by way of whole RGB components. */
export function xyToHs(xy: Xy): Hs {
  return rgbToHs(xyToRgb(xy));
}

/** Correlated color temperature of a chromaticity (McCamy), cut to whole kelvin. */
export function xyToKelvin([x, y]: Xy): number {
  const n = (x - 0.332) / (0.1858 - y || 1e-11);
  return Math.trunc(437 * n ** 3 + 3601 * n ** 2 + 6861 * n + 5517);
}

/** The color of a black body (Helland), unrounded; temperatures are clamped to 1000..40000 K. */
export function kelvinToRgb(kelvin: number): Rgb {
  const t = Math.min(40_000, Math.max(1000, kelvin)) / 100;
  const red = t <= 66 ? 255 : 329.698727446 * (t - 60) ** -0.1332047592;
  const green =
    t <= 66 ? 99.4708025861 * Math.log(t) - 161.1195681661 : 288.1221695283 * (t - 60) ** -0.0755148492;
  const blue = t >= 66 ? 255 : t <= 19 ? 0 : 138.5177312231 * Math.log(t - 10) - 305.0447927307;
  return [byteLimits(red), byteLimits(green), byteLimits(blue)];
}

function byteLimits(part: number): number {
  return Math.min(255, Math.max(0, part));
}

/** Hue and saturation that look like a white of this temperature. */
export function kelvinToHs(kelvin: number): Hs {
  return rgbToHs(kelvinToRgb(kelvin));
}

/** Moves as much as possible from red, green and blue to the white channel. */
export function rgbToRgbw([r, g, b]: Rgb): Rgbw {
  const w = Math.min(r, g, b);
  const factor = scaleFactor([r, g, b], [r - w, g - w, b - w, w]);
  return [scaled(r - w, factor), scaled(g - w, factor), scaled(b - w, factor), scaled(w, factor)];
}

/** The color that red, green, blue and white make together. */
export function rgbwToRgb([r, g, b, w]: Rgbw): Rgb {
  return matched([r, g, b, w], [r + w, g + w, b + w]);
}

/** Moves as much as possible to both white channels equally: their white is the middle of the mired range. */
export function rgbToRgbww([r, g, b]: Rgb, range: KelvinRange): Rgbww {
  const coldest = miredOrKelvin(range.max);
  const middle = coldest + (miredOrKelvin(range.min) - coldest) / 2;
  const white = kelvinToRgb(miredOrKelvin(middle));
  const level = Math.min(share(r, white[0]), share(g, white[1]), share(b, white[2]));
  const rest: Rgb = [r - white[0] * level, g - white[1] * level, b - white[2] * level];
  const w = roundHalfEven(level * 255);
  const factor = scaleFactor([r, g, b], [...rest, w]);
  const wide = scaled(w, factor);
  return [scaled(rest[0], factor), scaled(rest[1], factor), scaled(rest[2], factor), wide, wide];
}

/** The color that red, green, blue and the two whites make together. */
export function rgbwwToRgb([r, g, b, cold, warm]: Rgbww, range: KelvinRange): Rgb {
  const coldest = miredOrKelvin(range.max);
  const ratio = cold + warm === 0 ? 0.5 : warm / (cold + warm);
  const mired = coldest + ratio * (miredOrKelvin(range.min) - coldest);
  const white = kelvinToRgb(mired === 0 ? 0 : miredOrKelvin(mired));
  const level = Math.max(cold, warm) / 255;
  return matched([r, g, b, cold, warm], [r + white[0] * level, g + white[1] * level, b + white[2] * level]);
}

/** A color temperature and brightness as levels of two white channels, clamped to the light's range. */
export function kelvinToRgbww(kelvin: number, brightness: number, range: KelvinRange): Rgbww {
  const coldest = miredOrKelvin(range.max);
  const warmest = miredOrKelvin(range.min);
  const mired = miredOrKelvin(Math.min(range.max, Math.max(range.min, kelvin)));
  const cold = warmest === coldest ? brightness / 2 : ((warmest - mired) / (warmest - coldest)) * brightness;
  return [0, 0, 0, roundHalfEven(cold), roundHalfEven(brightness - cold)];
}

function share(part: number, of: number): number {
  return of === 0 ? 0 : part / of;
}

function scaleFactor(input: readonly number[], output: readonly number[]): number {
  const max = Math.max(...output);
  return max === 0 ? 0 : Math.max(...input) / max;
}

function scaled(part: number, factor: number): number {
  return roundHalfEven(part * factor) || 0;
}

/** Scales a color so that its brightest component equals the brightest one of the input. */
function matched(input: readonly number[], [r, g, b]: Rgb): Rgb {
  const factor = scaleFactor(input, [r, g, b]);
  return [scaled(r, factor), scaled(g, factor), scaled(b, factor)];
}

/** The components, rounded to a number of decimals. */
export function rounded(parts: readonly number[], digits: number): readonly number[] {
  return parts.map((part) => roundHalfEven(part, digits));
}
