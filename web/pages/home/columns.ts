import type { Room } from './home-layout.ts';

/** In rem, so that larger text yields fewer columns. */
const COLUMN = 27.5;
const GAP = 1;
const MAX_COUNT = 4;

/** The number of columns that fit into a width in pixels. */
export function columnCount(width: number): number {
  const letter = Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16;
  return Math.max(1, Math.min(MAX_COUNT, Math.floor((width / letter + GAP) / (COLUMN + GAP))));
}

/** Distributes rooms over columns, each to the shortest one, by estimated height. */
export function inColumns(rooms: readonly Room[], count: number): Room[][] {
  const columns = Array.from({ length: Math.max(1, count) }, () => ({ rooms: [] as Room[], height: 0 }));
  for (const room of rooms) {
    const shortest = columns.reduce((best, column) => (column.height < best.height ? column : best));
    shortest.rooms.push(room);
    shortest.height += 2 + Math.ceil(room.tiles.length / 2) * 2 + Math.ceil(room.readings.length / 3);
  }
  return columns.map((column) => column.rooms);
}
