import { type Reproduce, requestedChange, type SavedState, step } from '../definition/reproduce.ts';

/** The attribute and the field that restore each color mode. */
const BY_MODE: Readonly<Record<string, readonly [attribute: string, field: string]>> = {
  color_temp: ['color_temp_kelvin', 'color_temp_kelvin'],
  hs: ['hs_color', 'hs_color'],
  rgb: ['rgb_color', 'rgb_color'],
  rgbw: ['rgbw_color', 'rgbw_color'],
  rgbww: ['rgbww_color', 'rgbww_color'],
  xy: ['xy_color', 'xy_color'],
  white: ['brightness', 'white'],
};

/** Without a saved mode the first of these that is present is used. */
const COLORS = [
  'hs_color',
  'color_temp_kelvin',
  'rgb_color',
  'rgbw_color',
  'rgbww_color',
  'xy_color',
  'color_temp',
];

/** Lights: on with brightness, effect and the color of the saved mode. */
export const reproduceLight: Reproduce = (present, requested) => {
  if (requested.state === 'off') return present.state === 'off' ? [] : [step('turn_off')];
  if (requested.state !== 'on') return undefined;
  const color = colorOf(requested);
  if (present.state === 'on' && isShown(present, requested, color)) return [];
  const { brightness, effect } = requested.attributes;
  return [
    step('turn_on', {
      ...(brightness === undefined || brightness === null ? {} : { brightness }),
      ...(effect === undefined || effect === null ? {} : { effect }),
      ...(color === undefined ? {} : { [color.field]: color.value }),
    }),
  ];
};

interface SavedColor {
  readonly attribute: string;
  readonly field: string;
  readonly value: unknown;
}

function colorOf({ attributes }: SavedState): SavedColor | undefined {
  const mode = attributes.color_mode;
  if (typeof mode === 'string' && mode !== 'unknown') {
    const row = Object.hasOwn(BY_MODE, mode) ? BY_MODE[mode] : undefined;
    const value = row === undefined ? undefined : attributes[row[0]];
    if (row === undefined || value === undefined || value === null) return undefined;
    return { attribute: row[0], field: row[1], value };
  }
  for (const attribute of COLORS) {
    const value = attributes[attribute];
    if (value !== undefined && value !== null) return { attribute, field: attribute, value };
  }
  return undefined;
}

/** Whether a light that is on already has the desired look. */
function isShown(present: SavedState, requested: SavedState, color: SavedColor | undefined): boolean {
  const mode = requested.attributes.color_mode;
  const sameMode = typeof mode !== 'string' || mode === 'unknown' || mode === present.attributes.color_mode;
  const others = ['brightness', 'effect', ...(color === undefined ? [] : [color.attribute])];
  return sameMode && others.every((name) => requestedChange(present, requested, name) === undefined);
}
