import type { Clock } from '../../core/clock.ts';
import type { Log } from '../../core/log.ts';
import type { Database } from '../../storage/database.ts';
import type { Statement } from '../../storage/sqlite.ts';
import { WriteBehind } from '../../storage/write-behind.ts';
import type { Run } from './run.ts';
import type { Trace } from './trace.ts';

/** A trace as `trace/list` and `trace/get` return it. */
export type TraceJson = Readonly<Record<string, unknown>>;

/** The run of a context. */
export interface RunName {
  readonly run_id: string;
  readonly domain: string;
  readonly item_id: string;
}

const PAUSE = 1000;
const TRACES_PER_TURN = 20;
const MAX_LENGTH = 1_000_000;
const ADD =
  'INSERT INTO traces (domain, item_id, run_id, context_id, not_triggered, short, long) VALUES (?, ?, ?, ?, ?, ?, ?)';
const TRIM = `DELETE FROM traces WHERE domain = ? AND item_id = ? AND not_triggered = ? AND id NOT IN
  (SELECT id FROM traces WHERE domain = ? AND item_id = ? AND not_triggered = ? ORDER BY id DESC LIMIT ?)`;

interface Pending {
  readonly traces: Trace[];
  max: number;
}

/**
 * The traces of the last runs of each automation and script: active ones in memory, finished ones in the
 * database a second later.
 */
export class Traces {
  private readonly parts: {
    readonly database: Pick<Database, 'write' | 'query'>;
    readonly clock: Clock;
    readonly log: Log;
    /** The active runs. */
    readonly running: () => Iterable<Run>;
  };
  private readonly queue: WriteBehind<Pending>;

  constructor(parts: Traces['parts']) {
    this.parts = parts;
    this.queue = new WriteBehind({
      ...{ clock: parts.clock, log: parts.log, subject: 'Traces', delay: PAUSE },
      write: (pending) => this.write(pending.values()),
    });
  }

  /** Saves a finished trace; the item retains the last `max`, and as many of triggers that did not fire. */
  add(trace: Trace, max: number): void {
    const { domain, itemId } = trace.facts;
    if (itemId === null || max === 0) return;
    const key = `${trace.isNotTriggered ? 1 : 0}${domain}.${itemId}`;
    const pending = this.queue.get(key) ?? { traces: [], max };
    pending.traces.push(trace);
    pending.max = max;
    if (pending.traces.length > max) pending.traces.shift();
    this.queue.set(key, pending);
  }

  /** The traces of a domain or of one item in short form, oldest first. */
  async list(domain: string, itemId?: string): Promise<readonly TraceJson[]> {
    const found: TraceJson[] = [];
    const where = itemId === undefined ? '' : ' AND item_id = ?';
    const params = itemId === undefined ? [domain] : [domain, itemId];
    for (const { short } of await this.query(
      `SELECT short FROM traces WHERE domain = ?${where} ORDER BY id`,
      params,
    ))
      found.push(JSON.parse(String(short)));
    for (const { facts, trace } of this.atWork())
      if (facts.domain === domain && (itemId === undefined || facts.itemId === itemId))
        found.push(trace.short());
    return found.sort((a, b) => (startOf(a) < startOf(b) ? -1 : Number(startOf(a) > startOf(b))));
  }

  /** One trace with all its steps. */
  async get(domain: string, itemId: string, runId: string): Promise<TraceJson | undefined> {
    for (const { facts, trace } of this.atWork())
      if (facts.runId === runId && facts.domain === domain && facts.itemId === itemId) return trace.long();
    const [row] = await this.query(
      'SELECT long FROM traces WHERE domain = ? AND item_id = ? AND run_id = ?',
      [...[domain, itemId, runId]],
    );
    return row === undefined ? undefined : JSON.parse(String(row.long));
  }

  /** The runs by context ID. */
  async contexts(domain?: string, itemId?: string): Promise<ReadonlyMap<string, RunName>> {
    const found = new Map<string, RunName>();
    const isMeant = (one: RunName): boolean =>
      (domain === undefined || one.domain === domain) && (itemId === undefined || one.item_id === itemId);
    const add = (context: string, one: RunName): void => {
      if (isMeant(one)) found.set(context, one);
    };
    for (const row of await this.query(
      'SELECT domain, item_id, run_id, context_id FROM traces ORDER BY id',
      [],
    ))
      add(String(row.context_id), {
        run_id: String(row.run_id),
        domain: String(row.domain),
        item_id: String(row.item_id),
      });
    for (const { facts } of this.atWork())
      add(facts.context.id, { run_id: facts.runId, domain: facts.domain, item_id: facts.itemId ?? '' });
    return found;
  }

  /** Deletes the traces of a removed item. */
  forget(domain: string, itemId: string): void {
    for (const kind of [0, 1]) this.queue.delete(`${kind}${domain}.${itemId}`);
    const sql = 'DELETE FROM traces WHERE domain = ? AND item_id = ?';
    this.parts.database
      .write([{ sql, params: [domain, itemId] }])
      .catch((error) =>
        this.parts.log.error(`Could not delete the traces of ${domain} ${itemId}`, { error }),
      );
  }

  /** Writes finished traces; settles when they are durable or that has failed. */
  flush(): Promise<void> {
    return this.queue.flush();
  }

  private *atWork(): IterableIterator<{ readonly trace: Trace; readonly facts: Trace['facts'] }> {
    for (const run of this.parts.running()) {
      const { trace } = run.parts;
      if (trace.facts.itemId !== null && !trace.isOver) yield { trace, facts: trace.facts };
    }
  }

  private async query(sql: string, params: readonly string[]) {
    await this.flush();
    return this.parts.database.query(sql, params);
  }

  private async write(pending: Iterable<Pending>): Promise<void> {
    const { database } = this.parts;
    let statements: Statement[] = [];
    let count = 0;
    for (const { traces, max } of pending) {
      for (const trace of traces) statements.push({ sql: ADD, params: rowOf(trace) });
      const [first] = traces;
      if (first === undefined) continue;
      const kind = [first.facts.domain, first.facts.itemId ?? '', first.isNotTriggered ? 1 : 0];
      statements.push({ sql: TRIM, params: [...kind, ...kind, max] });
      count += traces.length;
      if (count < TRACES_PER_TURN) continue;
      await database.write(statements);
      statements = [];
      count = 0;
    }
    if (statements.length > 0) await database.write(statements);
  }
}

function rowOf(trace: Trace): (string | number)[] {
  const { domain, itemId, runId, context } = trace.facts;
  const short = trace.short();
  const long = clean(JSON.stringify(trace.long()));
  const bounded = long.length > MAX_LENGTH ? JSON.stringify({ ...short, trace: {}, context }) : long;
  const kind = trace.isNotTriggered ? 1 : 0;
  return [domain, itemId ?? '', runId, context.id, kind, clean(JSON.stringify(short)), bounded];
}

/** A NUL cannot be stored and is meaningless to readers. */
function clean(text: string): string {
  return text.replaceAll('\\u0000', ' ');
}

function startOf(trace: TraceJson): string {
  return String((trace.timestamp as { readonly start?: unknown } | undefined)?.start);
}
