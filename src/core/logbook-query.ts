/** What a caller asks of the logbook. */
export interface LogbookRequest {
  /** The period; both ends are exclusive, in milliseconds since 1970. */
  readonly after: number;
  readonly before: number;
  /** `rest` has names and times in ISO 8601. */
  readonly style: 'rest' | 'websocket';
  /** Only these entities, and events of these devices; null for everything. */
  readonly entityIds: readonly string[] | null;
  readonly deviceIds: readonly string[] | null;
  /** Only what happened in this context. */
  readonly contextId: string | null;
}

/** A question for entries of the logbook, as the history worker answers it: for what a caller may see. */
export interface LogbookQuery extends Pick<LogbookRequest, 'after' | 'before' | 'style' | 'contextId'> {
  /** The entities whose changes, runs and messages are entries. */
  readonly entityIds: readonly string[];
  /** Which of them no longer exist: what they measured is only known from their samples. */
  readonly removedIds: readonly string[];
  /** Whether events that concern no entity are entries, too. */
  readonly isWhole: boolean;
  /** The types of events that are left out. */
  readonly exceptTypes: readonly string[];
  /** The names of entities, for `rest`. */
  readonly names: readonly (readonly [entityId: string, name: string])[];
  /** The entities the caller may read, also as the cause of an entry; null for all. */
  readonly visibleIds: readonly string[] | null;
  /** The only user whose ID the caller may learn; null for all. */
  readonly userId: string | null;
}
