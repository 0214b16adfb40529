import { z } from 'zod';
import {
  custom,
  float,
  integer,
  integerSchema,
  type Limits,
  numbers,
  oneOf,
  text,
} from '../definition/field.ts';
import { colorNames } from './color-names.ts';

const HUED = ['hs', 'xy', 'rgb', 'rgbw', 'rgbww'];
const colorful = { attributes: { supported_color_modes: HUED } };
const tinted = { attributes: { supported_color_modes: ['color_temp', ...HUED] } };
const dimmable = { attributes: { supported_color_modes: ['brightness', 'color_temp', ...HUED] } };

const byte: Limits = { min: 0, max: 255 };

/** The fields `turn_off` shares with `turn_on`. */
export const turnOffFields = {
  transition: float({
    description: 'Seconds it takes to get there.',
    min: 0,
    max: 6553,
    formMax: 300,
    clamp: true,
    step: 1,
    unit: 'seconds',
    example: 2,
    filter: { features: ['transition'] },
  }),
  flash: oneOf(['short', 'long'], {
    description: 'Makes the light flash instead.',
    advanced: true,
    example: 'short',
    filter: { features: ['flash'] },
  }),
};

/** Of each of these sets a call carries one at most. */
export const turnOnExclusive = [
  ['brightness', 'brightness_pct', 'brightness_step', 'brightness_step_pct'],
  [
    'profile',
    'color_name',
    'rgb_color',
    'rgbw_color',
    'rgbww_color',
    'xy_color',
    'hs_color',
    'color_temp_kelvin',
    'color_temp',
    'kelvin',
    'white',
  ],
] as const;

const whiteSchema: z.ZodType<true | number> = z.union(
  [z.literal(true), integerSchema({ ...byte, clamp: true })],
  {
    error: 'Expected true or an integer',
  },
);

/** The fields of `turn_on` and `toggle`. */
export const turnOnFields = {
  transition: turnOffFields.transition,
  brightness_pct: float({
    description: 'Brightness in percent; 0 turns the light off.',
    min: 0,
    max: 100,
    step: 1,
    unit: '%',
    example: 60,
    filter: dimmable,
  }),
  brightness_step_pct: float({
    description: 'Percent by which to brighten, or dim when negative.',
    min: -100,
    max: 100,
    clamp: true,
    step: 1,
    unit: '%',
    example: -10,
    filter: dimmable,
  }),
  rgb_color: numbers('integer', [byte, byte, byte], {
    description: 'Red, green and blue, each from 0 to 255.',
    example: [255, 100, 100],
    selector: { color_rgb: {} },
    filter: colorful,
  }),
  color_temp_kelvin: integer({
    description: 'Temperature of the white light in kelvin.',
    min: 0,
    example: 3000,
    selector: { color_temp: { unit: 'kelvin', min: 2000, max: 6500 } },
    filter: tinted,
  }),
  effect: text({
    description: 'Effect to show, one of the `effect_list` of the light.',
    example: 'rainbow',
    selector: { state: { attribute: 'effect' } },
    filter: { features: ['effect'] },
  }),
  brightness: integer({
    description: 'Brightness from 0 (off) to 255.',
    min: 0,
    max: 255,
    clamp: true,
    advanced: true,
    example: 120,
    filter: dimmable,
  }),
  brightness_step: integer({
    description: 'Amount by which to brighten, or dim when negative, on the scale of `brightness`.',
    min: -255,
    max: 255,
    clamp: true,
    advanced: true,
    example: -25,
    filter: dimmable,
  }),
  color_name: text({
    description: 'Name of a color, as in CSS.',
    advanced: true,
    example: 'red',
    selector: { select: { options: colorNames } },
    filter: colorful,
  }),
  hs_color: numbers(
    'float',
    [
      { min: 0, max: 360 },
      { min: 0, max: 100 },
    ],
    {
      description: 'Hue from 0 to 360 and saturation from 0 to 100.',
      advanced: true,
      example: [300, 70],
      filter: colorful,
    },
  ),
  xy_color: numbers(
    'float',
    [
      { min: 0, max: 1 },
      { min: 0, max: 1 },
    ],
    {
      description: 'Chromaticity x and y, each from 0 to 1.',
      advanced: true,
      example: [0.52, 0.43],
      filter: colorful,
    },
  ),
  rgbw_color: numbers('integer', [byte, byte, byte, byte], {
    description: 'Red, green, blue and white, each from 0 to 255.',
    advanced: true,
    example: [255, 100, 100, 50],
    filter: colorful,
  }),
  rgbww_color: numbers('integer', [byte, byte, byte, byte, byte], {
    description: 'Red, green, blue, cold white and warm white, each from 0 to 255.',
    advanced: true,
    example: [255, 100, 100, 50, 70],
    filter: colorful,
  }),
  white: custom(
    whiteSchema,
    { constant: { value: true, label: 'White' } },
    {
      description: 'Shows plain white: true keeps the brightness, a number from 0 to 255 sets it.',
      advanced: true,
      example: true,
      filter: { attributes: { supported_color_modes: ['white'] } },
    },
  ),
  profile: text({
    description: 'Name of a profile of color and brightness: relax, concentrate, energize or reading.',
    advanced: true,
    example: 'relax',
  }),
  color_temp: integer({
    description: 'Temperature of the white light in mired; `color_temp_kelvin` is preferred.',
    min: 1,
    formMin: 153,
    formMax: 500,
    advanced: true,
    example: 300,
    selector: { color_temp: { unit: 'mired', min: 153, max: 500 } },
    filter: tinted,
  }),
  kelvin: integer({
    description: 'Older name of `color_temp_kelvin`.',
    min: 0,
    advanced: true,
    example: 3000,
    selector: { color_temp: { unit: 'kelvin', min: 2000, max: 6500 } },
    filter: tinted,
  }),
  flash: turnOffFields.flash,
};
