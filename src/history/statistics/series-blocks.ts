import { crc32 } from 'node:zlib';
import type { Row, SqliteConnection } from '../../storage/sqlite.ts';
import { DamagedBlock } from '../samples/damaged-block.ts';
import {
  decodeBlock,
  encodeBlock,
  type Field,
  NO_COLUMNS,
  type StatisticColumns,
} from './statistic-columns.ts';

/** The length of a row: five minutes, or an hour. */
export type Term = '5minute' | 'hour';

export const TERMS: readonly Term[] = ['5minute', 'hour'];

/** A block that could not be read; its rows are missing from answers. */
export interface DamagedSlot {
  readonly series: number;
  readonly first: number;
  readonly last: number;
}

/** The blocks of one series. */
export interface BlocksOf {
  readonly series: number;
  readonly term: Term;
}

const DAY = 86_400_000;
/** Times beyond it have no date. */
const LAST_POINT = 8.64e15;
const READ = `SELECT series, term, slot, data, sum FROM series_blocks
  WHERE series = ? AND term = ? AND slot >= ? AND slot <= ? ORDER BY slot`;
const NEWEST = 'SELECT max(slot) AS slot FROM series_blocks WHERE series = ? AND term = ? AND slot <= ?';
const WRITE = `INSERT INTO series_blocks (series, term, slot, data, sum) VALUES (?, ?, ?, ?, ?)
  ON CONFLICT (series, term, slot) DO UPDATE SET data = excluded.data, sum = excluded.sum`;
const DROP = 'DELETE FROM series_blocks WHERE series = ? AND term = ? AND slot = ?';

/** The block that contains a row: months of hours and days of five minutes, counted in UTC since 1970. */
export function slotOf(term: Term, start: number): number {
  const at = Math.min(Math.max(start, -LAST_POINT), LAST_POINT);
  if (term === '5minute') return Math.floor(at / DAY);
  const date = new Date(at);
  return (date.getUTCFullYear() - 1970) * 12 + date.getUTCMonth();
}

/** When the rows of a block begin. */
export function slotStart(term: Term, slot: number): number {
  return term === '5minute' ? slot * DAY : Date.UTC(1970 + Math.floor(slot / 12), ((slot % 12) + 12) % 12);
}

/**
 * The blocks of `statistics.db`. The checksum covers series, term and slot, too, so that a damaged page cannot pass
 * off rows as those of another statistic.
 */
export class SeriesBlocks {
  private readonly connection: SqliteConnection;
  private readonly onDamage: (damage: DamagedSlot) => void;

  constructor(connection: SqliteConnection, onDamage: (damage: DamagedSlot) => void) {
    this.connection = connection;
    this.onDamage = onDamage;
  }

  /** The blocks with rows in `from <= start < to`, each whole, in order of time. */
  read(
    { series, term }: BlocksOf,
    range: { readonly from: number; readonly to: number },
    fields?: readonly Field[],
  ): { readonly slot: number; readonly columns: StatisticColumns }[] {
    const slots = [slotOf(term, range.from), slotOf(term, range.to)];
    return [...this.connection.rows(READ, [series, term, ...slots])].map((row) => ({
      slot: Number(row.slot),
      columns: this.decode(row, fields),
    }));
  }

  /** One block; without rows if there is none. */
  block({ series, term }: BlocksOf, slot: number): StatisticColumns {
    const [row] = this.connection.rows(READ, [series, term, slot, slot]);
    return row === undefined ? NO_COLUMNS : this.decode(row);
  }

  /** The number of the newest block up to one; undefined if there is none. */
  newest({ series, term }: BlocksOf, slot: number): number | undefined {
    const [row] = [...this.connection.rows(NEWEST, [series, term, slot])];
    return typeof row?.slot === 'number' ? row.slot : undefined;
  }

  /** Replaces a block; one without rows is deleted. */
  write({ series, term }: BlocksOf, slot: number, columns: StatisticColumns): void {
    if (columns.starts.length === 0) {
      this.connection.run({ sql: DROP, params: [series, term, slot] });
      return;
    }
    const data = encodeBlock(columns);
    const sum = sumOf({ series, term, slot }, data);
    this.connection.run({ sql: WRITE, params: [series, term, slot, data, sum] });
  }

  /** Deletes all blocks of a series. */
  dropSeries(series: number): void {
    this.connection.run({ sql: 'DELETE FROM series_blocks WHERE series = ?', params: [series] });
  }

  /** Deletes the blocks that end before a time and returns their number. */
  dropBefore({ series, term }: BlocksOf, at: number): number {
    const sql = 'DELETE FROM series_blocks WHERE series = ? AND term = ? AND slot < ?';
    return this.connection.run({ sql, params: [series, term, slotOf(term, at)] });
  }

  private decode(row: Row, fields?: readonly Field[]): StatisticColumns {
    const { data } = row;
    try {
      if (!(data instanceof Uint8Array) || sumOf(row, data) !== row.sum) throw new DamagedBlock('checksum');
      return decodeBlock(data, fields);
    } catch (error) {
      if (!(error instanceof DamagedBlock)) throw error;
      const [term, slot] = [row.term as Term, Number(row.slot)];
      this.onDamage({
        series: Number(row.series),
        first: slotStart(term, slot),
        last: slotStart(term, slot + 1) - 1,
      });
      return NO_COLUMNS;
    }
  }
}

function sumOf({ series, term, slot }: Row, data: Uint8Array): number {
  return crc32(`${series} ${term} ${slot}`, crc32(data));
}
