import { codewordsOf } from './codewords.ts';
import { Grid } from './grid.ts';
import { penaltyOf } from './penalty.ts';

const MASKS: readonly ((x: number, y: number) => boolean)[] = [
  (x, y) => (x + y) % 2 === 0,
  (_x, y) => y % 2 === 0,
  (x) => x % 3 === 0,
  (x, y) => (x + y) % 3 === 0,
  (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2 === 0,
  (x, y) => ((x * y) % 2) + ((x * y) % 3) === 0,
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
];

/** The QR code of a text [ISO/IEC 18004], level M: rows of squares, true for dark, without the quiet zone around it. */
export function qrCode(text: string): boolean[][] {
  const { version, bytes } = codewordsOf(text);
  const grid = new Grid(version * 4 + 17);
  drawPatterns(grid, version);
  drawFormat(grid, 0);
  drawData(grid, bytes);
  const drawings = MASKS.map((mask, number) => {
    const drawing = grid.copy();
    drawing.turn(mask);
    drawFormat(drawing, number);
    return { drawing, penalty: penaltyOf(drawing) };
  });
  const best = drawings.reduce((one, other) => (other.penalty < one.penalty ? other : one)).drawing;
  return Array.from({ length: best.size }, (_, y) =>
    Array.from({ length: best.size }, (_, x) => best.isDark(x, y)),
  );
}

function drawPatterns(grid: Grid, version: number): void {
  const { size } = grid;
  for (let at = 0; at < size; at += 1) {
    grid.fix(6, at, at % 2 === 0);
    grid.fix(at, 6, at % 2 === 0);
  }
  for (const [x, y] of [
    [3, 3],
    [size - 4, 3],
    [3, size - 4],
  ] as const)
    drawSquares(grid, { x, y, reach: 4, isDark: (ring) => ring !== 2 && ring !== 4 });
  const centres = alignmentsOf(version, size);
  const last = centres.length - 1;
  for (const [i, x] of centres.entries())
    for (const [j, y] of centres.entries()) {
      const isCorner = (i === 0 && j === 0) || (i === 0 && j === last) || (i === last && j === 0);
      if (!isCorner) drawSquares(grid, { x, y, reach: 2, isDark: (ring) => ring !== 1 });
    }
  if (version >= 7) drawVersion(grid, version);
}

/** Squares around a centre, one ring after the other. */
function drawSquares(
  grid: Grid,
  square: { x: number; y: number; reach: number; isDark: (ring: number) => boolean },
): void {
  const { x, y, reach, isDark } = square;
  for (let dy = -reach; dy <= reach; dy += 1)
    for (let dx = -reach; dx <= reach; dx += 1)
      grid.fix(x + dx, y + dy, isDark(Math.max(Math.abs(dx), Math.abs(dy))));
}

function alignmentsOf(version: number, size: number): number[] {
  if (version === 1) return [];
  const count = Math.floor(version / 7) + 2;
  const step = Math.ceil((size - 13) / (2 * count - 2)) * 2;
  return [6, ...Array.from({ length: count - 1 }, (_, at) => size - 7 - (count - 2 - at) * step)];
}

function drawVersion(grid: Grid, version: number): void {
  const bits = (version << 12) | remainder(version, 12, 0x1f25);
  for (let at = 0; at < 18; at += 1) {
    const isDark = isSet(bits, at);
    const [a, b] = [grid.size - 11 + (at % 3), Math.floor(at / 3)];
    grid.fix(a, b, isDark);
    grid.fix(b, a, isDark);
  }
}

/** Level (M is 00) and mask, twice, beside the corners. */
function drawFormat(grid: Grid, mask: number): void {
  const { size } = grid;
  const bits = ((mask << 10) | remainder(mask, 10, 0x537)) ^ 0x5412;
  for (let at = 0; at < 15; at += 1) {
    const isDark = isSet(bits, at);
    if (at < 6) grid.fix(8, at, isDark);
    else if (at < 8) grid.fix(8, at + 1, isDark);
    else grid.fix(at === 8 ? 7 : 14 - at, 8, isDark);
    if (at < 8) grid.fix(size - 1 - at, 8, isDark);
    else grid.fix(8, size - 15 + at, isDark);
  }
  grid.fix(8, size - 8, true);
}

/** Fills in the bytes from the lower right, two columns at a time, up and down in turn. */
function drawData(grid: Grid, bytes: readonly number[]): void {
  const { size } = grid;
  let at = 0;
  let isUpward = true;
  for (let right = size - 1; right > 0; right -= 2) {
    if (right === 6) right -= 1;
    for (let step = 0; step < size; step += 1) {
      const y = isUpward ? size - 1 - step : step;
      for (const x of [right, right - 1]) {
        if (grid.isFixed(x, y)) continue;
        grid.set(x, y, isSet(bytes[at >> 3] ?? 0, 7 - (at & 7)));
        at += 1;
      }
    }
    isUpward = !isUpward;
  }
}

/** What is left of a value, shifted up, after division by a polynomial of ones and zeros. */
function remainder(value: number, degree: number, polynomial: number): number {
  let rest = value;
  for (let step = 0; step < degree; step += 1)
    rest = (rest << 1) ^ (isSet(rest, degree - 1) ? polynomial : 0);
  return rest & ((1 << degree) - 1);
}

function isSet(bits: number, at: number): boolean {
  return ((bits >>> at) & 1) === 1;
}
