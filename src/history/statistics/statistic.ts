/** How the values of a statistic are averaged: 0 not at all, 1 arithmetically, 2 as angles. */
export type MeanType = 0 | 1 | 2;

/** The unit of a statistic and the class of units it converts to; null if there is none. */
export interface StatisticUnit {
  readonly unit: string | null;
  readonly unitClass: string | null;
}

/** What the rows of a statistic contain. */
export interface StatisticMetadata extends StatisticUnit {
  readonly meanType: MeanType;
  readonly hasSum: boolean;
}

/** The values of one period; null for those that the statistic does not have. */
export interface StatisticValues {
  readonly mean: number | null;
  /** The length of the summed vector of a circular mean, in seconds. */
  readonly meanWeight: number | null;
  readonly min: number | null;
  readonly max: number | null;
  /** What the meter showed at the end. */
  readonly state: number | null;
  /** The consumption since the first period; it never resets. */
  readonly sum: number | null;
  /** When the meter was last set to zero, in milliseconds since 1970. */
  readonly lastReset: number | null;
}

/** One row: the values of the five minutes or the hour that begin at `start`. */
export interface StatisticRow extends StatisticValues {
  readonly start: number;
}

/** The length of a short-term row in milliseconds. */
export const SHORT_TERM_PERIOD = 300_000;

/** The length of a long-term row in milliseconds. */
export const LONG_TERM_PERIOD = 3_600_000;

/** No values. */
export const NO_VALUES: StatisticValues = {
  mean: null,
  meanWeight: null,
  min: null,
  max: null,
  state: null,
  sum: null,
  lastReset: null,
};
