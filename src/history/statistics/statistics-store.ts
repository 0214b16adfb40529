import type { SqliteConnection } from '../../storage/sqlite.ts';
import { SeriesBlocks, slotOf, TERMS, type Term } from './series-blocks.ts';
import { type Series, type SeriesKind, SeriesList, type StoredMetadata } from './series-list.ts';
import { decodeRows, encodeRows, type LoggedRow } from './series-log.ts';
import type { StatisticRow } from './statistic.ts';
import {
  type Field,
  joinColumns,
  mergeColumns,
  newestRow,
  type StatisticColumns,
  toColumns,
  withinColumns,
} from './statistic-columns.ts';

/** Rows of a statistic that cannot be read and are missing from answers. */
export interface LostRows {
  readonly statisticId: string;
  readonly first: number;
  readonly last: number;
}

/** Rows to write; rows of the same start are replaced. */
export interface NewRows {
  readonly kind: SeriesKind;
  readonly name: string;
  readonly term: Term;
  readonly rows: readonly StatisticRow[];
}

/** The dependencies of `StatisticsStore`. */
export interface StatisticsStoreParts {
  /** `statistics.db`, opened and migrated. */
  readonly connection: SqliteConnection;
  /** Resolves in a later tick of the thread, so that other requests get their turn. */
  readonly pause: () => Promise<void>;
  /** Called for each damaged block that is read. */
  readonly onDamage: (lost: LostRows) => void;
}

/** Which rows to read: `from` inclusive, `to` exclusive. */
export interface RowRange {
  readonly term: Term;
  readonly from: number;
  readonly to: number;
  readonly fields?: readonly Field[];
}

/** Rows in the log above which it is merged into the blocks: a day of 160 series. Each merge rewrites a block per series. */
const MAX_LOGGED = 50_000;
/** Rows of the log that one transaction merges. */
const ROWS_PER_MERGE = 1000;
const MERGED = 'UPDATE series SET merged = ? WHERE id = ?';

/**
 * Statistics and roll-ups in SQLite, durable when a call returns. What is compiled is written to a log, whose rows
 * also stay in memory; when the log is long, the rows of each series join its blocks. Changes by people are written
 * to the blocks at once.
 */
export class StatisticsStore {
  readonly connection: SqliteConnection;
  readonly blocks: SeriesBlocks;
  readonly pause: () => Promise<void>;
  private readonly list: SeriesList;
  private lastLogId = 0;
  private logged = 0;
  private merging: Promise<void> | undefined;
  /** What memory does once the transaction is committed. */
  private following: (() => void)[] = [];

  constructor(parts: StatisticsStoreParts) {
    this.pause = parts.pause;
    this.connection = parts.connection;
    this.list = new SeriesList(parts.connection);
    this.blocks = new SeriesBlocks(parts.connection, ({ series, ...range }) => {
      const damaged = this.list.all().find(({ id }) => id === series);
      if (damaged !== undefined) parts.onDamage({ statisticId: damaged.name, ...range });
    });
    this.restore();
  }

  /** The series of a kind, in the order in which they were added. */
  all(kind: SeriesKind): readonly Series[] {
    return this.list.all(kind);
  }

  series(kind: SeriesKind, name: string): Series | undefined {
    return this.list.get(kind, name);
  }

  /** Runs a unit of changes, which becomes durable as a whole; an unsynced one with the next synced one. */
  transaction<T>(work: () => T, isSynced = true): T {
    this.following = [];
    const result = this.connection.transaction(isSynced, work);
    for (const follow of this.following.splice(0)) follow();
    return result;
  }

