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

/** States to write, and entities to forget. */
type Batch = { readonly id: string; readonly kept: Kept | undefined; readonly text: string | undefined }[];

/**
 * Keeps the newest state of each entity on the disk, at most a second late. Whatever the pace of changes, it holds one entry an entity and
 * hands them to the database in small batches, one at a time.
 */
export class LastStates {
  private readonly database: Database;
  private readonly clock: Clock;
  private readonly log: Log;
  /** The newest state not yet handed over, or undefined for a removal. */
  private readonly dirty = new Map<string, Kept | undefined>();
  /** The entities whose newest state cannot be kept; each is told of once. */
  private readonly unkeepable = new Set<string>();
  private cancel: Undo | undefined;
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

  /** Keeps a state, and what its source had reported where that is to be taken up again; only the newest of an entity is written. */
  save(state: KeepableState, madeOverRest: boolean, values: Kept['values'] = null): void {
    this.dirty.set(state.entity_id, { state, madeOverRest, values });
    this.arm();
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
    this.writing = this.writing.catch(() => {}).then(() => this.writeAll());
    return this.writing;
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
      const batch = this.takeBatch(left);
      left -= batch.length;
      try {
        await this.database.write(statementsFor(batch));
      } catch (error) {
        for (const { id, kept } of batch) if (!this.dirty.has(id)) this.dirty.set(id, kept);
        this.arm();
        this.tell(error);
        throw error;
      }
    }
    this.tell(undefined);
  }

  /** One line when writing begins to fail, one when it works again. */
  private tell(error: unknown): void {
    const failed = error !== undefined;
    if (failed && !this.failing) this.log.error('Last states are not being saved', { error });
    if (!failed && this.failing) this.log.info('Last states are being saved again');
    this.failing = failed;
  }

  private takeBatch(most: number): Batch {
    const batch: Batch = [];
    let weight = 0;
    for (const [id, kept] of this.dirty) {
      if (batch.length === Math.min(most, ROWS_A_BATCH) || weight > TEXT_A_BATCH) break;
      const text = kept === undefined ? undefined : this.textOf(kept.state);
      weight += text?.length ?? 0;
      batch.push({ id, kept, text });
      this.dirty.delete(id);
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
      this.log.warn(`The state of ${state.entity_id} will not outlive a restart: ${reason}`);
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
        values:
          row.entity_values === null
            ? null
            : (JSON.parse(String(row.entity_values)) as StoredState['values']),
      };
    } catch (error) {
      this.log.warn(`The stored state of ${entity_id} cannot be read and is left out`, { error });
      return undefined;
    }
  }
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
