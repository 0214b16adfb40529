import { crc32 } from 'node:zlib';
import { encodeColumns, PackedColumns } from './column-codec.ts';
import { TERMS, type Term } from './series-blocks.ts';
import type { StatisticRow } from './statistic.ts';
import { FIELDS, toColumns, toRows } from './statistic-columns.ts';

/** A row as written to the log, under the number of its series. */
export interface LoggedRow {
  readonly series: number;
  readonly term: Term;
  readonly row: StatisticRow;
}

/** The bytes of one write, with a checksum: what one row of the log holds. */
export function encodeRows(rows: readonly LoggedRow[]): { readonly batch: Uint8Array; readonly sum: number } {
  const { starts, values } = toColumns(rows.map(({ row }) => row));
  const none = new Float64Array(rows.length).fill(Number.NaN);
  const batch = encodeColumns([
    Float64Array.from(rows, ({ series }) => series),
    Float64Array.from(rows, ({ term }) => TERMS.indexOf(term)),
    starts,
    ...FIELDS.map((field) => values[field] ?? none),
  ]);
  return { batch, sum: crc32(batch) };
}

/** Reads a row of the log; a damaged one has no rows. */
export function decodeRows(batch: Uint8Array, sum: number): readonly LoggedRow[] {
  if (crc32(batch) !== sum) return [];
  const packed = new PackedColumns(batch);
  const column = (index: number): Float64Array => packed.column(index) ?? new Float64Array(packed.length);
  const [series, terms, starts] = [column(0), column(1), column(2)];
  const values = Object.fromEntries(
    FIELDS.flatMap((field, index) => {
      const found = packed.column(3 + index);
      return found === undefined ? [] : [[field, found]];
    }),
  );
  return toRows({ starts, values }).map((row, index) => ({
    series: series[index] ?? 0,
    term: TERMS[terms[index] ?? 0] ?? 'hour',
    row,
  }));
}
