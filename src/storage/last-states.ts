import type { Clock, Undo } from '../core/clock.ts';
import type { Log } from '../core/log.ts';
import { SerialQueue } from '../core/serial-queue.ts';
import type { Database } from './database.ts';
import type { Row } from './sqlite.ts';
import { type Batch, type KeepableState, type Saved, statementsFor } from './state-rows.ts';

/** A state as it was saved. States created over REST have no entity and are restored as they were. */
export interface StoredState {
  readonly entity_id: string;
  readonly state: string;
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly last_changed: number;
  readonly last_updated: number;
  readonly last_reported: number;
  readonly context: {
    readonly id: string;
    readonly parent_id: string | null;
    readonly user_id: string | null;
  };
  readonly made_over_rest: boolean;
  /** The values last reported by the entity's source, for entities that restore them; null for others. */
  readonly values: Readonly<Record<string, unknown>> | null;
}

/** Within this time states are saved, unless a longer one is set, and a failed write is retried. */
const FLUSH_INTERVAL = 1000;
/** The interval between urgent writes that nothing awaits: an entity may change constantly. */
const AT_ONCE_INTERVAL = 50;
/** Small enough that neither preparing nor writing a batch delays other work. */
const ROWS_PER_BATCH = 200;
const TEXT_PER_BATCH = 500_000;
/** Longer states are not saved: reading many of them back would exceed the worker's memory. */
const MAX_TEXT_LENGTH = 250_000;

/** Options for saving a state. */
export interface KeepOptions {
  /** The state has no entity. */
  readonly madeOverRest?: boolean;
  /** The values reported by the source, if they are to be restored. */
  readonly values?: Saved['values'];
  /** Whether the state must survive this process right away, since its source cannot report it again. */
  readonly atOnce?: boolean;
}

/** Entities whose states are written together, before all others; `handedOver` settles when they are. */
interface Urgent {
  readonly ids: Set<string>;
  readonly handedOver: Promise<void>;
  readonly report: () => void;
}

interface LastStatesParts {
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Log;
  /** Milliseconds between writes, at least a second: longer ones spare SD cards. */
  readonly interval?: number;
}

/**
 * Saves the newest state of each entity at most a second late, or a longer interval that is set. It holds one entry per
 * entity however fast states change, and writes small batches, one at a time. Urgent states are written earlier, unsynced, so
 * that they survive this process right away; a power cut may lose their last second as it does for the
 * others.
 */
export class LastStates {
  private readonly database: Database;
  private readonly clock: Clock;
  private readonly log: Log;
  private readonly interval: number;
  /** The newest unsaved state by entity; undefined for a removal. */
  private readonly dirty = new Map<string, Saved | undefined>();
  /** Entities whose newest state cannot be saved; each is logged once. */
  private readonly unkeepable = new Set<string>();
  private urgent = noneUrgent();
  /** Urgent entities being written. */
  private onTheirWay = noneUrgent();
  private handedOverAt = 0;
  private cancel: Undo | undefined;
  private cancelUrgent: Undo | undefined;
  private readonly writes = new SerialQueue();
  private failing = false;

  constructor({ database, clock, log, interval = FLUSH_INTERVAL }: LastStatesParts) {
    this.database = database;
    this.clock = clock;
    this.log = log;
    this.interval = Math.max(interval, FLUSH_INTERVAL);
  }

  /** All saved states, in the order in which their entities were first seen. */
  async restore(): Promise<Map<string, StoredState>> {
    const states = new Map<string, StoredState>();
    for (const row of await this.database.query('SELECT * FROM last_states ORDER BY rowid')) {
      const state = this.read(row);
      if (state !== undefined) states.set(state.entity_id, state);
    }
    return states;
  }

  /** Schedules a state for saving; only the newest of an entity is written. */
  save(
    state: KeepableState,
    { madeOverRest = false, values = null, atOnce = false }: KeepOptions = {},
  ): void {
    this.dirty.set(state.entity_id, { state, madeOverRest, values });
    this.arm();
    if (atOnce) this.armUrgent(state.entity_id);
  }

  /** Settles when the urgent ones among these states are written or have failed; undefined if none is. */
  untilSaved(states: readonly KeepableState[]): Promise<void> | undefined {
    if (includesAny(this.urgent, states)) {
      this.hurry();
      return this.urgent.handedOver;
    }
    return includesAny(this.onTheirWay, states) ? this.onTheirWay.handedOver : undefined;
  }

  /** Deletes an entity's saved state. */
  removed(entityId: string): void {
    this.dirty.set(entityId, undefined);
    this.arm();
  }

  /** Writes all pending states durably. Rejects if the database does, and retries a second later. */
  flush(): Promise<void> {
    this.cancel?.();
    this.cancel = undefined;
    this.cancelUrgent?.();
    this.cancelUrgent = undefined;
    return this.writes.run(() => this.writeAll());
  }

