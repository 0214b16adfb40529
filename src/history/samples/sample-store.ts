import type { EntitySamples, Sample } from './sample.ts';

/** Which samples to read: `from` inclusive, `to` exclusive, in milliseconds since 1970. */
export interface SampleRange {
  readonly entityIds: readonly string[];
  readonly from: number;
  readonly to: number;
  /** Without attributes each sample has `{}`, which is faster. */
  readonly withAttributes: boolean;
}

/** The space that the history of one entity takes. */
export interface EntityUsage {
  readonly entityId: string;
  readonly samples: number;
  readonly bytes: number;
  /** The times of the first and the last sample. */
  readonly first: number;
  readonly last: number;
}

/** A database server that keeps samples. */
export interface StoreServer {
  readonly engine: string;
  readonly version: string;
  /** The size of what is kept there. */
  readonly bytes: number;
  /** The time of the oldest sample; null if there is none. */
  readonly oldest: number | null;
}

/** The compressed samples of an entity in order of time, as `encodeBlock` returns them. */
export interface EncodedBlock {
  readonly entityId: string;
  readonly first: number;
  readonly last: number;
  readonly count: number;
  readonly data: Uint8Array;
}

/**
 * Where samples are kept, in the history worker. Calls take effect in the order in which they are made. Every
 * store passes `test/history/sample-store-suite.ts`.
 */
export interface SampleStore {
  /**
   * Adds samples in any order. Reads include them at once; `commit` makes them durable. Of samples of an entity
   * with equal times the first one is kept.
   */
  append(batch: readonly EntitySamples[]): void;
  /**
   * Makes everything appended durable. If it rejects, the samples stay readable and the next `commit` tries
   * again.
   */
  commit(): Promise<void>;
  /**
   * Adds blocks of samples as a unit, which is durable when the call returns: a crash leaves all of them or none.
   * `entityIds` names their entities.
   */
  addBlocks(entityIds: readonly string[], blocks: Iterable<EncodedBlock>): void;
  /** All entities with samples. */
  entityIds(): readonly string[];
  /** Reads entity by entity in the order of `entityIds`, each in order of time, in chunks. */
  read(range: SampleRange): AsyncIterable<EntitySamples>;
  /** The newest sample of each entity before a time; entities without one are left out. */
  lastBefore(entityIds: readonly string[], at: number): Promise<ReadonlyMap<string, Sample>>;
  /**
   * Drops the samples before a time, of all entities or of some, except each entity's last one before it: the
   * state in force at that time. Returns their number. Their disk space is released immediately.
   */
  dropBefore(at: number, entityIds?: readonly string[]): Promise<number>;
  /** Drops all samples of an entity before a time, also its last one. */
  removeBefore(entityId: string, at: number): Promise<void>;
  /**
   * Moves the history of an entity to a new id. Resolves to false, without a change, if the new id already has
   * samples.
   */
  rename(from: string, to: string): Promise<boolean>;
  /** Drops all samples of an entity and returns their number. */
  forget(entityId: string): Promise<number>;
  /** The space that each entity with samples takes; reads through everything that is stored. */
  usage(): Promise<readonly EntityUsage[]>;
  /** Moves what is on its way to its final place, where a store has two places and the other one is reachable. */
  settle?(): Promise<void>;
  /** The server that keeps the samples, where there is one; undefined while it is away. */
  server?(): Promise<StoreServer | undefined>;
  /** Rejects while some of the samples cannot be reached, so that they are missing from reads. */
  requireAll?(): Promise<void>;
  /** Commits and releases the store. */
  close(): Promise<void>;
}
