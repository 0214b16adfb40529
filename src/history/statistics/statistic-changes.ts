import { crc32 } from 'node:zlib';
import { fault } from '../../core/errors.ts';
import { encodeColumns, PackedColumns } from './column-codec.ts';
import { slotOf, TERMS, type Term } from './series-blocks.ts';
import type { Series, StoredMetadata } from './series-list.ts';
import type { StatisticRow } from './statistic.ts';
import {
  decodeBlock,
  encodeBlock,
  type Field,
  filterColumns,
  mapColumns,
  mergeColumns,
  NO_COLUMNS,
  type StatisticColumns,
} from './statistic-columns.ts';
import type { StatisticsStore } from './statistics-store.ts';

/** Why statistics were changed other than by compiling them. */
export type ChangeKind = 'import' | 'clear' | 'adjust' | 'metadata' | 'unit' | 'repair';

/** How values that follow a change are changed back: `value * factor + offset`. */
interface Inverse {
  readonly fields: readonly Field[];
  readonly factor: number;
  readonly offset: number;
  readonly from: Readonly<Record<Term, number>>;
}

/** What a change needs to be undone, beside the blocks. */
interface Detail {
  /** Null if the statistic did not exist. */
  readonly metadata: StoredMetadata | null;
  readonly parts: (readonly [role: 'before' | 'touched', term: Term, slot: number, bytes: number])[];
  readonly inverse: Inverse | null;
}

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

/** One change in progress; use within `StatisticChanges.record`. */
export class ChangeInProgress {
  private readonly store: StatisticsStore;
  private readonly name: string;
  private readonly before: { term: Term; slot: number; columns: StatisticColumns }[] = [];
  private readonly touched: { term: Term; starts: Float64Array }[] = [];
  private readonly was: StoredMetadata | null;
  private inverse: Inverse | null = null;
  private current: Series | undefined;

  constructor(store: StatisticsStore, name: string) {
    this.store = store;
    this.name = name;
    this.current = store.series('statistic', name);
    this.was = this.current?.metadata ?? null;
    if (this.current !== undefined) store.mergeSeries(this.current);
  }

  describe(metadata: StoredMetadata): void {
    this.current = this.store.describe(this.name, metadata);
  }

  /** Writes rows, which replace those of the same start. */
  put(term: Term, rows: readonly StatisticRow[]): void {
    const series = this.existing();
    const sorted = [...new Map(rows.map((row) => [row.start, row])).values()];
    sorted.sort((a, b) => a.start - b.start);
    for (const slot of new Set(sorted.map(({ start }) => slotOf(term, start)))) this.keep(series, term, slot);
    this.touched.push({ term, starts: Float64Array.from(sorted, ({ start }) => start) });
    this.store.put(series, term, sorted);
  }

  /** Deletes the rows whose start is in a range. */
  drop(term: Term, from: number, to: number): void {
    this.rewrite(term, { from, to }, (columns) =>
      filterColumns(columns, (start) => start < from || start >= to),
    );
  }

  /** Deletes the statistic. */
  remove(): void {
    const series = this.existing();
    for (const term of TERMS) this.rewrite(term, { from: -Infinity, to: Infinity }, () => NO_COLUMNS);
    this.store.remove(series);
  }

  /** Changes values of all rows from a time on: `value * factor + offset`. */
  shift(
    fields: readonly Field[],
    by: { readonly factor: number; readonly offset: number },
    from: Readonly<Record<Term, number>>,
  ): void {
    for (const term of TERMS)
      this.rewrite(term, { from: from[term], to: Infinity }, (columns) =>
        mapColumns(columns, fields, (value, start) =>
          start < from[term] ? value : value * by.factor + by.offset,
        ),
      );
    this.inverse = { fields, factor: 1 / by.factor, offset: -by.offset / by.factor, from };
  }

  /** Changes values of all rows by a function, whose inverse changes the rows that follow back. */
  convert(fields: readonly Field[], apply: (value: number) => number): void {
    for (const term of TERMS)
      this.rewrite(term, { from: -Infinity, to: Infinity }, (columns) => mapColumns(columns, fields, apply));
    // Unit conversions are linear except for Beaufort and reciprocal units, whose few later rows stay as they are.
    const [zero, one, two] = [apply(0), apply(1), apply(2)];
    if (!Number.isFinite(zero) || Math.abs(two - 2 * one + zero) > 1e-9 * Math.abs(one - zero)) return;
    const factor = one - zero;
    const from = { '5minute': -Number.MAX_VALUE, hour: -Number.MAX_VALUE };
    this.inverse = { fields, factor: 1 / factor, offset: -zero / factor, from };
  }

  /** What undoing needs. */
  result(): { readonly detail: Detail; readonly before: Uint8Array } {
    const parts: Detail['parts'] = [];
    const bytes: Uint8Array[] = [];
    for (const { term, slot, columns } of this.before) {
      const packed = encodeBlock(columns);
      parts.push(['before', term, slot, packed.length]);
      bytes.push(packed);
    }
    for (const { term, starts } of this.touched) {
      const packed = encodeColumns([starts]);
      parts.push(['touched', term, 0, packed.length]);
      bytes.push(packed);
    }
    return {
      detail: { metadata: this.was, parts, inverse: this.inverse },
      before: Buffer.concat(bytes),
    };
  }

  private existing(): Series {
    if (this.current === undefined) throw new Error(`No metadata of the statistic ${this.name}`);
    return this.current;
  }

  private rewrite(
    term: Term,
    range: { readonly from: number; readonly to: number },
    change: (columns: StatisticColumns) => StatisticColumns,
  ): void {
    const series = this.existing();
    for (const { slot, columns } of this.store.blocks.read({ series: series.id, term }, range)) {
      this.keep(series, term, slot);
      this.store.blocks.write({ series: series.id, term }, slot, change(columns));
    }
  }

  private keep({ id }: Series, term: Term, slot: number): void {
    if (this.before.some((one) => one.term === term && one.slot === slot)) return;
    this.before.push({ term, slot, columns: this.store.blocks.block({ series: id, term }, slot) });
  }
}

/** Changes of statistics by people, each of which can be undone for a year. */
export class StatisticChanges {
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
   * Restores what a change replaced; rows compiled since are kept. Only the newest change of a statistic can be
   * undone, so that changes are undone in order.
   */
  undo(id: number): void {
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
    this.store.transaction(() => {
      this.restore(name, JSON.parse(text) as Detail, before);
      connection.run({ sql: 'DELETE FROM statistic_changes WHERE id = ?', params: [id] });
    });
  }

  /** Forgets changes before a time and returns their number. */
  forgetBefore(at: number): number {
    const statement = { sql: 'DELETE FROM statistic_changes WHERE at < ?', params: [at] };
    return this.store.connection.transaction(false, () => this.store.connection.run(statement));
  }

  private restore(name: string, { metadata, parts, inverse }: Detail, bytes: Uint8Array): void {
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
