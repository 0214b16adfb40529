import { inflateSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { Canvas } from '../../../src/integrations/demo/canvas.ts';

/** The dots of an indexed PNG, a row of color numbers a line. */
function dotsOf(png: Buffer): number[][] {
  const width = png.readUInt32BE(16);
  const start = png.indexOf('IDAT');
  const rows = inflateSync(png.subarray(start + 4, start + 4 + png.readUInt32BE(start - 4)));
  return Array.from({ length: rows.length / (width + 1) }, (_, y) => [
    ...rows.subarray(y * (width + 1) + 1, (y + 1) * (width + 1)),
  ]);
}

test('boxes are filled as far as they lie on the picture', async () => {
  const canvas = new Canvas(4, 3, ['000000', 'ffffff']);
  canvas.fill({ x: 2, y: -1, width: 9, height: 2 }, 1);
  expect(dotsOf(await canvas.toPng())).toEqual([
    [0, 0, 1, 1],
    [0, 0, 0, 0],
    [0, 0, 0, 0],
  ]);
});

test('text is written in letters of three by five dots', async () => {
  const canvas = new Canvas(7, 5, ['000000', 'ffffff']);
  canvas.write('1?', { x: 0, y: 0, size: 1 }, 1);
  expect(dotsOf(await canvas.toPng()).map((row) => row.join(''))).toEqual([
    '0100000',
    '1100000',
    '0100000',
    '0100000',
    '1110000',
  ]);
});
