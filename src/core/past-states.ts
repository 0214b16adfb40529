/** A question for the newest states of an entity: `from` inclusive, `to` exclusive, in milliseconds since 1970. */
export interface NewestStatesQuery {
  readonly entityId: string;
  readonly from: number;
  readonly to: number;
  readonly limit: number;
}

/** A state that an entity had. */
export interface PastState {
  readonly at: number;
  readonly state: string;
  readonly unit: string | null;
}

/** A question for the times in which an entity had one of some states. */
export interface MatchingTimesQuery {
  readonly entityId: string;
  readonly states: readonly string[];
  readonly from: number;
  readonly to: number;
}

/** When an entity began and ceased to have one of some states, in turn. */
export interface MatchingTimes {
  /** Whether it had one at the beginning. */
  readonly isOn: boolean;
  readonly times: readonly number[];
}
