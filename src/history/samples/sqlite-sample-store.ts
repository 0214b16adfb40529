import type { SqliteConnection } from '../../storage/sqlite.ts';
import { MAX_BLOCK_SAMPLES } from './block-codec.ts';
import { BlockTable } from './block-table.ts';
import { inOrder, mergePieces, within } from './merge-samples.ts';
import { follow, pieceOf, RecentSamples, type SampledEntity } from './recent-samples.ts';
import type { EntitySamples, Sample } from './sample.ts';
import { decodeBatch, encodeBatch } from './sample-log.ts';
import type { EntityUsage, SampleRange, SampleStore } from './sample-store.ts';

/** Samples of an entity that cannot be read and are missing from answers. */
export interface LostSamples {
  readonly entityId: string;
  readonly first: number;
  readonly last: number;
}

/** The dependencies of `SqliteSampleStore`. */
export interface SqliteSampleStoreParts {
  /** `history.db`, opened and migrated. */
  readonly connection: SqliteConnection;
  /** Resolves in a later tick of the thread, so that other requests get their turn. */
  readonly pause: () => Promise<void>;
  /** Called for each damaged block that is read. */
  readonly onDamage: (lost: LostSamples) => void;
}

/** Samples in the log above which it is merged into the blocks. */
const MAX_LOGGED = 20_000;
/** Samples in the log above which a commit waits for the merge. */
const MAX_UNMERGED = 3 * MAX_LOGGED;
/** Samples of the log that one transaction merges. */
const SAMPLES_A_MERGE = 4000;
/** Half of what a block may hold, so that it has room for what joins it later. */
const SEALED_SAMPLES = MAX_BLOCK_SAMPLES / 2;
/** Pages of the file that one step gives back: 4 MB. */
const PAGES_A_STEP = 1000;

const ADD_ENTITY = 'INSERT INTO sampled_entities (id, entity_id, merged) VALUES (?, ?, ?)';
const ADD_BATCH = 'INSERT INTO sample_log (id, batch, sum) VALUES (?, ?, ?)';
const MERGED = 'UPDATE sampled_entities SET merged = ? WHERE id = ?';

/**
 * Samples in SQLite. A commit adds one row to a log, whose samples also stay in memory. When the log is long it is
 * merged: the samples of each entity join its compressed head, and full heads are sealed.
 *
 * `merged` of an entity is the last row of the log that its blocks contain, so that a crash in the middle of a merge
 * neither loses samples nor doubles them.
 */
export class SqliteSampleStore implements SampleStore {
  private readonly parts: SqliteSampleStoreParts;
  private readonly connection: SqliteConnection;
  private readonly blocks: BlockTable;
  private readonly recent = new RecentSamples();
  private lastLogId = 0;
  /** The row of the log that the current transaction writes, and the entities it merges. */
  private logId = 0;
  private merged: string[] = [];
  private merging: Promise<void> | undefined;
  private renamings = 0;

  constructor(parts: SqliteSampleStoreParts) {
    this.parts = parts;
    this.connection = parts.connection;
    this.blocks = new BlockTable(parts.connection, ({ entity, ...range }) => {
      const entityId = this.recent.entityIds().find((id) => this.recent.entity(id)?.id === entity);
      if (entityId !== undefined) parts.onDamage({ entityId, ...range });
    });
    this.restore();
  }

  append(batch: readonly EntitySamples[]): void {
    this.recent.append(batch);
  }

  async commit(): Promise<void> {
    this.write(true, () => {});
    if (this.recent.size > MAX_UNMERGED) await this.merging;
    if (this.recent.size <= MAX_LOGGED || this.merging !== undefined) return;
    this.merging = this.mergeLog().finally(() => {
      this.merging = undefined;
    });
    // A failure is that of the disk: the next commit meets it, too.
    this.merging.catch(() => {});
  }

  entityIds(): readonly string[] {
    return this.recent.entityIds();
  }

  async *read({ entityIds, from, to, withAttributes }: SampleRange): AsyncGenerator<EntitySamples> {
    for (const entityId of entityIds) {
      const entity = this.recent.entity(entityId);
      if (entity === undefined) continue;
      const pieces = this.blocks.pieces(entity.id, from, to, withAttributes);
      for (const samples of mergePieces([...pieces, ...pieceOf(entity.tail, withAttributes)])) {
        const inside = within(samples, from, to);
        if (inside.length > 0) yield { entityId, samples: inside };
        await this.parts.pause();
      }
    }
  }

