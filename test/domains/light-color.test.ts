import fc from 'fast-check';
import { expect, test } from 'vitest';
import * as color from '../../src/domains/light/color-conversions.ts';
import { convertColor } from '../../src/domains/light/color-mode.ts';
import { colorByName, colorNames } from '../../src/domains/light/color-names.ts';
import { builtInProfiles } from '../../src/domains/light/profiles.ts';

const byte = fc.integer({ min: 0, max: 255 });
const rgbs = fc.tuple(byte, byte, byte);
const range = { min: 2000, max: 6535 };

function distance(a: readonly number[], b: readonly number[]): number {
  return Math.max(...a.map((part, i) => Math.abs(part - (b[i] ?? Number.NaN))));
}

/** The color at full brightness: the part defined by hue and saturation. */
function bright([r, g, b]: color.Rgb): color.Rgb {
  const factor = 255 / Math.max(r, g, b);
  return [r * factor, g * factor, b * factor];
}

test('a color comes back from hue and saturation within one step of each component', () => {
  fc.assert(
    fc.property(
      rgbs.filter((rgb) => Math.max(...rgb) > 0),
      (rgb) => {
        expect(distance(color.hsToRgb(color.rgbToHs(rgb)), bright(rgb))).toBeLessThanOrEqual(1);
      },
    ),
  );
});

test('a color comes back from chromaticity close to where it was', () => {
  fc.assert(
    fc.property(
      rgbs.filter((rgb) => Math.max(...rgb) > 40),
      (rgb) => {
        const xy = color.rgbToXy(rgb);
        expect(distance(color.rgbToXy(color.xyToRgb(xy)), xy)).toBeLessThanOrEqual(0.02);
      },
    ),
  );
});

test('a color with its white taken out is the same color, to a step of rounding', () => {
  fc.assert(
    fc.property(rgbs, (rgb) => {
      expect(distance(color.rgbwToRgb(color.rgbToRgbw(rgb)), rgb)).toBeLessThanOrEqual(2);
      expect(distance(color.rgbwwToRgb(color.rgbToRgbww(rgb, range), range), rgb)).toBeLessThanOrEqual(3);
    }),
  );
});

test('components stay within their limits whatever is converted', () => {
  const unit = fc.double({ min: 0, max: 1, noNaN: true });
  fc.assert(
    fc.property(unit, unit, fc.integer({ min: 0, max: 100_000 }), byte, (x, y, kelvin, brightness) => {
      const all = [
        ...color.xyToRgb([x, y]),
        ...color.hsToRgb([x * 360, y * 100]),
        ...color.kelvinToRgb(kelvin),
        ...color.kelvinToRgbww(kelvin, brightness, range),
      ];
      for (const part of all) expect(part >= 0 && part <= 255, String(all)).toBe(true);
      expect(Number.isInteger(color.xyToKelvin([x, y]))).toBe(true);
    }),
  );
  expect(Number.isFinite(color.xyToKelvin([0.3, 0.1858]))).toBe(true);
});

test('mired and kelvin are each the cut millionth of the other', () => {
  expect([2000, 6535, 153, 300].map(color.miredOrKelvin)).toEqual([500, 153, 6535, 3333]);
});

test('white temperatures follow the black body curve', () => {
  expect(color.kelvinToHs(2700)).toEqual([28.395, 65.723]);
  expect(color.kelvinToRgb(500)).toEqual(color.kelvinToRgb(1000));
  expect(color.kelvinToRgb(90_000)).toEqual(color.kelvinToRgb(40_000));
  expect(color.xyToKelvin([0.4448, 0.4066])).toBe(2893);
});

test('a light with one white temperature gets its white from both channels', () => {
  expect(color.kelvinToRgbww(3000, 200, { min: 3000, max: 3000 })).toEqual([0, 0, 0, 100, 100]);
});

test('a color is sent in the first mode the light supports', () => {
  const asked = (given: object, ...supported_color_modes: ('hs' | 'xy' | 'rgb' | 'rgbw' | 'color_temp')[]) =>
    Object.keys(convertColor(given, { supported_color_modes }, 255));
  expect(asked({ hs_color: [1, 2] }, 'xy', 'rgbw', 'rgb')).toEqual(['rgb_color']);
  expect(asked({ rgb_color: [1, 2, 3] }, 'xy', 'hs')).toEqual(['hs_color']);
  expect(asked({ xy_color: [0.1, 0.2] }, 'rgb', 'hs')).toEqual(['hs_color']);
  expect(asked({ xy_color: [0.3, 0.3] }, 'color_temp')).toEqual(['color_temp_kelvin']);
  expect(asked({ rgbww_color: [1, 2, 3, 4, 5] }, 'rgbw', 'hs')).toEqual(['rgbw_color']);
  expect(asked({ color_temp_kelvin: 3000 }, 'xy')).toEqual(['xy_color']);
  expect(convertColor({ color_temp_kelvin: 3000 }, { supported_color_modes: ['brightness'] }, 1)).toEqual({});
  expect(convertColor({ hs_color: [1, 2] }, { supported_color_modes: ['onoff'] }, 1)).toEqual({});
});

test('names are those of CSS in any case and spacing; an unknown one is white', () => {
  expect(colorByName('Light  Golden RodYellow')).toEqual([250, 250, 210]);
  expect(colorByName('homeassistant')).toEqual([24, 188, 242]);
  expect(colorByName('navyblue')).toEqual(colorByName('navy'));
  expect(colorByName('black')).toEqual([0, 0, 0]);
  expect(['rebeccapurple', '__proto__', ''].map(colorByName)).toEqual(Array(3).fill([255, 255, 255]));
  expect([colorNames.length, colorNames.includes('black'), colorNames[0]]).toEqual([
    148,
    false,
    'homeassistant',
  ]);
});

test('the profiles everybody has', () => {
  expect([...builtInProfiles.named.keys()]).toEqual(['relax', 'concentrate', 'energize', 'reading']);
  expect(builtInProfiles.named.get('relax')).toEqual({ color: [35.932, 69.412], brightness: 144 });
});
