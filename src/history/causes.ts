import type { Bus, StateChange } from '../core/bus.ts';
import { type Cause, type CauseNotes, changeCause } from '../core/cause-notes.ts';
import { type Clock, every, type Undo } from '../core/clock.ts';
import { domainOf } from '../core/entity-id.ts';
import type { Part } from '../core/lifecycle.ts';
import type { Log } from '../core/log.ts';
import type { State } from '../core/state.ts';
import type { Database } from '../storage/database.ts';
import type { Row } from '../storage/sqlite.ts';
import { WriteBehind } from '../storage/write-behind.ts';

const ADD = 'INSERT INTO causes (context, parent, kind, subject, at, detail) VALUES (?, ?, ?, ?, ?, ?)';
/** The key of the queue's only entry: a list costs less than an entry for each cause. */
const ALL = 'all';
const FLUSH = 1000;
const WEEK = 7 * 86_400_000;
const HOUR = 3_600_000;
/** How many causes of a burst, such as a reconnecting broker, are all saved. */
const MAX_CONCURRENT = 20_000;
/** The sustained rate: more would not be read by anyone, and saving them would delay other writes. */
const MAX_PER_SECOND = 1000;
/** A batch is one synced commit of a few milliseconds: the history thread's other work waits for one at most. */
const ROWS_A_BATCH = 500;

/** The dependencies of `Causes`. */
export interface CausesParts {
  readonly database: Pick<Database, 'write' | 'query' | 'change'>;
  readonly bus: Bus;
  readonly clock: Clock;
  readonly log: Log;
}

/** Records for a week why things happened: service calls, run steps, and the context of each change. */
export class Causes implements Part, CauseNotes {
  readonly name = 'causes';
  private readonly parts: CausesParts;
  private readonly queue: WriteBehind<(Cause | State)[]>;
  private undos: Undo[] = [];
  private allowance = MAX_CONCURRENT;
  private filledAt = 0;

  constructor(parts: CausesParts) {
    this.parts = parts;
    this.queue = new WriteBehind({
      ...{ clock: parts.clock, log: parts.log, subject: 'Causes', delay: FLUSH },
      write: (changes) => this.write(changes.get(ALL) ?? []),
    });
  }

  start(): void {
    const { bus, clock, log } = this.parts;
    this.undos = [
      bus.on('state_changed', ({ change }) => {
        if (change !== null) this.onChange(change);
      }),
      every(clock, HOUR, () =>
        this.purge().catch((error) => log.error('Could not delete old causes', { error })),
      ),
    ];
  }

  async stop(): Promise<void> {
    for (const undo of this.undos.splice(0)) undo();
    await this.queue.close();
  }

  note(cause: Cause): void {
    this.add(cause);
  }

  /** Returns all causes recorded for a context, oldest first. */
  async of(context: string): Promise<readonly Cause[]> {
    await this.flush();
    const rows = await this.parts.database.query('SELECT * FROM causes WHERE context = ? ORDER BY at, id', [
      context,
    ]);
    return rows.map(causeOf);
  }

  /** Returns the last change of an entity up to a time. */
  async changeOf(entityId: string, until: number): Promise<Cause | undefined> {
    await this.flush();
    const [row] = await this.parts.database.query(
      "SELECT * FROM causes WHERE kind = 'change' AND subject = ? AND at <= ? ORDER BY at DESC LIMIT 1",
      [entityId, until],
    );
    return row === undefined ? undefined : causeOf(row);
  }

  /** Writes the queued causes; settles when they are written or have failed. */
  flush(): Promise<void> {
    return this.queue.flush();
  }

  /** Sensors report thousands of readings by themselves; all other changes, and caused ones, are saved. */
  private onChange({ old_state: before, new_state: after }: StateChange): void {
    if (after === null || after.state === before?.state) return;
    const { context } = after;
    const isCaused = context.user_id !== null || context.parent_id !== null;
    if (isCaused || domainOf(after.entity_id) !== 'sensor') this.add(after);
  }

  private add(one: Cause | State): void {
    const waiting = this.queue.get(ALL);
    if (waiting === undefined) this.fill();
    if ((waiting?.length ?? 0) >= this.allowance) return;
    if (waiting === undefined) this.queue.set(ALL, [one]);
    else waiting.push(one);
  }

  private async write(pending: readonly (Cause | State)[]): Promise<void> {
    this.allowance -= pending.length;
    const { database } = this.parts;
    for (let from = 0; from < pending.length; from += ROWS_A_BATCH) {
      const batch = pending.slice(from, from + ROWS_A_BATCH);
      const rows = batch.map((one) => rowOf('kind' in one ? one : changeCause(one)));
      await database.write([{ sql: ADD, rows }]);
    }
  }

  private fill(): void {
    const now = this.parts.clock.now();
    const filled = this.allowance + ((now - this.filledAt) / 1000) * MAX_PER_SECOND;
    this.filledAt = now;
    this.allowance = Math.min(filled, MAX_CONCURRENT);
  }

  private async purge(): Promise<void> {
    const { database, clock } = this.parts;
    const sql = 'DELETE FROM causes WHERE id IN (SELECT id FROM causes WHERE at < ? LIMIT ?)';
    const params = [clock.now() - WEEK, ROWS_A_BATCH];
    while ((await database.change({ sql, params })) === ROWS_A_BATCH);
  }
}

function rowOf({ context, parent, kind, subject, at, detail }: Cause): (string | number | null)[] {
  return [context, parent, kind, subject.replaceAll('\0', ' '), at, JSON.stringify(detail)];
}

function causeOf(row: Row): Cause {
  return {
    context: String(row.context),
    parent: row.parent === null ? null : String(row.parent),
    kind: String(row.kind) as Cause['kind'],
    subject: String(row.subject),
    at: Number(row.at),
    detail: JSON.parse(String(row.detail)),
  };
}
