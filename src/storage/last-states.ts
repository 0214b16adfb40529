import type { Clock, Undo } from '../core/clock.ts';
import type { Log } from '../core/log.ts';
import type { Database } from './database.ts';
import type { Row, Statement, Value } from './sqlite.ts';

/** What is needed of a state to keep it: points in milliseconds, and the wire's JSON text. */
export interface KeepableState {
  readonly entity_id: string;
  readonly last_changed: number;
  readonly last_updated: number;
  readonly last_reported: number;
  toJsonText(): string;
}

/** A state as it was when it was kept. One made over REST has no entity behind it and comes back as it was. */
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
  /** What the entity's source had reported, for entities that take it up again; null for others. */
  readonly values: Readonly<Record<string, unknown>> | null;
}

const FLUSH_INTERVAL = 1000;
/** How far apart states kept at once are handed over where nobody waits for it, so that one that never rests costs little. */
const AT_ONCE_INTERVAL = 50;
/** Small enough that neither preparing a batch here nor writing it there keeps anyone waiting. */
const ROWS_A_BATCH = 200;
const TEXT_A_BATCH = 500_000;
/** A state this long is not kept: reading many such back would not fit the worker. */
const LONGEST_TEXT = 250_000;

const SAVE = `INSERT INTO last_states (entity_id, state, last_changed, last_updated, last_reported, made_over_rest, entity_values)
  VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT (entity_id) DO UPDATE SET state = excluded.state, last_changed = excluded.last_changed,
  last_updated = excluded.last_updated, last_reported = excluded.last_reported, made_over_rest = excluded.made_over_rest,
  entity_values = excluded.entity_values`;
const REMOVE = 'DELETE FROM last_states WHERE entity_id = ?';

interface Kept {
  readonly state: KeepableState;
  readonly madeOverRest: boolean;
  readonly values: Readonly<Record<string, unknown>> | null;
}

/** What may be said of a state to keep. */
export interface KeepOptions {
  /** No entity stands behind it. */
  readonly madeOverRest?: boolean;
  /** What its source had reported, where that is to be taken up again. */
  readonly values?: Kept['values'];
  /** It is to outlive this process from now on: nobody could tell it again. */
  readonly atOnce?: boolean;
}

/** Entities that are handed over together, ahead of all others, and what tells that they are. */
interface Urgent {
  readonly ids: Set<string>;
  readonly handedOver: Promise<void>;
  readonly tell: () => void;
}

/** States to write, and entities to forget. */
type Batch = { readonly id: string; readonly kept: Kept | undefined; readonly text: string | undefined }[];

/**
 * Keeps the newest state of each entity on the disk, at most a second late. Whatever the pace of changes, it holds one entry an entity and
 * hands them to the database in small batches, one at a time. Those kept at once are handed over before, unsynced, so that they
 * outlive this process right away; a power cut costs them a second as it does the others.
 */
export class LastStates {
  private readonly database: Database;
  private readonly clock: Clock;
  private readonly log: Log;
  /** The newest state not yet handed over, or undefined for a removal. */
  private readonly dirty = new Map<string, Kept | undefined>();
  /** The entities whose newest state cannot be kept; each is told of once. */
  private readonly unkeepable = new Set<string>();
  private urgent = noneUrgent();
  /** Those on their way. */
  private onTheirWay = noneUrgent();
  private handedOverAt = 0;
  private cancel: Undo | undefined;
  private cancelUrgent: Undo | undefined;
  private writing: Promise<void> = Promise.resolve();
  private failing = false;

  constructor(own: { database: Database; clock: Clock; log: Log }) {
    this.database = own.database;
    this.clock = own.clock;
    this.log = own.log;
  }

  /** All kept states, in the order in which their entities were first seen. */
  async restore(): Promise<Map<string, StoredState>> {
    const states = new Map<string, StoredState>();
    for (const row of await this.database.query('SELECT * FROM last_states ORDER BY rowid')) {
      const state = this.read(row);
      if (state !== undefined) states.set(state.entity_id, state);
    }
    return states;
  }

  /** Keeps a state; only the newest of an entity is written. */
  save(
    state: KeepableState,
    { madeOverRest = false, values = null, atOnce = false }: KeepOptions = {},
  ): void {
    this.dirty.set(state.entity_id, { state, madeOverRest, values });
    this.arm();
    if (atOnce) this.armUrgent(state.entity_id);
  }

