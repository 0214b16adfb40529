import type { Grid } from './grid.ts';

/** How hard a drawing is to read [ISO/IEC 18004 §7.8.3]: long runs, blocks, what looks like a corner, too much of one shade. */
export function penaltyOf(grid: Grid): number {
  let penalty = 0;
  for (const line of grid.lines()) {
    for (const run of line.match(/0{5,}|1{5,}/g) ?? []) penalty += run.length - 2;
    penalty += 40 * count(line, /(?=00001011101|10111010000)/g);
  }
  return penalty + 3 * blocks(grid) + balance(grid);
}

function blocks(grid: Grid): number {
  let found = 0;
  for (let y = 1; y < grid.size; y += 1)
    for (let x = 1; x < grid.size; x += 1) {
      const one = grid.isDark(x, y);
      const isBlock = [grid.isDark(x - 1, y), grid.isDark(x, y - 1), grid.isDark(x - 1, y - 1)];
      if (isBlock.every((other) => other === one)) found += 1;
    }
  return found;
}

function balance(grid: Grid): number {
  const rows = grid.lines().slice(0, grid.size).join('');
  const share = count(rows, /1/g) / rows.length;
  return Math.floor(Math.abs(share * 100 - 50) / 5) * 10;
}

function count(text: string, pattern: RegExp): number {
  return [...text.matchAll(pattern)].length;
}