  /**
   * Writes compiled rows, and metadata of statistics that are new or changed, as a unit. Rows of a statistic without
   * metadata are an error.
   */
  append(rows: readonly NewRows[], metadata: ReadonlyMap<string, StoredMetadata> = new Map()): void {
    this.transaction(() => {
      const added = new Map<string, Series>();
      for (const [name, described] of metadata)
        added.set(`statistic ${name}`, this.describe(name, described));
      const written = rows.flatMap(({ kind, name, term, rows: own }) => {
        const key = `${kind} ${name}`;
        const series = added.get(key) ?? this.list.get(kind, name) ?? this.addRollup(kind, name);
        added.set(key, series);
        return own.map((row) => ({ series, term, row }));
      });
      this.log(written);
    });
    if (this.logged <= MAX_LOGGED || this.merging !== undefined) return;
    this.merging = this.mergeLog().finally(() => {
      this.merging = undefined;
    });
    // A failure of the disk is not lost: the next write fails as well.
    this.merging.catch(() => {});
  }

  /** The rows of a series in a range. */
  read(series: Series, { term, from, to, fields }: RowRange): StatisticColumns {
    const stored = this.blocks.read({ series: series.id, term }, { from, to }, fields);
    const below = withinColumns(joinColumns(stored.map(({ columns }) => columns)), from, to);
    const tail = series.tail[term];
    if (tail.size === 0) return below;
    const rows = [...tail.values()].filter(({ start }) => start >= from && start < to);
    return mergeColumns(below, toColumns(inOrder(rows)));
  }

  /** The newest row of a series before a time, or the newest one that has a value. */
  newestBefore(series: Series, term: Term, at: number, field?: Field): StatisticRow | undefined {
    const of = { series: series.id, term };
    const tail = toColumns(inOrder([...series.tail[term].values()].filter(({ start }) => start < at)));
    const recent = newestRow(tail, field);
    for (let slot = this.blocks.newest(of, slotOf(term, at)); slot !== undefined; ) {
      const columns = mergeColumns(withinColumns(this.blocks.block(of, slot), -Infinity, at), tail);
      const found = newestRow(columns, field);
      if (found !== undefined) return found;
      slot = this.blocks.newest(of, slot - 1);
    }
    return recent;
  }

  /** Merges the log into the blocks, a few series at a time, and empties it. */
  async mergeLog(): Promise<void> {
    const until = this.lastLogId;
    const waiting = this.list.all().filter((series) => tailSize(series) > 0);
    while (waiting.length > 0) {
      this.transaction(() => {
        for (let left = ROWS_PER_MERGE; left > 0 && waiting.length > 0; ) {
          const { kind, name } = waiting.pop() as Series;
          const series = this.list.get(kind, name);
          if (series !== undefined) left -= this.mergeSeries(series);
        }
      });
      await this.pause();
    }
    this.transaction(() => {
      this.connection.run({ sql: 'DELETE FROM series_log WHERE id <= ?', params: [until] });
      this.following.push(() => {
        this.logged = this.list.all().reduce((sum, series) => sum + tailSize(series), 0);
      });
    });
  }

  /** Within a transaction: moves the rows of a series from the log to its blocks and returns their number. */
  mergeSeries(series: Series): number {
    const size = tailSize(series);
    if (size === 0) return 0;
    for (const term of TERMS) this.put(series, term, inOrder([...series.tail[term].values()]));
    this.connection.run({ sql: MERGED, params: [this.lastLogId, series.id] });
    this.following.push(() => {
      for (const term of TERMS) series.tail[term].clear();
    });
    return size;
  }

  /** Within a transaction: writes rows in order of time to the blocks. */
  put({ id }: Series, term: Term, rows: readonly StatisticRow[]): void {
    const bySlot = new Map<number, StatisticRow[]>();
    for (const row of rows) {
      const slot = slotOf(term, row.start);
      const own = bySlot.get(slot);
      if (own === undefined) bySlot.set(slot, [row]);
      else own.push(row);
    }
    for (const [slot, own] of bySlot) {
      const of = { series: id, term };
      this.blocks.write(of, slot, mergeColumns(this.blocks.block(of, slot), toColumns(own)));
    }
  }

