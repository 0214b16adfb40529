/** The length of the rows of an answer. */
export const STATISTIC_PERIODS = ['5minute', 'hour', 'day', 'week', 'month', 'year'] as const;

export type StatisticPeriod = (typeof STATISTIC_PERIODS)[number];

/** What a row of an answer can contain. */
export const STATISTIC_TYPES = ['change', 'last_reset', 'max', 'mean', 'min', 'state', 'sum'] as const;

export type StatisticType = (typeof STATISTIC_TYPES)[number];

/** In which units to answer. */
export interface UnitChoice {
  /** The unit wanted for each unit class. */
  readonly units: Readonly<Record<string, string>>;
  /** The units of the current states, by entity ID: they apply where no unit is wanted. */
  readonly stateUnits: Readonly<Record<string, string | null>>;
}

/** A question for rows of statistics; times are in milliseconds since 1970. */
export interface StatisticsQuery extends UnitChoice {
  readonly statisticIds: readonly string[];
  readonly start: number;
  /** Exclusive; null for no end. */
  readonly end: number | null;
  readonly period: StatisticPeriod;
  readonly types: readonly StatisticType[];
  readonly timeZone: string;
}

/** What one value over a whole period can be. */
export const SUMMARY_TYPES = ['change', 'max', 'mean', 'min'] as const;

export type SummaryType = (typeof SUMMARY_TYPES)[number];

/** A question for the values of one statistic over a whole period. */
export interface SummaryQuery extends UnitChoice {
  readonly statisticId: string;
  readonly types: readonly SummaryType[];
  /** Null for all time. */
  readonly start: number | null;
  readonly end: number | null;
  readonly now: number;
}

/** A row of a statistic to import; times are in milliseconds since 1970. */
export interface ImportedRow {
  readonly start: number;
  readonly mean: number | null;
  readonly min: number | null;
  readonly max: number | null;
  readonly lastReset: number | null;
  readonly state: number | null;
  readonly sum: number | null;
}

/** The metadata of a statistic as stored. */
export interface StatisticDescription {
  readonly statisticId: string;
  readonly source: string;
  readonly name: string | null;
  readonly unit: string | null;
  readonly unitClass: string | null;
  /** 0 for none, 1 for arithmetic, 2 for circular. */
  readonly meanType: 0 | 1 | 2;
  readonly hasSum: boolean;
}
