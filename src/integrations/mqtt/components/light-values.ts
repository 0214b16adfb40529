import { Float } from '../../../core/json.ts';
import { roundHalfEven } from '../../../core/rounding.ts';
import type { Values } from '../../../domains/definition/define-domain.ts';
import { miredOrKelvin } from '../../../domains/light/color-conversions.ts';
import { type ColorMode, isColorful } from '../../../domains/light/color-mode.ts';
import { flag, integer } from '../schema/config-values.ts';

/** The color temperature keys of a light. */
export const whiteKeys = {
  color_temp_kelvin: flag.default(false),
  min_mireds: integer({ min: 1 }).optional(),
  max_mireds: integer({ min: 1 }).optional(),
  min_kelvin: integer({ min: 1 }).optional(),
  max_kelvin: integer({ min: 1 }).optional(),
};

interface WhiteConfig {
  readonly color_temp_kelvin: boolean;
  readonly min_mireds?: number | undefined;
  readonly max_mireds?: number | undefined;
  readonly min_kelvin?: number | undefined;
  readonly max_kelvin?: number | undefined;
}

/** The color temperature range; mireds take precedence. */
export function whiteRange(config: WhiteConfig): Values {
  return {
    min_color_temp_kelvin:
      config.max_mireds === undefined ? (config.min_kelvin ?? 2000) : miredOrKelvin(config.max_mireds),
    max_color_temp_kelvin:
      config.min_mireds === undefined ? (config.max_kelvin ?? 6535) : miredOrKelvin(config.min_mireds),
  };
}

/** Converts a color temperature between the device's unit and kelvin; the same in both directions. */
export function whiteValue(value: number, config: WhiteConfig): number {
  return config.color_temp_kelvin ? value : miredOrKelvin(value);
}

/** The problem with a combination of color modes; undefined for a valid one. */
export function modesProblem(modes: readonly ColorMode[]): string | undefined {
  const all = new Set(modes);
  if (all.size === 0 || all.size !== modes.length)
    return 'supported_color_modes are a list without repetition';
  const isAlone = all.size === 1;
  if (!isAlone && (all.has('onoff') || all.has('brightness'))) return 'onoff and brightness stand alone';
  return all.has('white') && !modes.some(isColorful) ? 'white comes with a color mode' : undefined;
}

/** Converts a brightness of 0 to 255 to the scale of the device, rounded to a whole number of at least 1. */
export function scaled(level: number, scale: number): number {
  return Math.max(1, Math.min(scale, roundHalfEven((level * scale) / 255)));
}

/** A number that templates see as a float. */
export function asFloat(number: number): number | Float {
  return Number.isInteger(number) ? new Float(number) : number;
}

/** A whole number as Python's `int` reads it; undefined for other text. */
export function wholeOf(text: string): number | undefined {
  return /^\s*[-+]?\d+\s*$/.test(text) ? Number(text) : undefined;
}