  /** Within a transaction: adds a statistic or replaces its metadata. */
  describe(name: string, metadata: StoredMetadata): Series {
    const known = this.list.get('statistic', name);
    if (known !== undefined) {
      this.following.push(this.list.describe(known, metadata));
      return { ...known, metadata };
    }
    const [series, follow] = this.list.add('statistic', name, metadata);
    this.following.push(follow);
    return series;
  }

  /** Within a transaction: deletes a series with all its rows. */
  remove(series: Series): void {
    this.blocks.dropSeries(series.id);
    this.following.push(this.list.remove(series));
  }

  /** Moves all series of an entity to a new id; false, without a change, if that one has statistics. */
  rename(from: string, to: string): boolean {
    if (this.list.get('statistic', to) !== undefined) return false;
    this.transaction(() => {
      for (const kind of ['statistic', 'rollup'] as const) {
        const [series, replaced] = [this.list.get(kind, from), this.list.get(kind, to)];
        if (series === undefined) continue;
        if (replaced !== undefined) this.remove(replaced);
        this.following.push(this.list.rename(series, to));
      }
      const sql = 'UPDATE statistic_changes SET statistic_id = ? WHERE statistic_id = ?';
      this.connection.run({ sql, params: [to, from] });
    });
    return true;
  }

  /** Releases the store, once a merge that has begun is finished. */
  async close(): Promise<void> {
    await this.merging?.catch(() => {});
  }

  /** Within a transaction: the roll-up of an entity, added if there is none, with all rows in its blocks. */
  mergedRollup(name: string): Series {
    const series = this.list.get('rollup', name) ?? this.addRollup('rollup', name);
    this.mergeSeries(series);
    return series;
  }

  private addRollup(kind: SeriesKind, name: string): Series {
    if (kind === 'statistic') throw new Error(`No metadata of the statistic ${name}`);
    const [series, follow] = this.list.add(kind, name);
    this.following.push(follow);
    return series;
  }

  private log(rows: readonly { series: Series; term: Term; row: StatisticRow }[]): void {
    if (rows.length === 0) return;
    const logId = this.lastLogId + 1;
    const logged: LoggedRow[] = rows.map(({ series, term, row }) => ({ series: series.id, term, row }));
    const { batch, sum } = encodeRows(logged);
    this.connection.run({
      sql: 'INSERT INTO series_log (id, batch, sum) VALUES (?, ?, ?)',
      params: [logId, batch, sum],
    });
    this.following.push(() => {
      this.lastLogId = logId;
      this.logged += rows.length;
      for (const { series, term, row } of rows) series.tail[term].set(row.start, row);
    });
  }

  private restore(): void {
    const merged = new Map<number, { readonly series: Series; readonly until: number }>();
    const byId = new Map(this.list.all().map((series) => [series.id, series]));
    for (const row of this.connection.rows('SELECT id, merged FROM series')) {
      const series = byId.get(Number(row.id));
      if (series !== undefined) merged.set(series.id, { series, until: Number(row.merged) });
      this.lastLogId = Math.max(this.lastLogId, Number(row.merged));
    }
    for (const row of this.connection.rows('SELECT id, batch, sum FROM series_log ORDER BY id')) {
      const logId = Number(row.id);
      this.lastLogId = Math.max(this.lastLogId, logId);
      if (!(row.batch instanceof Uint8Array)) continue;
      for (const { series: id, term, row: logged } of decodeRows(row.batch, Number(row.sum))) {
        const { series, until } = merged.get(id) ?? {};
        if (series === undefined || logId <= (until ?? 0)) continue;
        series.tail[term].set(logged.start, logged);
        this.logged += 1;
      }
    }
  }
}

function tailSize({ tail }: Series): number {
  return tail['5minute'].size + tail.hour.size;
}

function inOrder(rows: readonly StatisticRow[]): StatisticRow[] {
  return [...rows].sort((a, b) => a.start - b.start);
}
