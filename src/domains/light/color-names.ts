import type { Rgb } from './color-conversions.ts';
import data from './color-names.json' with { type: 'json' };

/** The names of CSS3 with their colors, and Home Assistant's own blue. */
const COLORS: ReadonlyMap<string, Rgb> = new Map(
  Object.entries(data).map(([name, hex]) => {
    const at = (start: number): number => Number.parseInt(hex.slice(start, start + 2), 16);
    return [name, [at(0), at(2), at(4)]];
  }),
);

/** The names a form offers; black is valid, but not offered, since it emits no light. */
export const colorNames: readonly string[] = [...COLORS.keys()].filter((name) => name !== 'black');

const WHITE: Rgb = [255, 255, 255];

/** The color of a name, whatever its case and spaces; an unknown name is white. */
export function colorByName(name: string): Rgb {
  return COLORS.get(name.replaceAll(' ', '').toLowerCase()) ?? WHITE;
}
