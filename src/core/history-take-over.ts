/** Which entity takes over the past of which other one. */
export interface TakeOverRequest {
  readonly entityId: string;
  readonly predecessor: string;
  /** Counts only. */
  readonly isDryRun: boolean;
  readonly now: number;
  /** Roll-ups of five minutes are kept from here on. */
  readonly shortFrom: number;
}

/** What is taken over: everything before the first change of the entity itself. */
export interface TakeOverReport {
  readonly before: number;
  readonly samples: number;
  /** Rows of statistics. */
  readonly hours: number;
  readonly fiveMinutes: number;
  /** The number by which it can be undone; null for a dry run. */
  readonly changeId: number | null;
}
