import { expect } from 'vitest';

type Square = readonly [x: number, y: number];

/** The table of ISO/IEC 18004 for level M, as far as it is read here: correction bytes a block, short blocks and their data, long blocks. */
const BLOCKS: Readonly<Record<number, readonly [number, number, number, number]>> = {
  1: [10, 1, 16, 0],
  2: [16, 1, 28, 0],
  3: [26, 1, 44, 0],
  4: [18, 2, 32, 0],
  5: [24, 2, 43, 0],
  6: [16, 4, 27, 0],
  7: [18, 4, 31, 0],
  8: [22, 2, 38, 2],
  9: [22, 3, 36, 2],
  10: [26, 4, 43, 1],
  11: [30, 1, 50, 4],
  12: [22, 6, 36, 2],
  13: [22, 8, 37, 1],
  14: [24, 4, 40, 5],
};
/** Where the alignment patterns stand, from the annex of the standard. */
const ALIGNMENTS: Readonly<Record<number, readonly number[]>> = {
  1: [],
  2: [6, 18],
  3: [6, 22],
  4: [6, 26],
  5: [6, 30],
  6: [6, 34],
  7: [6, 22, 38],
  8: [6, 24, 42],
  9: [6, 26, 46],
  10: [6, 28, 50],
  11: [6, 30, 54],
  12: [6, 32, 58],
  13: [6, 34, 62],
  14: [6, 26, 46, 66],
};
/** The formats of level M as they are drawn, mask 0 to 7, from the annex of the standard. */
const FORMATS = ['101010000010010', '101000100100101', '101111001111100', '101101101001011'].concat([
  ...['100010111111001', '100000011001110', '100111110010111', '100101010100000'],
]);

/** Reads a QR code of level M in byte mode, versions 1 to 14, written from the tables of the standard; it forgives nothing. */
export function readQr(rows: readonly (readonly boolean[])[]): string {
  const size = rows.length;
  const version = (size - 17) / 4;
  const at = ([x, y]: Square): boolean => rows[y]?.[x] ?? false;
  const near: Square[] = [0, 1, 2, 3, 4, 5, 7].map((x): Square => [x, 8]);
  const down: Square[] = [8, 7, 5, 4, 3, 2, 1, 0].map((y): Square => [8, y]);
  const format = [...near, ...down].map((square) => (at(square) ? '1' : '0')).join('');
  const mask = FORMATS.indexOf(format);
  expect(mask).toBeGreaterThanOrEqual(0);
  const second: Square[] = [
    ...[1, 2, 3, 4, 5, 6, 7].map((back): Square => [8, size - back]),
    ...[8, 7, 6, 5, 4, 3, 2, 1].map((back): Square => [size - back, 8]),
  ];
  expect(second.map((square) => (at(square) ? '1' : '0')).join('')).toBe(format);
  expect(at([8, size - 8])).toBe(true);
  const isPattern = patternTest(size, version);
  const bits = path(size)
    .filter((square) => !isPattern(square))
    .map((square) => at(square) !== isMasked(mask, square));
  const bytes = Array.from({ length: Math.floor(bits.length / 8) }, (_, byte) =>
    bits.slice(byte * 8, byte * 8 + 8).reduce((sum, bit) => sum * 2 + Number(bit), 0),
  );
  return textOf(blocksOf(bytes, version).flat(), version);
}

function patternTest(size: number, version: number): (square: Square) => boolean {
  const centres = ALIGNMENTS[version] ?? [];
  return ([x, y]) => {
    const isCorner = (x < 9 && y < 9) || (x < 9 && y >= size - 8) || (x >= size - 8 && y < 9);
    const isAligned = centres.some((a) =>
      centres.some((b) => {
        const inCorner = (a === 6 && b === 6) || (a === 6 && b === size - 7) || (a === size - 7 && b === 6);
        return !inCorner && Math.abs(x - a) <= 2 && Math.abs(y - b) <= 2;
      }),
    );
    const isVersion =
      version >= 7 &&
      ((x < 6 && y >= size - 11 && y < size - 8) || (y < 6 && x >= size - 11 && x < size - 8));
    return isCorner || isAligned || isVersion || x === 6 || y === 6;
  };
}

function path(size: number): Square[] {
  const columns = Array.from({ length: (size - 1) / 2 }, (_, pair) => size - 1 - 2 * pair).map((x) =>
    x <= 6 ? x - 1 : x,
  );
  return columns.flatMap((right, turn) => {
    const ys = Array.from({ length: size }, (_, y) => (turn % 2 === 0 ? size - 1 - y : y));
    return ys.flatMap((y): Square[] => [
      [right, y],
      [right - 1, y],
    ]);
  });
}

function isMasked(mask: number, [j, i]: Square): boolean {
  const conditions = [
    (i + j) % 2,
    i % 2,
    j % 3,
    (i + j) % 3,
    (Math.floor(i / 2) + Math.floor(j / 3)) % 2,
    ((i * j) % 2) + ((i * j) % 3),
    (((i * j) % 2) + ((i * j) % 3)) % 2,
    (((i + j) % 2) + ((i * j) % 3)) % 2,
  ];
  return conditions[mask] === 0;
}

/** The data of each block; its corrections must be those of the data: as a polynomial, it is zero at the first powers of two. */
function blocksOf(bytes: readonly number[], version: number): number[][] {
  const [corrections, short, length, long] = BLOCKS[version] ?? [0, 0, 0, 0];
  const blocks: number[][] = Array.from({ length: short + long }, () => []);
  let next = 0;
  const deal = (to: readonly number[][]): void => {
    for (const block of to) block.push(bytes[next++] ?? -1);
  };
  for (let row = 0; row < length; row += 1) deal(blocks);
  deal(blocks.slice(short));
  const data = blocks.map((block) => [...block]);
  for (let row = 0; row < corrections; row += 1) deal(blocks);
  expect(next).toBe(bytes.length);
  const powers = [1];
  while (powers.length < 255) {
    const double = (powers.at(-1) ?? 0) * 2;
    powers.push(double > 255 ? double ^ 0x11d : double);
  }
  const times = (a: number, power: number): number =>
    a === 0 ? 0 : (powers[(powers.indexOf(a) + power) % 255] ?? 0);
  for (const block of blocks)
    for (let power = 0; power < corrections; power += 1)
      expect(block.reduce((sum, byte) => times(sum, power) ^ byte, 0)).toBe(0);
  return data;
}

function textOf(data: readonly number[], version: number): string {
  const bits = data.map((byte) => byte.toString(2).padStart(8, '0')).join('');
  expect(bits.slice(0, 4)).toBe('0100');
  const start = version < 10 ? 12 : 20;
  const count = Number.parseInt(bits.slice(4, start), 2);
  const content = bits.slice(start, start + count * 8).match(/.{8}/g) ?? [];
  return new TextDecoder().decode(Uint8Array.from(content, (byte) => Number.parseInt(byte, 2)));
}
