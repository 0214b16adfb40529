import { releaseSpace } from '../../storage/release-space.ts';
import type { SqliteConnection } from '../../storage/sqlite.ts';
import { MAX_BLOCK_SAMPLES } from './block-codec.ts';
import { BlockTable } from './block-table.ts';
import { dropFrom, removeFrom } from './drop-samples.ts';
import { inOrder, mergePieces, within } from './merge-samples.ts';
import { follow, pieceOf, RecentSamples, type SampledEntity } from './recent-samples.ts';
import { restoreSamples } from './restore-samples.ts';
import type { EntitySamples, Sample } from './sample.ts';
import { encodeBatch } from './sample-log.ts';
import type { EncodedBlock, EntityUsage, SampleRange, SampleStore } from './sample-store.ts';

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
/** Samples that one transaction reads and writes, those of the heads included: questions wait for it. */
const SAMPLES_PER_MERGE = 3000;

/** Half of what a block may hold, so that it has room for what joins it later. */
const SEALED_SAMPLES = MAX_BLOCK_SAMPLES / 2;
/** Free pages that stay in the file for the log, which takes as much until the next merge: 1 MB. */
const PAGES_OF_LOG = 256;

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
    this.lastLogId = restoreSamples(parts.connection, this.recent);
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
    // A failure of the disk is not lost: the next commit fails as well.
    this.merging.catch(() => {});
  }

  addBlocks(entityIds: readonly string[], blocks: Iterable<EncodedBlock>): void {
    this.recent.append(entityIds.map((entityId) => ({ entityId, samples: [] })));
    this.write(true, () => {
      for (const { entityId, ...block } of blocks) {
        const { id } = this.recent.entity(entityId) ?? {};
        if (id === undefined) throw new Error(`A block of ${entityId}, which was not named`);
        this.blocks.sealEncoded(id, block);
      }
    });
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

  async dropBefore(at: number, entityIds: Iterable<string> = this.recent.entityIds()): Promise<number> {
    let dropped = 0;
    for (const entityId of entityIds) {
      if (this.recent.entity(entityId) !== undefined)
        this.write(false, () => {
          this.mergeEntity(entityId);
          dropped += dropFrom(this.blocks, this.recent.entity(entityId)?.id ?? 0, at);
        });
      await this.parts.pause();
    }
    await this.releaseSpace();
    return dropped;
  }

  /** `within` runs in the same transaction. */
  async removeBefore(entityId: string, at: number, within = (): void => {}): Promise<void> {
    const { id } = this.recent.entity(entityId) ?? {};
    this.write(true, () => {
      within();
      if (id === undefined) return;
      this.mergeEntity(entityId);
      removeFrom(this.blocks, id, at);
    });
    await this.releaseSpace();
  }

  /** `within` runs in the same transaction. */
  async rename(from: string, to: string, within = (): void => {}): Promise<boolean> {
    if (this.recent.entity(to) !== undefined) return false;
    const sql = 'UPDATE sampled_entities SET entity_id = ? WHERE entity_id = ?';
    this.write(true, () => {
      this.connection.run({ sql, params: [to, from] });
      within();
    });
    this.recent.rename(from, to);
    this.renamings += 1;
    return true;
  }

  /** `within` runs in the same transaction. */
  async forget(entityId: string, within = (): void => {}): Promise<number> {
    const entity = this.recent.entity(entityId);
    const count = this.write(true, () => {
      within();
      if (entity === undefined) return 0;
      // Rows of the log that name an unknown number are skipped, and numbers are not used again.
      this.connection.run({ sql: 'DELETE FROM sampled_entities WHERE id = ?', params: [entity.id] });
      return this.blocks.dropEntity(entity.id) + entity.tail.length;
    });
    if (entity === undefined) return 0;
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
        for (let left = SAMPLES_PER_MERGE; left > 0 && waiting.length > 0; )
          left -= this.mergeEntity(waiting.pop() as string);
      });
      await this.parts.pause();
    }
    // An entity that was renamed meanwhile was not found under its old id.
    if (this.renamings !== renamings) return this.mergeLog();
    this.write(false, () =>
      this.connection.run({ sql: 'DELETE FROM sample_log WHERE id <= ?', params: [until] }),
    );
    // After a burst the log was longer than it will be: its pages would stay in the file.
    await releaseSpace(this.connection, { pause: this.parts.pause, keptPages: PAGES_OF_LOG });
  }

  /** Merges what memory holds of an entity; returns how many samples that and its head are. */
  private mergeEntity(entityId: string): number {
    const { id, tail } = this.recent.entity(entityId) ?? { id: 0, tail: [] };
    if (tail.length === 0) return 0;
    const head = this.blocks.openHead(id);
    const isSimple = follow(tail, head.at(-1)?.at ?? Number.NEGATIVE_INFINITY);
    let samples = isSimple ? [...head, ...tail] : inOrder([...head, ...tail]);
    while (samples.length >= SEALED_SAMPLES) {
      this.blocks.seal(id, samples.slice(0, SEALED_SAMPLES));
      samples = samples.slice(SEALED_SAMPLES);
    }
    this.blocks.writeHead(id, samples);
    this.connection.run({ sql: MERGED, params: [this.logId, id] });
    this.merged.push(entityId);
    return head.length + tail.length;
  }

  private newestBefore({ id, tail }: SampledEntity, at: number): Sample | undefined {
    const open = [...(this.blocks.head(id, at) ?? []), ...tail].filter((sample) => sample.at < at);
    const newest = inOrder(open).at(-1);
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

  /** Gives the pages of deleted rows back to the disk at once. */
  private async releaseSpace(): Promise<void> {
    await releaseSpace(this.connection, this.parts);
    this.connection.checkpoint();
  }
}