  /** Writes the urgent states as soon as the current batch is written. */
  private hurry(): void {
    this.cancelUrgent?.();
    this.cancelUrgent = undefined;
    void this.writes.run(() => this.handOverUrgent());
  }

  private armUrgent(entityId: string): void {
    this.urgent.ids.add(entityId);
    const wait = Math.max(0, this.handedOverAt + AT_ONCE_INTERVAL - this.clock.now());
    this.cancelUrgent ??= this.clock.after(wait, () => this.hurry());
  }

  private arm(wait = this.interval): void {
    this.cancel ??= this.clock.after(wait, () => {
      this.flush().catch(() => {});
    });
  }

  private async writeAll(): Promise<void> {
    // Entries added meanwhile wait for the next second: in a busy home this loop would never end.
    let left = this.dirty.size;
    while (left > 0) {
      await this.handOverUrgent();
      const batch = this.nextBatch(this.dirty.keys(), left);
      if (batch.length === 0) return;
      for (const { id } of batch) this.dirty.delete(id);
      left -= batch.length;
      await this.writeBatch(batch);
    }
  }

  /** Writes the states that are urgent now. They stay dirty, so a failure needs no handling here. */
  private async handOverUrgent(): Promise<void> {
    if (this.urgent.ids.size === 0) return;
    const urgent = this.urgent;
    this.onTheirWay = urgent;
    this.urgent = noneUrgent();
    const ids = urgent.ids.values();
    for (let batch = this.nextBatch(ids); batch.length > 0; batch = this.nextBatch(ids))
      await this.database.writeUnsynced(statementsFor(batch)).catch(() => {});
    this.onTheirWay = noneUrgent();
    this.handedOverAt = this.clock.now();
    urgent.report();
  }

  private async writeBatch(batch: Batch): Promise<void> {
    try {
      await this.database.write(statementsFor(batch));
    } catch (error) {
      for (const { id, saved } of batch) if (!this.dirty.has(id)) this.dirty.set(id, saved);
      this.arm(FLUSH_INTERVAL);
      this.report(error);
      throw error;
    }
    this.report(undefined);
  }

  /** Logs when writing begins to fail and when it works again. */
  private report(error: unknown): void {
    const failed = error !== undefined;
    if (failed && !this.failing) this.log.error('States could not be saved; trying again', { error });
    if (!failed && this.failing) this.log.info('States are being saved again');
    this.failing = failed;
  }

  /** The next dirty entities among these IDs, as many as fit in a batch. */
  private nextBatch(ids: Iterator<string>, max = ROWS_PER_BATCH): Batch {
    const batch: Batch = [];
    let weight = 0;
    while (batch.length < Math.min(max, ROWS_PER_BATCH) && weight <= TEXT_PER_BATCH) {
      const { value: id, done } = ids.next();
      if (done === true) break;
      if (!this.dirty.has(id)) continue;
      const saved = this.dirty.get(id);
      const text = saved === undefined ? undefined : this.textOf(saved.state);
      weight += text?.length ?? 0;
      batch.push({ id, saved, text });
    }
    return batch;
  }

  /** The JSON of a state; undefined, with a warning, if it cannot be saved. */
  private textOf(state: KeepableState): string | undefined {
    let reason = `it is over ${MAX_TEXT_LENGTH} characters long`;
    try {
      const text = state.toJsonText();
      if (text.length <= MAX_TEXT_LENGTH) {
        this.unkeepable.delete(state.entity_id);
        return text;
      }
    } catch (error) {
      reason = String(error);
    }
    if (!this.unkeepable.has(state.entity_id)) {
      this.log.warn(`The state of ${state.entity_id} will not survive a restart: ${reason}`);
    }
    this.unkeepable.add(state.entity_id);
    return undefined;
  }

  private read(row: Row): StoredState | undefined {
    const entity_id = String(row.entity_id);
    try {
      const { state, attributes, context } = JSON.parse(String(row.state)) as StoredState;
      return {
        entity_id,
        state,
        attributes,
        last_changed: Number(row.last_changed),
        last_updated: Number(row.last_updated),
        last_reported: Number(row.last_reported),
        context,
        made_over_rest: row.made_over_rest === 1,
        values: row.entity_values === null ? null : JSON.parse(String(row.entity_values)),
      };
    } catch (error) {
      this.log.warn(`The stored state of ${entity_id} could not be read and was ignored`, { error });
      return undefined;
    }
  }
}

function includesAny({ ids }: Urgent, states: readonly KeepableState[]): boolean {
  return ids.size > 0 && states.some(({ entity_id }) => ids.has(entity_id));
}

function noneUrgent(): Urgent {
  let report = (): void => {};
  const handedOver = new Promise<void>((resolve) => {
    report = resolve;
  });
  return { ids: new Set(), handedOver, report };
}
