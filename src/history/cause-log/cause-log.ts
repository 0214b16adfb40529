import type { Cause } from '../../core/cause-notes.ts';
import type { Row, SqliteConnection, Value } from '../../storage/sqlite.ts';
import {
  A_MILLISECOND,
  type CauseList,
  CAUSE_COLUMNS as COLUMNS,
  causeOfList,
  causeOfRow,
  KINDS,
  oldCauseOf,
  TEXT_COLUMNS,
} from './cause-row.ts';
import { CauseTexts } from './cause-texts.ts';
import { contextKey } from './context-key.ts';

const ROWS_PER_STEP = 2000;
const ROWS_PER_TEXT = 1000;
/** Rows that one statement adds: a statement per row takes twice as long. */
const ROWS_PER_INSERT = 25;
const ROW = '(?, ?, ?, ?, ?, ?, ?, ?)';
const ADD = `INSERT INTO cause_log (${COLUMNS}) VALUES ${ROW}`;
const ADD_MANY = `${ADD}${`, ${ROW}`.repeat(ROWS_PER_INSERT - 1)}`;
const OF_CONTEXT = `SELECT ${COLUMNS} FROM cause_log
  WHERE substr(context, 1, 6) = substr(?1, 1, 6) AND context = ?1 ORDER BY id`;
/** Many rows come as one text: the driver takes longer for a row than all else. */
const BETWEEN = `SELECT json_group_array(json_array(${TEXT_COLUMNS})) AS list FROM (
  SELECT ${COLUMNS} FROM cause_log WHERE id >= ? AND id < ? ORDER BY id LIMIT ${ROWS_PER_TEXT})`;
/** The kinds that are looked up by subject; the index of the table lists the same ones. */
const OF_SUBJECT = `SELECT ${COLUMNS} FROM cause_log
  WHERE subject = ? AND kind IN (2, 3, 6, 7) AND id >= ? AND id < ? ORDER BY id`;
const SOURCE = `SELECT ${COLUMNS} FROM cause_log
  WHERE subject = ? AND kind IN (2, 3, 6, 7) AND kind = 7 AND id < ? ORDER BY id DESC LIMIT 1`;
/** The source of an entity that is in force at the time is kept. */
const DROP = `DELETE FROM cause_log WHERE id IN (
  SELECT id FROM cause_log AS old WHERE id < ?1 AND (kind <> 7 OR EXISTS (
    SELECT 1 FROM cause_log AS newer WHERE newer.subject = old.subject AND newer.kind IN (2, 3, 6, 7)
      AND newer.kind = 7 AND newer.id > old.id AND newer.id < ?1
  )) LIMIT ?2)`;
const OLD_OF_CONTEXT = 'SELECT * FROM causes WHERE context = ? ORDER BY at, id';
const OLD_CHANGE =
  "SELECT * FROM causes WHERE kind = 'change' AND subject = ? AND at <= ? ORDER BY at DESC LIMIT 1";

/**
 * Causes in `history.db`, a few dozen bytes each: identifiers as bytes, and repeated texts only once. The table
 * `causes` of earlier versions is only read, until its rows are old enough to be deleted.
 */
export class CauseLog {
  private readonly connection: SqliteConnection;
  private readonly pause: () => Promise<void>;
  private readonly texts: CauseTexts;
  private lastId: number;

  constructor(connection: SqliteConnection, pause: () => Promise<void>) {
    this.connection = connection;
    this.pause = pause;
    this.texts = new CauseTexts(connection);
    this.lastId = Number(connection.value('SELECT max(id) FROM cause_log') ?? 0);
  }

