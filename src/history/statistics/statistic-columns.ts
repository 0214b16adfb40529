import { encodeColumns, PackedColumns } from './column-codec.ts';
import type { StatisticRow, StatisticValues } from './statistic.ts';

/** The values of a row, in the order in which blocks store their columns. */
export const FIELDS = ['mean', 'meanWeight', 'min', 'max', 'lastReset', 'state', 'sum'] as const;

export type Field = (typeof FIELDS)[number];

/** Rows side by side, in order of time: NaN stands for no value, a missing column for none at all. */
export interface StatisticColumns {
  readonly starts: Float64Array;
  readonly values: Readonly<Partial<Record<Field, Float64Array>>>;
}

export const NO_COLUMNS: StatisticColumns = { starts: new Float64Array(), values: {} };

/** The bytes of a block. */
export function encodeBlock({ starts, values }: StatisticColumns): Uint8Array {
  const empty = new Float64Array(starts.length).fill(Number.NaN);
  return encodeColumns([starts, ...FIELDS.map((field) => values[field] ?? empty)]);
}

/** The rows of a block with some of their values. Throws `DamagedBlock`. */
export function decodeBlock(bytes: Uint8Array, fields: readonly Field[] = FIELDS): StatisticColumns {
  const packed = new PackedColumns(bytes);
  const values: Partial<Record<Field, Float64Array>> = {};
  for (const field of fields) {
    const column = packed.column(1 + FIELDS.indexOf(field));
    if (column !== undefined) values[field] = column;
  }
  return { starts: packed.column(0) ?? new Float64Array(), values };
}

/** Rows as columns; they must be in order of time. */
export function toColumns(rows: readonly StatisticRow[]): StatisticColumns {
  const values: Partial<Record<Field, Float64Array>> = {};
  for (const field of FIELDS)
    if (rows.some((row) => row[field] !== null))
      values[field] = Float64Array.from(rows, (row) => row[field] ?? Number.NaN);
  return { starts: Float64Array.from(rows, ({ start }) => start), values };
}

/** Columns as rows. */
export function toRows(columns: StatisticColumns): StatisticRow[] {
  return Array.from(columns.starts, (start, index) => ({ start, ...valuesAt(columns, index) }));
}

/** The values of one row. */
export function valuesAt({ values }: StatisticColumns, index: number): StatisticValues {
  const value = (field: Field): number | null => numberOrNull(values[field]?.[index]);
  return {
    mean: value('mean'),
    meanWeight: value('meanWeight'),
    min: value('min'),
    max: value('max'),
    state: value('state'),
    sum: value('sum'),
    lastReset: value('lastReset'),
  };
}

/** The rows whose index is kept. */
export function filterColumns(
  { starts, values }: StatisticColumns,
  isKept: (start: number, index: number) => boolean,
): StatisticColumns {
  const kept = [...starts.keys()].filter((index) => isKept(starts[index] ?? 0, index));
  if (kept.length === starts.length) return { starts, values };
  return pick({ starts, values }, kept);
}

/** The rows with `from <= start < to`. */
export function withinColumns(columns: StatisticColumns, from: number, to: number): StatisticColumns {
  const { starts, values } = columns;
  const [first, end] = [lowerBound(starts, from), lowerBound(starts, to)];
  if (first === 0 && end === starts.length) return columns;
  return {
    starts: starts.subarray(first, end),
    values: mapValues(values, (column) => column.subarray(first, end)),
  };
}

/** Columns one after the other; they must follow each other in time. */
export function joinColumns(parts: readonly StatisticColumns[]): StatisticColumns {
  const [only = NO_COLUMNS] = parts;
  if (parts.length <= 1) return only;
  const length = parts.reduce((sum, { starts }) => sum + starts.length, 0);
  const starts = new Float64Array(length);
  const values: Partial<Record<Field, Float64Array>> = {};
  let at = 0;
  for (const part of parts) {
    starts.set(part.starts, at);
    for (const field of FIELDS) {
      const column = part.values[field];
      if (column === undefined) continue;
      values[field] ??= new Float64Array(length).fill(Number.NaN);
      values[field].set(column, at);
    }
    at += part.starts.length;
  }
  return { starts, values };
}

/** Rows with others, which replace rows of the same start. */
export function mergeColumns(below: StatisticColumns, above: StatisticColumns): StatisticColumns {
  if (below.starts.length === 0) return above;
  if (above.starts.length === 0) return below;
  const parts = { below, above };
  if ((below.starts.at(-1) ?? 0) < (above.starts[0] ?? 0)) return joinColumns([below, above]);
  const order: [keyof typeof parts, number][] = [];
  for (let [low, high] = [0, 0]; low < below.starts.length || high < above.starts.length; ) {
    const [lower, upper] = [below.starts[low] ?? Infinity, above.starts[high] ?? Infinity];
    order.push(lower < upper ? ['below', low] : ['above', high]);
    if (lower <= upper) low += 1;
    if (upper <= lower) high += 1;
  }
  const take = (of: (columns: StatisticColumns) => Float64Array | undefined): Float64Array =>
    Float64Array.from(order, ([part, index]) => of(parts[part])?.[index] ?? Number.NaN);
  const values: Partial<Record<Field, Float64Array>> = {};
  for (const field of FIELDS)
    if (below.values[field] !== undefined || above.values[field] !== undefined)
      values[field] = take((columns) => columns.values[field]);
  return { starts: take(({ starts }) => starts), values };
}

/** Rows with some of their values changed. */
export function mapColumns(
  columns: StatisticColumns,
  fields: readonly Field[],
  change: (value: number, start: number) => number,
): StatisticColumns {
  const values = { ...columns.values };
  for (const field of fields)
    if (values[field] !== undefined)
      values[field] = values[field].map((value, index) =>
        Number.isNaN(value) ? value : change(value, columns.starts[index] ?? 0),
      );
  return { starts: columns.starts, values };
}

/** The first index whose value is at least `bound`. */
export function lowerBound(sorted: Float64Array, bound: number): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] ?? 0) < bound) low = middle + 1;
    else high = middle;
  }
  return low;
}

function pick({ starts, values }: StatisticColumns, indexes: readonly number[]): StatisticColumns {
  const take = (column: Float64Array): Float64Array =>
    Float64Array.from(indexes, (index) => column[index] ?? Number.NaN);
  return { starts: take(starts), values: mapValues(values, take) };
}

function mapValues(
  values: StatisticColumns['values'],
  change: (column: Float64Array) => Float64Array,
): StatisticColumns['values'] {
  const changed: Partial<Record<Field, Float64Array>> = {};
  for (const field of FIELDS) {
    const column = values[field];
    if (column !== undefined) changed[field] = change(column);
  }
  return changed;
}

function numberOrNull(value: number | undefined): number | null {
  return value === undefined || Number.isNaN(value) ? null : value;
}

/** The newest row, or the newest one that has a value. */
export function newestRow(columns: StatisticColumns, field: Field | undefined): StatisticRow | undefined {
  const { starts, values } = columns;
  for (let index = starts.length - 1; index >= 0; index -= 1)
    if (field === undefined || !Number.isNaN(values[field]?.[index] ?? Number.NaN))
      return { start: starts[index] ?? 0, ...valuesAt(columns, index) };
  return undefined;
}
