import { crc32 } from 'node:zlib';
import type { Row, SqliteConnection, Value } from '../../storage/sqlite.ts';
import { DamagedBlock, decodeBlock, encodeBlock } from './block-codec.ts';
import { type SamplePiece, within } from './merge-samples.ts';
import type { Sample } from './sample.ts';

/** A block that could not be read; its samples are missing from answers. */
export interface Damage {
  readonly entity: number;
  readonly first: number;
  readonly last: number;
}

const HEAD = `INSERT INTO sample_heads (entity, first, last, count, data, sum) VALUES (?, ?, ?, ?, ?, ?)
  ON CONFLICT (entity) DO UPDATE SET first = excluded.first, last = excluded.last, count = excluded.count,
  data = excluded.data, sum = excluded.sum`;
const SEAL = 'INSERT INTO sample_blocks (entity, first, last, count, data, sum) VALUES (?, ?, ?, ?, ?, ?)';
const NEWEST =
  'SELECT id FROM sample_blocks WHERE entity = ? AND first < ? AND last >= ? ORDER BY first DESC LIMIT 1';
const IN_RANGE =
  'SELECT id, first, last FROM sample_blocks WHERE entity = ? AND first < ? AND last >= ? ORDER BY first, id';

/**
 * The compressed samples in `history.db`: sealed blocks, which never change, and one head per entity, which is
 * rewritten at each merge. The checksum of a row covers its columns, too, so that a damaged page cannot pass off
 * samples as those of another entity.
 */
export class BlockTable {
  private readonly connection: SqliteConnection;
  private readonly onDamage: (damage: Damage) => void;
  /** What was decoded last, by what identifies its row. */
  private lastKey = '';
  private lastSamples: readonly Sample[] = [];

  constructor(connection: SqliteConnection, onDamage: (damage: Damage) => void) {
    this.connection = connection;
    this.onDamage = onDamage;
  }

  /** The blocks and the head of an entity with samples in a range, in the order in which they were written. */
  pieces(entity: number, from: number, to: number, withAttributes: boolean): SamplePiece[] {
    const pieces: SamplePiece[] = [...this.connection.rows(IN_RANGE, [entity, to, from])].map((row) => {
      const id = Number(row.id);
      return {
        first: Number(row.first),
        last: Number(row.last),
        load: () => this.samplesOf(this.row('sample_blocks', 'id', id), withAttributes),
      };
    });
    const head = this.row('sample_heads', 'entity', entity);
    if (head !== undefined && Number(head.first) < to && Number(head.last) >= from) {
      // Read at once: a merge may move its samples before they are asked for.
      const samples = this.samplesOf(head, withAttributes);
      pieces.push({ first: Number(head.first), last: Number(head.last), load: () => samples });
    }
    return pieces;
  }

  /** The sealed blocks of an entity that begin before a time, in the order in which they were written. */
  before(
    entity: number,
    at: number,
  ): { readonly id: number; readonly last: number; readonly count: number }[] {
    const sql = 'SELECT id, last, count FROM sample_blocks WHERE entity = ? AND first < ? ORDER BY first, id';
    return [...this.connection.rows(sql, [entity, at])].map(({ id, last, count }) => ({
      id: Number(id),
      last: Number(last),
      count: Number(count),
    }));
  }

  /** The first sealed block of an entity; undefined if there is none. */
  firstOf(entity: number): number | undefined {
    const sql = 'SELECT id FROM sample_blocks WHERE entity = ? ORDER BY first, id LIMIT 1';
    const [row] = [...this.connection.rows(sql, [entity])];
    return row === undefined ? undefined : Number(row.id);
  }

  /** The newest sealed sample of an entity in a range: `from` inclusive, `to` exclusive. */
  newest(entity: number, from: number, to: number): Sample | undefined {
    let newest: Sample | undefined;
    for (;;) {
      // Usually once: a second block only has a newer sample if blocks overlap.
      const [row] = [
        ...this.connection.rows(NEWEST, [entity, to, newest === undefined ? from : newest.at + 1]),
      ];
      const found = row === undefined ? undefined : within(this.block(Number(row.id)), from, to).at(-1);
      if (found === undefined || found.at <= (newest?.at ?? Number.NEGATIVE_INFINITY)) return newest;
      newest = found;
    }
  }

  /** The samples of the head; undefined if there is none. */
  head(entity: number): readonly Sample[] | undefined {
    const row = this.row('sample_heads', 'entity', entity);
    return row === undefined ? undefined : this.samplesOf(row, true);
  }

