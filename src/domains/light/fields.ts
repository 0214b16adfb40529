import { z } from 'zod';
import { schemaError } from '../../core/schema-error.ts';
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
    min: 0,
    max: 6553,
    formMax: 300,
    clamp: true,
    step: 1,
    unit: 'seconds',
    example: 2,
    filter: { features: ['transition'] },
  }),
  flash: oneOf(['short', 'long'], { advanced: true, example: 'short', filter: { features: ['flash'] } }),
};

/** A call has at most one field of each of these sets. */
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
    error: schemaError('expects_true_or_whole_number'),
  },
);

/** The fields of `turn_on` and `toggle`. */
export const turnOnFields = {
  transition: turnOffFields.transition,
  brightness_pct: float({ min: 0, max: 100, step: 1, unit: '%', example: 60, filter: dimmable }),
  brightness_step_pct: float({
    min: -100,
    max: 100,
    clamp: true,
    step: 1,
    unit: '%',
    example: -10,
    filter: dimmable,
  }),
  rgb_color: numbers('integer', [byte, byte, byte], {
    example: [255, 100, 100],
    selector: { color_rgb: {} },
    filter: colorful,
  }),
  color_temp_kelvin: integer({
    min: 0,
    example: 3000,
    selector: { color_temp: { unit: 'kelvin', min: 2000, max: 6500 } },
    filter: tinted,
  }),
  effect: text({
    example: 'rainbow',
    selector: { state: { attribute: 'effect' } },
    filter: { features: ['effect'] },
  }),
  brightness: integer({ min: 0, max: 255, clamp: true, advanced: true, example: 120, filter: dimmable }),
  brightness_step: integer({
    min: -255,
    max: 255,
    clamp: true,
    advanced: true,
    example: -25,
    filter: dimmable,
  }),
  color_name: text({
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
      advanced: true,
      example: [0.52, 0.43],
      filter: colorful,
    },
  ),
  rgbw_color: numbers('integer', [byte, byte, byte, byte], {
    advanced: true,
    example: [255, 100, 100, 50],
    filter: colorful,
  }),
  rgbww_color: numbers('integer', [byte, byte, byte, byte, byte], {
    advanced: true,
    example: [255, 100, 100, 50, 70],
    filter: colorful,
  }),
  white: custom(
    whiteSchema,
    { constant: { value: true, label: 'White' } },
    {
      advanced: true,
      example: true,
      filter: { attributes: { supported_color_modes: ['white'] } },
    },
  ),
  profile: text({ advanced: true, example: 'relax' }),
  color_temp: integer({
    min: 1,
    formMin: 153,
    formMax: 500,
    advanced: true,
    example: 300,
    selector: { color_temp: { unit: 'mired', min: 153, max: 500 } },
    filter: tinted,
  }),
  kelvin: integer({
    min: 0,
    advanced: true,
    example: 3000,
    selector: { color_temp: { unit: 'kelvin', min: 2000, max: 6500 } },
    filter: tinted,
  }),
  flash: turnOffFields.flash,
};
