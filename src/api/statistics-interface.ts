import type { Access } from '../core/access.ts';
import type { Clock } from '../core/clock.ts';
import type { StateMachine } from '../core/state-machine.ts';
import type { ImportedRow, StatisticsQuery, SummaryQuery, SummaryType } from '../core/statistics-query.ts';

/** A statistic as clients see it. */
export interface ListedStatistic {
  readonly statistic_id: string;
  readonly source: string;
  readonly name: string | null;
  readonly has_mean: boolean;
  readonly has_sum: boolean;
  readonly mean_type: number;
  readonly unit_class: string | null;
  readonly statistics_unit_of_measurement: string | null;
  readonly display_unit_of_measurement: string | null;
}

/** A question for rows; units of current states are added by `StatisticsBook`. */
export type RowsQuestion = Omit<StatisticsQuery, 'stateUnits'>;

/** A question for values over a period. */
export type SummaryQuestion = Omit<SummaryQuery, 'stateUnits' | 'now'>;

/** Rows to import, with the metadata of their statistic. */
export interface ImportQuestion {
  readonly statisticId: string;
  readonly source: string;
  readonly name: string | null;
  readonly unit: string | null;
  /** Undefined for the class of the unit. */
  readonly unitClass: string | null | undefined;
  readonly meanType: 0 | 1 | 2;
  readonly hasSum: boolean;
  readonly rows: readonly ImportedRow[];
}

/** Statistics as the interface uses them; it asks only for what the caller may see. Writes are durable at the end. */
export interface StatisticsBook {
  summary(question: SummaryQuestion): Promise<Partial<Record<SummaryType, number | null>>>;
  /** The stored statistics, then the sensors that will have some. */
  list(): Promise<readonly ListedStatistic[]>;
  /** What is wrong with statistics of sensors, by id. */
  validate(): Promise<ReadonlyMap<string, readonly object[]>>;
  import(question: ImportQuestion): Promise<void>;
  /** Without a range, whole statistics. */
  clear(
    ids: readonly string[],
    range: { readonly start: number; readonly end: number } | null,
  ): Promise<void>;
  updateMetadata(id: string, unit: string | null, unitClass: string | null | undefined): Promise<void>;
  changeUnit(id: string, from: string | null, to: string | null): Promise<void>;
  adjustSum(adjustment: {
    readonly statisticId: string;
    readonly start: number;
    readonly adjustment: number;
    readonly unit: string | null;
  }): Promise<void>;
  /** Corrects a row and returns the number of the change. */
  repair(row: {
    readonly statisticId: string;
    readonly term: '5minute' | 'hour';
    readonly start: number;
    /** Replaces mean, minimum and maximum. */
    readonly value: number | null;
    /** Replaces the change of the sum. */
    readonly change: number | null;
  }): Promise<number>;
  /** The newest changes that can be undone. */
  changes(limit: number): Promise<
    readonly {
      readonly id: number;
      readonly at: number;
      readonly kind: string;
      readonly statisticId: string;
    }[]
  >;
  undo(id: number): Promise<void>;
  /** Whether the configuration lets an entity be recorded. */
  isRecorded(entityId: string): boolean;
  /** Throws `invalid_format` for a unit class that does not exist or does not have the unit. */
  checkUnits(units: Readonly<Record<string, string>>): void;
}

/** What the API needs to answer questions about statistics. */
export interface StatisticsParts {
  readonly book: StatisticsBook;
  /** Rows as JSON text in chunks; leaving the loop stops the work. Many reads of a caller wait for each other. */
  readonly rows: (question: RowsQuestion, access: Access) => AsyncGenerator<Uint8Array>;
  readonly states: Pick<StateMachine, 'get'>;
  readonly clock: Clock;
  /** The time zone of the home. */
  readonly timeZone: () => string;
}