  async lastBefore(entityIds: readonly string[], at: number): Promise<ReadonlyMap<string, Sample>> {
    const found = new Map<string, Sample>();
    for (const [index, entityId] of entityIds.entries()) {
      const entity = this.recent.entity(entityId);
      const last = entity === undefined ? undefined : this.newestBefore(entity, at);
      if (last !== undefined) found.set(entityId, last);
      if (index % 50 === 49) await this.parts.pause();
    }
    return found;
  }

  async dropBefore(at: number, entityIds = this.recent.entityIds()): Promise<number> {
    let dropped = 0;
    for (const entityId of entityIds) {
      if (this.recent.entity(entityId) !== undefined)
        this.write(false, () => {
          this.mergeEntity(entityId);
          dropped += this.dropFrom(entityId, at);
        });
      await this.parts.pause();
    }
    await this.releaseSpace();
    return dropped;
  }

  async rename(from: string, to: string): Promise<boolean> {
    if (this.recent.entity(to) !== undefined) return false;
    const sql = 'UPDATE sampled_entities SET entity_id = ? WHERE entity_id = ?';
    this.write(true, () => this.connection.run({ sql, params: [to, from] }));
    this.recent.rename(from, to);
    this.renamings += 1;
    return true;
  }

  async forget(entityId: string): Promise<number> {
    const entity = this.recent.entity(entityId);
    if (entity === undefined) return 0;
    const count = this.write(true, () => {
      // Rows of the log that name an unknown number are skipped, and numbers are not used again.
      this.connection.run({ sql: 'DELETE FROM sampled_entities WHERE id = ?', params: [entity.id] });
      return this.blocks.dropEntity(entity.id) + entity.tail.length;
    });
    this.recent.forget(entityId);
    await this.mergeLog();
    await this.releaseSpace();
    return count;
  }

  async usage(): Promise<readonly EntityUsage[]> {
    const stored = this.blocks.usage();
    return this.recent.entityIds().flatMap((entityId) => {
      const { id, tail } = this.recent.entity(entityId) as SampledEntity;
      const onDisk = stored.get(id);
      const ranges = [...(onDisk === undefined ? [] : [onDisk]), ...pieceOf(tail, false)];
      if (ranges.length === 0) return [];
      return {
        entityId,
        samples: (onDisk?.count ?? 0) + tail.length,
        bytes: onDisk?.bytes ?? 0,
        first: Math.min(...ranges.map(({ first }) => first)),
        last: Math.max(...ranges.map(({ last }) => last)),
      };
    });
  }

  /** What no block contains yet, for another store if this one's file is damaged. */
  unmerged(): EntitySamples[] {
    return this.recent.all();
  }

  async close(): Promise<void> {
    await this.merging?.catch(() => {});
    this.write(true, () => {});
  }

  /** Merges the log into the blocks, a few entities at a time, and empties it. */
  async mergeLog(): Promise<void> {
    this.write(true, () => {});
    const until = this.lastLogId;
    const renamings = this.renamings;
    const waiting = this.recent.entityIds().filter((id) => this.recent.entity(id)?.tail.length !== 0);
    while (waiting.length > 0) {
      this.write(false, () => {
        for (let left = SAMPLES_A_MERGE; left > 0 && waiting.length > 0; )
          left -= this.mergeEntity(waiting.pop() as string);
      });
      await this.parts.pause();
    }
    // An entity that was renamed meanwhile was not found under its old id.
    if (this.renamings !== renamings) return this.mergeLog();
    this.write(false, () =>
      this.connection.run({ sql: 'DELETE FROM sample_log WHERE id <= ?', params: [until] }),
    );
  }

  /** Merges what memory holds of an entity and returns the number of samples. */
  private mergeEntity(entityId: string): number {
    const { id, tail } = this.recent.entity(entityId) ?? { id: 0, tail: [] };
    if (tail.length === 0) return 0;
    const head = this.blocks.head(id) ?? [];
    const isSimple = follow(tail, head.at(-1)?.at ?? Number.NEGATIVE_INFINITY);
    let samples = isSimple ? [...head, ...tail] : inOrder([...head, ...tail]);
    while (samples.length >= SEALED_SAMPLES) {
      this.blocks.seal(id, samples.slice(0, SEALED_SAMPLES));
      samples = samples.slice(SEALED_SAMPLES);
    }
    this.blocks.writeHead(id, samples);
    this.connection.run({ sql: MERGED, params: [this.logId, id] });
    this.merged.push(entityId);
    return tail.length;
  }