  /** Replaces the head. */
  writeHead(entity: number, samples: readonly Sample[]): void {
    if (samples.length === 0)
      this.connection.run({ sql: 'DELETE FROM sample_heads WHERE entity = ?', params: [entity] });
    else this.connection.run({ sql: HEAD, params: rowOf(entity, samples) });
  }

  /** Adds a sealed block. */
  seal(entity: number, samples: readonly Sample[]): void {
    this.connection.run({ sql: SEAL, params: rowOf(entity, samples) });
  }

  /** The samples of a sealed block. */
  block(id: number): readonly Sample[] {
    return this.samplesOf(this.row('sample_blocks', 'id', id), true);
  }

  /** Deletes a sealed block. */
  drop(id: number): void {
    this.connection.run({ sql: 'DELETE FROM sample_blocks WHERE id = ?', params: [id] });
  }

  /** Deletes the blocks and the head of an entity and returns the number of their samples. */
  dropEntity(entity: number): number {
    let count = 0;
    for (const table of ['sample_blocks', 'sample_heads']) {
      const [row] = this.connection.rows(`SELECT sum(count) AS count FROM ${table} WHERE entity = ?`, [
        entity,
      ]);
      count += Number(row?.count ?? 0);
      this.connection.run({ sql: `DELETE FROM ${table} WHERE entity = ?`, params: [entity] });
    }
    return count;
  }

  /** Number, bytes, first and last of the stored samples by entity. */
  usage(): Map<number, { count: number; bytes: number; first: number; last: number }> {
    const usage = new Map<number, { count: number; bytes: number; first: number; last: number }>();
    for (const table of ['sample_blocks', 'sample_heads']) {
      const sql = `SELECT entity, sum(count) AS count, sum(length(data)) AS bytes, min(first) AS first, max(last) AS last FROM ${table} GROUP BY entity`;
      for (const row of this.connection.rows(sql)) {
        const known = usage.get(Number(row.entity));
        usage.set(Number(row.entity), {
          count: (known?.count ?? 0) + Number(row.count),
          bytes: (known?.bytes ?? 0) + Number(row.bytes),
          first: Math.min(known?.first ?? Number.POSITIVE_INFINITY, Number(row.first)),
          last: Math.max(known?.last ?? 0, Number(row.last)),
        });
      }
    }
    return usage;
  }

  private row(table: 'sample_blocks' | 'sample_heads', key: 'id' | 'entity', value: number): Row | undefined {
    const sql = `SELECT entity, first, last, count, data, sum FROM ${table} WHERE ${key} = ?`;
    return [...this.connection.rows(sql, [value])][0];
  }

  /** Undefined rows were deleted meanwhile. */
  private samplesOf(row: Row | undefined, withAttributes: boolean): readonly Sample[] {
    if (row === undefined) return [];
    // The last sample before a range and the range itself are often read one after the other, from one block.
    const key = `${row.entity} ${row.first} ${row.last} ${row.count} ${row.sum} ${withAttributes}`;
    if (key === this.lastKey) return this.lastSamples;
    const samples = samplesOfRow(row, withAttributes);
    if (samples !== undefined) {
      this.lastKey = key;
      this.lastSamples = samples;
      return samples;
    }
    this.onDamage({ entity: Number(row.entity), first: Number(row.first), last: Number(row.last) });
    return [];
  }
}

/** The samples of a row of blocks or heads; undefined if it is damaged. */
export function samplesOfRow(row: Row, withAttributes: boolean): readonly Sample[] | undefined {
  const { data } = row;
  if (!(data instanceof Uint8Array) || sumOf(row, data) !== row.sum) return undefined;
  try {
    return decodeBlock(data, { withAttributes });
  } catch (error) {
    if (error instanceof DamagedBlock) return undefined;
    throw error;
  }
}

function rowOf(entity: number, samples: readonly Sample[]): Value[] {
  const first = (samples[0] as Sample).at;
  const last = (samples.at(-1) as Sample).at;
  const data = encodeBlock(samples);
  const row = { entity, first, last, count: samples.length };
  return [entity, first, last, samples.length, data, sumOf(row, data)];
}

function sumOf({ entity, first, last, count }: Row, data: Uint8Array): number {
  return crc32(`${entity} ${first} ${last} ${count}`, crc32(data));
}
