import type {
  MatchingTimes,
  MatchingTimesQuery,
  NewestStatesQuery,
  PastState,
} from '../../core/past-states.ts';

/** A question for the reading of an entity at a time; times are in milliseconds since 1970. */
export interface PastQuestion {
  readonly entityId: string;
  readonly at: number;
  /** The newest reading that is known anyway; older ones are of no use. */
  readonly after: number;
  /** The unit of the answer; null for an entity without one. */
  readonly unit: string | null;
}

/** Answers what entities showed while a helper did not run. */
export interface PastReadings {
  /** The number as text; null if nothing newer than `after` is known. */
  readingAt(question: PastQuestion): Promise<string | null>;
}

/** The recorded states of entities, also those of the last millisecond. */
export interface PastStates {
  newest(query: NewestStatesQuery): Promise<readonly PastState[]>;
  matching(query: MatchingTimesQuery): Promise<MatchingTimes>;
}