  /** Drops the samples of a merged entity before a time but the last one, and returns their number. */
  private dropFrom(entityId: string, at: number): number {
    const { id } = this.recent.entity(entityId) ?? { id: 0 };
    const head = this.blocks.head(id) ?? [];
    const early = this.blocks
      .before(id, at)
      .map((block) => ({ ...block, samples: this.blocks.block(block.id) }));
    const before = [...early.flatMap(({ samples }) => samples), ...head].filter((sample) => sample.at < at);
    const inForce = inOrder(before).at(-1);
    if (inForce === undefined || before.length === 1) return 0;
    for (const { id: block } of early) this.blocks.drop(block);
    const kept = [inForce, ...early.flatMap(({ samples }) => samples).filter((sample) => sample.at >= at)];
    const rest = head.filter((sample) => sample.at >= at);
    const next = kept.length > 1 ? undefined : this.blocks.firstOf(id);
    if (next !== undefined) {
      // Joins the following block, since a block of its own would cost more than the sample.
      kept.push(...this.blocks.block(next));
      this.blocks.drop(next);
    } else if (kept.length === 1) kept.push(...rest.splice(0));
    const whole = inOrder(kept);
    if (rest.length === 0 && next === undefined && whole.length < SEALED_SAMPLES)
      this.blocks.writeHead(id, whole);
    else {
      for (let from = 0; from < whole.length; from += MAX_BLOCK_SAMPLES)
        this.blocks.seal(id, whole.slice(from, from + MAX_BLOCK_SAMPLES));
      this.blocks.writeHead(id, rest);
    }
    return before.length - 1;
  }

  private newestBefore({ id, tail }: SampledEntity, at: number): Sample | undefined {
    const open = inOrder([...(this.blocks.head(id) ?? []), ...tail]).filter((sample) => sample.at < at);
    const newest = open.at(-1);
    return this.blocks.newest(id, newest?.at ?? 0, at) ?? newest;
  }

  /** Runs a transaction that first writes what was appended; memory follows once it is committed. */
  private write<T>(isSynced: boolean, work: () => T): T {
    const { samples, entityIds } = this.recent.uncommitted;
    this.logId = samples.length > 0 ? this.lastLogId + 1 : this.lastLogId;
    this.merged = [];
    const result = this.connection.transaction(isSynced || samples.length > 0, () => {
      const added = entityIds.map((id) => [this.recent.entity(id)?.id ?? 0, id, this.lastLogId]);
      this.connection.run({ sql: ADD_ENTITY, rows: added });
      if (samples.length > 0) {
        const { text, sum } = encodeBatch(samples);
        this.connection.run({ sql: ADD_BATCH, params: [this.logId, text, sum] });
      }
      return work();
    });
    this.lastLogId = this.logId;
    this.recent.committed();
    for (const entityId of this.merged) this.recent.merged(entityId);
    return result;
  }

  /** Gives the pages of deleted rows back to the disk. */
  private async releaseSpace(): Promise<void> {
    while (Number(this.connection.value('PRAGMA freelist_count')) > 0) {
      const before = Number(this.connection.value('PRAGMA freelist_count'));
      for (const _step of this.connection.rows(`PRAGMA incremental_vacuum(${PAGES_A_STEP})`));
      if (Number(this.connection.value('PRAGMA freelist_count')) >= before) break;
      await this.parts.pause();
    }
    this.connection.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  }

  private restore(): void {
    const mergedAt = new Map<number, { entityId: string; until: number }>();
    for (const row of this.connection.rows('SELECT id, entity_id, merged FROM sampled_entities')) {
      const entityId = String(row.entity_id);
      this.recent.restoreEntity(entityId, Number(row.id));
      mergedAt.set(Number(row.id), { entityId, until: Number(row.merged) });
      this.lastLogId = Math.max(this.lastLogId, Number(row.merged));
    }
    for (const row of this.connection.rows('SELECT id, batch, sum FROM sample_log ORDER BY id')) {
      const logId = Number(row.id);
      for (const { entity, sample, attributes } of decodeBatch(String(row.batch), Number(row.sum))) {
        const { entityId, until } = mergedAt.get(entity) ?? { entityId: '', until: logId };
        if (logId > until) this.recent.restoreSample(entityId, sample, attributes);
      }
      this.lastLogId = Math.max(this.lastLogId, logId);
    }
  }
}