  /** Settles when those of the states that are kept at once outlive this process, or cannot; undefined where there are none to wait for. */
  untilKept(states: readonly KeepableState[]): Promise<void> | undefined {
    if (states.some(({ entity_id }) => this.urgent.ids.has(entity_id))) {
      this.hurry();
      return this.urgent.handedOver;
    }
    const { ids, handedOver } = this.onTheirWay;
    return states.some(({ entity_id }) => ids.has(entity_id)) ? handedOver : undefined;
  }

  /** Forgets an entity's state. */
  removed(entityId: string): void {
    this.dirty.set(entityId, undefined);
    this.arm();
  }

  /** Writes everything kept so far, durably. Rejects, and tries again a second later, if the database does not take it. */
  flush(): Promise<void> {
    this.cancel?.();
    this.cancel = undefined;
    this.cancelUrgent?.();
    this.cancelUrgent = undefined;
    this.writing = this.writing.catch(() => {}).then(() => this.writeAll());
    return this.writing;
  }

  /** Hands those over that are urgent by then, as soon as the batch of now is written. */
  private hurry(): void {
    this.cancelUrgent?.();
    this.cancelUrgent = undefined;
    this.writing = this.writing.catch(() => {}).then(() => this.handOverUrgent());
  }

  private armUrgent(entityId: string): void {
    this.urgent.ids.add(entityId);
    const wait = Math.max(0, this.handedOverAt + AT_ONCE_INTERVAL - this.clock.now());
    this.cancelUrgent ??= this.clock.after(wait, () => this.hurry());
  }

  private arm(): void {
    this.cancel ??= this.clock.after(FLUSH_INTERVAL, () => {
      this.flush().catch(() => {});
    });
  }

  private async writeAll(): Promise<void> {
    // Entries that become dirty meanwhile are for the next second: a busy home must not keep this going for ever.
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

  /** Hands over those that are urgent now; what becomes urgent meanwhile is for the next time. They stay dirty, so a failure is no matter here. */
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
    urgent.tell();
  }

  private async writeBatch(batch: Batch): Promise<void> {
    try {
      await this.database.write(statementsFor(batch));
    } catch (error) {
      for (const { id, kept } of batch) if (!this.dirty.has(id)) this.dirty.set(id, kept);
      this.arm();
      this.tell(error);
      throw error;
    }
    this.tell(undefined);
  }

  /** One line when writing begins to fail, one when it works again. */
  private tell(error: unknown): void {
    const failed = error !== undefined;
    if (failed && !this.failing) this.log.error('States could not be saved; trying again', { error });
    if (!failed && this.failing) this.log.info('States are being saved again');
    this.failing = failed;
  }

  /** Those of the entities that are dirty, as many as make a batch. */
  private nextBatch(ids: Iterator<string>, most = ROWS_A_BATCH): Batch {
    const batch: Batch = [];
    let weight = 0;
    while (batch.length < Math.min(most, ROWS_A_BATCH) && weight <= TEXT_A_BATCH) {
      const { value: id, done } = ids.next();
      if (done === true) break;
      if (!this.dirty.has(id)) continue;
      const kept = this.dirty.get(id);
      const text = kept === undefined ? undefined : this.textOf(kept.state);
      weight += text?.length ?? 0;
      batch.push({ id, kept, text });
    }
    return batch;
  }

  /** The text to keep of a state, or undefined with a line in the log for one that cannot be kept. */
  private textOf(state: KeepableState): string | undefined {
    let reason = `it is over ${LONGEST_TEXT} characters long`;
    try {
      const text = state.toJsonText();
      if (text.length <= LONGEST_TEXT) {
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

function noneUrgent(): Urgent {
  let tell = (): void => {};
  const handedOver = new Promise<void>((resolve) => {
    tell = resolve;
  });
  return { ids: new Set(), handedOver, tell };
}

function statementsFor(batch: Batch): Statement[] {
  const saved: Value[][] = [];
  const removed: Value[][] = [];
  for (const { id, kept, text } of batch) {
    if (kept === undefined || text === undefined) removed.push([id]);
    else saved.push(rowFor(kept, text));
  }
  return [
    { sql: SAVE, rows: saved },
    { sql: REMOVE, rows: removed },
  ];
}

function rowFor({ state, madeOverRest, values }: Kept, text: string): Value[] {
  const { entity_id, last_changed, last_updated, last_reported } = state;
  const told = values === null ? null : JSON.stringify(values);
  return [entity_id, text, last_changed, last_updated, last_reported, madeOverRest ? 1 : 0, told];
}