  /**
   * Adds causes. They survive the end of this process at once, and a power cut after the next commit of
   * samples.
   */
  add(causes: readonly Cause[]): void {
    const { lastId } = this;
    try {
      this.connection.transaction(false, () => {
        const taken = new Set<number>();
        const rows = causes.map((cause) => this.rowOf(cause, taken));
        let next = 0;
        for (; next + ROWS_PER_INSERT <= rows.length; next += ROWS_PER_INSERT)
          this.connection.run({ sql: ADD_MANY, params: rows.slice(next, next + ROWS_PER_INSERT).flat() });
        this.connection.run({ sql: ADD, rows: rows.slice(next) });
      });
    } catch (error) {
      this.lastId = lastId;
      this.texts.forgetCached();
      throw error;
    }
  }

  /** The causes of a context, oldest first. */
  ofContext(context: string): Cause[] {
    if (context === '') return [];
    const old = [...this.connection.rows(OLD_OF_CONTEXT, [context.replaceAll('\0', ' ')])].map(oldCauseOf);
    return [...old, ...this.read(OF_CONTEXT, [contextKey(context)])];
  }

  /** Yields the causes from one time (inclusive) to another (exclusive), oldest first. */
  *between(from: number, to: number): Generator<Cause> {
    const end = to * A_MILLISECOND;
    for (let next = from * A_MILLISECOND; next < end; ) {
      const [row] = [...this.connection.rows(BETWEEN, [next, end])];
      const lists = JSON.parse(String(row?.list ?? '[]')) as CauseList[];
      for (const list of lists) yield causeOfList(list, this.texts);
      next = lists.length < ROWS_PER_TEXT ? end : (lists.at(-1)?.[0] ?? end) + 1;
    }
  }

  /**
   * The runs and the messages of an entity from one time (inclusive) to another (exclusive), oldest first.
   */
  ofSubject(entityId: string, from: number, to: number): Cause[] {
    const subject = this.texts.find(entityId);
    if (subject === undefined) return [];
    return this.read(OF_SUBJECT, [subject, from * A_MILLISECOND, to * A_MILLISECOND]);
  }

  /** The source of an entity's values at a time, such as an MQTT topic. */
  sourceAt(entityId: string, at: number): string | undefined {
    const subject = this.texts.find(entityId);
    if (subject === undefined) return undefined;
    const [cause] = this.read(SOURCE, [subject, (at + 1) * A_MILLISECOND]);
    const source = cause?.detail.source;
    return typeof source === 'string' ? source : undefined;
  }

  /** The last change of an entity up to a time that an earlier version recorded. */
  oldChange(entityId: string, until: number): Cause | undefined {
    const [row] = [...this.connection.rows(OLD_CHANGE, [entityId, until])];
    return row === undefined ? undefined : oldCauseOf(row);
  }

  /** Drops the causes before a time and the texts that none uses anymore; returns how many causes. */
  async dropBefore(at: number): Promise<number> {
    const drop = (sql: string, params: readonly Value[]): number =>
      this.connection.transaction(false, () => this.connection.run({ sql, params }));
    const old = 'DELETE FROM causes WHERE id IN (SELECT id FROM causes WHERE at < ? LIMIT ?)';
    let dropped = 0;
    for (const [sql, until] of [
      [old, at],
      [DROP, at * A_MILLISECOND],
    ] as const) {
      let count = ROWS_PER_STEP;
      while (count === ROWS_PER_STEP) {
        count = drop(sql, [until, ROWS_PER_STEP]);
        dropped += count;
        await this.pause();
      }
    }
    if (dropped > 0) await this.dropUnusedTexts();
    return dropped;
  }

  /** Moves the causes of an entity to its new ID. */
  rename(from: string, to: string): void {
    this.connection.transaction(false, () => {
      const sql = 'UPDATE causes SET subject = ? WHERE subject = ?';
      this.connection.run({ sql, params: [to, from] });
      const subject = this.texts.find(from);
      if (subject === undefined) return;
      const known = this.texts.find(to);
      if (known === undefined) this.texts.reword(subject, to);
      else
        this.connection.run({
          sql: 'UPDATE cause_log SET subject = ? WHERE subject = ?',
          params: [known, subject],
        });
    });
  }

