import type { EntitySamples } from '../samples/sample.ts';
import type { SqliteSampleStore } from '../samples/sqlite-sample-store.ts';
import { LAST_TIME, type SampleTables, type WrittenSamples } from './sample-tables.ts';
import type { ServerChanges } from './server-changes.ts';

/** Samples that one transaction of the server takes. */
const SAMPLES_A_WRITE = 50_000;

/** The dependencies of `SampleTransfer`. */
export interface SampleTransferParts {
  readonly local: SqliteSampleStore;
  readonly changes: ServerChanges;
}

/** Moves samples from the local log to the server. */
export class SampleTransfer {
  private readonly parts: SampleTransferParts;
  /** Entities whose samples the server may not have, and those that got samples during the current transfer. */
  private waiting: Set<string>;
  private late = new Set<string>();
  /** Samples before this time are part of the current transfer. */
  private cutoff = LAST_TIME;
  private newest = 0;
  private isClosed = false;

  constructor(parts: SampleTransferParts) {
    this.parts = parts;
    this.waiting = new Set(parts.local.entityIds());
  }

  /** Notes samples that were added to the local log. */
  appended(batch: readonly EntitySamples[]): void {
    for (const { entityId, samples } of batch) {
      this.waiting.add(entityId);
      for (const { at } of samples) {
        this.newest = Math.max(this.newest, at);
        if (at < this.cutoff) this.late.add(entityId);
      }
    }
  }

  /** Adds an entity whose samples the server may not have. */
  add(entityId: string): void {
    this.waiting.add(entityId);
  }

  /** Adds entities that got samples of any time, which the current transfer must not delete. */
  addLate(entityIds: Iterable<string>): void {
    for (const entityId of entityIds) {
      this.waiting.add(entityId);
      this.late.add(entityId);
    }
  }

  /** Removes an entity and returns whether it had samples that were not sent. */
  remove(entityId: string): boolean {
    return this.waiting.delete(entityId);
  }

  /** From now on the local log may be closed. */
  close(): void {
    this.isClosed = true;
  }

  /**
   * Sends what waits. Resolves to false, before it is done, if the server has to make a change first: what was read
   * before that change must not be written after it.
   */
  async send(tables: SampleTables): Promise<boolean> {
    const { local, changes } = this.parts;
    const sending = [...this.waiting];
    if (sending.length === 0) return true;
    this.cutoff = this.newest === 0 ? LAST_TIME : this.newest + 1;
    this.waiting = new Set();
    this.late = new Set();
    let isDone = false;
    try {
      let batch: WrittenSamples[] = [];
      let count = 0;
      const range = { entityIds: sending, from: 0, to: LAST_TIME, withAttributes: true };
      for await (const chunk of local.read(range)) {
        if (!changes.isEmpty) return false;
        batch.push(chunk);
        count += chunk.samples.length;
        if (count < SAMPLES_A_WRITE) continue;
        this.refuseIfClosed();
        await tables.write(batch);
        batch = [];
        count = 0;
      }
      if (batch.length > 0) await tables.write(batch);
      this.refuseIfClosed();
      if (!changes.isEmpty) return false;
      await local.dropBefore(this.cutoff, this.onTime(sending));
      isDone = true;
      return true;
    } finally {
      if (!isDone) for (const entityId of sending) this.waiting.add(entityId);
      else for (const entityId of this.late) this.waiting.add(entityId);
      this.cutoff = 0;
    }
  }

  /** The entities that, when they are reached, have no samples of the time that was sent which were not read. */
  private *onTime(entityIds: readonly string[]): Generator<string> {
    for (const entityId of entityIds) if (!this.late.has(entityId)) yield entityId;
  }

  private refuseIfClosed(): void {
    if (this.isClosed) throw new Error('closed');
  }
}
