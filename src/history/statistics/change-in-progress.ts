import { encodeColumns } from './column-codec.ts';
import { slotOf, TERMS, type Term } from './series-blocks.ts';
import type { Series, StoredMetadata } from './series-list.ts';
import type { StatisticRow } from './statistic.ts';
import {
  encodeBlock,
  type Field,
  filterColumns,
  mapColumns,
  NO_COLUMNS,
  type StatisticColumns,
} from './statistic-columns.ts';
import type { StatisticsStore } from './statistics-store.ts';

/** How values that follow a change are changed back: `value * factor + offset`. */
export interface Inverse {
  readonly fields: readonly Field[];
  readonly factor: number;
  readonly offset: number;
  readonly from: Readonly<Record<Term, number>>;
}

/** What a change needs to be undone, beside the blocks. */
export interface ChangeDetail {
  /** Null if the statistic did not exist. */
  readonly metadata: StoredMetadata | null;
  readonly parts: (readonly [role: 'before' | 'touched', term: Term, slot: number, bytes: number])[];
  readonly inverse: Inverse | null;
  /** For a take-over: the changes before this time are those of the predecessor. */
  readonly takenBefore?: number | undefined;
}

/** One change in progress; use within `UndoableChanges.record`. */
export class ChangeInProgress {
  private readonly store: StatisticsStore;
  private readonly name: string;
  private readonly before: { term: Term; slot: number; columns: StatisticColumns }[] = [];
  private readonly touched: { term: Term; starts: Float64Array }[] = [];
  private readonly was: StoredMetadata | null;
  private inverse: Inverse | null = null;
  /** See `UndoableChanges.takenBefore`. */
  takenBefore: number | undefined;
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

  /**
   * Changes values of all rows with a function. Undoing applies its inverse to rows that were added later.
   */
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
  result(): { readonly detail: ChangeDetail; readonly before: Uint8Array } {
    const parts: ChangeDetail['parts'] = [];
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
      detail: { metadata: this.was, parts, inverse: this.inverse, takenBefore: this.takenBefore },
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
