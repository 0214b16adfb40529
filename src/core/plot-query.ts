/** The most points that a plot has for each entity. */
export const MAX_POINTS = 5000;

/** The most attributes of an entity that a plot has. */
export const MAX_ATTRIBUTES = 8;

/** A question for what a plot of entities needs, as the history worker answers it. Times are whole milliseconds since 1970. */
export interface PlotQuery {
  /** In the order of the answer, without duplicates. */
  readonly entityIds: readonly string[];
  /** Inclusive. */
  readonly from: number;
  /** Exclusive. */
  readonly to: number;
  /** The maximum number of buckets or runs for each entity. */
  readonly points: number;
  /** The numeric attributes to read besides the state, by entity ID. */
  readonly attributes: ReadonlyMap<string, readonly string[]>;
}
