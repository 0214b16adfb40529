/** Domains in which a change of attributes alone is significant. */
export const SIGNIFICANT_DOMAINS: ReadonlySet<string> = new Set([
  ...['climate', 'device_tracker', 'humidifier', 'thermostat', 'water_heater'],
]);

/** Domains whose rows have their attributes in minimal answers, too. */
export const ALWAYS_WHOLE_DOMAINS: ReadonlySet<string> = new Set([
  ...['climate', 'humidifier', 'input_datetime', 'thermostat', 'water_heater'],
]);

/** A question for the states of entities in the past, as the history worker answers it. */
export interface StateHistoryQuery {
  /**
   * `rest` is an array of arrays of states, `compressed` an object with arrays of compressed states, and `event` such
   * an object within an event of `history/stream`.
   */
  readonly form: 'rest' | 'compressed' | 'event';
  /** In the order of the answer, without duplicates. */
  readonly entityIds: readonly string[];
  /**
   * The period, of all entities or of each: both ends are exclusive, in milliseconds since 1970 with microseconds.
   * Arrays of numbers, since objects take long to send to the worker.
   */
  readonly after: number | readonly number[];
  readonly before: number | readonly number[];
  /** Whether each entity begins with the state in force at the start of its period. */
  readonly hasStart: boolean;
  /** Leaves out changes of attributes alone, except in domains where they matter. */
  readonly significantOnly: boolean;
  /** Rows after the first one have the state and its time only, and repeated states are left out. */
  readonly isMinimal: boolean;
  readonly hasAttributes: boolean;
  /** The entities that attributes may name; all if undefined. */
  readonly namable?: readonly string[] | undefined;
  /** The period of an `event`; `end` counts if there are no rows. */
  readonly start: number;
  readonly end: number;
}
