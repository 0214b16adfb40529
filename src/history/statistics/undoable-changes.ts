import { crc32 } from 'node:zlib';
import { fault } from '../../core/errors.ts';
import { type ChangeDetail, ChangeInProgress, type Inverse } from './change-in-progress.ts';
import { PackedColumns } from './column-codec.ts';
import { slotOf, TERMS, type Term } from './series-blocks.ts';
import {
  decodeBlock,
  type Field,
  filterColumns,
  mapColumns,
  mergeColumns,
  NO_COLUMNS,
  type StatisticColumns,
} from './statistic-columns.ts';
import type { StatisticsStore } from './statistics-store.ts';

/** Why statistics were changed other than by compiling them. */
export type ChangeKind =
  | 'import'
  | 'clear'
  | 'adjust'
  | 'metadata'
  | 'unit'
  | 'repair'
  | 'take_over'
  | 'reprice';

/** A change that can be undone. */
export interface ChangeEntry {
  readonly id: number;
  /** In milliseconds since 1970. */
  readonly at: number;
  readonly kind: ChangeKind;
  readonly statisticId: string;
}

const ADD = `INSERT INTO statistic_changes (at, kind, statistic_id, detail, before, sum)
  VALUES (?, ?, ?, ?, ?, ?)`;
const LIST = 'SELECT id, at, kind, statistic_id FROM statistic_changes ORDER BY id DESC LIMIT ?';
const NEWEST = 'SELECT max(id) AS id FROM statistic_changes WHERE statistic_id = ?';

/** Manual changes of statistics, each of which can be undone for a year. */
export class UndoableChanges {
  private readonly store: StatisticsStore;

  constructor(store: StatisticsStore) {
    this.store = store;
  }

  /** Makes a change of a statistic, durable as a whole, and returns its number. */
  record(entry: Omit<ChangeEntry, 'id'>, make: (change: ChangeInProgress) => void): number {
    const { connection } = this.store;
    return this.store.transaction(() => {
      const change = new ChangeInProgress(this.store, entry.statisticId);
      make(change);
      const { detail, before } = change.result();
      const text = JSON.stringify(detail);
      const sum = crc32(text, crc32(before));
      connection.run({ sql: ADD, params: [entry.at, entry.kind, entry.statisticId, text, before, sum] });
      return Number(connection.value('SELECT last_insert_rowid()'));
    });
  }

  /** The newest changes first. */
  list(limit: number): ChangeEntry[] {
    return [...this.store.connection.rows(LIST, [limit])].map((row) => ({
      id: Number(row.id),
      at: Number(row.at),
      kind: row.kind as ChangeKind,
      statisticId: String(row.statistic_id),
    }));
  }

  /**
   * The entity of a take-over that can be undone, and the time before which it got changes of its
   * predecessor.
   */
  takenOver(id: number): { readonly entityId: string; readonly before: number } | undefined {
    const { name, text } = this.undoable(id);
    const { takenBefore } = JSON.parse(text) as ChangeDetail;
    return takenBefore === undefined ? undefined : { entityId: name, before: takenBefore };
  }

  /**
   * Restores what a change replaced; rows compiled since are kept. Only the newest change of a statistic can be
   * undone, so that changes are undone in order.
   */
  undo(id: number): void {
    const { connection } = this.store;
    const { name, text, before } = this.undoable(id);
    this.store.transaction(() => {
      this.restore(name, JSON.parse(text) as ChangeDetail, before);
      connection.run({ sql: 'DELETE FROM statistic_changes WHERE id = ?', params: [id] });
    });
  }

  private undoable(id: number): {
    readonly name: string;
    readonly text: string;
    readonly before: Uint8Array;
  } {
    const { connection } = this.store;
    const sql = 'SELECT statistic_id, detail, before, sum FROM statistic_changes WHERE id = ?';
    const [row] = [...connection.rows(sql, [id])];
    if (row === undefined) throw fault('not_found', 'unknown_statistic_change', { id });
    const name = String(row.statistic_id);
    const [newest] = [...connection.rows(NEWEST, [name])];
    if (newest?.id !== id) throw fault('invalid_format', 'newer_statistic_change', { id });
    const before = row.before instanceof Uint8Array ? row.before : new Uint8Array();
    const text = String(row.detail);
    if (crc32(text, crc32(before)) !== row.sum)
      throw fault('unavailable', 'statistic_change_damaged', { id });
    return { name, text, before };
  }

  /** Forgets changes before a time and returns their number. */
  forgetBefore(at: number): number {
    const statement = { sql: 'DELETE FROM statistic_changes WHERE at < ?', params: [at] };
    return this.store.connection.transaction(false, () => this.store.connection.run(statement));
  }

  private restore(name: string, { metadata, parts, inverse }: ChangeDetail, bytes: Uint8Array): void {
    const { store } = this;
    const known = store.series('statistic', name);
    if (known !== undefined) store.mergeSeries(known);
    const series = metadata === null ? known : store.describe(name, metadata);
    if (series === undefined) return;
    const touched = new Map<Term, Set<number>>(TERMS.map((term) => [term, new Set()]));
    const before = new Map<string, { term: Term; slot: number; columns: StatisticColumns }>();
    let at = 0;
    for (const [role, term, slot, length] of parts) {
      const part = bytes.subarray(at, at + length);
      at += length;
      if (role === 'before') before.set(`${term} ${slot}`, { term, slot, columns: decodeBlock(part) });
      else for (const start of new PackedColumns(part).column(0) ?? []) touched.get(term)?.add(start);
    }
    for (const term of TERMS)
      for (const { slot } of store.blocks.read(
        { series: series.id, term },
        { from: -Infinity, to: Infinity },
      ))
        if (inverse !== null && !before.has(`${term} ${slot}`) && slot >= slotOf(term, inverse.from[term]))
          before.set(`${term} ${slot}`, { term, slot, columns: NO_COLUMNS });
    for (const { term, slot, columns } of before.values()) {
      const of = { series: series.id, term };
      const written = filterColumns(
        store.blocks.block(of, slot),
        (start) => touched.get(term)?.has(start) !== true,
      );
      const later = inverse === null ? written : invert(written, inverse, term);
      store.blocks.write(of, slot, mergeColumns(later, columns));
    }
    const isEmpty = TERMS.every(
      (term) => store.blocks.newest({ series: series.id, term }, MAX_SLOT) === undefined,
    );
    if (metadata === null && isEmpty) store.remove(series);
  }
}

const MAX_SLOT = 1e9;

/** All fields that are measured in the unit of a statistic. */
export const MEASURED: readonly Field[] = ['mean', 'min', 'max', 'state', 'sum'];

function invert(
  columns: StatisticColumns,
  { fields, factor, offset, from }: Inverse,
  term: Term,
): StatisticColumns {
  return mapColumns(columns, fields, (value, start) =>
    start < from[term] ? value : value * factor + offset,
  );
}