  /** Drops all causes that name an entity: its runs, the runs it triggered and the calls that reached it. */
  async forget(entityId: string): Promise<number> {
    const named = `%${JSON.stringify(entityId).replace(/[_%\\]/g, '\\$&')}%`;
    const ids = [
      ...this.connection.rows("SELECT id FROM cause_texts WHERE text LIKE ? ESCAPE '\\'", [named]),
    ];
    const subject = this.texts.find(entityId);
    const textIds = new Set(ids.map((row) => Number(row.id)).concat(subject ?? []));
    const old = "DELETE FROM causes WHERE subject = ? OR detail LIKE ? ESCAPE '\\'";
    let dropped = this.connection.run({ sql: old, params: [entityId, named] });
    await this.eachStep((rows) => {
      const doomed = rows.filter(
        ({ subject: about, fixed }) => textIds.has(Number(about)) || textIds.has(Number(fixed)),
      );
      dropped += this.connection.run({
        sql: 'DELETE FROM cause_log WHERE id = ?',
        rows: doomed.map(({ id }) => [Number(id)]),
      });
    });
    await this.dropUnusedTexts();
    return dropped;
  }

  private async dropUnusedTexts(): Promise<void> {
    const until = this.texts.beginCleaning();
    const used = new Set<number>();
    await this.eachStep((rows) => {
      for (const { subject, fixed } of rows) used.add(Number(subject)).add(Number(fixed));
    });
    this.texts.endCleaning(until, used);
  }

  /** Visits all rows in steps, each in a transaction. */
  private async eachStep(visit: (rows: readonly Row[]) => void): Promise<void> {
    const sql = 'SELECT id, subject, fixed FROM cause_log WHERE id > ? ORDER BY id LIMIT ?';
    let last = -1;
    for (;;) {
      const rows = [...this.connection.rows(sql, [last, ROWS_PER_STEP])];
      this.connection.transaction(false, () => visit(rows));
      if (rows.length < ROWS_PER_STEP) return;
      last = Number(rows.at(-1)?.id);
      await this.pause();
    }
  }

  private read(sql: string, params: readonly Value[]): Cause[] {
    return [...this.connection.rows(sql, params)].map((row) => causeOfRow(row, this.texts));
  }

  private rowOf({ context, parent, kind, subject, at, detail }: Cause, taken: Set<number>): Value[] {
    const { run_id: run, caller, change } = detail;
    const own = { ...(caller === undefined ? {} : { caller }), ...(change === undefined ? {} : { change }) };
    const id = this.nextId(at, taken);
    taken.add(id);
    return [
      id,
      contextKey(context),
      parent === null ? null : contextKey(parent),
      KINDS.indexOf(kind),
      this.texts.idOf(subject.replaceAll('\0', ' ')),
      this.texts.idOf(fixedText(detail)),
      typeof run === 'string' ? contextKey(run) : null,
      Object.keys(own).length === 0 ? null : JSON.stringify(own),
    ];
  }

  /**
   * The ID of a row at a time; the next free one where there are several, as after the clock was set back. `taken` are
   * those of rows that are not in the table yet.
   */
  private nextId(at: number, taken: ReadonlySet<number>): number {
    const sql = 'SELECT id FROM cause_log WHERE id = ?';
    let id = Math.round(at * A_MILLISECOND);
    if (id === this.lastId) id += 1;
    if (id > this.lastId) this.lastId = id;
    else while (taken.has(id) || [...this.connection.rows(sql, [id])].length > 0) id += 1;
    return id;
  }
}

/** The JSON of what causes of a kind repeat: of calls that is all of it, which needs no copy. */
function fixedText(detail: Cause['detail']): string {
  if (detail.run_id === undefined && detail.caller === undefined && detail.change === undefined)
    return JSON.stringify(detail);
  return JSON.stringify({ ...detail, run_id: undefined, caller: undefined, change: undefined });
}
