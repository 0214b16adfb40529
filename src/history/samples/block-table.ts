import { crc32 } from 'node:zlib';
import type { Row, SqliteConnection, Value } from '../../storage/sqlite.ts';
import { DamagedBlock, decodeBlock, encodeBlock } from './block-codec.ts';
import { type SamplePiece, within } from './merge-samples.ts';
import type { Sample } from './sample.ts';
import type { EncodedBlock } from './sample-store.ts';

/** A block that could not be read; its samples are missing from answers. */
export interface Damage {
  readonly entity: number;
  readonly first: number;
  readonly last: number;
}

const HEAD = `INSERT INTO sample_heads (entity, first, last, count, data, sum) VALUES (?, ?, ?, ?, ?, ?)
  ON CONFLICT (entity) DO UPDATE SET first = excluded.first, last = excluded.last, count = excluded.count,
  data = excluded.data, sum = excluded.sum`;
const HEAD_AS_BLOCK = `INSERT INTO sample_blocks (entity, first, last, count, data, sum)
  SELECT entity, first, last, count, data, sum FROM sample_heads WHERE entity = ?`;
const REWRITE = `UPDATE sample_blocks SET entity = ?, first = ?, last = ?, count = ?, data = ?, sum = ? WHERE id = ?`;
const SEAL = 'INSERT INTO sample_blocks (entity, first, last, count, data, sum) VALUES (?, ?, ?, ?, ?, ?)';
const NEWEST =
  'SELECT id, last FROM sample_blocks WHERE entity = ? AND first < ? ORDER BY first DESC, id DESC LIMIT 1';
// In the order in which they were written: of samples with equal times the first one counts.
const IN_RANGE =
  'SELECT id, first, last FROM sample_blocks WHERE entity = ? AND first < ? AND last >= ? ORDER BY id';
const BY_TIME = 'SELECT first, last FROM sample_blocks WHERE entity = ? ORDER BY first';

/**
 * The compressed samples in `history.db`: sealed blocks, which never change, and one head per entity, which is
 * rewritten at each merge. The checksum of a row covers its columns, too, so that a damaged page cannot pass off
 * samples as those of another entity.
 */
