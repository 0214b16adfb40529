import type { Row, SqliteConnection, Value } from '../../storage/sqlite.ts';
import type { Term } from './series-blocks.ts';
import type { MeanType, StatisticMetadata, StatisticRow } from './statistic.ts';

/** A statistic, or the roll-up of the changes of an entity. */
export type SeriesKind = 'statistic' | 'rollup';

/** What is known about a statistic beside its rows. */
export interface StoredMetadata extends StatisticMetadata {
  /** `recorder` for entities, otherwise what imported it. */
  readonly source: string;
  readonly name: string | null;
}

/** A series with the rows that its blocks do not contain yet. */
export interface Series {
  readonly id: number;
  readonly kind: SeriesKind;
  readonly name: string;
  readonly metadata: StoredMetadata;
  readonly tail: Readonly<Record<Term, Map<number, StatisticRow>>>;
}

const ROLLUP: StoredMetadata = {
  source: 'recorder',
  name: null,
  unit: null,
  unitClass: null,
  meanType: 1,
  hasSum: false,
};

const INSERT = `INSERT INTO series (kind, name, merged, source, display_name, unit, unit_class, mean_type, has_sum)
  VALUES (?, ?, 0, ?, ?, ?, ?, ?, ?)`;
const UPDATE = `UPDATE series SET source = ?, display_name = ?, unit = ?, unit_class = ?, mean_type = ?, has_sum = ?
  WHERE id = ?`;

/**
 * The series of `statistics.db`, in the order in which they were added. Changes are written within the transaction of
 * the caller; memory follows when the caller calls what they return.
 */
export class SeriesList {
  private readonly connection: SqliteConnection;
  private readonly byKey = new Map<string, Series>();

  constructor(connection: SqliteConnection) {
    this.connection = connection;
    for (const row of connection.rows('SELECT * FROM series ORDER BY id')) this.keep(seriesOf(row));
  }

  get(kind: SeriesKind, name: string): Series | undefined {
    return this.byKey.get(`${kind} ${name}`);
  }

  /** The series of a kind, or all. */
  all(kind?: SeriesKind): Series[] {
    const list = [...this.byKey.values()];
    return kind === undefined ? list : list.filter((series) => series.kind === kind);
  }

  /** Adds a series. */
  add(kind: SeriesKind, name: string, metadata: StoredMetadata = ROLLUP): [Series, () => void] {
    this.connection.run({ sql: INSERT, params: [kind, name, ...columnsOf(metadata)] });
    const id = Number(this.connection.value('SELECT last_insert_rowid()'));
    const series = { id, kind, name, metadata, tail: emptyTail() };
    return [series, () => this.keep(series)];
  }

  /** Replaces the metadata of a statistic. */
  describe(series: Series, metadata: StoredMetadata): () => void {
    this.connection.run({ sql: UPDATE, params: [...columnsOf(metadata), series.id] });
    return () => this.keep({ ...series, metadata });
  }

  /** Gives a series another name. */
  rename(series: Series, name: string): () => void {
    this.connection.run({ sql: 'UPDATE series SET name = ? WHERE id = ?', params: [name, series.id] });
    return () => {
      const renamed = { ...series, name };
      // Rebuilt to keep the order.
      const list = this.all().map((one) => (one.id === series.id ? renamed : one));
      this.byKey.clear();
      for (const one of list) this.keep(one);
    };
  }

  remove(series: Series): () => void {
    this.connection.run({ sql: 'DELETE FROM series WHERE id = ?', params: [series.id] });
    return () => this.byKey.delete(`${series.kind} ${series.name}`);
  }

  private keep(series: Series): void {
    this.byKey.set(`${series.kind} ${series.name}`, series);
  }
}

function emptyTail(): Series['tail'] {
  return { '5minute': new Map(), hour: new Map() };
}

function columnsOf({ source, name, unit, unitClass, meanType, hasSum }: StoredMetadata): Value[] {
  return [source, name, unit, unitClass, meanType, hasSum ? 1 : 0];
}

function seriesOf(row: Row): Series {
  const text = (value: Value | undefined): string | null => (typeof value === 'string' ? value : null);
  return {
    id: Number(row.id),
    kind: row.kind as SeriesKind,
    name: String(row.name),
    metadata: {
      source: text(row.source) ?? 'recorder',
      name: text(row.display_name),
      unit: text(row.unit),
      unitClass: text(row.unit_class),
      meanType: Number(row.mean_type) as MeanType,
      hasSum: row.has_sum === 1,
    },
    tail: emptyTail(),
  };
}