export class BlockTable {
  private readonly connection: SqliteConnection;
  private readonly onDamage: (damage: Damage) => void;
  /** The blocks decoded last, by row. */
  private lastKey = '';
  private lastSamples: readonly Sample[] = [];
  /** The end of the sealed blocks of an entity and whether any of them overlap, for those that were asked for. */
  private readonly ends = new Map<number, { last: number; areOverlapping: boolean }>();

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
      // Read at once: a merge may move its samples before they are requested.
      const samples = this.samplesOf(head, withAttributes);
      pieces.push({ first: Number(head.first), last: Number(head.last), load: () => samples });
    }
    return pieces;
  }

  /** The sealed blocks of an entity that begin before a time, in the order in which they were written. */
  before(entity: number, at: number): { readonly id: number; readonly last: number }[] {
    const rows = this.connection.rows(IN_RANGE, [entity, at, 0]);
    return [...rows].map(({ id, last }) => ({ id: Number(id), last: Number(last) }));
  }

  /** The first sealed block of an entity; undefined if there is none. */
  firstOf(entity: number): number | undefined {
    const sql = 'SELECT id FROM sample_blocks WHERE entity = ? ORDER BY first, id LIMIT 1';
    const [row] = [...this.connection.rows(sql, [entity])];
    return row === undefined ? undefined : Number(row.id);
  }

  /** The newest sealed sample of an entity in a range: `from` inclusive, `to` exclusive. */
  newest(entity: number, from: number, to: number): Sample | undefined {
    if (this.endsOf(entity).areOverlapping) return this.newestOfOverlapping(entity, from, to);
    const [row] = [...this.connection.rows(NEWEST, [entity, to])];
    if (row === undefined || Number(row.last) < from) return undefined;
    return within(this.block(Number(row.id)), from, to).at(-1);
  }

  /** The samples of the head; undefined if there is none, or none before a time. */
  head(entity: number, before = Number.POSITIVE_INFINITY): readonly Sample[] | undefined {
    const row = this.row('sample_heads', 'entity', entity);
    return row === undefined || Number(row.first) >= before ? undefined : this.samplesOf(row, true);
  }

  /**
   * The samples of the head, which is about to be replaced. A damaged one becomes a sealed block, since it may be
   * salvaged.
   */
  openHead(entity: number): readonly Sample[] {
    let isDamaged = false;
    const samples = this.samplesOf(this.row('sample_heads', 'entity', entity), true, () => {
      isDamaged = true;
    });
    if (isDamaged) {
      this.connection.run({ sql: HEAD_AS_BLOCK, params: [entity] });
      this.ends.delete(entity);
    }
    return samples;
  }

  /** Replaces the head. */
  writeHead(entity: number, samples: readonly Sample[]): void {
    if (samples.length === 0)
      this.connection.run({ sql: 'DELETE FROM sample_heads WHERE entity = ?', params: [entity] });
    else this.connection.run({ sql: HEAD, params: rowOf(entity, samples) });
  }

  /** Adds a sealed block. */
  seal(entity: number, samples: readonly Sample[]): void {
    const row = rowOf(entity, samples);
    this.connection.run({ sql: SEAL, params: row });
    const known = this.ends.get(entity);
    if (known === undefined) return;
    // After a rollback these are later than they have to be, which only makes reading slower.
    known.areOverlapping ||= Number(row[1]) <= known.last;
    known.last = Math.max(known.last, Number(row[2]));
  }

  /** Replaces the samples of a sealed block by its last ones, or by these and older ones than any other block has. */
  rewrite(id: number, entity: number, samples: readonly Sample[]): void {
    this.connection.run({ sql: REWRITE, params: [...rowOf(entity, samples), id] });
  }

  /** Adds a sealed block that is compressed already. */
  sealEncoded(entity: number, { first, last, count, data }: Omit<EncodedBlock, 'entityId'>): void {
    const sum = sumOf({ entity, first, last, count }, data);
    this.connection.run({ sql: SEAL, params: [entity, first, last, count, data, sum] });
  }

  /** The samples of a sealed block. */
  block(id: number): readonly Sample[] {
    return this.readable(id) ?? [];
  }

  /** The samples of a sealed block; undefined if it is damaged. */
  readable(id: number): readonly Sample[] | undefined {
    let isDamaged = false;
    const samples = this.samplesOf(this.row('sample_blocks', 'id', id), true, () => {
      isDamaged = true;
    });
    return isDamaged ? undefined : samples;
  }

  /** Deletes a sealed block. */
  drop(id: number): void {
    this.connection.run({ sql: 'DELETE FROM sample_blocks WHERE id = ?', params: [id] });
  }

  /** Deletes the blocks and the head of an entity and returns the number of their samples. */
  dropEntity(entity: number): number {
    let count = 0;
    this.ends.delete(entity);
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

  private endsOf(entity: number): { readonly areOverlapping: boolean } {
    const known = this.ends.get(entity);
    if (known !== undefined) return known;
    const found = { last: Number.NEGATIVE_INFINITY, areOverlapping: false };
    for (const { first, last } of this.connection.rows(BY_TIME, [entity])) {
      found.areOverlapping ||= Number(first) <= found.last;
      found.last = Math.max(found.last, Number(last));
    }
    this.ends.set(entity, found);
    return found;
  }

  private newestOfOverlapping(entity: number, from: number, to: number): Sample | undefined {
    let newest: Sample | undefined;
    for (const { id, last } of this.connection.rows(IN_RANGE, [entity, to, from]))
      if (Number(last) > (newest?.at ?? Number.NEGATIVE_INFINITY)) {
        const found = within(this.block(Number(id)), from, to).at(-1);
        if (found !== undefined && found.at > (newest?.at ?? Number.NEGATIVE_INFINITY)) newest = found;
      }
    return newest;
  }

  private row(table: 'sample_blocks' | 'sample_heads', key: 'id' | 'entity', value: number): Row | undefined {
    const sql = `SELECT entity, first, last, count, data, sum FROM ${table} WHERE ${key} = ?`;
    return [...this.connection.rows(sql, [value])][0];
  }

  /** Undefined rows were deleted meanwhile. */
  private samplesOf(
    row: Row | undefined,
    withAttributes: boolean,
    onDamage = (): void => {},
  ): readonly Sample[] {
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
    onDamage();
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
